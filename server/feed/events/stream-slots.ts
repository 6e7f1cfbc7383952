import type { HttpError } from '../../platform/http/http-error.ts'
import { ApiError } from '../../requests/errors/api-error.ts'

/** Whose streams are counted together: an account by its id, or one of the staff by a name. */
export type StreamOwner = bigint | string

/** How many streams are open, so that nobody has too many. */
export type StreamSlots = {
  /** Takes a slot, and returns a function that releases it. Throws `too_many_streams`. */
  take(owner: StreamOwner, limit: number): Promise<() => void>
}

/** The streams of an owner on all replicas. */
export type SharedCount = {
  /** Whether the others leave room for `own` here, of `limit` in all; true if that is unknown. */
  claim(owner: StreamOwner, own: number, limit: number): Promise<boolean>
  /** There are fewer than was claimed. */
  settle(owner: StreamOwner, own: number): void
}

/** Streams last, so there is no moment at which a place is free for certain. */
const RETRY_AFTER_SECONDS = 10

/** `maxStreams` are those of all accounts in this process. */
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
      // Taken before the query, because others query at the same time.
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
  new ApiError('too_many_streams', {
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
