import { type Command, InvalidArgumentError, Option } from 'commander'
import { AdoptionStore, AdoptionStoreError, type ApiError, isApiError } from '../mod.ts'

/** How results are shown; the command line gives it, so that all commands look the same. */
export type Print = {
  json: (value: unknown) => void
  table: (headings: string[], rows: unknown[][]) => void
}

/** What a command has to show: all of it as JSON, or for people as a table or a sentence. */
export type Shown = { json: unknown } & (
  | { headings: string[]; rows: unknown[][] }
  | { text: string }
)

/** Does the work of one command: its arguments in order, then its options. */
type Work<Args extends unknown[], Options> = (
  store: AdoptionStore,
  args: Args,
  options: Options,
) => Promise<Shown>

const DEFAULT_URL = 'http://127.0.0.1:3000'
/** Who waits at a terminal wants to hear soon that nobody answers: about a second and a half. */
const MAX_RETRIES = 4

/** Makes a command one that asks the service: with an address, a key and `--json`. */
export const remote = <Args extends unknown[] = [], Options = Record<never, never>>(
  command: Command,
  print: Print,
  work: Work<Args, Options>,
): void => {
  asking(command)
    .option('--json', 'print one JSON document')
    .action(async (...given: unknown[]) => {
      const options = command.opts<Options & { json?: true }>()
      // Commander gives the arguments as they were declared, then the options and the command.
      const args = given.slice(0, -2) as Args
      const shown = await answered(command, (store) => work(store, args, options))
      if (options.json) return print.json(shown.json)
      if ('text' in shown) console.log(shown.text)
      else print.table(shown.headings, shown.rows)
    })
}

/** Gives a command its address and its key. */
export const asking = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <address>', 'address of the service')
        .env('ADOPTION_URL')
        .default(DEFAULT_URL),
    )
    .addOption(
      new Option('--key <key>', 'API key; better kept in the environment').env('ADOPTION_KEY'),
    )

/** Opens the client a command line asks for, and says what went wrong with its work. */
export const answered = async <Result>(
  command: Command,
  work: (store: AdoptionStore) => Promise<Result>,
): Promise<Result> => {
  const { url, key } = command.opts<{ url: string; key?: string }>()
  if (!key) command.error('error: no API key: give --key, or set ADOPTION_KEY')
  if (!URL.canParse(url))
    command.error(`error: "${url}" is no address; http://127.0.0.1:3000 is one`)
  const store = clientFor(command, url, key)
  try {
    return await work(store)
  } catch (error) {
    if (isApiError(error) && error.errors.length > 0) {
      command.error(`error: ${faults(error)} (${where(error)})`)
    }
    if (isApiError(error)) throw new Error(said(error))
    if (!(error instanceof AdoptionStoreError)) throw error
    throw new Error(`${error.message}${causes(error)} (${url})`)
  }
}

const clientFor = (command: Command, baseUrl: string, apiKey: string): AdoptionStore => {
  try {
    return new AdoptionStore({ apiKey, baseUrl, maxRetries: MAX_RETRIES })
  } catch {
    return command.error('error: the API key is none: it has characters that no key has')
  }
}

const faults = ({ errors }: ApiError): string =>
  errors.map(({ field, message }) => `${field} ${message}`).join('; ')

const where = ({ code, requestId }: ApiError): string =>
  requestId === undefined ? code : `${code}, request id ${requestId}`

const said = (error: ApiError): string => {
  const wait =
    error.retryAfterSeconds === undefined ? '' : ` Retry after ${error.retryAfterSeconds} s.`
  return `${error.reason}${wait} (${where(error)})`
}

/** `fetch` says only that it failed; why is below. */
const causes = ({ cause }: Error): string =>
  cause instanceof Error ? `: ${cause.message}${causes(cause)}` : ''

/** An id, exactly. */
export const readId = (text: string): number | bigint => {
  if (!/^-?\d{1,19}$/.test(text)) throw new InvalidArgumentError('It must be an id.')
  const id = BigInt(text)
  return Number.isSafeInteger(Number(id)) ? Number(id) : id
}

/** Several ids, separated by commas. */
export const readIds = (text: string): (number | bigint)[] => text.split(',').map(readId)

/** How many items at most. */
export const readLimit = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 on.')
}

export type ListLimit = { limit: number; all?: true }

/** Gives a command that lists its `--limit` and `--all`. */
export const limited = (command: Command): Command =>
  command
    .option('--limit <count>', 'list so many at most', readLimit, 20)
    .option('--all', 'list all there are')

/** So many of a list as were asked for, over as many pages as it takes. */
export const take = async <Item>(
  list: AsyncIterable<Item>,
  { limit, all }: ListLimit,
): Promise<Item[]> => {
  const items: Item[] = []
  for await (const item of list) {
    items.push(item)
    if (!all && items.length >= limit) break
  }
  return items
}

/** The size of page that takes the fewest requests. */
export const pageSize = ({ limit, all }: ListLimit): number => (all ? 100 : Math.min(limit, 100))
