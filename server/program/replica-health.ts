import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../platform/clock.ts'
import type { Redis } from '../platform/redis/client.ts'
import { type Database, DatabaseUnavailable } from '../platform/storage/database.ts'
import { listOthers, saveHealth } from './replica-health.repository.ts'

type Deps = {
  database: Pick<Database, 'read' | 'write'>
  redis: Pick<Redis, 'isUp' | 'onChange'>
  /** After a stop, nothing is retried. */
  stopping: AbortSignal
  /** Called while another replica has lost Redis, because its changes arrive here unannounced. */
  onUnannounced: () => void
}

/** How often a replica reads the rows of the others, and so how long it may show what one without Redis has changed. */
export const COMPARE_MS = 500
/** How often a replica refreshes its own row. */
const REPORT_MS = 2_000
const RETRY_MS = 100

/**
 * Replicas tell each other through PostgreSQL whether they reach Redis: each has one row, and reads the others. So a
 * replica that has lost Redis knows whether another one still uses it, and that one knows that it misses changes.
 */
export const replicaHealth = ({ database, redis, stopping, onUnannounced }: Deps) => {
  const { steadyMs } = systemClock
  const id = randomUUID()
  let reported: { reachesRedis: boolean; atMs: number } | undefined
  let reporting: Promise<void> | undefined
  let isUsedByOthers = false
  let isLostByOthers = false

  const isReported = (): boolean => reported?.reachesRedis === redis.isUp() && steadyMs() - reported.atMs < REPORT_MS

  const writeRow = async (): Promise<void> => {
    const row = { reachesRedis: redis.isUp(), atMs: steadyMs() }
    // Unknown until the commit.
    reported = undefined
    await database.write(({ query }) => saveHealth(query, { id, ...row }))
    reported = row
  }
  const report = (): Promise<void> => {
    reporting ??= writeRow().finally(() => {
      reporting = undefined
    })
    return reporting
  }

  /** Reads after its own row is committed, so that of two replicas that lose Redis together, one sees both rows. */
  const compare = async (): Promise<void> => {
    while (!isReported()) await report()
    const others = await listOthers(database.read, id)
    isUsedByOthers = others.includes(true)
    isLostByOthers = others.includes(false)
    if (isLostByOthers) onUnannounced()
  }
  const run = (): Promise<void> => compare().catch(ignoreUnavailable)
  // The next run logs an error.
  redis.onChange(() => void run().catch(() => {}))

  return {
    /** Must be called every `COMPARE_MS`. */
    run,
    /** Whether this replica does not reach Redis, and another one does. */
    isCutOff: (): boolean => !redis.isUp() && isUsedByOthers,
    isLostByOthers: (): boolean => isLostByOthers,

    /**
     * Resolves once the other replicas will read that this one has lost Redis, or Redis is back. A change that Redis
     * did not announce must not be acknowledged before.
     */
    async untilLossReported(): Promise<void> {
      while (!redis.isUp() && !isReported()) {
        try {
          await report()
        } catch (error) {
          if (stopping.aborted || !(error instanceof DatabaseUnavailable)) return
          await sleep(RETRY_MS)
        }
      }
    },
  }
}

/** Without the database nothing can be written, so there is nothing to announce. */
const ignoreUnavailable = (error: unknown): void => {
  if (!(error instanceof DatabaseUnavailable)) throw error
}
