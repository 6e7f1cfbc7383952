import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { commonHeaders } from './cors.ts'
import { ApiError, errorBody } from './errors.ts'
import { stringifyJson } from './json.ts'

/** How long a client that goes on sending has to read the answer. */
const LINGER_MS = 500

type ParserError = Error & { code?: string }

/** What Node's HTTP parser or its timers found, in the words of this API. */
export const parserFault = ({ code, message }: ParserError): ApiError => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout')
    default:
      // llhttp's reasons speak of the protocol, never of what the client sent.
      return new ApiError('malformed_request', {
        message: `The request is not well-formed HTTP: ${message.replace(/^Parse Error: /, '')}.`,
      })
  }
}

/**
 * Answers on a connection that never became a request, with what every other error carries, and closes it. Tells
 * whether there was anybody left to answer.
 */
export const sendRawError = async (
  socket: Socket,
  error: ApiError,
  requestId: string,
  headers: Record<string, string>,
): Promise<boolean> => {
  await earlierAnswers(socket)
  if (!socket.writable) {
    socket.destroy()
    return false
  }
  const body = stringifyJson(errorBody(error, requestId))
  const fields = {
    ...commonHeaders,
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const { statusCode } = error
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${head.join('')}\r\n${body}`)
  // A client that goes on sending must not keep the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  return true
}

/** Node's own handler of these errors looks there too, for the answer that is due next. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }

/**
 * The whole requests before the fault are answered first (RFC 9112 section 9.3.2): a client must not take this error
 * for the outcome of one of them. A request that is itself at fault is never whole.
 */
const earlierAnswers = async (socket: HttpSocket): Promise<void> => {
  let due = socket._httpMessage
  while (due?.req.complete && !socket.destroyed) {
    await new Promise((resolve) => due?.once('close', resolve))
    due = socket._httpMessage
  }
}
