import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { etagOf } from '../../platform/http/etag.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'

/** A response without the headers that every response has (request id, limits, CORS), which the responder adds. */
export type Reply = {
  status: number
  /** The media type of `body`. */
  type?: string
  /** Lower-case names and values, alternating, as Node writes them. */
  headers?: readonly string[]
  body?: string | Buffer
  /** The length of `body` if it is known; used for bodies that are sent often, because counting takes time. */
  bodyBytes?: number
  /** Compressed bodies from earlier requests, for a response that is sent often. */
  compressed?: Partial<Record<'br' | 'gzip', MaybePromise<Buffer>>>
  /** The validator of `body`; by default a successful read gets one derived from its text. */
  etag?: string
  /** For this request only: no cache may store it. */
  noStore?: true
  /** Only the visitor's own browser may store it, which then shows it again without another request when they go back. */
  isForBrowser?: true
  /** Instead of `body`: a file of this length, opened only if it is sent. */
  file?: { bytes: number; open: () => Promise<Readable> }
  /** Instead of `body`: writes after the head, for as long as it likes. */
  stream?: (response: ServerResponse) => void
}

type Options = { status?: number; headers?: readonly string[]; etag?: string }

/** A JSON text, with its ETag. */
export const json = (body: string, { status = 200, headers, etag = etagOf(body) }: Options = {}): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body,
  etag,
  ...(headers && { headers }),
})

/** One resource; 64-bit integers are serialized exactly. */
export const resource = (value: object, options?: Options): Reply => json(stringifyJson(value), options)

/** Adds header fields after the reply's own. */
export const withHeaders = (reply: Reply, more: readonly string[]): Reply => ({
  ...reply,
  headers: [...(reply.headers ?? []), ...more],
})

export const noContent: Reply = { status: 204 }
