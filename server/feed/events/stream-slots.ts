import type { HttpError } from '../../platform/http/http-error.ts'
import { eventError } from './event.errors.ts'

/** The owner of streams that are counted together: an account by its id, or a member of the staff by a name. */
export type StreamOwner = bigint | string

/** Limits how many streams are open. */
export type StreamSlots = {
  /** Takes a slot, and returns a function that releases it. Throws `too_many_streams`. */
  take(owner: StreamOwner, limit: number): Promise<() => void>
}

/** The streams of an owner on all replicas. */
export type SharedCount = {
  /** Whether the other replicas leave room for `own` streams here, of `limit` in total; true if that is unknown. */
  claim(owner: StreamOwner, own: number, limit: number): Promise<boolean>
  /** Reports that fewer streams are open than were claimed. */
  settle(owner: StreamOwner, own: number): void
}

/** Only a guess, because streams last long. */
const RETRY_AFTER_SECONDS = 10

/** `maxStreams` is the limit for all accounts in this process. */
export const streamSlots = (maxStreams: number, shared?: SharedCount): StreamSlots => {
  const byOwner = new Map<StreamOwner, number>()
  let open = 0

  const count = (owner: StreamOwner, by: 1 | -1): number => {
    const own = (byOwner.get(owner) ?? 0) + by
    if (own === 0) byOwner.delete(owner)
    else byOwner.set(owner, own)
    open += by
    return own
  }

  return {
    async take(owner, limit) {
      if ((byOwner.get(owner) ?? 0) >= limit) throw tooMany(`${limit} streams are open`)
      if (open >= maxStreams) throw tooMany('Too many streams are open')
      // Counted before the query, because other requests query at the same time.
      const own = count(owner, 1)
      const giveBack = once(() => {
        const left = count(owner, -1)
        shared?.settle(owner, left)
      })
      if (!shared || (await shared.claim(owner, own, limit))) return giveBack
      giveBack()
      throw tooMany(`${limit} streams are open`)
    },
  }
}

const tooMany = (what: string): HttpError =>
  eventError('too_many_streams', {
    message: `${what}: close one, or retry after \`Retry-After\` seconds.`,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })

const once = (work: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
