import { EventEmitter } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { systemClock } from '../clock.ts'
import { type HttpSocket, writeHead } from './node-internals.ts'

/** How long a connection may be idle: longer than the minute after which balancers usually give one up. */
export const KEEP_ALIVE_MS = 65_000
/** What Node adds to what it tells its clients, so that none sends into the closing of its connection. */
const IDLE_MARGIN_MS = 1_000

/** A response, whole or a stream: which of both is known only once it is sent. */
export type HttpResponse = DirectResponse | ServerResponse
export type Handle = (request: IncomingMessage, response: HttpResponse) => void

/** The body of a response, and how much it is; without `bytes`, nothing is said of its length. */
type Content = { bytes: number | undefined; body: string | Buffer | undefined }

/**
 * Handles requests that are a head and no more, as most are, with responses that go to the socket in one piece. Node's own
 * is a stream with all that belongs to one: a sixth of the CPU of a cached list.
 */
export const directResponses = (server: Server, handle: Handle) => {
  let isWanted = true
  let handedOver: IncomingMessage | undefined
  // A response that ends its connection is Node's.
  server.once('retire', () => {
    isWanted = false
  })

  return {
    /** Whether a request has been under way before Node made its response. */
    wasHandedOver: (request: IncomingMessage): boolean => request === handedOver,

    of(socket: HttpSocket) {
      let hasTimeout = false
      const startTimeout = () => {
        socket.setTimeout(KEEP_ALIVE_MS + IDLE_MARGIN_MS)
        hasTimeout = true
      }
      /** With a response under way the connection is not idle; and behind its own responses Node looks by itself. */
      const leaveTimeout = () => {
        if (hasTimeout) socket.setTimeout(0)
        hasTimeout = false
      }
      socket.once('close', () => {
        const due = socket._httpMessage
        if (due instanceof DirectResponse) due.close()
      })
      return {
        leaveTimeout,

        /** As `onHead` of `watchParser`. */
        onHead(request: IncomingMessage, handOver: (() => ServerResponse) | undefined): boolean {
          if (!handOver || !isWanted) {
            leaveTimeout()
            return false
          }
          const toNode = () => {
            leaveTimeout()
            handedOver = request
            const response = handOver()
            handedOver = undefined
            return response
          }
          const response = new DirectResponse(request, socket, { toNode, freed: startTimeout })
          handle(request, response)
          // Most are out by now.
          if (!response.finished) socket._httpMessage = response
          if (socket._httpMessage) leaveTimeout()
          else if (!hasTimeout) startTimeout()
          return true
        },
      }
    },
  }
}

type Connection = {
  /** Has Node make the response. */
  toNode: () => ServerResponse
  /** It is free for the next request. */
  freed: () => void
}

/**
 * The response to a request that is a head and no more, on a connection that stays. Its fields are all set by the
 * constructor, as to initialize them is one function more for each request.
 */
export class DirectResponse extends EventEmitter {
  declare readonly req: IncomingMessage
  /** What Node asks of the response under way: whether all of it was written, and whether the connection ends with it. */
  declare finished: boolean
  declare _last: boolean
  /** It is out, or the connection is gone. */
  declare destroyed: boolean
  declare private status: number
  declare private readonly socket: HttpSocket
  declare private readonly connection: Connection
  /** What Node made of it. */
  declare private stream: ServerResponse | undefined

  constructor(req: IncomingMessage, socket: HttpSocket, connection: Connection) {
    super()
    this.req = req
    this.finished = false
    this._last = false
    this.destroyed = false
    this.status = 200
    this.socket = socket
    this.connection = connection
    this.stream = undefined
  }

  get statusCode(): number {
    return this.stream?.statusCode ?? this.status
  }
  get headersSent(): boolean {
    return this.stream?.headersSent ?? this.finished
  }
  get writableEnded(): boolean {
    return this.stream?.writableEnded ?? this.finished
  }

  /** Sends all of it; `lines` are header fields (`fieldLines`). */
  send(status: number, lines: string, { bytes, body }: Content): void {
    if (this.finished) throw new Error('this response has been sent')
    this.status = status
    this.finished = true
    const { socket } = this
    // Whoever ended it closes it.
    if (!socket.writable) return
    const length = bytes === undefined ? '' : `content-length: ${bytes}\r\n`
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}${length}${date ?? newDate()}${KEPT}\r\n`
    if (body === undefined) socket.write(head, 'latin1')
    else if (typeof body === 'string') socket.write(head + body)
    else {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(body)
      socket.uncork()
    }
    if (socket.writableLength > 0) {
      // The next request waits until the client has taken it.
      socket._httpMessage = this
      socket.write('', 'latin1', () => this.end())
    } else if (socket._httpMessage === this || this.listenerCount('close') > 0) this.end()
    else if (socket.parser?.incoming === this.req) socket.parser.incoming = null
  }

  /** The same response as Node makes one. */
  toStream(): ServerResponse {
    if (this.finished) throw new Error('this response has been sent')
    this.finished = true
    this.socket._httpMessage = null
    const stream = this.connection.toNode()
    // Node cannot tell it any more that the connection is gone.
    if (this.destroyed) stream.destroyed = true
    stream.once('close', () => this.close())
    this.stream = stream
    return stream
  }

  /** Nobody waits for it: a request that says so has a body. */
  writeContinue(): void {}

  destroy(): void {
    this.socket.destroy()
  }

  close(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('close')
  }

  private end(): void {
    const { socket } = this
    socket._httpMessage = null
    this.connection.freed()
    if (socket.parser?.incoming === this.req) socket.parser.incoming = null
    if (this._last) socket.destroySoon()
    // Not before the request has been handled, as with Node.
    if (this.listenerCount('close') > 0) process.nextTick(() => this.close())
  }
}

/** What Node says of a connection that stays. */
const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n`

let date: string | undefined

/** The line with the time, good for this second. */
const newDate = (): string => {
  const nowMs = systemClock.nowMs()
  setTimeout(
    () => {
      date = undefined
    },
    1_000 - (nowMs % 1_000),
  ).unref()
  date = `Date: ${new Date(nowMs).toUTCString()}\r\n`
  return date
}

/** The same of a response that Node has made. */
export const sendByNode = (
  response: ServerResponse,
  status: number,
  lines: string,
  { bytes, body }: Content,
): void => {
  writeHead(response, status, lines, bytes)
  response.end(body)
}

/** For what is written piece by piece. */
export const streamOf = (response: HttpResponse): ServerResponse =>
  response instanceof DirectResponse ? response.toStream() : response
