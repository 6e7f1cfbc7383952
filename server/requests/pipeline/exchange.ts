import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { bodyFault, readBody } from '../../platform/http/body.ts'
import {
  beforeReceiving,
  type FileUpload,
  type ReceivedFile,
  receiveFile,
  type UploadWatch,
  uploadFault,
} from '../../platform/http/file-upload.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Caller } from '../access/caller.ts'
import type { Presented } from '../access/callers.ts'
import type { InnerRequest, InnerResponse } from '../api/inner-request.ts'
import type { Reply } from '../api/reply.ts'
import type { Surface } from '../api/surface.ts'
import { type Author, authorOf } from '../author/author.ts'
import type { Decision } from '../rate-limits/limiter.ts'
import type { Policy } from '../rate-limits/policy.ts'
import type { Place, Route } from './router.ts'

/**
 * The result of a step: `undefined` continues with the next step, a reply ends the request, and so does an error.
 * Promises of these are awaited. A step that need not wait returns no promise, so that a request without any waiting
 * gets its response in the same turn of the event loop.
 */
export type Step = (exchange: Exchange) => StepOutcome | Promise<StepOutcome>
export type StepOutcome = Reply | undefined

type About = {
  requestId: string
  startedAtMs: number
  addressOf: (request: IncomingMessage) => string
  steps?: readonly Step[]
}

/** The parts of a request that another one, made within it, replaces. */
type Target = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** One request and its response, with what the steps of the pipeline have found out so far. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** The path and query as they were sent, without query parameters that were dropped. */
  url: string
  readonly headers: IncomingHttpHeaders
  readonly isRead: boolean
  readonly requestId: string
  /** By the monotonic clock. */
  readonly startedAtMs: number
  /** The steps to run, in order. */
  steps: readonly Step[]
  readonly #addressOf: (request: IncomingMessage) => string

  /** Where the client reaches this server. */
  origin = ''
  /**
   * The API that it addresses, for which requests are counted and responses have limit headers; undefined elsewhere.
   */
  surface: Surface | undefined
  /** Whether only our own pages may send it, so that pages of other origins cannot read the response. */
  isForVisitors = false
  /** The place at its path, whatever the method. */
  place: Place | undefined
  /** If there is no place: the path without its last slash, if there is a place at that. */
  pathWithoutSlash: string | undefined
  /** The operation at its path, for its method. */
  route: Route | undefined
  /** Serializes a value by the schema of the operation's success. */
  write: Route['write'] | undefined
  /** Its credential, if that was in the body. */
  presented: Presented | undefined
  caller: Caller | undefined
  /** The error to respond with, once the limits are known. */
  error: HttpError | undefined
  /** The rate-limit decision, for the headers of the response. */
  decision: Decision | undefined
  policy: Policy | undefined
  /** Whether it counts against the limits. */
  isCounted = false
  /** First as they are in the path, and then as the operation's schema parses them. */
  params: Readonly<Record<string, unknown>> = {}
  query: unknown
  /** Whether the client prefers unknown parameters to be ignored. */
  isLenient = false
  body: unknown
  /** The error of a body that was read before the limits were known. */
  bodyError: HttpError | undefined
  /** Header fields of every response of a deprecated operation. */
  deprecation: readonly string[] | undefined
  /** Throws if the caller may not do this any more: receiving a file may take minutes. */
  recheckCaller: (() => Promise<void>) | undefined
  /** Whether requests were made within this one. The request log has those in its place. */
  hasRunInner = false
  /** Makes a request within this one, if its operation does that. */
  runInner: ((inner: InnerRequest) => Promise<InnerResponse>) | undefined

  constructor(request: IncomingMessage, response: ServerResponse, about: About, target: Target = request) {
    this.request = request
    this.response = response
    this.method = target.method ?? ''
    this.url = target.url ?? ''
    this.headers = target.headers
    this.isRead = this.method === 'GET' || this.method === 'HEAD'
    this.requestId = about.requestId
    this.startedAtMs = about.startedAtMs
    this.steps = about.steps ?? []
    this.#addressOf = about.addressOf
  }

  get address(): string {
    return this.#addressOf(this.request)
  }
  get author(): Author {
    const { caller, requestId, address } = this
    if (!caller) throw new Error('only a caller can be an author')
    return authorOf({ caller, requestId, address })
  }
  run(inner: InnerRequest): Promise<InnerResponse> {
    if (!this.runInner) throw new Error('this operation makes no requests')
    return this.runInner(inner)
  }
  beforeFile<T>(work: () => Promise<T>): Promise<T> {
    return beforeReceiving(this.request.socket, work)
  }
  async receiveFile(watch?: UploadWatch): Promise<ReceivedFile> {
    const upload = this.route?.operation.upload
    if (!upload) throw new Error('this operation accepts no file')
    await using received = new AsyncDisposableStack()
    const file = received.use(await receiveFile(this.request, this.response, upload, watch))
    await this.recheckCaller?.()
    received.move()
    return file
  }
}

// The steps that receive the body of a request. A GET has none of them.

export const receiveBody: Step = (exchange) => {
  const { request, response, route } = exchange
  // Made within another request, whose body has been received.
  if (exchange.body !== undefined) return undefined
  const fault = bodyFault(request, route?.operation.mediaTypes)
  if (fault) throw fault
  return readBody(request, response).then((body): undefined => {
    exchange.body = body
  })
}

/** Checks how a file is sent. The file itself is read when everything else is known to be valid. */
export const checkUpload =
  (upload: FileUpload): Step =>
  ({ request }) => {
    const fault = uploadFault(request, upload)
    if (fault) throw fault
  }

export type KeyIn = (body: unknown, authorization: string | undefined) => string

/** Reads a key that comes with the body. As for any other request, errors are reported once the limits are known. */
export const receiveKey =
  (keyIn: KeyIn, presentedKey: (key: string) => Presented): Step =>
  async (exchange) => {
    if (exchange.error) return undefined
    try {
      await receiveBody(exchange)
      exchange.body = exchange.route?.checkBody?.(exchange.body)
      exchange.presented = presentedKey(keyIn(exchange.body, exchange.request.headers.authorization))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      exchange.bodyError = error
    }
    return undefined
  }

export const reportBody: Step = ({ bodyError }) => {
  if (bodyError) throw bodyError
}
