import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { bearer } from './keys.ts'
import { quantile } from './timed-requests.ts'

const PAUSE_MS = 20
/** Longer than any failover; no test relies on it. */
const GIVE_UP_MS = 60_000

export type Writers = ReturnType<typeof startWriters>

/** `sentMs` is when the attempt was sent that succeeded. */
type Acknowledged = { name: string; sentMs: number; atMs: number; tookMs: number }

/**
 * Clients that add one animal after another, each with a new `Idempotency-Key`, and repeat a request that failed until
 * it succeeds, as the SDK does.
 */
export const startWriters = (address: string, key: string, { prefix = '', count = 8 } = {}) => {
  const stopped = new AbortController()
  const acknowledged: Acknowledged[] = []
  const failures: Record<string, number> = {}

  const send = async (name: string): Promise<string> => {
    try {
      const response = await fetch(`${address}/v1/pets`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json', 'idempotency-key': name },
        body: JSON.stringify({ name, categoryId: 1 }),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      })
      const body = await response.text()
      return response.status === 201 ? '201' : `${response.status} ${JSON.parse(body).code}`
    } catch {
      return 'no response'
    }
  }

  const add = async (name: string): Promise<void> => {
    const startedMs = performance.now()
    while (!stopped.signal.aborted) {
      const sentMs = performance.now()
      const outcome = await send(name)
      const atMs = performance.now()
      if (outcome === '201') return void acknowledged.push({ name, sentMs, atMs, tookMs: atMs - startedMs })
      assert.match(outcome, REPEATABLE)
      failures[outcome] = (failures[outcome] ?? 0) + 1
      await sleep(PAUSE_MS * 5)
    }
  }

  const all = Promise.all(
    Array.from({ length: count }, async (_, writer) => {
      for (let n = 0; !stopped.signal.aborted; n += 1) {
        await add(`${prefix}${writer}.${n}`)
        await sleep(PAUSE_MS)
      }
    }),
  )
  // Reported by stop().
  all.catch(() => {})

  return {
    acknowledged,
    /** The responses other than 201, with their counts. */
    failures,
    /** Resolves when this many more animals are acknowledged. */
    async more(animals: number): Promise<void> {
      const enough = acknowledged.length + animals
      while (acknowledged.length < enough) await Promise.race([sleep(PAUSE_MS), all])
    },
    medianMs: () =>
      quantile(
        acknowledged.map(({ tookMs }) => tookMs),
        0.5,
      ),
    /** How long after `sinceMs` the first request was acknowledged that was sent after it. */
    async resumedAfter(sinceMs: number): Promise<number> {
      const find = () => acknowledged.find(({ sentMs }) => sentMs > sinceMs)
      for (;;) {
        const found = find()
        if (found) return found.atMs - sinceMs
        await Promise.race([sleep(PAUSE_MS), all])
      }
    },
    async stop(): Promise<void> {
      stopped.abort()
      await all
    },
  }
}

/** Clients repeat a request after these with the same key. 409: an attempt that a replica began is still open. */
const REPEATABLE =
  /^no response$|^50[0-4] (?:service_unavailable|outcome_unknown|overloaded)$|^409 idempotency_key_in_use$/

/** Compares what was acknowledged with the names that are stored. */
export const compareStored = ({ acknowledged }: Pick<Writers, 'acknowledged'>, stored: readonly string[]) => {
  const found = new Set(stored)
  const lost = acknowledged.filter(({ name }) => !found.has(name))
  return {
    acknowledged: acknowledged.length,
    lost: lost.length,
    doubled: stored.length - found.size,
  }
}
