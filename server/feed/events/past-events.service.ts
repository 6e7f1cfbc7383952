import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import {
  type EventsOf,
  lastPlaceOf,
  listTelling,
  rewriteEventsAt,
} from './past-events.repository.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong' | 'write'>
  /** Of deliveries of events at these places. */
  forgetResponsesAt: (query: Trx['query'], places: readonly bigint[]) => Promise<void>
}

type Told = {
  /** Whose turn the long reads take. */
  client: Client
  /** What is taken out of the events; nothing where they have nothing of it. */
  fields: readonly string[]
  rewrite: (json: string) => string
}

export type PastEvents = ReturnType<typeof pastEvents>

/** Places that are remembered at a time. */
const LISTED = 5_000
/** Events that one transaction rewrites: everybody's writes wait for it. */
const AT_ONCE = 100

/**
 * Takes out of past events what they say of somebody, and forgets what receivers have said to them. Of an order that was
 * changed often there are many, so it is done before the erasure itself, some at a time.
 */
export const pastEvents = ({ database, forgetResponsesAt }: Deps) => ({
  /** Returns the place up to which it is done. Whoever asks may erase what the events are about. */
  async forget(of: EventsOf, { client, fields, rewrite }: Told): Promise<bigint> {
    const query = readsFor(database, client).beside()
    const through = await lastPlaceOf(query, of)
    for (let after = 0n; ; ) {
      const places = await listTelling(query, { ...of, after, through, fields, limit: LISTED })
      for (let at = 0; at < places.length; at += AT_ONCE) {
        const some = places.slice(at, at + AT_ONCE)
        await database.write(async (trx) => {
          if (fields.length > 0) await rewriteEventsAt(trx.query, some, rewrite)
          await forgetResponsesAt(trx.query, some)
        })
      }
      const last = places.at(-1)
      if (last === undefined || places.length < LISTED) return through
      after = last
    }
  },
})
