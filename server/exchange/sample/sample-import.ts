import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'

type NewImport = { digest: string; source: string; accountId: bigint; nowMs: number }
export type BeginImport = (query: Database['read'], begun: NewImport) => Promise<{ id: bigint }>

type Deps = { database: Pick<Database, 'write'>; beginImport: BeginImport; clock: Pick<Clock, 'nowMs'> }

/** The source of an import of the sample; `name` makes it unique. Imports of files have the path of a file. */
export const sampleSource = (accountId: bigint, name: string): string => `sample of account ${accountId}, ${name}`

/** Returns the id of the import. */
export const beginSampleImport = async ({ database, beginImport, clock }: Deps, accountId: bigint): Promise<bigint> => {
  const digest = randomUUID()
  const begun = { digest, source: sampleSource(accountId, digest), accountId, nowMs: clock.nowMs() }
  const { id } = await database.write(({ query }) => beginImport(query, begun))
  return id
}
