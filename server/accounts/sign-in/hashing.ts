import { ApiError } from '../../requests/errors/api-error.ts'
import { countedUnder } from '../../requests/rate-limits/address.ts'

/** Hashes computed at a time: each uses a core and 19 MiB. */
const AT_ONCE = 2
/** The length of the queue: twice the share of one /48, so that no network fills it. */
const MAX_WAITING = 256
/** The share of one address; the networks of an IPv6 address may have several times as many. */
const MAX_OF_ADDRESS = 8

/**
 * Computes hashes off the main thread, two at a time; IPv4 addresses and IPv6 /48s take turns.
 * Throws if the queue is full.
 */
export const hashing = () => {
  const waiting = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let running = 0
  let count = 0

  const next = (): void => {
    const [first] = waiting
    if (!first || running >= AT_ONCE) return
    const [network, turns] = first
    // Moved to the end, so that other networks come before its next one.
    waiting.delete(network)
    const [turn, ...others] = turns
    if (others.length > 0) waiting.set(network, others)
    count -= 1
    running += 1
    turn?.()
  }

  const turn = (network: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(network, [...(waiting.get(network) ?? []), resolve])
      count += 1
      next()
    })

  const add = (name: string, more: 1 | -1): void => {
    const sum = (held.get(name) ?? 0) + more
    if (sum > 0) held.set(name, sum)
    else held.delete(name)
  }

  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const counted = countedUnder(address)
    const isFull = counted.some(
      ({ name, times }) => (held.get(name) ?? 0) >= MAX_OF_ADDRESS * times,
    )
    if (count >= MAX_WAITING || isFull) throw busy()
    for (const { name } of counted) add(name, 1)
    await turn(counted.at(-1)?.name ?? address)
    try {
      return await work()
    } finally {
      running -= 1
      for (const { name } of counted) add(name, -1)
      next()
    }
  }
}

export type Hashing = ReturnType<typeof hashing>

const busy = (): ApiError =>
  new ApiError('service_unavailable', {
    message: 'Too many people are signing in at the moment. Try again shortly.',
    headers: { 'retry-after': '1' },
  })
