import type { IncomingHttpHeaders } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { FileUpload, ReceivedFile, UploadWatch } from '../../platform/http/file-upload.ts'
import type { Fault } from '../../platform/http/http-error.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Caller } from '../access/caller.ts'
import type { Right } from '../access/role.ts'
import type { Scope } from '../access/scope.ts'
import type { Author } from '../author/author.ts'
import type { ErrorCode } from '../errors/api-error.ts'
import type { Decision } from '../rate-limits/limiter.ts'
import type { CodeExample } from './code-example.ts'
import type { InnerRequest, InnerResponse } from './inner-request.ts'
import type { Reply } from './reply.ts'
import type { Surface } from './surface.ts'

/**
 * One operation of the API. Routing, checks, the OpenAPI document, samples and tests all read this declaration.
 *
 *     operation({
 *       id: 'getOrder',
 *       method: 'GET',
 *       path: '/store/orders/{orderId}',
 *       tag: 'Store',
 *       summary: 'Get an order',
 *       scope: 'orders:read',
 *       params: OrderPath,
 *       returns: { 200: { description: 'The order.', schema: Order } },
 *       errors: ['order_not_found'],
 *       example: { path: { orderId: '1' }, client: `const order = await store.orders.get(1)` },
 *       handle: async ({ params }) => resource(await orders.get(params.orderId)),
 *     })
 */
export type Operation = {
  /** Its `operationId`, and its name in metrics, logs and traces. */
  id: string
  method: Method
  /** The path below the prefix of its API (for visitors, below the root), with its parameters in braces. */
  path: string
  /** The API that it belongs to, if that is not our own. It is then not part of our API document. */
  surface?: Surface
  /** The scope that the caller needs; without it, any valid key will do. */
  scope?: Scope
  /** A second scope that the caller needs. */
  alsoScope?: Scope
  /** A right that the role of a user must also include. */
  right?: Right
  /** It affects the whole store, so callers of a single account may not use it. */
  isForStore?: true
  /** For visitors of our own pages, outside `/v1`: without a credential, and not for other sites. */
  isForVisitors?: true
  /** A visitors' operation that browsers reach from other sites, so that `Origin` is not checked. */
  isFromElsewhere?: true
  /**
   * Reads the key as RFC 6749 section 2.3.1 says, from the body or from HTTP Basic. The body is then read before the
   * limits are known, because they depend on the key.
   */
  keyIn?: (body: unknown, authorization: string | undefined) => string
  /**
   * Allowed while the store is read-only although it is not a GET: it changes nothing that is stored, or people need
   * it to sign in and out.
   */
  isAllowedReadOnly?: true
  /** Its requests are not in the request log, because they read it. */
  isUnlogged?: true
  /**
   * Not counted, and not rejected because of limits or a ban; if only `perMinute` requests of a caller are free, more
   * of them are counted as any other.
   */
  isFree?: true | { perMinute: number }
  /** It makes requests for its caller. The first of them is paid for by its own. */
  makesRequests?: true
  /** How many requests it counts as, by its validated body; one by default. */
  cost?: (call: Pick<Call, 'body'>) => number
  /** The path parameters, with `x-not-found`: the error code for a malformed id. */
  params?: TSchema
  /** Without a schema, every query parameter is unknown. */
  query?: TSchema
  /** The body is read only if there is a schema. */
  body?: TSchema
  /** A missing body means the same as `{}`. */
  isBodyOptional?: true
  /**
   * The issues of a body that its schema cannot express, for a response that reports them together with those of the
   * schema. It gets only the values that the schema accepts, and the handler still checks the whole body.
   */
  bodyIssues?: (body: Record<string, unknown>) => Fault[]
  /** The accepted media types of the body; plain JSON by default. */
  mediaTypes?: readonly string[]
  /** It accepts a file instead of JSON. Its handler asks for the file once everything else is valid. */
  upload?: FileUpload
  /** The request headers that it reads, in addition to the common ones. */
  requestHeaders?: readonly RequestHeader[]
  /** The successful responses by status; `write` serializes the first one. */
  returns: Readonly<Partial<Record<200 | 201 | 204, Success>>>
  /** Its errors, in addition to those of every operation with such a method, query or body. */
  errors?: readonly ErrorCode[]
  /** Returns a cached response for the same URL if it is still valid. */
  recall?: (call: Call) => Reply | undefined
  handle: (call: Call) => MaybePromise<Reply>

  tag: string
  summary: string
  description?: string
  /** Required for every operation of our own API. Its call names the method of our client. */
  example?: CodeExample
  /** A guide that explains it better than the guide of its tag. */
  guide?: GuideLink
  /** Default `beta`, as new operations begin. A stable one only gains what is optional. */
  stability?: 'stable' | 'beta'
  deprecation?: Deprecation
  /** The docs show no panel to try it out. */
  hasNoPanel?: true
}

