import type { Kysely } from 'kysely'
import { DatabaseUnavailable, type DatabaseWatch } from './database.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Session, SessionPool } from './postgres-pool.ts'
import { queryThrough } from './reads.ts'
import type { Tables } from './tables.ts'

const MAX_WAITING_PER_CLIENT = 16
const MAX_WAIT_MS = 5_000

/**
 * Runs long reads on their own connections. Each client has at most one at a time, so that neither its short reads nor
 * anybody else's wait for it. The pool limits how long one may take.
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
      queryThrough(postgresDialect({ connect: () => connect(client), end: nothing }), watch),
    close: () => pool.end(),
  }
}

/** The session, whose release also ends the turn. */
const handedBack = (session: Session, giveBack: () => void): Session => ({
  ...session,
  release(isSpoilt) {
    session.release(isSpoilt)
    giveBack()
  },
})

/** Gives each client one turn at a time, first come, first served. */
const clientTurns = () => {
  const waiting = new Map<string, (() => void)[]>()
  return {
    /** Resolves when it is the client's turn, with a function that ends it. */
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
    turn.reject(new DatabaseUnavailable(new Error('a long read waited too long')))
  }, MAX_WAIT_MS)
  await turn.promise.finally(() => clearTimeout(overdue))
}

const nothing = async () => {}
