import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import type { Subject } from '../../requests/api/subject.ts'
import { lastPositionOf, listWithPersonalData, rewriteEventsAt } from './past-events.repository.ts'

type Deps = {
  database: Pick<Database, 'read' | 'readLong' | 'write'>
  /** Removes the responses of deliveries of the events at these positions. */
  eraseResponsesAt: (query: Trx['query'], positions: readonly bigint[]) => Promise<void>
}

type Erasure = {
  /** The client on whose behalf the long reads run. */
  client: Client
  /** The fields to remove from the events. */
  fields: readonly string[]
  rewrite: (json: string) => string
}

export type PastEvents = ReturnType<typeof pastEvents>

/** The number of positions to read at a time. */
const LISTED = 5_000
/** The number of events to rewrite per transaction, because all other writes wait for it. */
const AT_ONCE = 100

/**
 * Removes personal data from past events, and the responses of receivers to them. An order that was changed often has
 * many events, so this runs before the erasure itself, in steps.
 */
export const pastEvents = ({ database, eraseResponsesAt }: Deps) => ({
  /** Returns the position up to which it is done. The caller must be allowed to erase what the events are about. */
  async erase(subject: Subject, { client, fields, rewrite }: Erasure): Promise<bigint> {
    const query = readsFor(database, client).beside()
    const through = await lastPositionOf(query, subject)
    for (let after = 0n; ; ) {
      const positions = await listWithPersonalData(query, {
        subject,
        after,
        through,
        fields,
        limit: LISTED,
      })
      for (let at = 0; at < positions.length; at += AT_ONCE) {
        const some = positions.slice(at, at + AT_ONCE)
        await database.write(async (trx) => {
          if (fields.length > 0) await rewriteEventsAt(trx.query, some, rewrite)
          await eraseResponsesAt(trx.query, some)
        })
      }
      const last = positions.at(-1)
      if (last === undefined || positions.length < LISTED) return through
      after = last
    }
  },
})
