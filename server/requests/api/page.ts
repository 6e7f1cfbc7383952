import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { etagOf } from '../../platform/http/etag.ts'
import { type HttpError, protocolError } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { MAX_COUNTED } from '../../platform/storage/bounded-count.ts'
import type { Caller } from '../access/caller.ts'
import type { Call } from './operation.ts'
import type { Reply } from './reply.ts'

/** The parameters of every list. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Maximum number of items returned.',
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'The `X-Next-Cursor` of the previous page.' })),
}

/** The parameters of a list that is sorted by an id that its items show. */
export const idPageParameters = {
  ...pageParameters,
  after: Type.Optional(
    Int64({
      description:
        'The `id` of the last item of the previous page, instead of `cursor`, for clients that cannot read headers. ' +
        'Returns the items after it in the order of the list. A page with fewer items than `limit` is the last.',
    }),
  ),
}

type PageQuery = { limit?: number; cursor?: string; after?: bigint }

/** One page of a list. It is the same for every caller who uses the same origin. */
type Page<List> = {
  /** A bare array, with the location of the next page in `Link` (RFC 8288) and `X-Next-Cursor`. */
  reply: Reply
  /** The list, and the range that the page covers. */
  shown: List & Range
}

type Range = {
  /** Whether the page includes the length of the whole list. */
  hasTotal: boolean
  /** The page has every match between these ids: after the first, up to and including the second. */
  afterId: bigint | undefined
  /** The id of the item after the last one; undefined if the list ends with this page. */
  upToId: bigint | undefined
}

type IdRange = { afterId: bigint | undefined; limit: number }

type PageSource<Item, List = object> = {
  /** The scope of the cursor: the list, its filters and its order. */
  list: string
  path: string
  /** The parameters to repeat for the next page, except `limit`. */
  parameters?: Record<string, string>
  read(page: NoInfer<List> & IdRange, caller: Caller): MaybePromise<Item[]>
  /** Exact up to `MAX_COUNTED`; a larger value means that there are more. */
  count(list: NoInfer<List>, caller: Caller): MaybePromise<number>
  /** Converts an item to what is sent; by default it is sent unchanged. */
  show?(item: Item): unknown
}

/**
 * Reads the requested page of a list that is sorted by id; `shown` identifies the list. Throws `invalid_cursor` and
 * `invalid_parameter`.
 */
export const readPage = <Item extends { id: bigint }, List extends object>(
  call: Call<unknown, PageQuery>,
  source: PageSource<Item, List> & { shown: List },
): MaybePromise<Page<List>> => {
  const { limit = 20, cursor, after } = call.query
  if (cursor !== undefined && after !== undefined) throw twoPlaces()
  const afterId = cursor === undefined ? after : readCursor(cursor, source.list)
  const pageOf = (found: Item[], total?: number): Page<List> => {
    const items = found.slice(0, limit)
    const body = call.write(source.show ? items.map(source.show) : items)
    const headers = total === undefined ? [] : totalHeaders(total)
    const [last, beyond] = [found[limit - 1], found[limit]]
    if (last && beyond) {
      const next = writeCursor(last.id, source.list)
      headers.push(...nextHeaders(call.origin, { ...source, limit }, next))
    }
    const type = 'application/json; charset=utf-8'
    const shown = { ...source.shown, hasTotal: total !== undefined, afterId, upToId: beyond?.id }
    return { reply: { status: 200, type, body, etag: etagOf(body), headers }, shown }
  }
  // One item more than requested shows whether there is a next page.
  const found = source.read({ ...source.shown, afterId, limit: limit + 1 }, call.caller)
  if (call.headers.prefer === undefined || !wantsTotalCount(call))
    return found instanceof Promise ? found.then(pageOf) : pageOf(found)
  return andThen(found, (items) => andThen(source.count(source.shown, call.caller), (total) => pageOf(items, total)))
}

const twoPlaces = (): HttpError =>
  protocolError('invalid_parameter', {
    errors: [{ field: 'after', code: 'invalid_value', message: 'cannot be combined with `cursor`' }],
  })

