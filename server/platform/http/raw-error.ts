import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refuseBody } from './body.ts'
import { commonHeaders, isolation } from './cors.ts'
import { type HttpError, protocolError } from './http-error.ts'
import { closeLingering } from './lingering-close.ts'
import type { RequestQueues } from './request-queue.ts'

/** Of a packet, this much can belong to a head that is too long. */
const MAX_HEADER_BYTES = 32 * 1024
/**
 * A URL without an end, from its method or, where that came in an earlier packet, from anywhere in it. A header field that
 * is as long and has no space looks the same there.
 */
const ENDLESS_URL = /^\s*(?:[A-Z-]{1,20} )?[^\s]*$/

/** `rawPacket` is what the parser read last, and `bytesParsed` how much of it came before the fault. */
type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number }

/** Bytes that follow a request that asked for the end of its connection. */
export const isAfterLast = ({ code }: ParserError): boolean => code === 'HPE_CLOSED_CONNECTION'

/** Turns what Node's HTTP parser or its timers found into an error of this API. */
export const parserFault = (error: ParserError): HttpError => {
  const { code, message } = error
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return protocolError(isInUrl(error) ? 'uri_too_long' : 'headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return protocolError('request_timeout')
    default:
      // llhttp's reasons speak of the protocol, never of what the client sent.
      return protocolError('malformed_request', {
        message: `The request is not well-formed HTTP: ${message.replace(/^Parse Error: /, '')}.`,
      })
  }
}

const isInUrl = ({ rawPacket, bytesParsed = MAX_HEADER_BYTES }: ParserError): boolean =>
  rawPacket !== undefined &&
  ENDLESS_URL.test(rawPacket.toString('latin1', 0, Math.min(bytesParsed, MAX_HEADER_BYTES)))

/**
 * Responds on a connection that never became a request, with what every other error carries, and closes it. Says
 * whether there was anybody left to respond to.
 */
export const sendRawError = async (
  { socket, queues }: { socket: Socket; queues: Pick<RequestQueues, 'incomplete'> },
  error: HttpError,
  {
    requestId,
    contentFor,
    headers,
  }: {
    requestId: string
    /** What is sent of the error, by the URL where that is known. */
    contentFor: (url: string | undefined) => { type: string; body: string }
    headers: Record<string, string>
  },
): Promise<boolean> => {
  // Earlier requests get their responses first (RFC 9112 section 9.3.2): a client must not take this error for the
  // outcome of one of them.
  const due = await queues.incomplete(socket)
  // The request was at fault only after its response had begun, which says that it is the last.
  if (due?.response.headersSent) return false
  if (due && refuseBody(due.request, error)) return false
  if (!socket.writable) return false
  const { type, body } = contentFor(due?.request.url)
  const fields = {
    ...commonHeaders,
    ...Object.fromEntries([isolation]),
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const { statusCode } = error
  socket.write(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${head.join('')}\r\n${body}`)
  closeLingering(socket)
  return true
}
