import { ApiError } from '../../requests/errors/api-error.ts'
import { countedUnder } from '../../requests/rate-limits/address.ts'

/** Hashes that run at one time: each takes a core and 19 MiB for as long as it lasts. */
const AT_ONCE = 2
/** How many may wait in all: twice what one /48 may have, so that no network takes every place. */
const MAX_WAITING = 256
/** How many one address may have; the networks of an IPv6 address may have several times as many. */
const MAX_OF_ADDRESS = 8

/** Makes hashes off the serving thread, two at a time; IPv4 addresses and IPv6 /48s take turns. Throws when too many wait. */
export const hashing = () => {
  const waiting = new Map<string, (() => void)[]>()
  const held = new Map<string, number>()
  let running = 0
  let count = 0

  const next = (): void => {
    const [first] = waiting
    if (!first || running >= AT_ONCE) return
    const [network, turns] = first
    // To the end, so that the other networks come before its next one.
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
    message: 'Too many people are signing in at the moment. Retry shortly.',
    headers: { 'retry-after': '1' },
  })
