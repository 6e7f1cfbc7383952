import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { exchange } from '../../platform/http/outbound.ts'
import { isLoopback } from '../../platform/http/proxies.ts'
import { printJson, printTable } from './output.ts'
import { UsageError, wholeNumber } from './usage.ts'

type Options = { url: string; key?: string; seconds: number; connections: number; json?: true }

type LoadResult = {
  requests: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses with 429. */
  refused: number
  /** How long nothing was sent because of a 429. */
  waitedSeconds: number
}

const PATH = '/v1/pets?limit=20&status=available'
const limits = { timeoutMs: 10_000, maxBytes: 16 * 1_048_576 }
const RETRY_MARGIN_MS = 100

export const benchCommand = (command: Command): void => {
  command
    .option('--url <url>', 'the server; default: ADOPTION_URL, or http://127.0.0.1:3000', url)
    .option('--key <key>', 'an API key; better set as ADOPTION_KEY, where other users cannot see it')
    .option('--seconds <n>', 'how long', wholeNumber(1, 600), 5)
    .option('--connections <n>', 'requests at a time', wholeNumber(1, 256), 16)
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const server = options.url ?? url(process.env.ADOPTION_URL ?? 'http://127.0.0.1:3000')
      const key = options.key ?? process.env.ADOPTION_KEY
      if (!key) throw new UsageError('no API key: set ADOPTION_KEY or give --key')
      const outcome = await measure({ ...options, url: server }, key)
      if (options.json) return printJson(outcome)
      printTable(
        ['REQUESTS', 'PER SECOND', 'P50', 'P99', 'REFUSED'],
        [[outcome.requests, outcome.perSecond, `${outcome.p50Ms} ms`, `${outcome.p99Ms} ms`, outcome.refused]],
      )
      if (outcome.refused > 0) console.error(limited(outcome))
    })
}

const help = `
A quick check of an installation. The figures include the cost of this client. The limits of the key apply: after a 429
nothing is sent until Retry-After has passed, so that the key is not banned. Use a key whose account has high limits
(accounts create --plan enterprise).`

const limited = ({ refused, waitedSeconds }: LoadResult): string =>
  `The limits of the key were reached (${refused} responses 429, nothing sent for ${waitedSeconds} s): ` +
  'the figures cover only the rest of the time. Use a key with higher limits.'

const url = (text: string): string => {
  const parsed = URL.parse(text)
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin
  throw new InvalidArgumentError('It must be an http or https address.')
}

const measure = async ({ url, seconds, connections }: Options, key: string): Promise<LoadResult> => {
  const target = new URL(`${url}${PATH}`)
  const took: number[] = []
  const startedAtMs = performance.now()
  const endAtMs = startedAtMs + seconds * 1_000
  let freeAtMs = 0
  let refused = 0
  let waitedMs = 0

  const ask = async (): Promise<void> => {
    const sentAtMs = performance.now()
    const headers = { authorization: `Bearer ${key}` }
    const {
      status,
      headers: received,
      body,
    } = await exchange(target, { headers, isDirect: isLoopback(target) }, limits)
    await finished(body.resume())
    if (status === 429) {
      refused += 1
      const untilMs = performance.now() + Number(received['retry-after'] ?? 1) * 1_000
      // All connections wait at the same time: count it once.
      waitedMs += Math.max(0, Math.min(untilMs, endAtMs) - Math.max(freeAtMs, performance.now()))
      freeAtMs = Math.max(freeAtMs, untilMs + RETRY_MARGIN_MS)
    } else if (status === 200) {
      took.push(performance.now() - sentAtMs)
    } else {
      throw new Error(`the server responded with ${status}`)
    }
  }
  const connection = async (): Promise<void> => {
    while (performance.now() < endAtMs) {
      const waitMs = Math.min(freeAtMs, endAtMs) - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      else await ask()
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const busySeconds = (performance.now() - startedAtMs - waitedMs) / 1_000
  const sorted = took.toSorted((one, other) => one - other)
  const quantile = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2))
  return {
    requests: took.length,
    seconds: Number(busySeconds.toFixed(1)),
    perSecond: Math.round(took.length / Math.max(busySeconds, 0.001)),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    refused,
    waitedSeconds: Number((waitedMs / 1_000).toFixed(1)),
  }
}
