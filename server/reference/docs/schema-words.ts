import type { Schema } from '../openapi/api-document.ts'

/** The shared schema that a schema only refers to. */
export const nameOfReference = ({ $ref }: Schema): string | undefined =>
  typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined

/** Its types, `null` last. */
export const typesOf = ({ type, properties, additionalProperties }: Schema): string[] => {
  if (Array.isArray(type)) return type
  if (typeof type === 'string') return [type]
  return properties || additionalProperties ? ['object'] : ['any']
}

/** The values of an enum, `null` left out: its type says that. */
export const valuesOf = ({ enum: values }: Schema): string[] =>
  Array.isArray(values) ? values.filter((value) => value !== null).map(String) : []

/** The values that a list can contain; empty if its items are not of an enum. */
export const choicesOf = (schema: Schema, follow: (schema: Schema) => Schema): string[] =>
  typesOf(schema).includes('array') ? valuesOf(follow((schema.items ?? {}) as Schema)) : []

/** A schema that is another or null, such as `anyOf: [Species, null]`, as one schema with both types. */
export const withNull = (schema: Schema, follow: (schema: Schema) => Schema): Schema => {
  const [one, other, ...more] = Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : []
  if (!one || other?.type !== 'null' || more.length > 0) return schema
  const { anyOf: _, ...rest } = schema
  const found = follow(one)
  return { ...found, ...rest, type: [...typesOf(found), 'null'] }
}

/** Describes the limits of a value as text. */
export const limitsOf = (schema: Schema): string[] => [
  ...range(schema.minimum, schema.maximum, ''),
  ...range(schema.minLength, schema.maxLength, ' characters'),
  ...range(schema.minItems, schema.maxItems, ' items'),
  ...range(undefined, schema.maxProperties, ' entries'),
  ...(schema.uniqueItems === true ? ['no duplicates'] : []),
  ...('default' in schema ? [`default ${String(schema.default)}`] : []),
]

const range = (least: unknown, most: unknown, unit: string): string[] => {
  const [from, to] = [least, most].map((end) => (typeof end === 'number' ? end.toLocaleString('en-US') : undefined))
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`]
  if (from !== undefined) return [`at least ${from}${unit}`]
  return to === undefined ? [] : [`at most ${to}${unit}`]
}
