import { type Static, Type } from 'typebox'
import { type HttpError, protocolError } from '../../platform/http/http-error.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { operationIdPattern } from '../../platform/http/patterns.ts'
import { parseTime } from '../../platform/time.ts'
import { type Operation, operation } from '../api/operation.ts'
import { listPage, pageParameters } from '../api/page.ts'
import { resource, withHeaders } from '../api/reply.ts'
import { type Header, linkHeaders } from '../api/responses.ts'
import { RequestEntry } from './request-entry.ts'
import { type RequestLogService, showEntry } from './request-log.service.ts'

const ListRequests = Type.Object(
  {
    ...pageParameters,
    status: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only responses with one of these statuses or classes, separated by commas.',
        examples: ['404,5xx'],
      }),
    ),
    operationId: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: operationIdPattern,
        description: 'Only requests of this operation.',
        examples: ['createPet'],
      }),
    ),
    keyId: Type.Optional(Int64({ description: 'Only requests of this key.' })),
    requestId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Only requests with this `X-Request-Id`.',
      }),
    ),
    since: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only requests from this time on (RFC 3339).',
        examples: ['2026-11-20T09:30:00Z'],
      }),
    ),
    accountId: Type.Optional(
      Int64({
        description:
          'Only requests of this account. Only staff and keys with `admin` can choose an account other than their own.',
      }),
    ),
  },
  { additionalProperties: false },
)
type ListRequests = Static<typeof ListRequests>

const RequestPath = Type.Object(
  {
    requestId: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The `X-Request-Id` of the response.',
    }),
  },
  { 'x-not-found': 'request_not_found' },
)

export const requestLogSchemas = [RequestEntry]

const shared = {
  tag: 'Store',
  stability: 'beta',
  isUnlogged: true,
  guide: { name: 'request-log', about: 'Find out why a request failed' },
} as const

const unloggedHeaders: Record<string, Header> = {
  'X-Unlogged-Until': {
    type: 'string',
    description:
      'Until this time, the list lacks successful requests from seconds in which an account sent ten or more of them. ' +
      'Absent if it lacks none.',
  },
}

export const requestLogOperations = (requestLog: RequestLogService): Operation[] => [
  operation({
    ...shared,
    id: 'listRequests',
    method: 'GET',
    path: '/requests',
    summary: 'List requests',
    description:
      'Returns the requests to this API, newest first. They appear within two seconds of their responses. A key sees ' +
      'its own requests; keys with `webhooks:manage`, managers and admins see those of their account. Reading this ' +
      'log is not logged. See the guide for what is logged and for how long.',
    query: ListRequests,
    requestHeaders: ['Prefer'],
    returns: {
      200: {
        description: 'A page of requests.',
        schema: Type.Array(RequestEntry),
        headers: { ...linkHeaders, ...unloggedHeaders },
      },
    },
    errors: ['invalid_cursor', 'insufficient_scope', 'not_owner'],
    example: {
      query: { status: '4xx,5xx' },
      client: `for await (const request of store.requests.list({ status: '4xx,5xx' })) {\n  console.log(request.time, request.path, request.code)\n}`,
    },
    handle: async (call) => {
      const { caller, query } = call
      const seesAccounts = caller.actsForStore
      const parameters = parametersOf(query)
      const wanted = {
        accountId: query.accountId,
        keyId: query.keyId,
        operationId: query.operationId,
        requestId: query.requestId,
        statuses: query.status === undefined ? undefined : statusesOf(query.status),
        sinceMs: query.since === undefined ? undefined : timeOf(query.since),
      }
      const reply = await listPage(call, {
        list: `requests ${JSON.stringify(parameters)}`,
        path: '/v1/requests',
        parameters,
        read: async ({ afterId: before, limit }) =>
          (await requestLog.list(caller, wanted, { before, limit })).map((entry) => ({
            id: entry.position,
            entry,
          })),
        count: () => requestLog.count(caller, wanted),
        show: ({ entry }) => showEntry(entry, { seesAccounts }),
      })
      const until = await requestLog.findUnloggedUntil(caller, wanted)
      return until === undefined ? reply : withHeaders(reply, ['x-unlogged-until', until])
    },
  }),
  operation({
    ...shared,
    id: 'getRequest',
    method: 'GET',
    path: '/requests/{requestId}',
    summary: 'Get a request',
    description:
      'Returns the newest request with this `X-Request-Id` that you may see. It appears about a second after its response.',
    params: RequestPath,
    returns: { 200: { description: 'The request.', schema: RequestEntry } },
    errors: ['request_not_found', 'insufficient_scope'],
    example: {
      path: { requestId: '0OZlY4bGvvLc-1a' },
      client: `const { code, errors } = await store.requests.get('0OZlY4bGvvLc-1a')\nconsole.log(code, errors)`,
    },
    handle: async ({ caller, params }) =>
      resource(
        showEntry(await requestLog.get(caller, params.requestId), {
          seesAccounts: caller.actsForStore,
        }),
      ),
  }),
]

/** `404` is from 404 to 404, and `5xx` from 500 to 599. Throws `invalid_parameter`. */
const statusesOf = (text: string): (readonly [number, number])[] =>
  text.split(',').map((part) => {
    const [, digit, rest] = /^([1-5])(\d\d|xx)$/i.exec(part.trim()) ?? []
    if (digit === undefined || rest === undefined)
      throw invalid('status', 'must be statuses or classes separated by commas, such as 404,5xx')
    const isClass = rest.toLowerCase() === 'xx'
    return [Number(digit + (isClass ? '00' : rest)), Number(digit + (isClass ? '99' : rest))]
  })

/** Throws `invalid_parameter`. */
const timeOf = (text: string): number => {
  const ms = parseTime(text)
  if (ms === undefined) throw invalid('since', 'must be a time as in RFC 3339, such as 2026-11-20T09:30:00Z')
  return ms
}

const invalid = (field: string, message: string): HttpError =>
  protocolError('invalid_parameter', {
    message: `${field} ${message}.`,
    errors: [{ field, code: 'invalid_value', message }],
  })

/** For the links to other pages. */
const parametersOf = ({ limit: _limit, cursor: _cursor, ...query }: ListRequests) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
