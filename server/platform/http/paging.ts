import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { writeCursor } from './cursor.ts'
import { etagOf } from './etag.ts'

/** The parameters every list has. */
export const pageParameters = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'Maximum number of items returned.',
  }),
  cursor: Type.Optional(
    Type.String({ description: 'Goes on where a page ended: the `X-Next-Cursor` of that page.' }),
  ),
}

/** One page of a list as it is sent, whoever asks. */
export type Page = {
  body: string
  etag: string
  /** Path and query of the next page and of the first; absent on the last page. */
  next?: { cursor: string; path: string; firstPath: string }
  totalCount?: number
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
  const page: Page = { body, etag: etagOf(body), ...(totalCount !== undefined && { totalCount }) }
  if (lastId === undefined) return page
  const cursor = writeCursor(lastId, list)
  const first = new URLSearchParams(parameters)
  const next = new URLSearchParams({ ...parameters, cursor })
  return { ...page, next: { cursor, path: `${path}?${next}`, firstPath: `${path}?${first}` } }
}

/** Sends a page: a bare array, with the way to the next page in `Link` (RFC 8288) and `X-Next-Cursor`. */
export const sendPage = (
  reply: FastifyReply,
  { body, etag, next, totalCount }: Page,
  origin: string,
): FastifyReply => {
  reply.header('content-type', 'application/json; charset=utf-8').header('etag', etag)
  if (next) {
    reply
      .header(
        'link',
        `<${origin}${next.path}>; rel="next", <${origin}${next.firstPath}>; rel="first"`,
      )
      .header('x-next-cursor', next.cursor)
  }
  if (totalCount !== undefined) {
    reply
      .header('x-total-count', String(totalCount))
      .header('preference-applied', 'return=total-count')
  }
  return reply.send(body)
}

/** Whether the client asks for the length of the whole list (`Prefer`, RFC 7240). */
export const wantsTotalCount = ({ headers }: FastifyRequest): boolean =>
  headers.prefer !== undefined &&
  /(?:^|,)\s*return\s*=\s*"?total-count"?\s*(?:[;,]|$)/i.test(String(headers.prefer))
