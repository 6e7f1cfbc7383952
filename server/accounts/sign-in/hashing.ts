import { ApiError } from '../../requests/errors/api-error.ts'

/** Hashes that run at one time: each takes a core and 19 MiB for as long as it lasts. */
const AT_ONCE = 2
/** Those that wait, of everybody and of one address, so that no one who guesses keeps the others waiting for long. */
const MAX_WAITING = 64
const MAX_OF_ADDRESS = 8

/** Has hashes made off the serving thread, two at a time; addresses take turns. Throws when too many wait. */
export const hashing = () => {
  const waiting = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let running = 0
  let count = 0

  const next = (): void => {
    const [first] = waiting
    if (!first || running >= AT_ONCE) return
    const [address, turns] = first
    // To the end, so that the other addresses come before its next one.
    waiting.delete(address)
    const [turn, ...others] = turns
    if (others.length > 0) waiting.set(address, others)
    count -= 1
    running += 1
    turn?.()
  }

  const turn = (address: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(address, [...(waiting.get(address) ?? []), resolve])
      count += 1
      next()
    })

  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const own = held.get(address) ?? 0
    if (count >= MAX_WAITING || own >= MAX_OF_ADDRESS) throw busy()
    held.set(address, own + 1)
    await turn(address)
    try {
      return await work()
    } finally {
      running -= 1
      const left = (held.get(address) ?? 1) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
      next()
    }
  }
}

export type Hashing = ReturnType<typeof hashing>

const busy = (): ApiError =>
  new ApiError('service_unavailable', {
    message: 'Too many people are signing in at the moment. Retry shortly.',
    headers: { 'retry-after': '1' },
  })
