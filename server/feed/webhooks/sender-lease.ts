import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'

type Deps = {
  database: Database
  clock: Clock
  random: (size: number) => Uint8Array
  /** Whether no other process sends from this database. */
  isAlone: boolean
}

const LEASE_MS = 5_000
/** The lease is renewed when less time is left. */
const RENEW_MS = 3_000

export type SenderLease = ReturnType<typeof senderLease>

/**
 * Makes sure that only one process at a time sends deliveries, so that limits can be counted in memory. If it dies,
 * another one takes over when its lease ends.
 */
export const senderLease = ({ database, clock, random, isAlone }: Deps) => {
  const name = Buffer.from(random(12)).toString('base64url')
  let untilMs = 0
  const isHeld = () => isAlone || clock.nowMs() < untilMs

  return {
    isHeld,

    /** Takes or renews the lease. Returns whether this process has it. */
    async acquire(): Promise<boolean> {
      const nowMs = clock.nowMs()
      if (isAlone || nowMs < untilMs - RENEW_MS) return true
      if (!(await isFree(database.read, name, nowMs))) return false
      const nextMs = nowMs + LEASE_MS
      if (!(await database.write(({ query }) => take(query, name, { nowMs, untilMs: nextMs })))) return false
      untilMs = nextMs
      return true
    },

    /** Releases the lease, so that another process can take over at once. */
    async release(): Promise<void> {
      if (isAlone || untilMs === 0) return
      untilMs = 0
      await database.write(async ({ query }) => {
        await query.updateTable('feed').set({ sender: null, sender_until: null }).where('sender', '=', name).execute()
      })
    },
  }
}

type Query = Kysely<Tables>

const isFree = async (query: Query, name: string, nowMs: number): Promise<boolean> => {
  const row = await query.selectFrom('feed').select(['sender', 'sender_until']).executeTakeFirstOrThrow()
  const untilMs = Number(row.sender_until)
  // A lease that ends much later than possible was taken with a wrong clock.
  const isOver = untilMs <= nowMs || untilMs > nowMs + 10 * LEASE_MS
  return row.sender === null || row.sender === name || isOver
}

const take = async (
  query: Query,
  name: string,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await query
    .updateTable('feed')
    .set({ sender: name, sender_until: instant(untilMs) })
    .where(({ eb, or }) =>
      or([
        eb('sender', 'is', null),
        eb('sender', '=', name),
        eb('sender_until', '<=', instant(nowMs)),
        eb('sender_until', '>', instant(nowMs + 10 * LEASE_MS)),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
