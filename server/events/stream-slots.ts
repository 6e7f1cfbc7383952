import { ApiError } from '../errors/api-error.ts'
import type { HttpError } from '../platform/http/http-error.ts'

/** How many streams are open, so that nobody has too many. */
export type StreamSlots = {
  /** Takes a slot, and returns a function that releases it. Throws `too_many_streams`. */
  take(accountId: bigint, limit: number): Promise<() => void>
}

/** The streams of an account on all replicas. */
export type SharedCount = {
  /** Whether the others leave room for `own` here, of `limit` in all; true if that is unknown. */
  claim(accountId: bigint, own: number, limit: number): Promise<boolean>
  /** There are fewer than was claimed. */
  settle(accountId: bigint, own: number): void
}

/** Streams last, so there is no moment at which a place is free for certain. */
const RETRY_AFTER_SECONDS = 10

/** `maxStreams` are those of all accounts in this process. */
export const streamSlots = (maxStreams: number, shared?: SharedCount): StreamSlots => {
  const byAccount = new Map<bigint, number>()
  let open = 0

  const count = (accountId: bigint, by: 1 | -1): number => {
    const own = (byAccount.get(accountId) ?? 0) + by
    if (own === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, own)
    open += by
    return own
  }

  return {
    async take(accountId, limit) {
      if ((byAccount.get(accountId) ?? 0) >= limit)
        throw tooMany(`This account has ${limit} streams open`)
      if (open >= maxStreams) throw tooMany('Too many streams are open')
      // Taken before the query, because others query at the same time.
      const own = count(accountId, 1)
      const giveBack = once(() => {
        const left = count(accountId, -1)
        shared?.settle(accountId, left)
      })
      if (!shared || (await shared.claim(accountId, own, limit))) return giveBack
      giveBack()
      throw tooMany(`This account has ${limit} streams open`)
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
