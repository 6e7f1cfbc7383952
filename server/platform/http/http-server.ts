import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody } from './body.ts'
import { closeLingering } from './lingering-close.ts'
import { isAfterLast } from './raw-error.ts'
import { type Handle, type RequestQueues, requestQueues } from './request-queue.ts'
import { dropStalled } from './stalled-clients.ts'

// Headers within 5 s and the whole request within 8 s: with a check each half second, a client that trickles is gone
// well within 10 s.
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 8_000
const TIMEOUT_CHECK_MS = 500
const MAX_HEADER_BYTES = 32 * 1024
const CHUNKS_IDLE_MS = 1_000
/** How long a connection may be idle: longer than the minute after which balancers usually close one. */
const KEEP_ALIVE_MS = 65_000

const options: ServerOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  // `requestFault` responds to a request without Host, in the format of every other error.
  requireHostHeader: false,
  // Saves the cost of a stream that has nothing to read.
  optimizeEmptyRequests: true,
  // A request with a body is served as it is.
  shouldUpgradeCallback: (request) => !announcesBody(request),
}

export type HttpServer = { server: Server; queues: RequestQueues }

/**
 * Node's server, with limits to what one client may do to others: one request at a time for each connection, and no
 * waiting for clients that take nothing.
 */
export const createHttpServer = (handle: Handle, { stallMs }: { stallMs: number }): HttpServer => {
  const server = createServer(options)
  const queues = requestQueues(server, handle, (request) => watchChunks(request))
  // The pipeline decides whether a body is wanted, and tells the client then. An unknown expectation is no reason to
  // reject a request (RFC 9110 section 10.1.1).
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response))
  }
  server.on('connect', (_request, socket) => {
    // Node has removed its own listener, and an error without one would end the process.
    socket.on('error', () => {})
    server.emit('clientError', new Error('CONNECT is not served here'), socket)
  })
  server.on(
    'upgrade',
    (request, socket, rest) => void declineUpgrade(request, socket as Socket, rest),
  )
  server.on('connection', (socket) => {
    // Node calls this when the last response of a connection is out.
    socket.destroySoon = () => closeLingering(socket)
  })
  server.on('clientError', (error, socket) => {
    if (isAfterLast(error)) void endBehindResponses(socket as Socket)
  })
  /**
   * Node's parser does not say when the chunks of a request that offers another protocol are malformed: it reads nothing
   * more. So chunks that stop coming for a second, although we wait for them, count as malformed.
   */
  const watchChunks = (request: IncomingMessage): void => {
    const { socket } = request
    let bytesRead = 0
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer)
      const isWaiting = !socket.isPaused() && request.readableLength < request.readableHighWaterMark
      if (!isWaiting || socket.bytesRead > bytesRead) bytesRead = socket.bytesRead
      else {
        clearInterval(timer)
        server.emit('clientError', new Error('Parse Error: Invalid chunk'), socket)
      }
    }, CHUNKS_IDLE_MS / 2)
    timer.unref()
  }
  /** Serves the request as if it had offered no other protocol. Node would drop what arrived together with it. */
  const declineUpgrade = async (
    request: IncomingMessage,
    socket: Socket,
    rest: Buffer,
  ): Promise<void> => {
    socket.pause()
    await queues.incomplete(socket)
    if (!socket.readable) return
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest]))
    server.emit('connection', socket)
    socket.resume()
  }
  /** Node reads nothing more on this connection, also because of a `Connection: close` among trailers. */
  const endBehindResponses = async (socket: Socket): Promise<void> => {
    if (!queues.stop(socket)) return
    await queues.incomplete(socket)
    closeLingering(socket)
  }
  // 0 is no limit: above one, Node would silently drop header fields.
  server.maxHeadersCount = 0
  dropStalled(server, { stallMs, isIdle: queues.isIdle })
  return { server, queues }
}

const headWithoutUpgrade = ({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer => {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (name.toLowerCase() !== 'upgrade') head += `${name}: ${value}\r\n`
  }
  return Buffer.from(`${head}\r\n`, 'latin1')
}
