import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { writeCursor } from './cursor.ts'
import { etagOf } from './etag.ts'

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

/** What was read for a page: one item more than asked for shows that there is a next page. */
export const cutPage = <T extends { id: bigint }>(items: T[], limit: number) => ({
  items: items.slice(0, limit),
  lastId: items.length > limit ? items[limit - 1]?.id : undefined,
})

type PageSource = {
  body: string
  /** The id that the next page goes on after; none on the last page. */
  lastId: bigint | undefined
  /** What the cursor is bound to. */
  list: string
  path: string
  /** The parameters to repeat on the next page. */
  parameters: Record<string, string>
  totalCount?: number | undefined
}

export const makePage = ({
  body,
  lastId,
  list,
  path,
  parameters,
  totalCount,
}: PageSource): Page => {
  const headers = [
    ...['content-type', 'application/json; charset=utf-8'],
    ...['content-length', String(Buffer.byteLength(body))],
    ...['etag', etagOf(body)],
  ]
  if (totalCount !== undefined) {
    headers.push('x-total-count', String(totalCount), 'preference-applied', 'return=total-count')
  }
  if (lastId === undefined) return { body: flat(body), headers }
  const cursor = writeCursor(lastId, list)
  headers.push('x-next-cursor', cursor)
  const first = new URLSearchParams(parameters)
  const next = new URLSearchParams({ ...parameters, cursor })
  return {
    body: flat(body),
    headers,
    next: { path: `${path}?${next}`, firstPath: `${path}?${first}` },
  }
}

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
