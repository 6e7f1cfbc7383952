import { Ajv, type ValidateFunction } from 'ajv'
import type { Body } from './body.ts'
import {
  addKeywords,
  type Check,
  checkedSchema,
  propertiesOf,
  type Schema,
} from './checked-schema.ts'
import {
  type Fault,
  faultSummary,
  HttpError,
  MAX_ISSUES,
  type ProtocolErrorCode,
  protocolError,
} from './http-error.ts'
import { parseInt64 } from './int64.ts'
import { queryReader } from './query.ts'
import { validationIssue } from './validation-issue.ts'

type Validated = { value: unknown } | { error: HttpError }

/**
 * Checks what is sent by the schemas that OpenAPI publishes; here int64 means an exact `bigint`, nothing is coerced in a
 * body, and all issues are listed at once. Parameters and a query are replaced by what they say. `shared` are schemas that others refer to by their ids. Each schema is
 * compiled when it is first used.
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
  const query = (schema: object) => queryReader(schema as Schema, checkOf(schema))
  const body = (schema: object, isOptional = false) => {
    const check = checkOf(schema)
    const none = isOptional ? emptyObject : undefined
    return (sent: unknown) => validateBody((sent as Body | undefined) ?? none?.(), check)
  }
  return { params, query, body }
}

export type Validators = ReturnType<typeof validators>

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

const compiled = new Map<string, ValidateFunction>()

/** Once for all operations that ask the same, such as for an id in the path or for no query. */
const compile = (schema: Schema): ValidateFunction => {
  const text = JSON.stringify(schema)
  const found = compiled.get(text) ?? ajv.compile(schema)
  compiled.set(text, found)
  return found
}

const emptyObject = (): Body => ({ value: {}, duplicates: [] })

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

/** A path whose id is no id names nothing. */
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
