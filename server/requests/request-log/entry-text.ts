import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Fault } from '../../platform/http/http-error.ts'

// The log holds nothing that people typed. These functions decide what may be stored of a request.

export const UNKNOWN = '(unknown)'

/** The operation's path with its ids. Other parameters keep their name in braces. */
export const pathOf = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.includes('{') ? path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => idIn(params[name]) ?? braces) : path

const integer = /^(?:0|-?[1-9]\d{0,18})$/
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const idIn = (value: unknown): string | undefined => {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  return typeof value === 'string' && (integer.test(value) || uuid.test(value)) ? value : undefined
}

/** The first two parts of a path that belongs to no operation. */
export const unknownPathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  const [, first = '', second] = (end < 0 ? url : url.slice(0, end)).split('/', 3)
  return `/${[first, second].flatMap((part) => (part ? [partOf(part)] : [])).join('/')}`
}

/** Parts of our paths are short names, and versions such as v1. */
const partOf = (part: string): string => (/^(?:v\d|[a-z][a-z_-]{0,31}(?::[a-z]{1,16})?)$/i.test(part) ? part : UNKNOWN)

const MAX_ISSUES = 20

/** The fields and codes of the issues with a request, without their messages. */
export const issuesOf = (
  errors: readonly Pick<Fault, 'field' | 'code'>[],
  names: ReadonlySet<string>,
): { field: string; code: string }[] =>
  errors.slice(0, MAX_ISSUES).map(({ field, code }) => ({ field: fieldOf(field, names), code }))

/** Names and indexes of a path such as `pets.3.name`. */
const fieldOf = (field: string, names: ReadonlySet<string>): string =>
  field === '' || names.has(field) || headers.has(field.toLowerCase())
    ? field
    : field.split('.').every((part) => names.has(part) || /^\d{1,3}$/.test(part))
      ? field
      : UNKNOWN

/** Header fields that errors name. */
const headers = new Set([
  'authorization',
  'content-type',
  'content-length',
  'host',
  'idempotency-key',
  'if-match',
  'last-event-id',
  'origin',
  'prefer',
  'transfer-encoding',
  'file',
])

const MAX_USER_AGENT = 60
/** The part of the header that is read. */
const MAX_READ = 500
/** A product with its version (RFC 9110 section 10.1.5). */
const product = /^[A-Za-z][\w.-]{0,39}\/[\w.+-]{1,39}$/
const productName = /^[A-Za-z][\w.-]{0,39}$/

/** The product tokens of a `User-Agent`: no comments, and nothing that looks like an address or a key. */
export const userAgentOf = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const tokens: string[] = []
  let length = 0
  for (const [at, token] of withoutComments(header.slice(0, MAX_READ)).split(' ').entries()) {
    // The first may have no version: `node`.
    if (!product.test(token) && !(at === 0 && productName.test(token))) continue
    if (/aas_/i.test(token)) continue
    length += token.length + (tokens.length > 0 ? 1 : 0)
    if (length > MAX_USER_AGENT) break
    tokens.push(token)
  }
  return tokens.length > 0 ? tokens.join(' ') : undefined
}

/** Comments may be nested, and the last one may have no end. */
const withoutComments = (text: string): string => {
  const rest = text.replace(/\([^()]*(?:\)|$)/g, '')
  return rest === text ? text.trim() : withoutComments(rest)
}

const plainId = /^[\w.:+/=-]{1,128}$/

/** Clients may choose the id of a request. One that could be a text or an address is replaced by its digest. */
export const requestIdOf = (id: string): string =>
  plainId.test(id) && !/aas_/i.test(id) && isIP(id) === 0 ? id : `sha256-${hash('sha256', id, 'base64url')}`
