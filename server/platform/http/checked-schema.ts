import type { Ajv, ErrorObject } from 'ajv'
import { isInt64 } from './int64.ts'

export type Schema = Record<string, unknown>

export const propertiesOf = (schema: Schema): [string, Schema][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>)

/** Checks values by a schema. */
export type Check = {
  accepts: (value: unknown) => boolean
  /** Of the value that was checked last. */
  issues: () => ErrorObject[]
}

const bounds = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const
/** Keywords whose work grows with the value: nobody is made to wait for those of one that is too long anyway. */
const costly = ['text', 'x-rule', 'items', 'uniqueItems'] as const

/**
 * Makes published schemas into what the validator checks. int64 has its own rule, as no JSON Schema type holds a
 * bigint; text is well-formed Unicode; and what costs time is checked only where lengths are within their bounds.
 * References are resolved into `shared`, so that one function checks all: others would remember the last body they
 * found errors in.
 */
export const checkedSchema = (shared: Record<string, unknown>) => {
  const mapped = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(mapped)
    if (node === null || typeof node !== 'object') return node
    const { $id: _id, $ref, pattern, ...schema } = node as Schema
    if (typeof $ref === 'string') return mapped({ ...target($ref), ...schema })
    if (schema.type === 'integer' && schema.format === 'int64') return { int64: true }
    // The operation judges the items one by one, and answers for each.
    if (schema['x-itemwise']) {
      const anything =
        'additionalProperties' in schema ? { additionalProperties: true } : { items: {} }
      return mapped({ ...schema, ...anything, 'x-itemwise': false })
    }
    const inner = Object.fromEntries(
      // A property may be called as a keyword is.
      Object.entries(schema).map(([key, value]) => [
        key,
        key === 'properties' ? eachMapped(value as Schema) : mapped(value),
      ]),
    )
    return boundsFirst(isText(schema) ? { ...inner, text: pattern ?? '' } : inner)
  }

  const eachMapped = (schemas: Schema): Schema =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, mapped(schema)]))

  const target = (reference: string): Schema => {
    const found = shared[reference.replace('#', '')]
    if (found === undefined) throw new Error(`no schema is called ${reference}`)
    return found as Schema
  }

  return (schema: Schema): Schema => mapped(schema) as Schema
}

/** Also of one that may be null. */
const isText = ({ type }: Schema): boolean => [type].flat().includes('string')

const boundsFirst = (schema: Schema): Schema => {
  const limits = only(schema, bounds)
  const work = only(schema, costly)
  if (Object.keys(limits).length === 0 || Object.keys(work).length === 0) return schema
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !(key in work)))
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nobody awaits a schema.
  return { ...rest, if: limits, then: work }
}

const only = (schema: Schema, keys: readonly string[]): Schema =>
  Object.fromEntries(keys.flatMap((key) => (key in schema ? [[key, schema[key]]] : [])))

/** The keywords that checked schemas have beside those of JSON Schema. */
export const addKeywords = (ajv: Ajv): void => {
  ajv.addKeyword({ keyword: 'int64', modifying: true, errors: false, validate: toInt64 })
  ajv.addKeyword({ keyword: 'text', type: 'string', errors: false, compile: textCheck })
}

/**
 * What `pattern` asks for, of text without unpaired surrogates. Published patterns do not speak of those: not every
 * engine of regular expressions can.
 */
export const textCheck = (pattern: string) => {
  const form = new RegExp(pattern, 'u')
  return (text: string): boolean => text.isWellFormed() && form.test(text)
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
