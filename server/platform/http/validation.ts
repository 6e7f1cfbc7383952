import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Body } from './body.ts'
import { addKeywords, checkedSchema, type Schema } from './checked-schema.ts'
import {
  type Fault,
  faultSummary,
  HttpError,
  MAX_ISSUES,
  type ProtocolErrorCode,
  protocolError,
} from './http-error.ts'
import { parseInt64 } from './int64.ts'
import { parseQuery, type Query } from './query.ts'
import { validationIssue } from './validation-issue.ts'

type Validated = { value: unknown } | { error: HttpError }

/**
 * Checks what is sent by the schemas that OpenAPI publishes; here int64 means an exact `bigint`, nothing is coerced in a
 * body, and all issues are listed at once. Parameters and a query are replaced by what they say. `shared` are schemas that others refer to by their ids. Each schema is
 * compiled when it is first used.
 */
export const validators = (shared: Record<string, unknown>) => {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    validateFormats: false,
    // Our own schemas are no input: checking them against JSON Schema's own would take half of the start.
    meta: false,
    validateSchema: false,
  })
  addKeywords(ajv)
  const checked = checkedSchema(shared)

  const checkOf = (schema: object): Check => {
    let compiled: ValidateFunction | undefined
    const check: Check = {
      accepts(value) {
        compiled = ajv.compile(checked(schema as Schema))
        check.accepts = compiled
        return compiled(value)
      },
      issues() {
        const errors = compiled?.errors ?? []
        // They refer to the whole body, which must not be kept until the next one has issues.
        if (compiled) compiled.errors = null
        // Of `if` it says only that there are errors, which it lists as well.
        return errors.filter(({ keyword }) => keyword !== 'if')
      },
    }
    return check
  }
  const params = (schema: object, notFound: () => HttpError) => {
    const check = checkOf(schema)
    return (sent: { params: unknown }): undefined => {
      sent.params = readParams(schema as Schema, sent.params, { check, notFound })
    }
  }
  const query = (schema: object) => {
    const known = new Map(properties(schema as Schema))
    const check = checkOf(schema)
    return (sent: { query: unknown }): undefined => {
      const { values, faults } = typedQuery(known, parseQuery(sent.query as string))
      if (!check.accepts(values) || faults.length > 0) throw queryFault(faults, check.issues())
      sent.query = values
    }
  }
  const body = (schema: object) => {
    const check = checkOf(schema)
    return (sent: unknown) => validateBody(sent as Body | undefined, check)
  }
  return { params, query, body }
}

export type Validators = ReturnType<typeof validators>

type Check = {
  accepts: (value: unknown) => boolean
  /** Of the value that was checked last. */
  issues: () => ErrorObject[]
}

const validateBody = (document: Body | undefined, check: Check): Validated => {
  if (!document)
    return invalid('malformed_json', [], {
      message: 'The body is empty; a JSON document is needed.',
    })
  if (document instanceof HttpError) return { error: document }
  const { duplicates, value } = document
  if (check.accepts(value) && duplicates.length === 0) return { value }
  const errors = check.issues()
  const count = duplicates.length + errors.length
  // Only as many are made as are listed: a body has room for ten thousand.
  const issues = [
    ...duplicates.slice(0, MAX_ISSUES).map(repeatedField),
    ...errors.slice(0, MAX_ISSUES).map(validationIssue),
  ]
  return invalid('validation_failed', issues, { count })
}

const repeatedField = (field: string): Fault => ({
  field: field.toWellFormed(),
  code: 'duplicate_field',
  message: 'must not be given twice',
})

/** By name. */
type Parameters = ReadonlyMap<string, Schema>

const queryFault = (faults: readonly Fault[], found: readonly ErrorObject[]): HttpError => {
  const broken = new Set(faults.map(({ field }) => field))
  const errors = found.map(validationIssue)
  const issues = [...faults, ...errors.filter(({ field }) => !broken.has(field))]
  const unknownOnly = issues.every(({ code }) => code === 'unknown_field')
  return invalid(unknownOnly ? 'unknown_parameter' : 'invalid_parameter', issues).error
}

/** A path whose id is no id names nothing. */
const readParams = (
  schema: Schema,
  data: unknown,
  { check, notFound }: { check: Check; notFound: () => HttpError },
): unknown => {
  const values = { ...(data as Record<string, unknown>) }
  for (const [name, property] of properties(schema)) {
    if (property.format === 'int64') values[name] = parseInt64(String(values[name]))
  }
  if (check.accepts(values)) return values
  // Nobody asks what is wrong with it.
  check.issues()
  throw notFound()
}

type Summary = { message?: string; count?: number }

const invalid = (
  code: ProtocolErrorCode,
  errors: Fault[] = [],
  { message, count = errors.length }: Summary = {},
): { error: HttpError } => {
  const text = message ?? (errors.length > 0 ? faultSummary(errors, count) : undefined)
  return {
    error: protocolError(code, {
      ...(errors.length > 0 && { errors, errorCount: count }),
      ...(text !== undefined && { message: text }),
    }),
  }
}

/**
 * A query has only texts: those that the schema calls integers or lists are read as such, in their plain spelling. A
 * list is repeated (`id=1&id=2`), separated by commas (`id=1,2`), or both.
 */
const typedQuery = (known: Parameters, query: Query) => {
  const values: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const [field, texts] of query) {
    const property = known.get(field)
    const isList = property?.type === 'array'
    if (texts.length > 1 && !isList) {
      faults.push({ field, code: 'repeated', message: 'must not be given twice' })
    } else if (texts.includes(undefined)) {
      faults.push({ field, code: 'invalid_encoding', message: 'must be percent-encoded UTF-8' })
    }
    // Own properties only, also for a parameter that is called __proto__.
    Object.defineProperty(values, field, {
      value: isList
        ? typedList(property, texts)
        : property?.type === 'integer'
          ? integer(property, texts[0])
          : texts[0],
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  for (const [field, { default: preset }] of known) {
    if (preset !== undefined && !Object.hasOwn(values, field)) values[field] = preset
  }
  return { values, faults }
}

const typedList = ({ items }: Schema, texts: (string | undefined)[]): unknown[] => {
  const list = texts.flatMap((text) => text?.split(',') ?? [])
  const of = items as Schema
  return of.type === 'integer' ? list.map((text) => integer(of, text)) : list
}

/** What is none stays as it is, for the schema to find. */
const integer = ({ format }: Schema, text: string | undefined): unknown => {
  const value = text === undefined ? undefined : parseInt64(text)
  if (value === undefined) return text
  return format === 'int64' ? value : Number(value)
}

const properties = (schema: Schema): [string, Schema][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>)
