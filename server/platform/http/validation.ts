import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Body } from './body.ts'
import { addKeywords, type Check, checkedSchema, propertiesOf, type Schema } from './checked-schema.ts'
import { type Fault, faultSummary, HttpError, MAX_ISSUES, type ProtocolErrorCode, protocolError } from './http-error.ts'
import { parseInt64 } from './int64.ts'
import { queryReader } from './query.ts'
import { unescapePointer, validationIssue } from './validation-issue.ts'

type BodyOptions = {
  /** A missing body means the same as `{}`. */
  isOptional?: boolean | undefined
  /**
   * Issues that no schema can express. Only used for a body that its schema rejects, so that all issues are reported at
   * once. It gets the body without the values that the schema rejects; required values may be missing.
   */
  moreIssues?: ((body: Record<string, unknown>) => Fault[]) | undefined
}

type Validated = { value: unknown } | { error: HttpError }

/**
 * Validates input by the schemas that OpenAPI publishes. int64 means an exact `bigint`, bodies are not coerced, and
 * all issues are listed at once. Parameters and queries are replaced by their parsed values. `shared` are schemas that
 * others refer to by id. Each schema is compiled on first use.
 */
export const validators = (shared: Record<string, unknown>) => {
  const checked = checkedSchema(shared)

  const checkOf = (schema: object): Check => {
    let compiled: ValidateFunction | undefined
    const check: Check = {
      accepts(value) {
        compiled = compile(checked(schema as Schema))
        check.accepts = compiled
        return compiled(value)
      },
      issues() {
        const errors = compiled?.errors ?? []
        // The errors refer to the whole body, which would otherwise stay in memory until the next invalid one.
        if (compiled) compiled.errors = null
        // `if` only repeats that there are errors, and those are listed too.
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
  const query = (schema: object) => queryReader(schema as Schema, checkOf(schema))
  const body = (schema: object, { isOptional = false, moreIssues }: BodyOptions = {}) => {
    const check = checkOf(schema)
    const none = isOptional ? emptyObject : undefined
    return (sent: unknown) => validateBody((sent as Body | undefined) ?? none?.(), check, moreIssues)
  }
  return { params, query, body }
}

export type Validators = ReturnType<typeof validators>

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  // Our own schemas are trusted; validating them would take half of the start-up time.
  meta: false,
  validateSchema: false,
})
addKeywords(ajv)

const compiled = new Map<string, ValidateFunction>()

/** Compiled once for all operations with the same schema, such as an id in the path or an empty query. */
const compile = (schema: Schema): ValidateFunction => {
  const text = JSON.stringify(schema)
  const found = compiled.get(text) ?? ajv.compile(schema)
  compiled.set(text, found)
  return found
}

const emptyObject = (): Body => ({ value: {}, duplicates: [] })

const validateBody = (document: Body | undefined, check: Check, moreIssues: BodyOptions['moreIssues']): Validated => {
  if (!document)
    return invalid('malformed_json', [], {
      message: 'The body is empty; send a JSON document.',
    })
  if (document instanceof HttpError) return { error: document }
  const { duplicates, value } = document
  if (check.accepts(value) && duplicates.length === 0) return { value }
  const errors = check.issues()
  const more = moreIssuesOf(value, errors, moreIssues)
  const count = duplicates.length + errors.length + more.length
  // Only as many issues are created as are listed: a body has room for ten thousand.
  const issues = [
    ...duplicates.slice(0, MAX_ISSUES).map(repeatedField),
    ...errors.slice(0, MAX_ISSUES).map(validationIssue),
    ...more,
  ]
  return invalid('validation_failed', issues, { count })
}

const moreIssuesOf = (
  value: unknown,
  errors: readonly ErrorObject[],
  moreIssues: BodyOptions['moreIssues'],
): Fault[] => {
  if (!moreIssues || value === null || typeof value !== 'object' || Array.isArray(value)) return []
  const body = value as Record<string, unknown>
  for (const { keyword, instancePath } of errors) if (!ofParent.has(keyword)) removeAt(body, instancePath)
  const named = new Set(errors.slice(0, MAX_ISSUES).map((error) => validationIssue(error).field))
  return moreIssues(body).filter(({ field }) => !named.has(field))
}

/** The path of these errors is that of the object around the value. */
const ofParent = new Set(['required', 'additionalProperties'])

/** Removes a value; of a list, the whole list, because its other items would move. */
const removeAt = (body: Record<string, unknown>, pointer: string): void => {
  const names = pointer.slice(1).split('/').map(unescapePointer)
  const last = names.pop() ?? ''
  let parent = body
  for (const name of names) {
    if (!Object.hasOwn(parent, name)) return
    const value = parent[name]
    if (Array.isArray(value)) {
      delete parent[name]
      return
    }
    // An error is inside objects and lists only.
    parent = value as Record<string, unknown>
  }
  delete parent[last]
}

const repeatedField = (field: string): Fault => ({
  field: field.toWellFormed(),
  code: 'duplicate_field',
  message: 'must not be given twice',
})

/** A path with a malformed id names nothing. */
const readParams = (
  schema: Schema,
  data: unknown,
  { check, notFound }: { check: Check; notFound: () => HttpError },
): unknown => {
  const values = { ...(data as Record<string, unknown>) }
  for (const [name, property] of propertiesOf(schema)) {
    if (property.format === 'int64') values[name] = parseInt64(String(values[name]))
  }
  if (check.accepts(values)) return values
  // Clears the issues, which nobody reads.
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
