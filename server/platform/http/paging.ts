import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { MAX_COUNTED } from '../storage/bounded-count.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { etagOf } from './etag.ts'
import { serialize } from './serialize.ts'

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
    Type.String({ description: 'Goes on where a page ended: the `X-Next-Cursor` of that page.' }),
  ),
}

/** One page of a list as it is sent, whoever asks. */
export type Page = {
  body: string
  /** Names and values in turn. */
  headers: string[]
  /** Path and query of the next page and of the first; absent on the last page. */
  next?: { path: string; firstPath: string }
}

type PageSource<Item> = {
  request: FastifyRequest
  reply: FastifyReply
  /** What the cursor is bound to: the list, its filters and its order. */
  list: string
  path: string
  /** The parameters to repeat on the next page, `limit` aside. */
  parameters?: Record<string, string>
  read(page: { afterId: bigint | undefined; limit: number }): Promise<Item[]>
  /** Exact up to `MAX_COUNTED`; anything above says that there are more. */
  count(): Promise<number>
  /** What is sent of an item; the item itself when left out. */
  show?(item: Item): unknown
}

/** Reads the page of a list by id that a request asks for. Throws `invalid_cursor`. */
export const readPage = async <Item extends { id: bigint }>(
  source: PageSource<Item>,
): Promise<Page> => {
  const { request, reply, list } = source
  const { limit, cursor } = request.query as { limit: number; cursor?: string }
  const afterId = cursor === undefined ? undefined : readCursor(cursor, list)
  // One item more than asked for shows that there is a next page.
  const found = await source.read({ afterId, limit: limit + 1 })
  const items = found.slice(0, limit)
  const body = flat(serialize(reply, 200, source.show ? items.map(source.show) : items))
  const headers = [
    ...['content-type', 'application/json; charset=utf-8'],
    ...['content-length', String(Buffer.byteLength(body))],
    ...['etag', etagOf(body)],
  ]
  if (wantsTotalCount(request)) headers.push(...totalHeaders(await source.count()))
  const last = found[limit - 1]
  if (last === undefined || found.length <= limit) return { body, headers }
  const next = writeCursor(last.id, list)
  headers.push('x-next-cursor', next)
  const parameters = { limit: String(limit), ...source.parameters }
  const link = (query: Record<string, string>) => `${source.path}?${new URLSearchParams(query)}`
  const nextPath = link({ ...parameters, cursor: next })
  return { body, headers, next: { path: nextPath, firstPath: link(parameters) } }
}

const totalHeaders = (counted: number): string[] => [
  ...['preference-applied', 'return=total-count'],
  ...['x-total-count', String(Math.min(counted, MAX_COUNTED))],
  ...(counted > MAX_COUNTED ? ['x-total-count-relation', 'at-least'] : []),
]

/** A serialiser's text is a tree of its pieces, walked anew at each sending until it is copied into one. */
const flat = (text: string): string => Buffer.from(text).toString()

/** Sends a page: a bare array, with the way to the next page in `Link` (RFC 8288) and `X-Next-Cursor`. */
export const sendPage = (
  reply: FastifyReply,
  { headers, next, body }: Page,
  origin: string,
): FastifyReply => {
  for (let at = 0; at < headers.length; at += 2) {
    reply.header(headers[at] as string, headers[at + 1])
  }
  if (next) reply.header('link', linkOf(next, origin))
  return reply.send(body)
}

export const linkOf = ({ path, firstPath }: NonNullable<Page['next']>, origin: string): string =>
  `<${origin}${path}>; rel="next", <${origin}${firstPath}>; rel="first"`

/** Whether the client asks for the length of the whole list (`Prefer`, RFC 7240). */
export const wantsTotalCount = ({ headers }: FastifyRequest): boolean =>
  headers.prefer !== undefined &&
  /(?:^|,)\s*return\s*=\s*"?total-count"?\s*(?:[;,]|$)/i.test(String(headers.prefer))
