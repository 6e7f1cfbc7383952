import { hash } from 'node:crypto'
import { protocolError } from './http-error.ts'
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
  if (resource === undefined) throw protocolError('precondition_failed')
  if (ifMatch.trim() === '*') return
  // Strong comparison: a weak tag matches nothing (RFC 9110 section 13.1.1).
  const tags: string[] = ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? []
  if (!tags.includes(etagOfResource(resource))) throw protocolError('precondition_failed')
}

/** Whether a client that sends this `If-None-Match` has that version already. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && names(ifNoneMatch, etag)

/** Weak comparison, as If-None-Match asks for (RFC 9110 section 13.1.2). */
const names = (list: string, etag: string): boolean =>
  list.trim() === '*' ||
  (list.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === etag)
