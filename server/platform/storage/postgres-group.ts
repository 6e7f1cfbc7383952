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

/** Work that only adds, and waits for others to be committed with. */
export type Addition<Change, By> = {
  by: By
  work: (trx: Trx<Change>) => Promise<unknown>
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

type Outcome<Change, By> = {
  /** What is left to do for each that was committed, or has thrown with nothing to undo. */
  finishes: (() => void)[]
  committed: () => void
  /** Those that wanted a lock before they had done anything. */
  left: Addition<Change, By>[]
  commitMs: number
}

/** One of a group fails, or wants a lock, where it cannot be told apart from the others any more. */
class NotShared extends Error {}

/**
 * Runs additions at the same time in one transaction: their statements go out together, and what follows from the changes
 * of all is written once. Throws `NotShared`, or what the database threw; then nothing of the group is stored, unless it
 * was committing.
 */
export const postgresGroups = <Change, By>(
  pool: Pick<SessionPool, 'connect'>,
  consequences: Consequences<Change, By>,
) => {
  /** Used again, as each has the queries that were compiled for it. */
  const free: Lane[] = []

  return async (
    group: readonly Addition<Change, By>[],
    progress: Progress,
  ): Promise<Outcome<Change, By>> => {
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

/** A connection that cannot even undo it is of no use any more. */
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

/** What is wrong with the database is wrong for all of them. */
const faultOf = (reason: unknown): unknown =>
  reason instanceof DatabaseUnavailable
    ? reason
    : new NotShared('one has failed', { cause: reason })

const settled = async <T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>> => {
  const [result] = await Promise.allSettled([Promise.try(work)])
  return result
}

/** To PostgreSQL it would be the same transaction that asks again. */
const eachOnce = (tryLockName: Trx['tryLockName']): Trx['tryLockName'] => {
  const names = new Set<string>()
  return async (name) => {
    if (names.has(name)) return false
    names.add(name)
    return tryLockName(name)
  }
}

/**
 * Several locks of different writers, held until the last of them is done, could be in each other's way on two replicas:
 * so there are none that are waited for. `isUsed` says whether it has asked the database for anything.
 */
const sharedTrx = <Change>({
  query,
  record,
  tryLockName,
}: Pick<Trx<Change>, 'query' | 'record' | 'tryLockName'>): Trx<Change> & {
  isUsed: () => boolean
} => {
  let isUsed = false
  const leave = () => Promise.reject(new NotShared('it waits for a lock'))
  return {
    record,
    get query() {
      isUsed = true
      return query
    },
    // Taken, it is in nobody's way when its writer goes; only what fails on the way is more than an answer.
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
  /** Sends each statement at once, without waiting for the one before. */
  query: Kysely<Tables>
  /** Over this connection, from now on. */
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
