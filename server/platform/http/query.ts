import type { ErrorObject } from 'ajv'
import { type Check, propertiesOf, type Schema } from './checked-schema.ts'
import { type Fault, faultSummary, type HttpError, MAX_ISSUES, protocolError } from './http-error.ts'
import { parseInt64 } from './int64.ts'
import { likelyName } from './likely-name.ts'
import { validationIssue } from './validation-issue.ts'

/**
 * Parses the query of a URL by its schema. All values are texts; those that the schema declares as integers,
 * booleans or lists are converted, in their plain spelling. A list may be repeated (`id=1&id=2`, `id[]=1&id[]=2`), separated by commas
 * (`id=1,2`), or both.
 */
export const queryReader = (schema: Schema, check: Check) => {
  const known = new Map(propertiesOf(schema))
  const presets = [...known].filter(([, { default: preset }]) => preset !== undefined)
  return (sent: { query: unknown }): undefined => {
    const values: Record<string, unknown> = {}
    const faults: Fault[] = []
    for (const [field, texts] of withLists(parseQuery(sent.query as string), known)) {
      const property = known.get(field)
      const isList = property?.type === 'array'
      // An unknown parameter is reported as unknown, even if it is repeated.
      if (property && texts.length > 1 && !isList) {
        faults.push({ field, code: 'repeated', message: 'must not be given twice' })
      } else if (texts.includes(undefined)) {
        faults.push({ field, code: 'invalid_encoding', message: 'must be percent-encoded UTF-8' })
      }
      const value = property?.type === 'array' ? listed(property, texts) : single(property, texts[0])
      // Own properties only, even for a parameter named __proto__.
      Object.defineProperty(values, field, { ...ownProperty, value })
    }
    for (const [field, { default: preset }] of presets) if (!Object.hasOwn(values, field)) values[field] = preset
    if (!check.accepts(values) || faults.length > 0) throw queryFault(faults, check.issues(), [...known.keys()])
    sent.query = values
  }
}

const ownProperty = { enumerable: true, writable: true, configurable: true }

const listed = ({ items }: Schema, texts: (string | undefined)[]): unknown[] => {
  const list = texts.flatMap((text) => text?.split(',') ?? [])
  const of = items as Schema
  return of.type === 'integer' ? list.map((text) => integer(of, text)) : list
}

const single = (property: Schema | undefined, text: string | undefined): unknown => {
  if (property?.type === 'integer') return integer(property, text)
  if (property?.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** A text that is not an integer stays as it is, and the schema reports it. */
const integer = ({ format }: Schema, text: string | undefined): unknown => {
  if (text === undefined) return text
  if (format === 'int64') return parseInt64(text) ?? text
  return plainInteger.test(text) ? Number(text) : text
}

const plainInteger = /^(?:0|-?[1-9]\d{0,18})$/

/** Accepts lists as axios writes them (`id[]=1&id[]=2`). */
const withLists = (query: Query, known: ReadonlyMap<string, Schema>): Query => {
  for (const [name, texts] of query) {
    if (!name.endsWith('[]')) continue
    const field = name.slice(0, -2)
    if (known.get(field)?.type !== 'array') continue
    query.delete(name)
    query.set(field, [...(query.get(field) ?? []), ...texts])
  }
  return query
}

const queryFault = (faults: readonly Fault[], found: readonly ErrorObject[], known: readonly string[]): HttpError => {
  const broken = new Set(faults.map(({ field }) => field))
  const issues = found
    .map(validationIssue)
    // Only the issues that will be listed get a suggestion; a URL can have thousands of them.
    .map((issue, at) => (at < MAX_ISSUES ? withSuggestion(issue, known) : issue))
  const errors = [...faults, ...issues.filter(({ field }) => !broken.has(field))]
  const unknownOnly = errors.every(({ code }) => code === 'unknown_field')
  const code = unknownOnly ? 'unknown_parameter' : 'invalid_parameter'
  return protocolError(code, { errors, message: faultSummary(errors) })
}

const withSuggestion = (issue: Fault, known: readonly string[]): Fault => {
  if (issue.code !== 'unknown_field') return issue
  const suggestion = likelyName(issue.field, known)
  if (suggestion === undefined) return issue
  return { ...issue, message: `${issue.message} (did you mean \`${suggestion}\`?)`, suggestion }
}

const lenient = /(?:^|,)\s*handling\s*=\s*"?lenient"?\s*(?:[;,]|$)/i

/** Whether the client prefers unknown parameters to be ignored (`Prefer`, RFC 7240). */
export const prefersLenient = (prefer: string | string[] | undefined): boolean =>
  prefer !== undefined && lenient.test(String(prefer))

/** Parameters that browsers and campaigns add to every address. */
const campaign = /(?:^|&)(?:utm_\w*|_|gclid|fbclid|msclkid)(?==|&|$)/

/** Removes the parameters that campaigns add and, if `isLenient`, those that the schema does not have. */
export const queryTidier = (schema: Schema) => {
  const known = new Set(
    propertiesOf(schema).flatMap(([name, { type }]) => (type === 'array' ? [name, `${name}[]`] : name)),
  )
  return (query: string, isLenient: boolean): string => {
    if (query === '' || !(isLenient || campaign.test(query))) return query
    return query
      .split('&')
      .filter((pair) => known.has(nameOf(pair)) || !(isLenient || campaign.test(pair)))
      .join('&')
  }
}

const nameOf = (pair: string): string => {
  const [name = ''] = pair.split('=', 1)
  return decode(name) ?? name
}

/** The parameters of a URL's query: the values by name, `undefined` for a value that is not valid UTF-8. */
export type Query = Map<string, (string | undefined)[]>

/**
 * Parses `application/x-www-form-urlencoded` (WHATWG URL section 5.1), except that an undecodable value is reported as
 * a fault.
 */
export const parseQuery = (encoded: string): Query => {
  const query: Query = new Map()
  for (const pair of encoded.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    const value = at < 0 ? '' : pair.slice(at + 1)
    // Most pairs need no decoding.
    const isEncoded = pair.includes('%') || pair.includes('+')
    const key = isEncoded ? (decode(name) ?? name) : name
    const text = isEncoded ? decode(value) : value
    const values = query.get(key)
    if (values) values.push(text)
    else query.set(key, [text])
  }
  return query
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
