import { hash } from 'node:crypto'
import { protocolError } from './http-error.ts'
import { stringifyJson } from './json.ts'

/** A strong validator for this text (RFC 9110 section 8.8.3). */
export const etagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`

/** The ETag for a compressed form of the text: same version, different bytes. */
export const encodedEtag = (etag: string, encoding: string): string => `${etag.slice(0, -1)}~${encoding}"`

const withoutEncoding = (tag: string): string => tag.replace(/~(?:br|gzip)"$/, '"')

/**
 * Returns the ETag of a resource. If the resource has fields that change on their own, such as when it was last used,
 * pass it without them as `version`: its digest then comes first in the ETag, so that `If-Match` can ignore those
 * fields.
 */
export const etagOfResource = (resource: object, version: object = resource): string => {
  const [text, part] = [stringifyJson(resource), stringifyJson(version)]
  return text === part ? etagOf(text) : `${etagOf(part).slice(0, -1)}.${etagOf(text).slice(1)}`
}

/**
 * Throws `precondition_failed` if the client requires (`If-Match`) another version of a resource than the current one.
 * `version` is the resource as this client sees it, without fields that change on their own; undefined if the resource
 * does not exist.
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

/** Strips the digest of fields that change on their own, and the suffix of the encoding. */
const ofVersion = (sent: string): string => {
  const tag = withoutEncoding(sent)
  const end = tag.indexOf('.')
  return end < 0 ? tag : `${tag.slice(0, end)}"`
}

/** Whether the client's `If-None-Match` names this version, in any encoding. */
export const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  // `If-None-Match` uses weak comparison (RFC 9110 section 13.1.2).
  ifNoneMatch.trim() === '*' ||
  (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => withoutEncoding(tag.replace(/^W\//, '')) === etag)
