import { engines } from '../../../test/harness/engines.ts'
import { openPostgres, openSqlite, openSqliteServer } from '../../../test/harness/open-store.ts'
import { databaseContract, type Open, testConsequences } from './database.contract.ts'

const openFile: Open = (url) => openSqlite({ path: url.replace('sqlite:', ''), consequences: testConsequences })
const openServer: Open = (url) => openSqliteServer({ path: url.replace('sqlite:', ''), consequences: testConsequences })

databaseContract({ name: 'sqlite', engine: 'sqlite', open: openFile })
databaseContract({
  name: 'sqlite of a server',
  engine: 'sqlite',
  open: openServer,
  openOther: openFile,
})
if (engines.includes('postgres')) {
  databaseContract({
    name: 'postgres',
    engine: 'postgres',
    // On a busy machine, many writes wait for few connections.
    open: (url) => openPostgres({ url, deadlineMs: 60_000, consequences: testConsequences }),
  })
}
