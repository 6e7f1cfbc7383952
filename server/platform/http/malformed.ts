import type { IncomingMessage } from 'node:http'
import { type HttpError, protocolError } from './http-error.ts'

/** Longest URL that is read, in characters. */
export const MAX_URL_LENGTH = 8_192

/** Header fields that mean one thing: of two, one would have to be ignored. */
const singletons = ['host', 'authorization', 'content-type', 'idempotency-key', 'if-match']
/** By the length of the name, which tells them apart: a cheap look at each field of each request. */
const singletonOfLength = new Map(
  singletons.map((name, place) => [name.length, { name, bit: 1 << place }]),
)

const validHost = /^(?:[\w.~%!$&'()*+,;=-]+|\[[\da-f:.%\w]+\])(?::\d{1,5})?$/i

/** Whether it is a host name or address, with or without a port. */
export const isHost = (text: string): boolean => validHost.test(text)

/** What is wrong with a request that Node's parser let through (RFC 9112 section 3.2, RFC 9110 section 5.3). */
export const requestFault = (request: IncomingMessage): HttpError | undefined => {
  const { rawHeaders, httpVersion, url = '' } = request
  let seen = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at] ?? ''
    const singleton = singletonOfLength.get(raw.length)
    if (singleton === undefined || raw.toLowerCase() !== singleton.name) continue
    if (seen & singleton.bit) return malformed(singleton.name, 'must not be sent twice')
    seen |= singleton.bit
  }
  const { host, 'transfer-encoding': coding } = request.headers
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    return malformed('transfer-encoding', 'must be chunked and nothing else')
  }
  if (host === undefined) {
    return httpVersion === '1.1' ? malformed('host', 'is required') : undefined
  }
  if (host !== lastValidHost) {
    if (!validHost.test(host)) return malformed('host', 'must be a host name with an optional port')
    lastValidHost = host
  }
  return url.length > MAX_URL_LENGTH ? protocolError('uri_too_long') : undefined
}

/** Almost every request names the host that the one before it named. */
let lastValidHost = ''

const malformed = (field: string, message: string): HttpError =>
  field === 'idempotency-key'
    ? protocolError('invalid_idempotency_key', { errors: [{ field, code: 'repeated', message }] })
    : protocolError('malformed_request', {
        message: `The ${field} header ${message}.`,
        errors: [
          { field, code: message === 'is required' ? 'required' : 'invalid_value', message },
        ],
      })
