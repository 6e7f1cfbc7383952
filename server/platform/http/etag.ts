import { hash } from 'node:crypto'
import type { FastifyReply, onSendHookHandler } from 'fastify'
import { ApiError } from './errors.ts'
import { stringifyJson } from './json.ts'

/** A strong validator of exactly this text (RFC 9110 section 8.8.3). */
export const etagOf = (text: string): string =>
  `"${hash('sha256', text, 'base64url').slice(0, 22)}"`

/** The ETag of a resource: of the text it is sent as. */
const etagOfResource = (resource: object): string => etagOf(stringifyJson(resource))

/**
 * Throws `precondition_failed` when a client requires (`If-Match`) another version of a resource than there is;
 * `resource` is as that client is shown it, and undefined when it does not exist.
 */
export const checkIfMatch = (ifMatch: string | undefined, resource: object | undefined): void => {
  if (ifMatch === undefined) return
  if (resource === undefined) throw new ApiError('precondition_failed')
  if (ifMatch.trim() === '*') return
  // Strong comparison: a weak tag matches nothing (RFC 9110 section 13.1.1).
  const tags: string[] = ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? []
  if (!tags.includes(etagOfResource(resource))) throw new ApiError('precondition_failed')
}

/** Sends one resource, with the ETag of this version whatever the method. */
export const sendResource = (reply: FastifyReply, resource: object, status = 200): FastifyReply =>
  sendText(reply, stringifyJson(resource), status)

export const sendText = (
  reply: FastifyReply,
  text: string,
  status = 200,
  etag = etagOf(text),
): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('etag', etag)
    .send(text)

/** Gives every successful read its ETag, and 304 to a client that already has it. */
export const conditionalRead: onSendHookHandler = (request, reply, payload, done) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
  if (request.method !== 'GET' && request.method !== 'HEAD') return done(null, payload)
  let etag = reply.getHeader('etag')
  if (etag === undefined) {
    etag = etagOf(payload)
    reply.header('etag', etag)
  }
  const known = request.headers['if-none-match']
  if (known === undefined || !names(known, String(etag))) return done(null, payload)
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return done(null, '')
}

/** Weak comparison, as If-None-Match asks for (RFC 9110 section 13.1.2). */
const names = (list: string, etag: string): boolean =>
  list.trim() === '*' ||
  (list.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === etag)
