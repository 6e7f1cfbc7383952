import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { noteLocation, withoutText } from './note.ts'

type Query = Trx['query']

type Deps = {
  database: Pick<Database, 'read' | 'write' | 'purgeDeletedData'>
  notes: {
    list(query: Query, walk: { afterId: bigint; limit: number }): Promise<{ id: bigint; hasAnimal: boolean }[]>
    remove(query: Query, id: bigint): unknown
  }
  rewriteResponses: (query: Query, location: string, change: (json: string) => string) => Promise<void>
}

const AT_ONCE = 250

/**
 * Removes the notes of animals that a replica of an older release has deleted. It does not know the table. Contracts
 * are the other table with personal data that version 1.2.0 does not know: see `orphanedContracts`.
 */
export const orphanedNotes = ({ database, notes, rewriteResponses }: Deps) => ({
  async remove(stopping: AbortSignal): Promise<void> {
    let afterId = 0n
    let isAnyRemoved = false
    await repeatUntilDone(async () => {
      const some = await notes.list(database.read, { afterId, limit: AT_ONCE })
      afterId = some.at(-1)?.id ?? afterId
      const orphans = some.filter(({ hasAnimal }) => !hasAnimal)
      if (orphans.length > 0) {
        await database.write(async ({ query }) => {
          for (const { id } of orphans) {
            await rewriteResponses(query, noteLocation(id), withoutText)
            await notes.remove(query, id)
          }
        })
        isAnyRemoved = true
      }
      return some.length === AT_ONCE
    }, stopping)
    if (isAnyRemoved) await database.purgeDeletedData()
  },
})
