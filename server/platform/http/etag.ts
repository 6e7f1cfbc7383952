import { hash } from 'node:crypto'
import { protocolError } from './http-error.ts'
import { stringifyJson } from './json.ts'

/** A strong validator of exactly this text (RFC 9110 section 8.8.3). */
export const etagOf = (text: string): string =>
  `"${hash('sha256', text, 'base64url').slice(0, 22)}"`

/** The same of a text that is sent compressed: other bytes, of the same version. */
export const encodedEtag = (etag: string, encoding: string): string =>
  `${etag.slice(0, -1)}~${encoding}"`

const withoutEncoding = (tag: string): string => tag.replace(/~(?:br|gzip)"$/, '"')

/**
 * The ETag of a resource. Where it shows something that nobody changes, as when it was last used, `version` is all the
 * rest: its digest then stands before that of the text.
 */
export const etagOfResource = (resource: object, version: object = resource): string => {
  const [text, part] = [stringifyJson(resource), stringifyJson(version)]
  return text === part ? etagOf(text) : `${etagOf(part).slice(0, -1)}.${etagOf(text).slice(1)}`
}

/**
 * Throws `precondition_failed` when a client requires (`If-Match`) another version of a resource than there is;
 * `version` is the resource as that client is shown it, without what changes by itself; undefined when it does not exist.
 */
export const checkIfMatch = (ifMatch: string | undefined, version: object | undefined): void => {
  if (ifMatch === undefined) return
  if (version === undefined) throw protocolError('precondition_failed')
  if (ifMatch.trim() === '*') return
  // Strong comparison: a weak tag matches nothing (RFC 9110 section 13.1.1).
  const tags: string[] = ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? []
  const current = etagOfResource(version)
  if (!tags.some((tag) => ofVersion(tag) === current)) throw protocolError('precondition_failed')
}

/** Without what may have changed by itself, in whichever encoding it was sent. */
const ofVersion = (sent: string): string => {
  const tag = withoutEncoding(sent)
  const end = tag.indexOf('.')
  return end < 0 ? tag : `${tag.slice(0, end)}"`
}

/** Whether a client that sends this `If-None-Match` has that version already, in any encoding. */
export const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  // Weak comparison, as If-None-Match asks for (RFC 9110 section 13.1.2).
  ifNoneMatch.trim() === '*' ||
  (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some(
    (tag) => withoutEncoding(tag.replace(/^W\//, '')) === etag,
  )