/** Describes a list with filters, for its cursors. */
export const filteredList = (list: string, filters: Readonly<Record<string, string>>): string =>
  Object.keys(filters).length === 0 ? list : `${list} ${JSON.stringify(filters)}`

/** Returns the requested page as a response. Throws `invalid_cursor`. */
export const listPage = <Item extends { id: bigint }>(
  call: Call<unknown, PageQuery>,
  source: PageSource<Item>,
): MaybePromise<Reply> => andThen(readPage(call, { ...source, shown: {} }), ({ reply }) => reply)

type List = { path: string; limit: number; parameters?: Record<string, string> | undefined }

/** The headers with the location of the next page. */
export const nextHeaders = (origin: string, { path, limit, parameters }: List, cursor: string): string[] => {
  const shown = new URLSearchParams({ limit: String(limit), ...parameters })
  const first = `${origin}${path}?${shown}`
  // A cursor needs no encoding.
  const link = `<${first}&cursor=${cursor}>; rel="next", <${first}>; rel="first"`
  return ['x-next-cursor', cursor, 'link', link]
}

/** The headers with the length of the whole list. */
export const totalHeaders = (counted: number): string[] => [
  'preference-applied',
  'return=total-count',
  'x-total-count',
  String(Math.min(counted, MAX_COUNTED)),
  ...(counted > MAX_COUNTED ? ['x-total-count-relation', 'at-least'] : []),
]

/** Whether the client asks for the length of the whole list (`Prefer`, RFC 7240). */
export const wantsTotalCount = ({ headers }: Pick<Call, 'headers'>): boolean =>
  headers.prefer !== undefined && /(?:^|,)\s*return\s*=\s*"?total-count"?\s*(?:[;,]|$)/i.test(String(headers.prefer))

// A cursor binds a position to the list, its filters and its order. 8 bytes of id and 10 of digest make 24 characters
// without unused bits, so every change to one is detected.
const ID_BYTES = 8
const DIGEST_BYTES = 10

/**
 * Encodes a position, after `id`, in the list that `list` describes (with its filters and order). Opaque to clients.
 */
const writeCursor = (id: bigint, list: string): string => {
  const bytes = Buffer.alloc(ID_BYTES)
  bytes.writeBigInt64BE(id)
  const digest = hash('sha256', Buffer.concat([bytes, Buffer.from(list)]), 'buffer')
  return Buffer.concat([bytes, digest.subarray(0, DIGEST_BYTES)]).toString('base64url')
}

/** Decodes the id of a cursor. Throws `invalid_cursor` unless it belongs to this list. */
const readCursor = (cursor: string, list: string): bigint => {
  const bytes = Buffer.from(cursor, 'base64url')
  const id = bytes.length === ID_BYTES + DIGEST_BYTES ? bytes.readBigInt64BE() : undefined
  if (id === undefined || writeCursor(id, list) !== cursor) throw foreignCursor()
  return id
}

/** Encodes a position in a list that is not sorted by id alone: after an item with these values. */
export const writePlace = (values: readonly string[], list: string): string => {
  const bytes = Buffer.from(JSON.stringify(values))
  const digest = hash('sha256', Buffer.concat([bytes, Buffer.from(list)]), 'buffer')
  return Buffer.concat([digest.subarray(0, DIGEST_BYTES), bytes]).toString('base64url')
}

/** Decodes the values of such a cursor. Throws `invalid_cursor` unless it belongs to this list. */
export const readPlace = (cursor: string, list: string): string[] => {
  const place = parsed(Buffer.from(cursor, 'base64url').subarray(DIGEST_BYTES).toString())
  if (!Array.isArray(place) || !place.every(isPart) || writePlace(place, list) !== cursor) throw foreignCursor()
  return place
}

/** Whether a database accepts the text. */
const isPart = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0')

/** The digest is not a signature: a forged cursor may contain anything. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const foreignCursor = (): HttpError =>
  protocolError('invalid_cursor', {
    errors: [
      {
        field: 'cursor',
        code: 'invalid_value',
        message: 'must be a cursor of this list with these filters',
      },
    ],
  })
