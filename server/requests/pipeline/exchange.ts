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
import type { Reply } from '../api/reply.ts'
import type { Surface } from '../api/surface.ts'
import { type Author, authorOf } from '../author/author.ts'
import type { Decision } from '../rate-limits/limiter.ts'
import type { Policy } from '../rate-limits/policy.ts'
import type { Place, Route } from './router.ts'

/**
 * The result of a step: nothing, and the next step follows; a reply, which ends the request; or it throws, which also
 * ends it. A promise of these is awaited. A step that need not wait returns no promise, so that a request with
 * nothing to wait for gets its response in the same turn of the event loop.
 */
export type Step = (exchange: Exchange) => Outcome | Promise<Outcome>
export type Outcome = Reply | undefined

type About = {
  requestId: string
  startedAtMs: number
  addressOf: (request: IncomingMessage) => string
  steps?: readonly Step[]
}

/** One request and its response, with what the steps of the pipeline have found out by now. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** Path and query as they were sent, without what was dropped of the query. */
  url: string
  readonly headers: IncomingHttpHeaders
  readonly isRead: boolean
  readonly requestId: string
  /** Steady time. */
  readonly startedAtMs: number
  /** The steps to run, in order. */
  steps: readonly Step[]
  readonly #addressOf: (request: IncomingMessage) => string

  /** Where the client reaches this server. */
  origin = ''
  /** The API it is for, where requests are counted and responses carry limits; undefined elsewhere. */
  surface: Surface | undefined
  /** Whether it is for what only our own pages may ask, so that responses say nothing to pages of others. */
  isForVisitors = false
  /** What is at its path, whatever the method. */
  place: Place | undefined
  /** Where nothing is there: the path without its last slash, if something is there. */
  pathWithoutSlash: string | undefined
  /** The operation there, of the request's own method. */
  route: Route | undefined
  /** Writes a value by the schema of its success. */
  write: Route['write'] | undefined
  /** Its credential, where that was in its body. */
  presented: Presented | undefined
  caller: Caller | undefined
  /** The error of its response, once its limits are known. */
  error: HttpError | undefined
  /** What was decided of it by which limits, as its response says. */
  decision: Decision | undefined
  policy: Policy | undefined
  /** Whether it uses up its limits. */
  isCounted = false
  /** As the path has them, and then as the operation's schema does. */
  params: Readonly<Record<string, unknown>> = {}
  query: unknown
  /** The client prefers unknown parameters to be dropped. */
  isLenient = false
  body: unknown
  /** What is wrong with a body that was read before the limits were known. */
  bodyError: HttpError | undefined
  /** Header fields that each response of a deprecated operation carries. */
  deprecation: readonly string[] | undefined
  /** Throws where its caller may not do this any more: a file may take minutes to come. */
  recheckCaller: (() => Promise<void>) | undefined

  constructor(request: IncomingMessage, response: ServerResponse, about: About) {
    this.request = request
    this.response = response
    this.method = request.method ?? ''
    this.url = request.url ?? ''
    this.headers = request.headers
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
    if (!caller) throw new Error('only a caller can be named as an author')
    return authorOf({ caller, requestId, address })
  }
  beforeFile<T>(work: () => Promise<T>): Promise<T> {
    return beforeReceiving(this.request.socket, work)
  }
  async receiveFile(watch?: UploadWatch): Promise<ReceivedFile> {
    const upload = this.route?.operation.upload
    if (!upload) throw new Error('this operation takes no file')
    await using received = new AsyncDisposableStack()
    const file = received.use(await receiveFile(this.request, this.response, upload, watch))
    await this.recheckCaller?.()
    received.move()
    return file
  }
}

// The steps that receive what a request carries. A GET takes none of them.

export const receiveBody: Step = (exchange) => {
  const { request, response, route } = exchange
  const fault = bodyFault(request, route?.operation.takes)
  if (fault) throw fault
  return readBody(request, response).then((body): undefined => {
    exchange.body = body
  })
}

/** The file itself is read when everything else is known to be right. */
export const checkUpload =
  (upload: FileUpload): Step =>
  ({ request }) => {
    const fault = uploadFault(request, upload)
    if (fault) throw fault
  }

/** A key in the body: whatever is wrong with that is said once the limits are known, as of any other request. */
export const receiveKey =
  (keyIn: (body: unknown) => string, presentedKey: (key: string) => Presented): Step =>
  async (exchange) => {
    if (exchange.error) return undefined
    try {
      await receiveBody(exchange)
      exchange.body = exchange.route?.checkBody?.(exchange.body)
      exchange.presented = presentedKey(keyIn(exchange.body))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      exchange.bodyError = error
    }
    return undefined
  }

export const reportBody: Step = ({ bodyError }) => {
  if (bodyError) throw bodyError
}
