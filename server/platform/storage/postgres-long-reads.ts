import { Kysely } from 'kysely'
import { DatabaseUnavailable, type DatabaseWatch } from './database.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Session, SessionPool } from './postgres-pool.ts'
import { readLog } from './read-log.ts'
import type { Tables } from './tables.ts'

const MAX_WAITING_PER_CLIENT = 16
const MAX_WAIT_MS = 5_000

/**
 * Reads that may take long, on connections of their own. A client has one of them at a time, so that neither its other
 * reads nor those of anybody else wait for it. How long one may take, the pool says.
 */
export const postgresLongReads = (pool: SessionPool, watch: DatabaseWatch | undefined) => {
  const turns = clientTurns()

  const connect = async (client: string): Promise<Session> => {
    const giveBack = await turns.take(client)
    try {
      return handedBack(await pool.connect(), giveBack)
    } catch (error) {
      giveBack()
      throw error
    }
  }

  return {
    queryOf: (client: string): Kysely<Tables> =>
      new Kysely<Tables>({
        dialect: postgresDialect({ connect: () => connect(client), end: nothing }),
        ...(watch && { log: readLog(watch) }),
      }),
    close: () => pool.end(),
  }
}

/** The same connection, whose release gives the turn back. */
const handedBack = (session: Session, giveBack: () => void): Session => ({
  ...session,
  release(isSpoilt) {
    session.release(isSpoilt)
    giveBack()
  },
})

/** One at a time for each client, in the order in which they came. */
const clientTurns = () => {
  const waiting = new Map<string, (() => void)[]>()
  return {
    /** Resolves when it is the client's turn, with what ends it. */
    async take(client: string): Promise<() => void> {
      const queue = waiting.get(client)
      if (!queue) waiting.set(client, [])
      else if (queue.length >= MAX_WAITING_PER_CLIENT) {
        throw new DatabaseUnavailable(new Error('too many long reads of one client'))
      } else await turnIn(queue)
      return () => {
        const next = waiting.get(client)?.shift()
        if (next) next()
        else waiting.delete(client)
      }
    },
  }
}

const turnIn = async (queue: (() => void)[]): Promise<void> => {
  const turn = Promise.withResolvers<void>()
  queue.push(turn.resolve)
  const overdue = setTimeout(() => {
    queue.splice(queue.indexOf(turn.resolve), 1)
    turn.reject(new DatabaseUnavailable(new Error('a long read has waited too long')))
  }, MAX_WAIT_MS)
  await turn.promise.finally(() => clearTimeout(overdue))
}

const nothing = async () => {}
