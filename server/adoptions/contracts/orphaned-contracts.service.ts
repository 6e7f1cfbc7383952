import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'

type Deps = {
  database: Pick<Database, 'write' | 'purgeDeletedData'>
  removeSome: (query: Trx['query'], limit: number) => Promise<number>
  limit?: number
}

const AT_ONCE = 250

/** Removes the contracts of customers whom a replica of an older release has erased. It does not know the table. */
export const orphanedContracts = ({ database, removeSome, limit = AT_ONCE }: Deps) => ({
  async remove(stopping: AbortSignal): Promise<void> {
    let isAnyRemoved = false
    await repeatUntilDone(async () => {
      const removed = await database.write(({ query }) => removeSome(query, limit))
      if (removed > 0) isAnyRemoved = true
      return removed === limit
    }, stopping)
    if (isAnyRemoved) await database.purgeDeletedData()
  },
})
