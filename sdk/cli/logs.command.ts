import type { Command } from 'commander'
import {
  type AdoptionStore,
  ConnectionError,
  type Int64,
  isApiError,
  RateLimitError,
  type RequestEntry,
  type RequestQuery,
  stringifyExact,
} from '../mod.ts'
import { asking, type CommandContext, printField, readId, readLimit, withClient } from './remote.ts'
import { type FieldPath, readPath } from './result-field.ts'

type Options = {
  status?: string
  operation?: string
  keyId?: Int64
  requestId?: string
  lines: number
  limit?: number
  json?: true
  field?: FieldPath
}

/** `logs tail`: prints requests from the request log as they appear, one line each, until it is stopped. */
export const logCommands =
  (context: CommandContext) =>
  (logs: Command): void => {
    const tail = asking(logs.command('tail').description('print requests of the key or its account as they appear'))
      .option('--status <list>', 'only these statuses or classes: 404,5xx')
      .option('--operation <id>', 'only requests of this operation: createPet')
      .option('--key-id <id>', 'only requests of this key', readId)
      .option('--request-id <id>', 'only requests with this X-Request-Id')
      .option('--lines <count>', 'how many earlier requests to print first', readLines, 10)
      .option('--limit <count>', 'stop after this many', readLimit)
      .option('--json', 'print each request as one line of JSON')
      .option('--field <path>', 'print one value of each request, such as code', readPath)
      .action(async ({ limit = Infinity, json, field, ...options }: Options) => {
        await withClient(tail, context, async (store) => {
          let count = 0
          for await (const entry of entries(store, options)) {
            if (field) printField(entry, field, json && printLine)
            else console.log(json ? stringifyExact(entry) : line(entry))
            count += 1
            if (count >= limit) return
          }
        })
      })
  }

const printLine = (value: unknown): void => console.log(stringifyExact(value))

/** At most six requests a minute. */
const PAUSE_MS = 10_000
/** Entries of other replicas may appear this much later than newer ones. */
const LATE_MS = 5_000
const PAGE = 100

type Filters = Pick<Options, 'status' | 'operation' | 'keyId' | 'requestId' | 'lines'>

/** The last entries, oldest first, and then every new one. Each read is a single attempt. */
export async function* entries(
  store: Pick<AdoptionStore, 'requests'>,
  { lines, ...filters }: Filters,
  sleep: (ms: number) => Promise<void> = pause,
): AsyncGenerator<RequestEntry> {
  const filter = queryOf(filters)
  let seen = new Set<string>()
  let newest: string | undefined
  for (let isFirst = true; ; isFirst = false) {
    const found = await read(store, { ...filter, ...(newest !== undefined && { since: since(newest) }) }, isFirst)
    if (found) {
      const fresh = found.filter((entry) => !seen.has(nameOf(entry))).reverse()
      if (!isFirst && found.length === PAGE)
        console.error(`More than ${PAGE} requests since the last look: the oldest are left out.`)
      yield* isFirst ? fresh.slice(Math.max(0, fresh.length - lines)) : fresh
      // The next page begins before the newest entry, so it repeats these.
      if (found.length > 0) seen = new Set(found.map(nameOf))
      newest = found[0]?.time ?? newest
    }
    await sleep(PAUSE_MS)
  }
}

/** Newest first; undefined if the service is not available now. At the start, a wrong URL is more likely. */
const read = async (
  { requests }: Pick<AdoptionStore, 'requests'>,
  query: RequestQuery,
  isFirst: boolean,
): Promise<RequestEntry[] | undefined> => {
  try {
    const { items, headers } = await requests.list({ ...query, limit: PAGE }, { maxRetries: 0 })
    const until = headers.get('x-unlogged-until')
    if (isFirst && until !== null)
      console.error(
        `Some successful requests before ${until} are missing: seconds with ten or more of them are not logged.`,
      )
    return items
  } catch (error) {
    const isTemporary =
      error instanceof ConnectionError || error instanceof RateLimitError || isApiError(error, 'service_unavailable')
    if (isFirst || !isTemporary) throw error
    console.error(`${error.message} Trying again in ${PAUSE_MS / 1_000} s.`)
    return undefined
  }
}

const queryOf = ({ status, operation, keyId, requestId }: Omit<Filters, 'lines'>): RequestQuery => ({
  ...(status !== undefined && { status }),
  ...(operation !== undefined && { operationId: operation }),
  ...(keyId !== undefined && { keyId }),
  ...(requestId !== undefined && { requestId }),
})

const since = (time: string): string => new Date(Date.parse(time) - LATE_MS).toISOString()

const nameOf = ({ id, time, method, path, status, durationMs }: RequestEntry): string =>
  [id, time, method, path, status, durationMs].join(' ')

const line = ({ time, method, path, status, durationMs, id, ...entry }: RequestEntry): string =>
  [
    time,
    status,
    method.padEnd(6),
    path,
    `${durationMs} ms`,
    ...(entry.code === undefined ? [] : [entry.code]),
    ...(entry.errors ?? []).map(({ field, code }) => (field === '' ? code : `${field}: ${code}`)),
    ...(entry.count === undefined ? [] : [`and ${entry.count} alike`]),
    ...(entry.deprecated ? ['deprecated'] : []),
    id,
  ].join('  ')

const readLines = (text: string): number => (text === '0' ? 0 : readLimit(text))

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
