import { Kysely } from 'kysely'
import { systemClock } from '../clock.ts'
import { type Consequences, changesOf } from './consequences.ts'
import { DatabaseUnavailable, type Trx } from './database.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { isLostConnection } from './postgres-faults.ts'
import { postgresLocks } from './postgres-locks.ts'
import type { Session, SessionPool } from './postgres-pool.ts'
import type { Progress } from './postgres-progress.ts'
import type { Tables } from './tables.ts'

/** Work that only adds rows, waiting to be committed together with others. */
export type Addition<Change, By> = {
  by: By
  work: (trx: Trx<Change>) => Promise<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

type Outcome<Change, By> = {
  /** The steps that remain for each addition that was committed, or that failed with nothing to undo. */
  finishes: (() => void)[]
  committed: () => void
  /** Additions that need a lock, and asked for it before they did anything. */
  left: Addition<Change, By>[]
  commitMs: number
}

/** An addition of the group failed or needs a lock, and it is too late to separate it from the others. */
class NotShared extends Error {}

/**
 * Runs concurrent additions in one transaction: their statements are sent together, and the consequences of all their
 * changes are written once. Throws `NotShared` or the database's error; then nothing of the group is stored, unless it
 * was committing.
 */
export const postgresGroups = <Change, By>(
  pool: Pick<SessionPool, 'connect'>,
  consequences: Consequences<Change, By>,
) => {
  /** Lanes are reused because each one caches compiled queries. */
  const free: Lane[] = []

  return async (group: readonly Addition<Change, By>[], progress: Progress): Promise<Outcome<Change, By>> => {
    const client = await pool.connect()
    const lane = free.pop() ?? openLane()
    lane.use(client)
    try {
      await client.query('start transaction isolation level read committed', [])
      progress.at = 'working'
      const outcome = await runAll({ client, query: lane.query }, group, consequences, progress)
      client.release()
      return outcome
    } catch (error) {
      await undo(client, error)
      throw error
    } finally {
      free.push(lane)
    }
  }
}

/** A connection on which even the rollback fails must not be used again. */
const undo = async (client: Session, error: unknown): Promise<void> => {
  const isUndone =
    !isLostConnection(error) &&
    (await client.query('rollback', []).then(
      () => true,
      () => false,
    ))
  client.release(!isUndone)
}

const runAll = async <Change, By>(
  { query, client }: { query: Kysely<Tables>; client: Session },
  group: readonly Addition<Change, By>[],
  consequences: Consequences<Change, By>,
  progress: Progress,
): Promise<Outcome<Change, By>> => {
  const locks = postgresLocks(query)
  const changes = changesOf(consequences, { query, lockName: locks.lockName })
  const tryLockName = eachOnce(locks.tryLockName)
  const members = await Promise.all(
    group.map(async (addition) => {
      const own = changes.begin(addition.by)
      const trx = sharedTrx<Change>({ query, tryLockName, record: own.record })
      const result = await settled(() => addition.work(trx))
      return { addition, own, result, isClean: !trx.isUsed() && !own.hasRecorded() }
    }),
  )
  const finishes: (() => void)[] = []
  const left: Addition<Change, By>[] = []
  for (const { addition, own, result, isClean } of members) {
    if (result.status === 'fulfilled')
      finishes.push(() => own.notifyThen(() => addition.resolve(result.value as never)))
    else if (!isClean) throw faultOf(result.reason)
    else if (result.reason instanceof NotShared) left.push(addition)
    else finishes.push(() => addition.reject(result.reason))
  }
  await changes.write()
  progress.at = 'committing'
  const sentAtMs = systemClock.steadyMs()
  await client.query('commit', [])
  const commitMs = systemClock.steadyMs() - sentAtMs
  return { finishes, left, commitMs, committed: changes.committed }
}

/** A fault of the database affects all of them. */
const faultOf = (reason: unknown): unknown =>
  reason instanceof DatabaseUnavailable ? reason : new NotShared('an addition failed', { cause: reason })

const settled = async <T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>> => {
  const [result] = await Promise.allSettled([Promise.try(work)])
  return result
}

/** PostgreSQL would see the same transaction asking again, and grant the lock twice. */
const eachOnce = (tryLockName: Trx['tryLockName']): Trx['tryLockName'] => {
  const names = new Set<string>()
  return async (name) => {
    if (names.has(name)) return false
    names.add(name)
    return tryLockName(name)
  }
}

/**
 * The writers of a shared transaction must not wait for locks: those of different writers, held until the last one is
 * done, could deadlock between two replicas. `isUsed` says whether the writer has sent anything to the database.
 */
const sharedTrx = <Change>({
  query,
  record,
  tryLockName,
}: Pick<Trx<Change>, 'query' | 'record' | 'tryLockName'>): Trx<Change> & {
  isUsed: () => boolean
} => {
  let isUsed = false
  const leave = () => Promise.reject(new NotShared('an addition must wait for a lock'))
  return {
    record,
    get query() {
      isUsed = true
      return query
    },
    // A lock that was taken stays when its writer leaves, and disturbs nobody; only an error on the way makes the
    // transaction unusable.
    tryLockName: (name) =>
      tryLockName(name).catch((error) => {
        isUsed = true
        throw error
      }),
    lock: leave,
    lockName: leave,
    settle: leave,
    isUsed: () => isUsed,
  }
}

type Lane = {
  /** Sends each statement at once, without waiting for the previous one. */
  query: Kysely<Tables>
  /** Uses this connection from now on. */
  use(client: Session): void
}

const openLane = (): Lane => {
  let used: Session
  return {
    query: new Kysely<Tables>({
      dialect: postgresDialect({ connect: async () => used, end: async () => {} }),
    }),
    use(client) {
      used = { ...client, release() {} }
    },
  }
}
