import type { Ajv, ErrorObject } from 'ajv'
import { isInt64 } from './int64.ts'

export type Schema = Record<string, unknown>

export const propertiesOf = (schema: Schema): [string, Schema][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>)

/** Checks values against a schema. */
export type Check = {
  accepts: (value: unknown) => boolean
  /** The issues of the last value that was checked. */
  issues: () => ErrorObject[]
}

const bounds = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const
/** Keywords whose cost grows with the size of the value. They are skipped for values that are too long anyway. */
const costly = ['text', 'x-rule', 'items', 'uniqueItems'] as const

/**
 * Turns published schemas into those that the validator checks. int64 has its own rule, because no JSON Schema type
 * holds a bigint. Text must be well-formed Unicode. Costly keywords run only if the length is within its bounds.
 * References are resolved into `shared`, so that one function checks everything: separate functions would each keep
 * the last invalid body in memory.
 */
export const checkedSchema = (shared: Record<string, unknown>) => {
  const mapped = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(mapped)
    if (node === null || typeof node !== 'object') return node
    const { $id: _id, $ref, pattern, ...schema } = node as Schema
    if (typeof $ref === 'string') return mapped({ ...target($ref), ...schema })
    const value = valueOrNull(schema)
    if (value) return mapped(value)
    const types = [schema.type].flat()
    if (types.includes('integer') && schema.format === 'int64')
      return { int64: types.includes('null') ? 'or null' : true }
    // The operation validates the items itself, and reports on each of them.
    if (schema['x-itemwise']) {
      const anything = 'additionalProperties' in schema ? { additionalProperties: true } : { items: {} }
      return mapped({ ...schema, ...anything, 'x-itemwise': false })
    }
    const inner = Object.fromEntries(
      // A property may have the same name as a keyword.
      Object.entries(schema).map(([key, value]) => [
        key,
        key === 'properties' ? eachMapped(value as Schema) : mapped(value),
      ]),
    )
    return boundsFirst(isText(schema) ? { ...inner, text: pattern ?? '' } : inner)
  }

  const eachMapped = (schemas: Schema): Schema =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, mapped(schema)]))

  /** A choice of a value and null as one schema, so that a wrong value has one issue and not one for each choice. */
  const valueOrNull = ({ anyOf, ...rest }: Schema): Schema | undefined => {
    if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined
    const [one, other] = anyOf as [Schema, Schema]
    if (other.type !== 'null') return undefined
    const { $ref, ...inline } = one
    const value = { ...(typeof $ref === 'string' ? target($ref) : {}), ...inline }
    const { type, enum: values } = value
    if (type === undefined && !Array.isArray(values)) return undefined
    return {
      ...value,
      ...rest,
      ...(type !== undefined && { type: [type, 'null'].flat() }),
      ...(Array.isArray(values) && { enum: [...values, null] }),
    }
  }

  const target = (reference: string): Schema => {
    const found = shared[reference.replace('#', '')]
    if (found === undefined) throw new Error(`there is no schema ${reference}`)
    return found as Schema
  }

  return (schema: Schema): Schema => mapped(schema) as Schema
}

/** Also true for a text that may be null. */
const isText = ({ type }: Schema): boolean => [type].flat().includes('string')

const boundsFirst = (schema: Schema): Schema => {
  const limits = only(schema, bounds)
  const work = only(schema, costly)
  if (Object.keys(limits).length === 0 || Object.keys(work).length === 0) return schema
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !(key in work)))
  // biome-ignore lint/suspicious/noThenProperty: this is a JSON Schema keyword; a schema is never awaited.
  return { ...rest, if: limits, then: work }
}

const only = (schema: Schema, keys: readonly string[]): Schema =>
  Object.fromEntries(keys.flatMap((key) => (key in schema ? [[key, schema[key]]] : [])))

/** Registers the keywords that checked schemas use in addition to those of JSON Schema. */
export const addKeywords = (ajv: Ajv): void => {
  ajv.addKeyword({ keyword: 'int64', modifying: true, errors: false, validate: toInt64 })
  ajv.addKeyword({ keyword: 'text', type: 'string', errors: false, compile: textCheck })
}

/**
 * Checks text against `pattern`, and that it has no unpaired surrogates. Published patterns cannot say the latter,
 * because not every regular expression engine supports it.
 */
export const textCheck = (pattern: string) => {
  const form = new RegExp(pattern, 'u')
  return (text: string): boolean => text.isWellFormed() && form.test(text)
}

const toInt64 = (
  rule: true | 'or null',
  data: unknown,
  __: unknown,
  at?: { parentData: unknown; parentDataProperty: string | number },
): boolean => {
  if (data === null) return rule === 'or null'
  if (typeof data === 'bigint') return isInt64(data)
  if (typeof data !== 'number' || !Number.isSafeInteger(data)) return false
  if (at) (at.parentData as Record<string | number, unknown>)[at.parentDataProperty] = BigInt(data)
  return true
}
