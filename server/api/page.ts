import { Type } from 'typebox'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { etagOf } from '../platform/http/etag.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import { MAX_COUNTED } from '../platform/storage/bounded-count.ts'
import type { Call } from './operation.ts'
import type { Reply } from './reply.ts'

/** The parameters every list has. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Maximum number of items returned.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ description: 'Where to continue: the `X-Next-Cursor` of the previous page.' }),
  ),
}

export type PageQuery = { limit?: number; cursor?: string }

/** One page of a list, the same for every caller. */
export type Page = {
  body: string
  etag: string
  /** Names and values in turn. */
  headers: readonly string[]
  /** Path and query of the next page and of the first; absent on the last page. */
  next?: { path: string; firstPath: string }
  /** The ids between which everything matching is on this page: after the one and up to the other. */
  afterId: bigint | undefined
  /** Of the item after the last; undefined where the list ends with this page. */
  upToId: bigint | undefined
}

type PageSource<Item> = {
  /** What the cursor is bound to: the list, its filters and its order. */
  list: string
  path: string
  /** The parameters to repeat on the next page, `limit` aside. */
  parameters?: Record<string, string>
  read(page: { afterId: bigint | undefined; limit: number }): MaybePromise<Item[]>
  /** Exact up to `MAX_COUNTED`; anything above says that there are more. */
  count(): MaybePromise<number>
  /** What is sent of an item; the item itself when left out. */
  show?(item: Item): unknown
}

/** Reads the page of a list by id that a request asks for. Throws `invalid_cursor`. */
export const readPage = <Item extends { id: bigint }>(
  call: Call<unknown, PageQuery>,
  source: PageSource<Item>,
): MaybePromise<Page> => {
  const { limit = 20, cursor } = call.query
  const afterId = cursor === undefined ? undefined : readCursor(cursor, source.list)
  // One item more than requested shows that there is a next page.
  return andThen(source.read({ afterId, limit: limit + 1 }), (found) => {
    if (!wantsTotalCount(call)) return pageOf(call, source, { found, afterId })
    return andThen(source.count(), (total) => pageOf(call, source, { found, afterId, total }))
  })
}

type Found<Item> = { found: Item[]; afterId: bigint | undefined; total?: number }

const pageOf = <Item extends { id: bigint }>(
  call: Call<unknown, PageQuery>,
  source: PageSource<Item>,
  { found, afterId, total }: Found<Item>,
): Page => {
  const { limit = 20 } = call.query
  const items = found.slice(0, limit)
  const body = call.write(source.show ? items.map(source.show) : items)
  const headers = total === undefined ? [] : totalHeaders(total)
  const page = { body, etag: etagOf(body), headers, afterId }
  const last = found[limit - 1]
  const beyond = found[limit]
  if (last === undefined || beyond === undefined) return { ...page, upToId: undefined }
  const next = writeCursor(last.id, source.list)
  headers.push('x-next-cursor', next)
  const parameters = new URLSearchParams({ limit: String(limit), ...source.parameters })
  const firstPath = `${source.path}?${parameters}`
  // A cursor needs no encoding.
  return { ...page, upToId: beyond.id, next: { path: `${firstPath}&cursor=${next}`, firstPath } }
}

/** The page that a request asks for, as it is sent. Throws `invalid_cursor`. */
export const listPage = <Item extends { id: bigint }>(
  call: Call<unknown, PageQuery>,
  source: PageSource<Item>,
): MaybePromise<Reply> => andThen(readPage(call, source), (page) => pageReply(page, call.origin))

const totalHeaders = (counted: number): string[] => [
  ...['preference-applied', 'return=total-count'],
  ...['x-total-count', String(Math.min(counted, MAX_COUNTED))],
  ...(counted > MAX_COUNTED ? ['x-total-count-relation', 'at-least'] : []),
]

/** A bare array, with the way to the next page in `Link` (RFC 8288) and `X-Next-Cursor`. */
export const pageReply = ({ body, etag, headers, next }: Page, origin: string): Reply => ({
  status: 200,
  type: 'application/json; charset=utf-8',
  body,
  etag,
  headers: next
    ? [
        ...headers,
        'link',
        `<${origin}${next.path}>; rel="next", <${origin}${next.firstPath}>; rel="first"`,
      ]
    : headers,
})

/** Whether the client asks for the length of the whole list (`Prefer`, RFC 7240). */
export const wantsTotalCount = ({ headers }: Pick<Call, 'headers'>): boolean =>
  headers.prefer !== undefined &&
  /(?:^|,)\s*return\s*=\s*"?total-count"?\s*(?:[;,]|$)/i.test(String(headers.prefer))
