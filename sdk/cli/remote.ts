import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AdoptionStore, ClientOptions } from '../mod.ts'
import { clientFor, connectionOf, DEFAULT_URL, profileOption, stagingOption, urlOption } from './connection.ts'
import { fail } from './failure.ts'
import { type FieldPath, readPath, valuesAt, valueText } from './result-field.ts'

/** The dependencies of the commands. */
export type CommandContext = {
  /** Prints results, so that those of all commands look the same. */
  print: {
    json: (value: unknown) => void
    table: (headings: string[], rows: unknown[][]) => void
    /** `1 order`, `2 orders`. */
    counted: (count: number, one: string) => string
  }
  /** Sends requests, and limits the size of responses. */
  fetch: NonNullable<ClientOptions['fetch']>
}

/** The result of a command: everything as JSON, and a table or a sentence for people. */
export type Shown = { json: unknown } & ({ headings: string[]; rows: unknown[][] } | { text: string })

/** The work of one command: its arguments in order, then its options, and the key. */
type Work<Args extends unknown[], Options> = (
  store: AdoptionStore,
  args: Args,
  options: Options,
  apiKey: string,
) => Promise<Shown>

/** Makes a command call the service: adds a URL, a key, `--json` and `--field`. */
export const remote = <Args extends unknown[] = [], Options = Record<never, never>>(
  command: Command,
  context: CommandContext,
  work: Work<Args, Options>,
): void => {
  asking(command)
    .option('--json', 'print one JSON document')
    .option('--field <path>', FIELD_HELP, readPath)
    .action(async (...given: unknown[]) => {
      const options = command.opts<Options & { json?: true; field?: FieldPath }>()
      // Commander passes the arguments as declared, then the options and the command.
      const args = given.slice(0, -2) as Args
      await withClient(command, context, async (store, apiKey) => {
        const shown = await work(store, args, options, apiKey)
        const { json, field } = options
        if (field) return printField(shown.json, field, json ? context.print.json : undefined)
        if (json) return context.print.json(shown.json)
        if ('text' in shown) console.log(shown.text)
        else context.print.table(shown.headings, shown.rows)
      })
    })
}

/** Adds the options for the URL of requests. */
export const asking = (command: Command): Command =>
  command
    .addOption(urlOption().default(DEFAULT_URL))
    .addOption(new Option('--key <key>', 'API key; better set in the environment').env('ADOPTION_KEY'))
    .addOption(profileOption())
    .addOption(stagingOption())

const FIELD_HELP = 'print one value of the JSON result, such as 0.id or [].name'

/** Prints one value of a result: as JSON with `printJson`, else as text, with a line for each of several. */
export const printField = (
  result: unknown,
  path: FieldPath,
  printJson: ((value: unknown) => void) | undefined,
): void => {
  const { values, isMany } = valuesAt(result, path)
  if (printJson) printJson(isMany ? values : values[0])
  else for (const value of values) console.log(valueText(value))
}

/** Creates the client for a command line, and reports errors of the work. */
export const withClient = async <Result>(
  command: Command,
  { fetch }: Pick<CommandContext, 'fetch'>,
  work: (store: AdoptionStore, apiKey: string) => Promise<Result>,
): Promise<Result> => {
  let address = ''
  try {
    const connection = connectionOf(command)
    address = connection.baseUrl
    return await work(clientFor(command, connection, fetch), connection.apiKey)
  } catch (error) {
    return fail(command, error, address)
  }
}

export type Repeatable = { idempotencyKey?: string }

/** Adds `--idempotency-key` to a command that adds something. */
export const repeatable = (command: Command): Command =>
  command.option(
    '--idempotency-key <key>',
    'a text of your own: the command takes effect once in 24 hours, however often it is repeated with this key',
    readKey,
  )

const readKey = (text: string): string => {
  if (/^[\x20-\x7e]{1,255}$/.test(text) && text.trim() !== '') return text
  throw new InvalidArgumentError('It must have 1-255 printable ASCII characters.')
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
  command.option('--limit <count>', 'maximum number of items', readLimit, 20).option('--all', 'list all items')

/** Returns the requested number of items, from as many pages as needed. */
export const take = async <Item>(list: AsyncIterable<Item>, { limit, all }: ListLimit): Promise<Item[]> => {
  const items: Item[] = []
  for await (const item of list) {
    items.push(item)
    if (!all && items.length >= limit) break
  }
  return items
}

/** The page size that needs the fewest requests. */
export const pageSize = ({ limit, all }: ListLimit): number => (all ? 100 : Math.min(limit, 100))
