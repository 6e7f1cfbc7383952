import {
  commonErrors,
  countHeaders,
  deprecationHeaders,
  errorHeaders,
  type Header as HeaderSource,
  limitHeaders,
  preferenceHeaders,
  replayHeaders,
} from '../../requests/api/responses.ts'
import type { ErrorCode, ErrorTable } from '../../requests/errors/api-error.ts'
import {
  type ApiDocument,
  type DeclaredDocument,
  type Header,
  isRef,
  mapOperations,
  mapResponses,
  mapValues,
  type Operation,
  type Parameter,
  type Response,
} from './api-document.ts'

const requestHeaders = {
  'Idempotency-Key':
    'Makes retries safe: the request takes effect once. 1-255 printable characters, which may be in double quotes.',
  'Accept-Language': 'The language of mail sent because of this request, such as `de`.',
  'Last-Event-ID': 'Continues after this event.',
  'If-Match': 'Makes the change only if the resource still has this ETag.',
  'If-None-Match': 'Returns 304 if the response would still have this ETag.',
  Prefer: '`return=total-count` adds `X-Total-Count`; `handling=lenient` drops unknown parameters.',
}
type RequestHeader = keyof typeof requestHeaders

/** The declarations of an operation besides its schemas. They are never published in this form. */
export type Declared = {
  /** Its errors, beyond those of every operation. */
  errors: readonly ErrorCode[]
  /** The request headers it reads. */
  headers: readonly RequestHeader[]
}

/** The document with the declarations of each operation, and the properties of all operations like it. */
export const withDeclared = ({
  'x-errors': definitions,
  ...document
}: Omit<DeclaredDocument, 'x-events'>): ApiDocument =>
  mapOperations(document, (operation, { method }) => {
    const { 'x-declared': declared, ...rest } = operation
    const isRead = method === 'get' && !isStream(rest as Operation)
    return described(rest as Operation, declared as Declared, { isRead, definitions })
  })

/** It has no validator: it is another one each time. */
const isStream = ({ responses }: Operation): boolean => {
  const success = responses[200]
  return success !== undefined && !isRef(success) && 'text/event-stream' in (success.content ?? {})
}

type Context = { isRead: boolean; definitions: ErrorTable }

const described = (operation: Operation, declared: Declared, { isRead, definitions }: Context): Operation => {
  const { errors, headers: names } = declared
  const { parameters = [] } = operation
  const ofHeaders = [...names, ...(isRead ? (['If-None-Match'] as const) : [])].map(headerParameter)
  const successHeaders = {
    ...preferenceHeaders,
    ...(names.includes('Prefer') && countHeaders),
    ...(names.includes('Idempotency-Key') && replayHeaders),
  }
  const withSuccess = mapResponses(operation, (response) => addHeaders(response, successHeaders))
  const withAll = {
    ...withSuccess,
    ...(parameters.length + ofHeaders.length > 0 && { parameters: [...parameters, ...ofHeaders] }),
    responses: {
      ...withSuccess.responses,
      ...(isRead && { 304: notModified(withSuccess) }),
      ...errorResponses(errors, definitions),
    },
  }
  return operation.deprecated ? withDeprecation(withAll) : withAll
}

const headerParameter = (name: RequestHeader): Parameter => ({
  name,
  in: 'header',
  required: false,
  description: requestHeaders[name],
  schema: { type: 'string' },
})

/** It has the headers of the response that it replaces. */
const notModified = ({ responses }: Operation): Response => {
  const success = responses[200]
  const headers = success && !isRef(success) ? (success.headers ?? {}) : {}
  const isPage = 'X-Next-Cursor' in headers
  return {
    description: 'Not modified: the version named in `If-None-Match` is current.',
    headers,
    'x-name': isPage ? 'PageNotModified' : 'NotModified',
  }
}

const errorResponses = (own: readonly ErrorCode[], definitions: ErrorTable): Record<string, Response> => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of [...commonErrors, ...own]) {
    const { status } = definitions[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(status, codes, definitions)]))
}

const errorResponse = (status: number, codes: readonly ErrorCode[], definitions: ErrorTable): Response => {
  const own = codes.filter((code) => !commonErrors.includes(code))
  const [code = 'internal_error'] = own.length > 0 ? own : codes
  const headers = status === 409 && !codes.includes('idempotency_key_in_use') ? {} : errorHeaders[status]
  return {
    description: codes.map((name) => `\`${name}\`: ${definitions[name].text}`).join('\n\n'),
    headers: headersOf({ ...limitHeaders, ...headers }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { code, message: definitions[code].text, status, requestId: exampleRequestId },
      },
    },
    'x-name': own.length > 0 ? own.map(pascalCase).join('') : (commonNames[status] ?? ''),
  }
}

const exampleRequestId = '3f8e1c52-6d0b-4f7a-9f43-2f1f7a0d8b11'

/** The names of errors that any operation can return, by status: RFC 9110's reason phrases. */
const commonNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'RequestTimeout',
  414: 'UriTooLong',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

const pascalCase = (code: string): string => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Errors from before the operation is reached, which do not concern it. */
const beforeOperation = new Set(['401', '403', '408', '414', '429', '431', '500', '503'])

const withDeprecation = (operation: Operation): Operation =>
  mapResponses(operation, (response, status) =>
    beforeOperation.has(status) ? response : addHeaders(response, deprecationHeaders),
  )

const addHeaders = (response: Response, added: Record<string, HeaderSource>): Response => ({
  ...response,
  headers: { ...response.headers, ...headersOf(added) },
})

function headersOf(sources: Record<string, HeaderSource>): Record<string, Header> {
  return mapValues(sources, ({ description, ...schema }) => ({ schema, description }))
}