/** Whether it is rejected while the store is read-only. */
export const isWrite = ({ method, isAllowedReadOnly }: Pick<Operation, 'method' | 'isAllowedReadOnly'>): boolean =>
  method !== 'GET' && !isAllowedReadOnly

/** A guide in docs/guides, and its topic that concerns the operation. */
export type GuideLink = { name: string; about: string }

/**
 * A deprecated operation: its responses announce the removal (RFC 9745, RFC 8594), and after the sunset it responds
 * 410.
 */
export type Deprecation = {
  /** When it was deprecated, in Unix milliseconds. */
  sinceMs: number
  sunsetMs: number
  /** The path of the operation that replaces it. */
  successor: string
  /** The path of the page that explains the deprecation. */
  docs: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type RequestHeader = 'Accept-Language' | 'Idempotency-Key' | 'If-Match' | 'Last-Event-ID' | 'Prefer'

export type Success = {
  description: string
  /** Undefined if the response has no body. */
  schema?: TSchema
  type?: 'text/event-stream'
  /** Clients may ask for CSV (`Accept: text/csv`). */
  hasCsv?: true
  /** Its headers, in addition to those that every response, read or creation has. */
  headers?: Readonly<Record<string, { type: 'string' | 'integer'; description: string }>>
}

/** A request that has passed every check, as its handler receives it. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  readonly caller: Caller
  /** The author of its changes. */
  readonly author: Author
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly method: string
  /** The path and query as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  /** The rate-limit decision about this request. */
  readonly decision: Decision
  /** The IP address of the client. */
  readonly address: string
  /** Where the client reaches this server: scheme, host and port. */
  readonly origin: string
  /** Serializes a value by the schema of the operation's success. */
  write(value: unknown): string
  /** Receives the file of an operation with `upload`. Throws if there is something wrong with how it is sent. */
  receiveFile(watch?: UploadWatch): Promise<ReceivedFile>
  /** Makes a request for the caller, which is counted, checked, logged and audited as the same request over HTTP. */
  run(inner: InnerRequest): Promise<InnerResponse>
  /** Runs work that must finish before the file is received: the file's deadlines begin afterwards. */
  beforeFile<T>(work: () => Promise<T>): Promise<T>
}

/** The call of an operation for visitors, who have no credential. */
export type Visit<Body = unknown, Params = unknown> = Omit<Call<Params, undefined, Body>, 'caller' | 'author'>

type Declared<Schema> = Schema extends TSchema ? Static<Schema> : undefined

type Declaration<Params, Query, Body> = Omit<
  Operation,
  'params' | 'query' | 'body' | 'bodyIssues' | 'handle' | 'surface' | 'example'
> & {
  params?: Params
  query?: Query
  body?: Body
  bodyIssues?: (body: Partly<Declared<Body>>) => Fault[]
  handle: (call: Call<Declared<Params>, Declared<Query>, Declared<Body>>) => MaybePromise<Reply>
} & (OfAnotherApi | InOurDocument)

/** A body without some of its values. */
export type Partly<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: Partly<Value[Name]> | undefined }
    : Value

type OfAnotherApi = { surface: Surface; example?: undefined }
type InOurDocument = { surface?: undefined; example: CodeExample }

/** Declares an operation; the parameters and the body of its handler have the types of the schemas. */
export const operation = <
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(
  declaration: Declaration<Params, Query, Body>,
): Operation =>
  // The pipeline passes a handler only what its schemas accept.
  declaration as unknown as Operation

type VisitorDeclaration<Body, Params> = Pick<
  Operation,
  'id' | 'path' | 'summary' | 'query' | 'isFromElsewhere' | 'isAllowedReadOnly'
> & {
  /** POST by default. */
  method?: 'GET' | 'DELETE'
  params?: Params
  body?: Body
  handle: (visit: Visit<Declared<Body>, Declared<Params>>) => MaybePromise<Reply>
}

/** Declares an operation for visitors of our own pages. It is not part of any API document. */
export const visitorOperation = <
  Body extends TSchema | undefined = undefined,
  Params extends TSchema | undefined = undefined,
>(
  declaration: VisitorDeclaration<Body, Params>,
): Operation =>
  // See above: the handler receives only values that its schemas accept.
  ({
    method: 'POST',
    ...declaration,
    isForVisitors: true,
    returns: { 200: { description: '' } },
    tag: 'Sign-in',
  }) as unknown as Operation
