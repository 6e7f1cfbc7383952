import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import type { AdoptionStore, FullResponse, RawRequest } from '../mod.ts'
import { parseExact } from '../mod.ts'
import { addField, type Field, type Fields, readField, readTypedField } from './api-fields.ts'
import { understood } from './failure.ts'
import { asking, type CommandContext, printField, withClient } from './remote.ts'
import { type FieldPath, readPath } from './result-field.ts'

type Options = {
  field?: (Field | FieldPath)[]
  rawField?: Field[]
  input?: string
  header?: Record<string, string>
  idempotencyKey?: string
  include?: true
  paginate?: true
  json?: true
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]
/** The media types of photos; the service checks only the bytes. */
const image = /\.(?:jpe?g|png|webp|avif|gif)$/i

/** `api [METHOD] PATH`: any operation, like `gh api` for GitHub. */
export const apiCommand =
  (context: CommandContext) =>
  (command: Command): void => {
    asking(command)
      .argument('<method>', 'GET, POST, PUT, PATCH or DELETE; a path alone is a GET')
      .argument('[path]', 'the path, such as /v1/pets')
      .option('-f, --raw-field <name=value>', 'a text', collect(readField))
      .option(
        '-F, --field <name=value>',
        'a number, true, false, null or other JSON; @FILE is the text of a file. Without =, it is the path of one value to print, such as 0.id',
        collect((text) => (text.includes('=') ? readTypedField(text) : readPath(text))),
      )
      .option('--input <file>', 'the body: a file of JSON, or a photo; - is standard input')
      .option('-H, --header <name: value>', 'a request header', readHeader)
      .option(
        '--idempotency-key <key>',
        'of a POST: it takes effect once in 24 hours, however often it is sent with this key',
      )
      .option('-i, --include', 'print the status and the headers too')
      .option('--paginate', 'follow the pages of a list, and print all items')
      .option('--json', 'print errors as JSON, too')
      .addHelpText('after', help)
      .action(async (first: string, second: string | undefined, options: Options) => {
        const request = understood(command, () => requestOf(first, second, options))
        await withClient(command, context, (store) => call(store, request, options, context.print))
      })
  }

const help = `
Fields are the body of a POST, PUT or PATCH, and the query of any other request. name[sub]=value is a field of a field,
name[]=value an item of a list. Prints the JSON of the response, or with --field 0.id one value of it. All operations: /llms-full.txt, /docs.`

const call = async (
  store: AdoptionStore,
  request: RawRequest,
  { header = {}, idempotencyKey, include, paginate, field = [], json }: Options,
  print: Pick<CommandContext['print'], 'json'>,
): Promise<void> => {
  const path = field.findLast(isPath)
  const show = (result: unknown) => (path ? printField(result, path, json && print.json) : print.json(result))
  const send = (next: RawRequest) => store.request(next, { headers: header, idempotencyKey }).withResponse()
  const first = await send(request)
  if (include) console.log(headText(first))
  if (!paginate || !Array.isArray(first.data)) {
    if (path || first.data !== undefined) show(first.data)
    return
  }
  const items: unknown[] = [...first.data]
  for (let path = nextPath(first); path; ) {
    const page = await send({ path })
    items.push(...(page.data as unknown[]))
    path = nextPath(page)
  }
  show(items)
}

const isPath = (field: Field | FieldPath): field is FieldPath => Array.isArray(field)

const requestOf = (first: string, second: string | undefined, options: Options): RawRequest => {
  const [method, path] = second === undefined ? ['GET', first] : [first.toUpperCase(), second]
  if (!isMethod(method)) throw new InvalidArgumentError(`The method is one of ${methods.join(', ')}.`)
  if (!path.startsWith('/')) throw new InvalidArgumentError('The path begins with a slash: /v1/pets.')
  if (/\/events\/stream\b/.test(path)) throw new InvalidArgumentError('A stream is read by: events follow')
  if (options.idempotencyKey !== undefined && method !== 'POST' && !path.includes(':batch'))
    throw new InvalidArgumentError('--idempotency-key is for a POST or a batch.')
  const place = { path: path.replace(/^\/v1(?=\/)/, '') }
  const { field = [], rawField = [] } = options
  const typed = field.filter((one): one is Field => !isPath(one))
  const fields = [...rawField, ...typed].reduce(addField, {} as Fields)
  const hasFields = Object.keys(fields).length > 0
  if (method === 'GET') return { ...place, ...(hasFields && { query: fields }) }
  if (method === 'DELETE') return { ...place, method, ...(hasFields && { query: fields }) }
  const { input } = options
  if (input === undefined) return { ...place, method, ...(hasFields && { body: fields }) }
  if (hasFields) throw new InvalidArgumentError('Give either --input or fields.')
  if (image.test(input)) return { ...place, method, file: { path: input } }
  return { ...place, method, body: readBody(input) }
}

const isMethod = (text: string | undefined): text is Method =>
  (methods as readonly (string | undefined)[]).includes(text)

const readBody = (file: string): unknown => {
  const text = readFileSync(file === '-' ? 0 : file, 'utf8')
  try {
    return parseExact(text)
  } catch {
    throw new InvalidArgumentError(`${file} is not JSON.`)
  }
}

const collect =
  <One>(read: (text: string) => One) =>
  (text: string, before: One[] = []): One[] => [...before, read(text)]

const readHeader = (text: string, before: Record<string, string> = {}): Record<string, string> => {
  const [, name, value] = /^([\w-]+): *(.+)$/.exec(text) ?? []
  if (!name || !value) throw new InvalidArgumentError("It is written as 'Name: value'.")
  return { ...before, [name]: value }
}

const headText = ({ status, headers }: FullResponse<unknown>): string =>
  `HTTP ${status}\n${[...headers].map(([name, value]) => `${name}: ${value}\n`).join('')}`

/** Below `/v1`, as the client takes paths. */
const nextPath = ({ headers }: FullResponse<unknown>): string | undefined => {
  const [, url] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
  if (url === undefined) return undefined
  const { pathname, search } = new URL(url)
  return `${pathname.replace(/^.*?\/v1(?=\/)/, '')}${search}`
}
