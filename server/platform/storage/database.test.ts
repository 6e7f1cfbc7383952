import { engines } from '../../../test/harness/engines.ts'
import { databaseContract, type Open } from './database.contract.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const opens: Record<(typeof engines)[number], Open> = {
  sqlite: (url) => openSqlite({ path: url.replace('sqlite:', '') }),
  postgres: (url) => openPostgres({ url }),
}

for (const engine of engines) databaseContract(engine, opens[engine])
