import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Body } from './body.ts'
import { ApiError, type ErrorCode, type Fault, faultSummary } from './errors.ts'
import { isInt64, parseInt64 } from './int64.ts'
import { parseQuery, type Query } from './query.ts'

type Schema = Record<string, unknown>
type Part = { schema: unknown; httpPart?: string | undefined }
type Validated = { value: unknown } | { error: ApiError }

/**
 * Fastify's validator, for one app. The schemas are those that OpenAPI publishes; here int64 means an exact `bigint`,
 * nothing is coerced in a body, and all faults are named at once. Each schema is compiled when first used.
 */
export const validatorBuilder = () => {
  let made: { ids: string; validator: ReturnType<typeof buildValidator> } | undefined
  // Fastify asks again for each route, with the same schemas.
  return (shared: Record<string, unknown>) => {
    const ids = Object.keys(shared).join()
    if (made?.ids !== ids) made = { ids, validator: buildValidator(shared) }
    return made.validator
  }
}

const buildValidator = (shared: Record<string, unknown>) => {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    validateFormats: false,
    // Our own schemas are no input: checking them against JSON Schema's own would take half of the start.
    meta: false,
    validateSchema: false,
  })
  ajv.addKeyword({ keyword: 'int64', modifying: true, errors: false, validate: toInt64 })
  const definitions = Object.fromEntries(
    Object.entries(shared).map(([id, schema]) => [id, exact(schema as Schema)]),
  )
  for (const [id, schema] of Object.entries(definitions)) ajv.addSchema(schema, id)

  return ({ schema, httpPart }: Part): ((data: unknown) => Validated) => {
    const source = schema as Schema
    let compiled: ValidateFunction | undefined
    const check = (value: unknown): Fault[] => {
      compiled ??= ajv.compile(exact(source))
      return compiled(value) ? [] : (compiled.errors ?? []).map(fault)
    }
    if (httpPart === 'params') return (data) => validateParams(source, data, check)
    if (httpPart === 'querystring')
      return (data) => validateQuery(source, parseQuery(data as string), check)
    return (data) => validateBody(data as Body | undefined, check)
  }
}

type Check = (value: unknown) => Fault[]

const validateBody = (document: Body | undefined, check: Check): Validated => {
  if (!document)
    return refuse('malformed_json', [], 'The body is empty; a JSON document is needed.')
  if (document instanceof ApiError) return { error: document }
  const twice = document.duplicates.map((field) => ({
    field,
    code: 'duplicate_field',
    message: 'must not be given twice',
  }))
  const faults = [...twice, ...check(document.value)]
  return faults.length > 0 ? refuse('validation_failed', faults) : { value: document.value }
}

const validateQuery = (schema: Schema, query: Query, check: Check): Validated => {
  const { values, faults } = typedQuery(schema, query)
  const broken = new Set(faults.map(({ field }) => field))
  const all = [...faults, ...check(values).filter(({ field }) => !broken.has(field))]
  if (all.length === 0) return { value: values }
  const unknownOnly = all.every(({ code }) => code === 'unknown_field')
  return refuse(unknownOnly ? 'unknown_parameter' : 'invalid_parameter', all)
}

/** A path whose id is no id names nothing: it is a 404 of the resource, which the schema names in `x-not-found`. */
const validateParams = (schema: Schema, data: unknown, check: Check): Validated => {
  const values = { ...(data as Record<string, unknown>) }
  for (const [name, property] of properties(schema)) {
    if (property.format === 'int64') values[name] = parseInt64(String(values[name]))
  }
  return check(values).length > 0
    ? refuse((schema['x-not-found'] as ErrorCode | undefined) ?? 'route_not_found')
    : { value: values }
}

// The answer to a small body must not be a large one: what is over these is not named.
const MAX_FAULTS = 100
const MAX_FIELD_LENGTH = 200

