import type { IncomingHttpHeaders } from 'node:http'
import type { Static, TSchema } from 'typebox'
import type { FileUpload, ReceivedFile, UploadWatch } from '../../platform/http/file-upload.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Caller } from '../access/caller.ts'
import type { Right } from '../access/role.ts'
import type { Scope } from '../access/scope.ts'
import type { Author } from '../author/author.ts'
import type { ErrorCode } from '../errors/api-error.ts'
import type { Decision } from '../rate-limits/limiter.ts'
import type { CodeExample } from './code-example.ts'
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
 *       returns: { status: 200, description: 'The order.', schema: Order },
 *       errors: ['order_not_found'],
 *       example: { path: { orderId: '1' }, client: `const order = await store.orders.get(1)` },
 *       handle: ({ params }) => andThen(orders.get(params.orderId), resource),
 *     })
 */
export type Operation = {
  /** Its `operationId`; also its name in metrics, logs and traces. */
  id: string
  method: Method
  /** Below the prefix of its API (or, for visitors, from the root), with its parameters in braces. */
  path: string
  /** The API that it is of, where that is not our own. It is then in no document of ours. */
  surface?: Surface
  /** What the caller must be allowed to do; left out, any valid key will do. */
  scope?: Scope
  /** What else it must be allowed to do. */
  alsoScope?: Scope
  /** What the role of a user must permit besides. */
  right?: Right
  /** It concerns the whole store: who acts for one account may not do it. */
  isForStore?: true
  /** For visitors of our own pages, beside `/v1`: without a credential, and for no other site. */
  isForVisitors?: true
  /** Of one for visitors: browsers come to it from another site, so its `Origin` says nothing. */
  isFromElsewhere?: true
  /**
   * Where the key is in the body (RFC 6749 section 2.3.1) and not in a header: then the body is read before the limits
   * are known, as nobody knows before whose they are.
   */
  keyIn?: (body: unknown) => string
  /**
   * Carried out while the store is read-only, although its method is not GET: it changes nothing that is stored, or
   * people sign in and out with it.
   */
  isAllowedReadOnly?: true
  /** Never counted, and never rejected because of limits, not even during a ban. */
  isFree?: true
  /** How many requests one counts as, by its checked body; one where this is left out. */
  cost?: (call: Pick<Call, 'body'>) => number
  /** The path's parameters, with `x-not-found`: the error for one that is no id. */
  params?: TSchema
  /** Left out, every query parameter is unknown. */
  query?: TSchema
  /** A request body is read only for an operation that takes one. */
  body?: TSchema
  /** None says what `{}` does: all that it may say has a default. */
  isBodyOptional?: true
  /** Media types of the body; plain JSON where this is left out. */
  takes?: readonly string[]
  /** It takes a file in the place of JSON, which its handler asks for when everything else is as it should be. */
  upload?: FileUpload
  /** The request headers it reads, beyond those that every operation reads. */
  requestHeaders?: readonly RequestHeader[]
  /** What success looks like, by status; the first is what `write` writes. */
  returns: Readonly<Partial<Record<200 | 201 | 204, Success>>>
  /** Its errors, beyond those of every operation with such a method, query or body. */
  errors?: readonly ErrorCode[]
  /** A response that was sent to the same URL before and is still true. */
  recall?: (call: Call) => Reply | undefined
  handle: (call: Call) => MaybePromise<Reply>

  tag: string
  summary: string
  description?: string
  /** Every operation of our own API has one. */
  example?: CodeExample
  /** Explains it better than the guide of its tag. */
  guide?: GuideLink
  stability?: 'beta' | 'experimental'
  deprecation?: Deprecation
  /** The docs show no panel to try it. */
  hasNoPanel?: true
}

/** Whether it is rejected while the store is read-only. */
export const isWrite = ({
  method,
  isAllowedReadOnly,
}: Pick<Operation, 'method' | 'isAllowedReadOnly'>): boolean =>
  method !== 'GET' && !isAllowedReadOnly

/** A guide in docs/guides, and what it says about the operation that names it. */
export type GuideLink = { name: string; about: string }

/** An operation that goes: its responses say so (RFC 9745, RFC 8594), and from the sunset on it is 410. */
export type Deprecation = {
  /** Since when it is deprecated, in Unix milliseconds. */
  sinceMs: number
  sunsetMs: number
  /** Path of what takes its place. */
  successor: string
  /** Path of the page that explains it. */
  docs: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type RequestHeader = 'Idempotency-Key' | 'If-Match' | 'Last-Event-ID' | 'Prefer'

export type Success = {
  description: string
  /** Absent where there is no body. */
  schema?: TSchema
  type?: 'text/event-stream'
  /** Clients may ask for CSV instead (`Accept: text/csv`). */
  hasCsv?: true
  /** Its headers beyond those of every response, of every read and of everything new. */
  headers?: Readonly<Record<string, { type: 'string' | 'integer'; description: string }>>
}

/** A request that has passed every check, as its handler receives it. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  readonly caller: Caller
  /** In whose name it changes things. */
  readonly author: Author
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly method: string
  /** Path and query as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  /** The rate-limit decision about this request. */
  readonly decision: Decision
  /** The IP address of the client. */
  readonly address: string
  /** Where the client reaches this server: scheme, host and port. */
  readonly origin: string
  /** Writes a value by the schema of the operation's success. */
  write(value: unknown): string
  /** The file that is sent to an operation with `upload`. Throws what is wrong with how it is sent. */
  receiveFile(watch?: UploadWatch): Promise<ReceivedFile>
  /** Runs work that the file waits for: its deadlines begin afterwards. */
  beforeFile<T>(work: () => Promise<T>): Promise<T>
}

/** The same of an operation for visitors, of whom nothing is known. */
export type Visit<Body = unknown, Params = unknown> = Omit<
  Call<Params, undefined, Body>,
  'caller' | 'author'
>

type Declared<Schema> = Schema extends TSchema ? Static<Schema> : undefined

type Declaration<Params, Query, Body> = Omit<
  Operation,
  'params' | 'query' | 'body' | 'handle' | 'surface' | 'example'
> & {
  params?: Params
  query?: Query
  body?: Body
  handle: (call: Call<Declared<Params>, Declared<Query>, Declared<Body>>) => MaybePromise<Reply>
} & (OfAnotherApi | InOurDocument)

type OfAnotherApi = { surface: Surface; example?: undefined }
type InOurDocument = { surface?: undefined; example: CodeExample }

/** Declares an operation; its handler's parameters and body have the types of their schemas. */
export const operation = <
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(
  declaration: Declaration<Params, Query, Body>,
): Operation =>
  // The pipeline passes a handler only what these very schemas accept.
  declaration as unknown as Operation

type VisitorDeclaration<Body, Params> = Pick<
  Operation,
  'id' | 'path' | 'summary' | 'query' | 'isFromElsewhere' | 'isAllowedReadOnly'
> & {
  /** POST where this is left out. */
  method?: 'GET' | 'DELETE'
  params?: Params
  body?: Body
  handle: (visit: Visit<Declared<Body>, Declared<Params>>) => MaybePromise<Reply>
}

/** Declares an operation for visitors of our own pages. It is in no document of the API. */
export const visitorOperation = <
  Body extends TSchema | undefined = undefined,
  Params extends TSchema | undefined = undefined,
>(
  declaration: VisitorDeclaration<Body, Params>,
): Operation =>
  // The same as above: what is checked is what the handler says it takes.
  ({
    method: 'POST',
    ...declaration,
    isForVisitors: true,
    returns: { 200: { description: '' } },
    tag: 'Sign-in',
  }) as unknown as Operation
