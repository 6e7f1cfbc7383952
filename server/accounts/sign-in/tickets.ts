import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { repeatUntilDone } from '../../platform/repeat.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { instant } from '../../platform/time.ts'
import { MAX_TICKET_LENGTH } from './ticket-length.ts'

type Deps = {
  database: Pick<Database, 'write'>
  clock: Pick<Clock, 'nowMs'>
  /** The key must be the same on all replicas. */
  key: KeyObject
  random: (size: number) => Uint8Array
}

/** The purpose of a ticket. A ticket is not valid for any other. */
type Purpose =
  | 'password reset'
  | 'sign-up'
  | 'single sign-on'
  | 'join account'
  | 'passkey sign-in'
  | 'new passkey'
  | 'application form'

/** A ticket that we issued and that has not expired. */
export type Ticket = { value: Record<string, string>; hash: string; expiresAtMs: number }

const PURGE_STEP = 500
const form = /^([\w-]+)\.([\w-]{43})$/

export type Tickets = ReturnType<typeof tickets>

/**
 * Signed, short-lived state that a browser stores for us between two requests. Nothing is stored
 * here before a ticket is used, so visitors cannot fill the database, and any replica accepts it.
 */
export const tickets = ({ database, clock, key, random }: Deps) => {
  const sign = (purpose: Purpose, text: string): Buffer =>
    createHmac('sha256', key).update(`${purpose} ${text}`).digest()

  const purgeSome = async (query: Trx['query']): Promise<number> => {
    const { numDeletedRows } = await query
      .deleteFrom('used_tickets')
      .where('hash', 'in', ({ selectFrom }) =>
        selectFrom('used_tickets')
          .select('hash')
          .where('expires_at', '<=', instant(clock.nowMs()))
          .orderBy('expires_at')
          .limit(PURGE_STEP),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  return {
    make(purpose: Purpose, value: Record<string, string>, validMs: number): string {
      const id = Buffer.from(random(16)).toString('base64url')
      const expiresAtMs = Math.floor(clock.nowMs()) + validMs
      const text = Buffer.from(JSON.stringify([id, expiresAtMs, value])).toString('base64url')
      return `${text}.${sign(purpose, text).toString('base64url')}`
    },

    open(purpose: Purpose, ticket: string | undefined): Ticket | undefined {
      if (ticket === undefined || ticket.length > MAX_TICKET_LENGTH) return undefined
      const [, text, mac] = form.exec(ticket) ?? []
      if (text === undefined || mac === undefined) return undefined
      const sent = Buffer.from(mac, 'base64url')
      const own = sign(purpose, text)
      if (sent.length !== own.length || !timingSafeEqual(sent, own)) return undefined
      // We signed it, so its shape is ours.
      const [, expiresAtMs, value] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
        string,
        number,
        Record<string, string>,
      ]
      if (clock.nowMs() >= expiresAtMs) return undefined
      return { value, hash: hash('sha256', text, 'hex'), expiresAtMs }
    },

    /** Marks a ticket as used. Returns whether it was unused. */
    async use({ query }: Pick<Trx, 'query'>, ticket: Ticket): Promise<boolean> {
      const first = await query
        .insertInto('used_tickets')
        .values({ hash: ticket.hash, expires_at: BigInt(ticket.expiresAtMs) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('hash')
        .executeTakeFirst()
      return first !== undefined
    },

    /** Removes expired tickets, some at a time, because other writes wait for it. */
    purge: (stopping: AbortSignal): Promise<void> =>
      repeatUntilDone(async () => (await database.write(({ query }) => purgeSome(query))) === PURGE_STEP, stopping),
  }
}