const refuse = (code: ErrorCode, faults: Fault[] = [], message?: string): Validated => {
  const errors = faults
    .slice(0, MAX_FAULTS)
    .map((fault) => ({ ...fault, field: fault.field.slice(0, MAX_FIELD_LENGTH) }))
  const text = message ?? (errors.length > 0 ? faultSummary(errors) : undefined)
  return {
    error: new ApiError(code, {
      ...(errors.length > 0 && { errors }),
      ...(text !== undefined && { message: text }),
    }),
  }
}

/** A query has only texts: those that the schema calls integers or lists are read as such, in their plain spelling. */
const typedQuery = (schema: Schema, query: Query) => {
  const values: Record<string, unknown> = {}
  const faults: Fault[] = []
  const known = new Map(properties(schema))
  for (const [field, texts] of query) {
    const text = texts[0]
    if (texts.length > 1) {
      faults.push({ field, code: 'repeated', message: 'must not be given twice' })
    } else if (text === undefined) {
      faults.push({ field, code: 'invalid_encoding', message: 'must be percent-encoded UTF-8' })
    }
    // Own properties only, also for a parameter that is called __proto__.
    Object.defineProperty(values, field, {
      value: typed(known.get(field), text),
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

const typed = (property: Schema | undefined, text: string | undefined): unknown => {
  if (property === undefined || text === undefined) return text
  if (property.type === 'array') {
    return text.split(',').map((item) => typed(property.items as Schema, item))
  }
  if (property.type !== 'integer') return text
  const value = parseInt64(text)
  if (value === undefined) return text
  return property.format === 'int64' ? value : Number(value)
}

const properties = (schema: Schema): [string, Schema][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>)

/** The schema as this validator checks it: int64 by its own rule, as no JSON Schema type holds a bigint. */
const exact = (schema: Schema): Schema => {
  const { $id: _id, ...rest } = schema
  return mapSchema(rest) as Schema
}

const mapSchema = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(mapSchema)
  if (node === null || typeof node !== 'object') return node
  const schema = node as Schema
  if (schema.type === 'integer' && schema.format === 'int64') return { int64: true }
  // The operation judges the items one by one, and answers for each.
  if (schema['x-itemwise']) return mapSchema({ ...schema, items: {}, 'x-itemwise': false })
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, mapSchema(value)]))
}

const toInt64 = (
  _: unknown,
  data: unknown,
  __: unknown,
  at?: { parentData: unknown; parentDataProperty: string | number },
): boolean => {
  if (typeof data === 'bigint') return isInt64(data)
  if (typeof data !== 'number' || !Number.isSafeInteger(data)) return false
  if (at) (at.parentData as Record<string | number, unknown>)[at.parentDataProperty] = BigInt(data)
  return true
}

const fault = (error: ErrorObject): Fault => {
  const place = error.instancePath.slice(1).split('/').map(unescapePointer).join('.')
  const within = (name: string) => (place ? `${place}.${name}` : name)
  const wanted = error.schema
  switch (error.keyword) {
    case 'required':
      return {
        field: within(error.params.missingProperty),
        code: 'required',
        message: 'is required',
      }
    case 'additionalProperties':
      return {
        field: within(error.params.additionalProperty),
        code: 'unknown_field',
        message: 'is not known here',
      }
    case 'type':
      return {
        field: place,
        code: 'invalid_type',
        message: `must be ${[wanted]
          .flat()
          .map((type) => article(String(type)))
          .join(' or ')}`,
      }
    case 'int64':
      return {
        field: place,
        code: 'invalid_type',
        message: 'must be an integer from -2^63 to 2^63-1',
      }
    case 'enum':
      return {
        field: place,
        code: 'invalid_value',
        message: `must be one of ${(wanted as unknown[]).join(', ')}`,
      }
    case 'pattern':
      return {
        field: place,
        code: 'invalid_value',
        message: String(error.parentSchema?.['x-rule'] ?? `must match ${wanted}`),
      }
    default:
      return {
        field: place,
        code: outOfRange.has(error.keyword) ? 'out_of_range' : 'invalid_value',
        message: error.message ?? 'is not valid',
      }
  }
}

const outOfRange = new Set([
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

const article = (type: string): string =>
  type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`

const unescapePointer = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~')
