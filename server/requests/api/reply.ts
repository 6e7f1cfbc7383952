import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { etagOf } from '../../platform/http/etag.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'

/** A response, without what every response carries (request id, limits, CORS): the responder adds that. */
export type Reply = {
  status: number
  /** Of `body`. */
  type?: string
  /** Names in lower case and values in turn, as Node writes them. */
  headers?: readonly string[]
  body?: string | Buffer
  /** Length of `body`, where that is known; for one that is sent again and again, as counting takes time. */
  bodyBytes?: number
  /** Of one that is sent again and again: its body as it was compressed for earlier clients. */
  compressed?: Partial<Record<'br' | 'gzip', MaybePromise<Buffer>>>
  /** Validator of `body`; a successful read gets one of its text where this is left out. */
  etag?: string
  /** For this one request only: no cache may store it. */
  noStore?: true
  /** Instead of `body`: a file of so many bytes, opened only if it is sent. */
  file?: { bytes: number; open: () => Promise<Readable> }
  /** Instead of `body`: writes after the head, for as long as it likes. */
  stream?: (response: ServerResponse) => void
}

type Options = { status?: number; headers?: readonly string[]; etag?: string }

/** A JSON text as it stands, with its ETag. */
export const json = (
  body: string,
  { status = 200, headers, etag = etagOf(body) }: Options = {},
): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body,
  etag,
  ...(headers && { headers }),
})

/** One resource, exact: 64-bit integers are written whole. */
export const resource = (value: object, options?: Options): Reply =>
  json(stringifyJson(value), options)

/** The same with more header fields behind its own. */
export const withHeaders = (reply: Reply, more: readonly string[]): Reply => ({
  ...reply,
  headers: [...(reply.headers ?? []), ...more],
})

export const noContent: Reply = { status: 204 }
