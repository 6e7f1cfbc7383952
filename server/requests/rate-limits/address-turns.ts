import { fairLimit } from '../../platform/fair-limit.ts'
import { requestError } from '../errors/request.errors.ts'
import { countedUnder } from './address.ts'

type Options = {
  /** How many tasks run at a time. */
  atOnce: number
  /** How many may wait: at least twice the share of one /48, so that no network fills the queue. */
  maxWaiting: number
  /** How many tasks one address may have; the networks of an IPv6 address may have several times as many. */
  maxOfAddress: number
  /** Says what is busy. */
  message?: string
}

/**
 * Runs costly tasks, a few at a time; IPv4 addresses and IPv6 /48s take turns. Throws `service_unavailable` if the
 * queue is full.
 */
export const addressTurns = ({ atOnce, maxWaiting, maxOfAddress, message }: Options) => {
  const inTurn = fairLimit(atOnce)
  const tasksOf = new Map<string, number>()
  /** Running and waiting. */
  let tasks = 0

  const add = (name: string, more: 1 | -1): void => {
    const sum = (tasksOf.get(name) ?? 0) + more
    if (sum > 0) tasksOf.set(name, sum)
    else tasksOf.delete(name)
  }

  return async <Result>(bucket: string, work: () => Promise<Result>): Promise<Result> => {
    const counted = countedUnder(bucket)
    const isFull = counted.some(({ name, times }) => (tasksOf.get(name) ?? 0) >= maxOfAddress * times)
    if (tasks >= atOnce + maxWaiting || isFull) {
      const headers = { 'retry-after': '1' }
      throw requestError('service_unavailable', { ...(message && { message }), headers })
    }
    for (const { name } of counted) add(name, 1)
    tasks += 1
    try {
      return await inTurn(counted.at(-1)?.name ?? bucket, work)
    } finally {
      tasks -= 1
      for (const { name } of counted) add(name, -1)
    }
  }
}
