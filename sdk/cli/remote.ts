import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  AdoptionStore,
  AdoptionStoreError,
  type ApiError,
  type ClientOptions,
  isApiError,
} from '../mod.ts'

/** The dependencies of the commands. */
export type CommandContext = {
  /** Prints results, so that those of all commands look the same. */
  print: {
    json: (value: unknown) => void
    table: (headings: string[], rows: unknown[][]) => void
    /** `1 order`, `2 orders`. */
    counted: (count: number, one: string) => string
  }
  /** Sends requests, and limits what a server may respond. */
  fetch: NonNullable<ClientOptions['fetch']>
}

/** The result of a command: everything as JSON, and a table or a sentence for people. */
export type Shown = { json: unknown } & (
  | { headings: string[]; rows: unknown[][] }
  | { text: string }
)

/** The work of one command: its arguments in order, then its options. */
type Work<Args extends unknown[], Options> = (
  store: AdoptionStore,
  args: Args,
  options: Options,
) => Promise<Shown>

const DEFAULT_URL = 'http://127.0.0.1:3000'
/** People at a terminal want to know soon that there is no response: after about a second and a half. */
const MAX_RETRIES = 4

/** Makes a command call the service: adds a URL, a key and `--json`. */
export const remote = <Args extends unknown[] = [], Options = Record<never, never>>(
  command: Command,
  context: CommandContext,
  work: Work<Args, Options>,
): void => {
  asking(command)
    .option('--json', 'print one JSON document')
    .action(async (...given: unknown[]) => {
      const options = command.opts<Options & { json?: true }>()
      // Commander passes the arguments as declared, then the options and the command.
      const args = given.slice(0, -2) as Args
      const shown = await withClient(command, context, (store) => work(store, args, options))
      if (options.json) return context.print.json(shown.json)
      if ('text' in shown) console.log(shown.text)
      else context.print.table(shown.headings, shown.rows)
    })
}

/** Adds the options for URL and key to a command. */
export const asking = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <address>', 'address of the service')
        .env('ADOPTION_URL')
        .default(DEFAULT_URL),
    )
    .addOption(
      new Option('--key <key>', 'API key; better set in the environment').env('ADOPTION_KEY'),
    )

/** Creates the client for a command line, and reports errors of the work. */
export const withClient = async <Result>(
  command: Command,
  { fetch }: Pick<CommandContext, 'fetch'>,
  work: (store: AdoptionStore) => Promise<Result>,
): Promise<Result> => {
  const { url, key } = command.opts<{ url: string; key?: string }>()
  if (!key) command.error('error: no API key: give --key, or set ADOPTION_KEY')
  const store = clientFor(command, { baseUrl: url, apiKey: key, fetch })
  try {
    return await work(store)
  } catch (error) {
    if (isApiError(error) && error.errors.length > 0) {
      command.error(`error: ${faults(error)} (${where(error)})`)
    }
    if (isApiError(error)) throw new Error(said(error))
    if (!(error instanceof AdoptionStoreError)) throw error
    throw new Error(`${error.message} (${url})`)
  }
}

const clientFor = (command: Command, options: ClientOptions): AdoptionStore => {
  try {
    return new AdoptionStore({ ...options, maxRetries: MAX_RETRIES })
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('baseUrl')) {
      command.error(`error: "${options.baseUrl}" is no address; an example is ${DEFAULT_URL}`)
    }
    return command.error('error: this is not an API key: it contains invalid characters')
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

/** An id, exactly. */
export const readId = (text: string): number | bigint => {
  if (!/^-?\d{1,19}$/.test(text)) throw new InvalidArgumentError('It must be an id.')
  const id = BigInt(text)
  return Number.isSafeInteger(Number(id)) ? Number(id) : id
}

/** Several ids, separated by commas. */
export const readIds = (text: string): (number | bigint)[] => text.split(',').map(readId)

/** The maximum number of items. */
export const readLimit = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of at least 1.')
}

export type ListLimit = { limit: number; all?: true }

/** Adds `--limit` and `--all` to a list command. */
export const limited = (command: Command): Command =>
  command
    .option('--limit <count>', 'maximum number of items', readLimit, 20)
    .option('--all', 'list all items')

/** Returns the requested number of items, from as many pages as needed. */
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

/** The page size that needs the fewest requests. */
export const pageSize = ({ limit, all }: ListLimit): number => (all ? 100 : Math.min(limit, 100))
