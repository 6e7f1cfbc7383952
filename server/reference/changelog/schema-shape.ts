/** The rules of a schema that are compared between versions: `$ref`, `allOf` and `anyOf` are resolved. */
export type Shape = {
  /** JSON types; empty if any is allowed. */
  types: ReadonlySet<string>
  /** The values of an enum, as JSON; undefined if it is none. */
  values: ReadonlySet<string> | undefined
  bounds: Readonly<Record<string, number>>
  fields: Readonly<Record<string, Schema>>
  required: ReadonlySet<string>
  items: Schema | undefined
}

export type Schema = Readonly<Record<string, unknown>>

/** The schemas that `$ref` names. */
export type Components = Readonly<Record<string, Schema>>

export const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
export const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

// The schemas come from a document that was parsed: their keywords have the types that JSON Schema gives them.
export const shapeOf = (schema: Schema, components: Components): Shape => {
  const { $ref, allOf, anyOf, oneOf } = schema
  const shapes = (list: unknown) => (list as Schema[]).map((each) => shapeOf(each, components))
  const parts = [ownShape(schema)]
  if ($ref) parts.push(shapeOf(components[String($ref).split('/').at(-1) ?? ''] ?? {}, components))
  if (allOf) parts.push(...shapes(allOf))
  for (const list of [anyOf, oneOf]) if (list) parts.push(anyOfThem(shapes(list)))
  return parts.reduce(both)
}

const ownShape = (schema: Schema): Shape => {
  const values = (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as unknown[] | undefined
  const isOfTexts = values?.every((value) => typeof value === 'string' || value === null)
  const types = [schema.type ?? (isOfTexts ? 'string' : [])].flat() as string[]
  // Any integer is a number.
  const wide = types.includes('number') ? [...types, 'integer'] : types
  return {
    types: new Set(types.length > 0 && values?.includes(null) ? [...wide, 'null'] : wide),
    values: values && new Set(values.filter((value) => value !== null).map((each) => JSON.stringify(each))),
    bounds: Object.fromEntries(
      [...lowerBounds, ...upperBounds].flatMap((name) =>
        typeof schema[name] === 'number' ? [[name, schema[name]]] : [],
      ),
    ),
    fields: (schema.properties ?? {}) as Record<string, Schema>,
    required: new Set((schema.required ?? []) as string[]),
    items: schema.items as Schema | undefined,
  }
}

const both = (one: Shape, other: Shape): Shape => ({
  types:
    one.types.size === 0 || other.types.size === 0 ? one.types.union(other.types) : one.types.intersection(other.types),
  values: one.values && other.values ? one.values.intersection(other.values) : (one.values ?? other.values),
  bounds: { ...one.bounds, ...other.bounds },
  fields: { ...one.fields, ...other.fields },
  required: one.required.union(other.required),
  items: one.items ?? other.items,
})

/** One of several. Of these `null` is only one more type. */
const anyOfThem = (shapes: readonly Shape[]): Shape => {
  const isNull = ({ types }: Shape) => types.size === 1 && types.has('null')
  const [first, ...others] = shapes.filter((shape) => !isNull(shape))
  if (!first) return shapes[0] ?? ownShape({})
  const types = shapes.some(isNull) && first.types.size > 0 ? new Set(['null']) : new Set<string>()
  return others.reduce(either, { ...first, types: first.types.union(types) })
}

const either = (one: Shape, other: Shape): Shape => ({
  types: one.types.size === 0 || other.types.size === 0 ? new Set() : one.types.union(other.types),
  values: one.values && other.values ? one.values.union(other.values) : undefined,
  bounds: {},
  fields: { ...one.fields, ...other.fields },
  required: one.required.intersection(other.required),
  items: one.items ?? other.items,
})
