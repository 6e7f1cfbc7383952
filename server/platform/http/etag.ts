import { hash } from 'node:crypto'
import type { onSendHookHandler } from 'fastify'

/** A strong validator of exactly this text (RFC 9110 section 8.8.3). */
export const etagOf = (text: string): string =>
  `"${hash('sha256', text, 'base64url').slice(0, 22)}"`

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
