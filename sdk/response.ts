import type { Deprecation, OperationId } from './options.ts'

/** The state of a rate-limit window. */
export type LimitWindow = {
  /** `minute` or `day`. */
  name: string
  /** Requests allowed in the window. */
  limit: number | undefined
  /** Requests left in the window. */
  remaining: number
  /** Seconds from the response until the window resets. */
  resetsInSeconds: number
}

/** The parts of a response besides its body. */
export type ResponseFacts = {
  /** The HTTP status. */
  status: number
  /** `X-Request-Id`. Include it when you contact support. */
  requestId: string | undefined
  /** The `ETag` of the response, for `ifNoneMatch` and `ifMatch`. */
  etag: string | undefined
  /** The limits after this request. */
  rateLimit: readonly LimitWindow[]
  /** Whether this is a replay of the first response to the idempotency key. */
  isReplay: boolean
  headers: Headers
}

/** The data of a response, with its status, headers and limits. */
export type FullResponse<Data> = ResponseFacts & { data: Data }

/** A running call: a promise of the response's data. */
export type Call<Data> = Promise<Data> & {
  /** Returns the data together with the ETag, request id and limits of the response. */
  withResponse(): Promise<FullResponse<Data>>
}

export const factsOf = ({ status, headers }: Response): ResponseFacts => ({
  status,
  requestId: headers.get('x-request-id') ?? undefined,
  etag: headers.get('etag') ?? undefined,
  rateLimit: limitWindows(headers),
  isReplay: headers.get('idempotent-replayed') === 'true',
  headers,
})

/** The windows of `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
const limitWindows = (headers: Headers): LimitWindow[] => {
  const quotas = new Map(items(headers.get('ratelimit-policy')).map(({ name, q }) => [name, q]))
  return items(headers.get('ratelimit')).map(({ name, r, t }) => ({
    name,
    limit: quotas.get(name),
    remaining: r ?? 0,
    resetsInSeconds: t ?? 0,
  }))
}

/** `"minute";r=59;t=42, "day";r=940;t=7680` */
const items = (header: string | null) =>
  [...(header ?? '').matchAll(/"(\w+)"((?:;\w+=\d+)*)/g)].map(([, name = '', parameters = '']) => {
    const value = (key: string): number | undefined => {
      const found = new RegExp(`;${key}=(\\d+)`).exec(parameters)?.[1]
      return found === undefined ? undefined : Number(found)
    }
    return { name, q: value('q'), r: value('r'), t: value('t') }
  })

/** Parses `Retry-After` (RFC 9110 section 10.2.3), which can be seconds or a date. Returns whole seconds. */
export const retryAfterSeconds = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const untilMs = Date.parse(text)
  const sentMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(untilMs)) return undefined
  return Math.max(0, Math.ceil((untilMs - (Number.isNaN(sentMs) ? Date.now() : sentMs)) / 1_000))
}

/** Parses the headers about the operation's removal (RFC 9745, RFC 8594). Returns undefined if there are none. */
export const deprecationOf = (operation: OperationId, headers: Headers): Deprecation | undefined => {
  const deprecation = headers.get('deprecation')
  const sunset = headers.get('sunset')
  if (deprecation === null && sunset === null) return undefined
  const unixSeconds = /^@(-?\d+)$/.exec(deprecation ?? '')?.[1]
  return {
    operation,
    deprecatedAt: unixSeconds === undefined ? undefined : new Date(Number(unixSeconds) * 1_000),
    sunsetAt: sunset === null ? undefined : new Date(sunset),
    successor: /<([^>]*)>[^<]*rel="?successor-version"?/.exec(headers.get('link') ?? '')?.[1],
  }
}
