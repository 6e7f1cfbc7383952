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
/** How long a connection may be idle. Load balancers usually close theirs after 60 s, and ours must outlast that. */
const KEEP_ALIVE_MS = 65_000

const options: ServerOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  // `requestFault` responds to a request without Host, in the format of every other error.
  requireHostHeader: false,
  // Saves creating a stream when there is nothing to read.
  optimizeEmptyRequests: true,
  // A request with a body is served normally, even if it offers an upgrade.
  shouldUpgradeCallback: (request) => !announcesBody(request),
}

export type HttpServer = { server: Server; queues: RequestQueues }

/**
 * Creates Node's server with limits on what one client may do to others: each connection has one request in progress
 * at a time, and clients that do not read are disconnected.
 */
export const createHttpServer = (handle: Handle, { stallMs }: { stallMs: number }): HttpServer => {
  const server = createServer(options)
  const queues = requestQueues(server, handle, (request) => watchChunks(request))
  // The pipeline decides whether the body is wanted, and sends `100 Continue` then. An unknown expectation does not
  // justify rejecting a request (RFC 9110 section 10.1.1).
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response))
  }
  server.on('connect', (_request, socket) => {
    // Node has removed its own listener, and an unhandled error would end the process.
    socket.on('error', () => {})
    server.emit('clientError', new Error('CONNECT is not served here'), socket)
  })
  server.on('upgrade', (request, socket, rest) => void declineUpgrade(request, socket as Socket, rest))
  server.on('connection', (socket) => {
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => closeLingering(socket)
  })
  server.on('clientError', (error, socket) => {
    if (isAfterLast(error)) void endBehindResponses(socket as Socket)
  })
  /**
   * If a request offers another protocol and its chunks are malformed, Node's parser stops reading without an error.
   * So chunks that stop for a second while we wait for them count as malformed.
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
  const declineUpgrade = async (request: IncomingMessage, socket: Socket, rest: Buffer): Promise<void> => {
    socket.pause()
    await queues.incomplete(socket)
    if (!socket.readable) return
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest]))
    server.emit('connection', socket)
    socket.resume()
  }
  /** Ends a connection from which Node reads nothing more, for example after a `Connection: close` among trailers. */
  const endBehindResponses = async (socket: Socket): Promise<void> => {
    if (!queues.stop(socket)) return
    await queues.incomplete(socket)
    closeLingering(socket)
  }
  // 0 means no limit: beyond one, Node would silently drop header fields.
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
