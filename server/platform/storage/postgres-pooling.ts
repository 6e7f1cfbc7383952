import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session, SessionPool } from './postgres-pool.ts'

/** Each round detects shared sessions with at least even odds, even if others keep the pooler busy. */
const ROUNDS = 30
/** A session that waits this long for a server connection is not sharing one. */
const WAIT_MS = 1_000

/**
 * Throws if sessions do not keep their state between transactions: timeouts and prepared statements would be lost, or
 * leak to others.
 */
export const rejectSharedSessions = async (pool: SessionPool): Promise<void> => {
  const marked = await pool.connect()
  let other: Session | undefined
  try {
    if (await isDirect(marked)) return
    other = await pool.connect()
    if (await areShared(marked, other)) {
      throw new Error(
        'DATABASE_URL leads to a pooler that lets sessions share connections, such as PgBouncer with pool_mode=transaction ' +
          'or statement: set pool_mode=session',
      )
    }
  } finally {
    // Without a second session, this one was not modified.
    marked.release(other !== undefined)
    other?.release(true)
  }
}

/** Whether the server sees the port that we connect from, which means that no pooler is in between. */
const isDirect = async (session: Session): Promise<boolean> => {
  const text = 'select inet_client_port() as port'
  const { rows } = await session.query<{ port: bigint | null }>(text, [])
  return session.localPort !== undefined && Number(rows[0]?.port) === session.localPort
}

/** Two sessions that query at the same time get different connections, so one of them gets the wrong one. */
const areShared = async (marked: Session, other: Session): Promise<boolean> => {
  const mark = randomBytes(8).toString('hex')
  await marked.query(`select set_config('adoption_store.session', '${mark}', false)`, [])
  for (let round = 0; round < ROUNDS; round += 1) {
    const [seen, own] = await Promise.all([
      Promise.race([markOf(other), sleep(WAIT_MS, 'waits' as const, { ref: false })]),
      markOf(marked),
    ])
    if (seen === mark || own !== mark) return true
    if (seen === 'waits') return false
  }
  return false
}

const markOf = async (session: Session): Promise<string | null | undefined> => {
  const text = `select current_setting('adoption_store.session', true) as mark`
  const { rows } = await session.query<{ mark: string | null }>(text, [])
  return rows[0]?.mark
}
