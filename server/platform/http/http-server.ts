import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { announcesBody, closeUnlessRead } from './body.ts'
import { directResponses, type Handle, KEEP_ALIVE_MS } from './direct-response.ts'
import { endBehindResponse } from './lingering-close.ts'
import { isAfterLast } from './raw-error.ts'
import { requestTurns } from './request-turns.ts'
import { dropStalled, type StallOptions } from './stalled-clients.ts'

// Headers within 5 s and the whole request within 8 s: with the check each half second, a client that trickles is gone
// well within 10 s.
const HEADERS_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 8_000
const TIMEOUT_CHECK_MS = 500
const MAX_HEADER_BYTES = 32 * 1024

const options: ServerOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  // A request without Host is answered by `requestFault`, in the shape every error has.
  requireHostHeader: false,
  // Saves what a stream costs that has nothing to read.
  optimizeEmptyRequests: true,
}

export type HttpServer = {
  server: Server
  /** Length of the request line of a head that could not be read, as far as it has come. */
  lineBytes: (socket: Socket) => number
}

/**
 * Node's server, held to what one client may do to others: one request at a time for each connection, no body that
 * nobody reads, and nobody waits for a client that takes nothing.
 */
export const createHttpServer = (handle: Handle, stall: StallOptions): HttpServer => {
  const server = createServer(options)
  const direct = directResponses(server, handle)
  const turns = requestTurns(server, direct)
  const receive: RequestListener = (request, response) => {
    if (direct.wasHandedOver(request)) return
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    if ((length !== undefined || coding !== undefined) && announcesBody(request)) {
      turns.expectBody(request)
      closeUnlessRead(request, response)
    }
    handle(request, response)
  }
  server.on('request', receive)
  // Whether a body is wanted shows later, where the client is then told; and an expectation that we do not know is no
  // reason to refuse (RFC 9110 section 10.1.1).
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response))
  }
  server.on('connect', (_request, socket) => {
    // Node has taken its own listener away: a reset would end the process.
    socket.on('error', () => {})
    server.emit('clientError', new Error('CONNECT is not served here'), socket)
  })
  server.on('clientError', (error, socket) => {
    if (isAfterLast(error)) endBehindResponse(socket as Socket)
  })
  // 0 is no limit: past it, Node would drop header fields without a word.
  server.maxHeadersCount = 0
  // Else a client that ends its side with its last request would miss a response that takes a moment.
  Object.assign(server, { httpAllowHalfOpen: true })
  dropStalled(server, stall)
  return { server, lineBytes: turns.lineBytes }
}
