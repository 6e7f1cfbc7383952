import { once } from 'node:events'
import { STATUS_CODES } from 'node:http'
import { refuseBody } from './body.ts'
import { commonHeaders } from './cors.ts'
import { type HttpError, protocolError } from './http-error.ts'
import { closeLingering } from './lingering-close.ts'
import type { HttpSocket } from './node-internals.ts'
import { MAX_URL_LENGTH } from './request-head.ts'

/** A request line has a method and a version beside its URL. */
const LONGEST_LINE = MAX_URL_LENGTH + 'M-SEARCH  HTTP/1.1\r'.length

export type ParserError = Error & { code?: string }

/** What comes after a request that asked for the end of its connection is not for us to judge. */
export const isAfterLast = ({ code }: ParserError): boolean => code === 'HPE_CLOSED_CONNECTION'

/** What Node's HTTP parser or its timers found, in the words of this API. */
export const parserFault = ({ code, message }: ParserError, lineBytes: number): HttpError => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return protocolError(lineBytes > LONGEST_LINE ? 'uri_too_long' : 'headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return protocolError('request_timeout')
    default:
      // llhttp's reasons speak of the protocol, never of what the client sent.
      return protocolError('malformed_request', {
        message: `The request is not well-formed HTTP: ${message.replace(/^Parse Error: /, '')}.`,
      })
  }
}

/**
 * Responds on a connection that never became a request, with what every other error carries, and closes it. Says
 * whether there was anybody left to respond to.
 */
export const sendRawError = async (
  socket: HttpSocket,
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
  const due = await atFault(socket)
  // The request was at fault only after its response had begun, which says that it is the last.
  if (due?.headersSent) return false
  if (due && refuseBody(due.req, error)) return false
  if (!socket.writable) return false
  const { type, body } = contentFor(due?.req.url)
  const fields = {
    ...commonHeaders,
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

/**
 * The response to the request at fault, if it has come as far as that. The whole requests before it are responded to
 * first (RFC 9112 section 9.3.2): a client must not take this error for the outcome of one of them.
 */
const atFault = async (socket: HttpSocket): Promise<HttpSocket['_httpMessage']> => {
  let due = socket._httpMessage
  while (due?.req.complete && !socket.destroyed) {
    await once(due, 'close')
    due = socket._httpMessage
  }
  return due
}
