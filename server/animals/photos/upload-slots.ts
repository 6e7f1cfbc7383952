import { ApiError } from '../../requests/errors/api-error.ts'

/** Uploads that are received or rendered at a time. */
const MOST = 200
const RETRY_SECONDS = 5

/**
 * Bounds what uploads take of the disk, and what one account takes of that: never more than is left for others, so that
 * however many take as many as they can, each comes to have about as many as the next one.
 */
export const uploadSlots = () => {
  const byOwner = new Map<string, number>()
  let taken = 0

  /** Gives the slot back when it is disposed of. Throws `service_unavailable`. */
  return (owner: string): Disposable => {
    const own = byOwner.get(owner) ?? 0
    if (own >= MOST - taken) {
      const headers = { 'retry-after': String(RETRY_SECONDS) }
      const message = 'Too many photos are being added. Retry after `Retry-After` seconds.'
      throw new ApiError('service_unavailable', { headers, message })
    }
    taken += 1
    byOwner.set(owner, own + 1)
    return {
      [Symbol.dispose]() {
        taken -= 1
        const left = (byOwner.get(owner) ?? 1) - 1
        if (left > 0) byOwner.set(owner, left)
        else byOwner.delete(owner)
      },
    }
  }
}
