import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { rejectBody } from './body.ts'
import { commonHeaders, isolation } from './cors.ts'
import { type HttpError, protocolError } from './http-error.ts'
import { closeLingering } from './lingering-close.ts'
import type { RequestQueues } from './request-queue.ts'

/** How much of a packet can belong to a head that is too long. */
const MAX_HEADER_BYTES = 32 * 1024
/**
 * A URL without an end: the packet begins with its method or, if that came in an earlier packet, anywhere in the URL.
 * An equally long header field without a space looks the same.
 */
const ENDLESS_URL = /^\s*(?:[A-Z-]{1,20} )?[^\s]*$/

/** `rawPacket` is the last packet that the parser read, and `bytesParsed` the number of its bytes before the fault. */
type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number }

/** Whether these bytes follow a request that asked to close its connection. */
export const isAfterLast = ({ code }: ParserError): boolean => code === 'HPE_CLOSED_CONNECTION'

/** Converts an error of Node's HTTP parser or timers to an error of this API. */
export const parserFault = (error: ParserError): HttpError => {
  const { code, message } = error
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return protocolError(isInUrl(error) ? 'uri_too_long' : 'headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return protocolError('request_timeout')
    default:
      // llhttp's messages describe the protocol and never quote the client.
      return protocolError('malformed_request', {
        message: `The request is not well-formed HTTP: ${message.replace(/^Parse Error: /, '')}.`,
      })
  }
}

const isInUrl = ({ rawPacket, bytesParsed = MAX_HEADER_BYTES }: ParserError): boolean =>
  rawPacket !== undefined && ENDLESS_URL.test(rawPacket.toString('latin1', 0, Math.min(bytesParsed, MAX_HEADER_BYTES)))

/**
 * Sends an error, with the same headers as any other, on a connection that never became a request, and closes it.
 * Returns whether there was still a client to respond to.
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
    /** The content of the response; the URL is passed if it is known. */
    contentFor: (url: string | undefined) => { type: string; body: string }
    headers: Record<string, string>
  },
): Promise<boolean> => {
  // Earlier requests get their responses first (RFC 9112 section 9.3.2), so that the client does not take this error
  // for one of those.
  const due = await queues.incomplete(socket)
  // The fault was found after the response had begun, and that response says that it is the last.
  if (due?.response.headersSent) return false
  if (due && rejectBody(due.request, error)) return false
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
