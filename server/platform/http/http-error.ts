export type ErrorDefinition = {
  readonly status: number
  /** The default message of the response. */
  readonly text: string
  /** Advice for clients, shown in the docs. */
  readonly advice: string
}

/** The errors of HTTP, JSON and paging, independent of the API served. The API's own table includes them. */
export const protocolErrors = {
  malformed_request: {
    status: 400,
    text: 'The request is not well-formed HTTP.',
    advice: 'Fix the client; an HTTP library would not send this.',
  },
  malformed_json: {
    status: 400,
    text: 'The body is not one well-formed JSON document in UTF-8.',
    advice: 'Send one JSON document in UTF-8, without a byte order mark.',
  },
  validation_failed: {
    status: 400,
    text: 'The body has faults; `errors` names each of them.',
    advice: 'Fix each field listed in `errors`. The same body will fail again.',
  },
  invalid_parameter: {
    status: 400,
    text: 'A query parameter has an invalid value; `errors` names it.',
    advice: 'Fix the parameter listed in `errors`.',
  },
  unknown_parameter: {
    status: 400,
    text: 'A query parameter is unknown to this operation; `errors` names it.',
    advice: 'Remove the parameter, or correct its spelling.',
  },
  invalid_cursor: {
    status: 400,
    text: 'The cursor was not given by this list with these filters. Begin again without it.',
    advice: 'Start again without `cursor`. A cursor works only with the filters it was created with.',
  },
  invalid_idempotency_key: {
    status: 400,
    text: 'Idempotency-Key must be one value of 1-255 printable characters.',
    advice: 'Send one key of 1-255 printable ASCII characters, such as a UUID.',
  },
  route_not_found: {
    status: 404,
    text: 'There is no operation at this path.',
    advice: 'Check the path; every path begins with `/v1`.',
  },
  request_timeout: {
    status: 408,
    text: 'The request took too long to arrive.',
    advice: 'Retry and send the request faster; a POST with the same `Idempotency-Key`.',
  },
  precondition_failed: {
    status: 412,
    text: 'The resource has changed since the version in If-Match.',
    advice: 'Read the resource again, reapply your change and send the new ETag.',
  },
  body_too_large: {
    status: 413,
    text: 'The body is larger than 64 KiB.',
    advice: 'Send less per request; a batch holds up to 100 items.',
  },
  uri_too_long: {
    status: 414,
    text: 'The URL is longer than 8 KiB.',
    advice: 'Shorten the query: ask for fewer ids at a time.',
  },
  unsupported_media_type: {
    status: 415,
    text: 'The body must be application/json in UTF-8, not encoded.',
    advice: 'Send `Content-Type: application/json`, without `Content-Encoding`.',
  },
  headers_too_large: {
    status: 431,
    text: 'The header fields are larger than 32 KiB.',
    advice: 'Send fewer or shorter headers; check for accumulating cookies.',
  },
} as const satisfies Record<string, ErrorDefinition>

export type ProtocolErrorCode = keyof typeof protocolErrors

/**
 * One issue with a request: the field, its kind, and what would be valid. `suggestion` is the name that was probably
 * meant.
 */
export type Fault = { field: string; code: string; message: string; suggestion?: string }

/** The most issues in one response: the response to a small request must not be large. */
export const MAX_ISSUES = 100
/** The most issues that the message repeats. */
const MAX_IN_MESSAGE = 10

export type ErrorDetails = {
  message?: string
  errors?: Fault[]
  /** How many issues there are in total, if `errors` lists only the first of them. */
  errorCount?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** An error that is reported to the client, with its status. Any other thrown value becomes a blank 500. */
export class HttpError extends Error {
  readonly code: string
  readonly statusCode: number
  /** The first issues, at most `MAX_ISSUES`. */
  readonly errors: Fault[] | undefined
  readonly errorCount: number
  readonly headers: Record<string, string>

  constructor(
    code: string,
    { status, text }: Pick<ErrorDefinition, 'status' | 'text'>,
    { message, errors, errorCount, headers = {}, cause }: ErrorDetails = {},
  ) {
    const { stackTraceLimit } = Error
    // Nobody reads the stack of a client's error, and capturing it is an eighth of the cost of a rejected request.
    if (status < 500) Error.stackTraceLimit = 0
    super(message ?? text, cause === undefined ? undefined : { cause })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'HttpError'
    this.code = code
    this.statusCode = status
    this.errors = errors?.slice(0, MAX_ISSUES)
    this.errorCount = errorCount ?? errors?.length ?? 0
    this.headers = headers
  }
}

export const protocolError = (code: ProtocolErrorCode, details?: ErrorDetails): HttpError =>
  new HttpError(code, protocolErrors[code], details)

/** The issues to list, at least one and at most `most`. The last one says how many more there are. */
export const listedIssues = (error: HttpError, most = MAX_ISSUES): Fault[] | undefined => {
  const { errors, errorCount: count } = error
  if (!errors) return undefined
  const shown = errors.slice(0, most)
  const last = shown.at(-1)
  if (!last || count <= shown.length) return shown
  const message = `${last.message} (and ${moreIssues(count - shown.length)})`
  return [...shown.slice(0, -1), { ...last, message }]
}

const moreIssues = (count: number): string => (count === 1 ? '1 more issue' : `${count} more issues`)

/** An error for issues of a body that no schema can express. */
export const validationFailed = (errors: Fault[]): HttpError =>
  protocolError('validation_failed', { message: faultSummary(errors), errors })

/** Summarizes issues in a message. `count` is how many there are in total. */
export const faultSummary = (faults: Fault[], count = faults.length): string => {
  const shown = faults.slice(0, MAX_IN_MESSAGE)
  const sentences = shown.map(({ field, message }) => (field ? `${field} ${message}` : `The body ${message}`))
  if (count > shown.length) sentences.push(`and ${moreIssues(count - shown.length)}`)
  return `${sentences.join('; ')}.`
}
