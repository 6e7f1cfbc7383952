import { exactText, type Int64, stringifyExact } from './exact-json.ts'
import type { ChangeOptions, ExtraHeaders, ListOptions, OperationId, PostOptions } from './options.ts'
import { uniqueId } from './runtime.ts'
import { userAgent } from './user-agent.ts'

/** A request to an operation. */
export type Request = {
  /** Undefined if the operation was called by its path. */
  operation?: OperationId
  /** Default `GET`. */
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the base URL, each segment encoded. */
  path: string
  query?: object | undefined
  body?: unknown
  /** The media type to request instead of JSON; the body is returned as text. */
  accept?: 'text/csv'
  /** A file to send in place of `body`. */
  file?: () => Promise<Blob>
  /** The media type of the file. Default: an image. */
  fileType?: string
}

/** All options of a call, whatever its method. */
export type SendOptions = ListOptions & PostOptions & ChangeOptions

/**
 * Returns the arguments of `fetch`, which are the same for each attempt: a repeated POST has the idempotency key of the
 * first.
 */
export const fetchArguments = (
  { baseUrl, headers: ofClient }: { baseUrl: string; headers?: ExtraHeaders | undefined },
  request: Request,
  options: SendOptions,
  file?: Blob,
): FetchArguments => {
  const { method = 'GET', path, query, body, fileType } = request
  const headers = headersOf(request, options, { ...ofClient, ...options.headers })
  if (file) headers.set('content-type', fileType ?? imageType(file))
  return {
    url: `${baseUrl}${path}${queryText(query)}`,
    init: {
      method,
      headers,
      // A redirect would send the key, or a body, to another server.
      redirect: 'manual',
      ...(body !== undefined && { body: stringifyExact(body) as string }),
      ...(file && { body: file }),
    },
  }
}

/** The arguments of `fetch`, except for the bearer token. */
export type FetchArguments = { url: string; init: RequestInit & { headers: Headers } }

/** The arguments of one attempt, with its bearer token. */
export const withBearer = ({ headers, ...init }: FetchArguments['init'], token: string): FetchArguments['init'] => {
  const whole = new Headers(headers)
  whole.set('authorization', `Bearer ${token}`)
  return { ...init, headers: whole }
}

/** The service detects the format from the bytes alone. */
const imageType = ({ type }: Blob): string => (type.startsWith('image/') ? type : 'image/unknown')

/** Encodes an id as part of a path. */
export const inPath = (id: Int64 | string): string => encodeURIComponent(typeof id === 'string' ? id : exactText(id))

/** Throws a TypeError if a header value is invalid. Otherwise the failure would look like a network error. */
const headersOf = (
  { method, path, body, accept }: Request,
  { idempotencyKey, ifMatch, ifNoneMatch, requestId, withTotalCount }: SendOptions,
  extra: ExtraHeaders,
): Headers => {
  const headers = new Headers({ ...(userAgent && { 'user-agent': userAgent }) })
  for (const [name, value] of Object.entries(extra)) headers.set(name, value)
  headers.set('accept', accept ?? 'application/json')
  if (body !== undefined) {
    const isPatch = method === 'PATCH' && !path.endsWith(':batch')
    const type = isPatch ? 'application/merge-patch+json' : 'application/json'
    headers.set('content-type', type)
  }
  if (method === 'POST' || path.endsWith(':batch')) {
    const key = idempotencyKey ?? headers.get('idempotency-key') ?? uniqueId()
    headers.set('idempotency-key', key)
  }
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  if (ifNoneMatch !== undefined) headers.set('if-none-match', ifNoneMatch)
  if (requestId !== undefined) headers.set('x-request-id', requestId)
  if (withTotalCount) headers.set('prefer', 'return=total-count')
  return headers
}

const queryText = (query: object = {}): string => {
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, [value].flat().map(textOf).join(',')])
  return parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
}

const textOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' ? exactText(value) : String(value)
