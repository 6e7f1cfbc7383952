/** The status of an error and the text that clients are shown. */
export type ErrorDefinition = readonly [status: number, text: string]

/** The errors of HTTP, JSON and paging themselves, whatever is served. The whole table has them among its own. */
export const protocolErrors = {
  malformed_request: [400, 'The request is not well-formed HTTP.'],
  malformed_json: [400, 'The body is not one well-formed JSON document in UTF-8.'],
  validation_failed: [400, 'The body has faults; `errors` names each of them.'],
  invalid_parameter: [400, 'A query parameter has an invalid value; `errors` names it.'],
  unknown_parameter: [400, 'A query parameter is unknown to this operation; `errors` names it.'],
  invalid_cursor: [
    400,
    'The cursor was not given by this list with these filters. Begin again without it.',
  ],
  invalid_idempotency_key: [
    400,
    'Idempotency-Key must be one value of 1-255 printable characters.',
  ],
  route_not_found: [404, 'There is no operation at this path.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  precondition_failed: [412, 'The resource has changed since the version in If-Match.'],
  body_too_large: [413, 'The body is larger than 64 KiB.'],
  uri_too_long: [414, 'The URL is longer than 8 KiB.'],
  unsupported_media_type: [415, 'The body must be application/json in UTF-8, not encoded.'],
  headers_too_large: [431, 'The header fields are larger than 32 KiB.'],
} as const satisfies Record<string, ErrorDefinition>

export type ProtocolErrorCode = keyof typeof protocolErrors

/** One fault of a request: where it is, its kind, and what would be right. */
export type Fault = { field: string; code: string; message: string }

/** Most validation issues that a response lists: one to a small body must not be large. */
export const MAX_ISSUES = 100
/** Most that its message repeats. */
const MAX_IN_MESSAGE = 10

export type ErrorDetails = {
  message?: string
  errors?: Fault[]
  /** How many there are in all, where `errors` has only the first of them. */
  errorCount?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** A failure that the client is given, with its status. Anything else that is thrown becomes a blank 500. */
export class HttpError extends Error {
  readonly code: string
  readonly statusCode: number
  /** The first of them, at most `MAX_ISSUES`. */
  readonly errors: Fault[] | undefined
  readonly errorCount: number
  readonly headers: Record<string, string>

  constructor(
    code: string,
    [statusCode, text]: ErrorDefinition,
    { message, errors, errorCount, headers = {}, cause }: ErrorDetails = {},
  ) {
    const { stackTraceLimit } = Error
    // Nobody reads where a client's fault was found, and to write it down is an eighth of what a refused request costs.
    if (statusCode < 500) Error.stackTraceLimit = 0
    super(message ?? text, cause === undefined ? undefined : { cause })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'HttpError'
    this.code = code
    this.statusCode = statusCode
    this.errors = errors?.slice(0, MAX_ISSUES)
    this.errorCount = errorCount ?? errors?.length ?? 0
    this.headers = headers
  }
}

export const protocolError = (code: ProtocolErrorCode, details?: ErrorDetails): HttpError =>
  new HttpError(code, protocolErrors[code], details)

/** The issues to list, at least one and at most `most`; the last one says how many more there are. */
export const listedIssues = (error: HttpError, most = MAX_ISSUES): Fault[] | undefined => {
  const { errors, errorCount: count } = error
  if (!errors) return undefined
  const shown = errors.slice(0, most)
  const last = shown.at(-1)
  if (!last || count <= shown.length) return shown
  const message = `${last.message} (and ${moreIssues(count - shown.length)})`
  return [...shown.slice(0, -1), { ...last, message }]
}

const moreIssues = (count: number): string =>
  count === 1 ? '1 more issue' : `${count} more issues`

/** Faults of a body that no schema can see. */
export const validationFailed = (errors: Fault[]): HttpError =>
  protocolError('validation_failed', { message: faultSummary(errors), errors })

/** `count` is how many there are in all. */
export const faultSummary = (faults: Fault[], count = faults.length): string => {
  const shown = faults.slice(0, MAX_IN_MESSAGE)
  const sentences = shown.map(({ field, message }) =>
    field ? `${field} ${message}` : `The body ${message}`,
  )
  if (count > shown.length) sentences.push(`and ${moreIssues(count - shown.length)}`)
  return `${sentences.join('; ')}.`
}
