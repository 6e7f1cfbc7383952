import type { Schema } from '../openapi/api-document.ts'

/** Longer ones are cut: a guide has them whole. */
const MAX_VALUES = 20
/** From this number of values, an enum gets its own name. */
const NAMED_VALUES = 4
/** Types that have fewer fields are not named as a part of others. */
const MIN_PART = 4

/** Writes schemas nearly as TypeScript would, in as few characters as can be understood. */
export const schemaShapes = (schemas: Readonly<Record<string, Schema>>) => {
  const choices = namedChoices(schemas)

  const shapeOf = (schema: Schema): string => {
    const { $ref, enum: values, oneOf, anyOf, items, properties, additionalProperties } = schema
    if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
    if (Array.isArray(values)) return choiceOf(values, choices)
    for (const parts of [oneOf, anyOf]) {
      if (Array.isArray(parts)) return [...new Set(parts.map(shapeOf))].join('|')
    }
    if (items) return listOf(shapeOf(items as Schema))
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null') ? '|null' : ''
    if (properties) return `{ ${fieldsOf(schema).join(', ')} }${isNullable}`
    if (typeof additionalProperties === 'object') {
      return `{ [name]: ${shapeOf(additionalProperties as Schema)} }`
    }
    return Array.isArray(schema.type)
      ? schema.type.map((type) => shapeOf({ ...schema, type })).join('|')
      : scalar(schema)
  }

  const fieldsOf = ({ properties, required = [] }: Schema): string[] =>
    Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
      const shape = shapeOf(schema)
      const key = (required as string[]).includes(name) ? name : `${name}?`
      return shape === 'string' ? key : `${key}: ${shape}`
    })

  /** Every schema on a line; what begins as another is that and more. */
  const lines = (): string[] => {
    const known: [name: string, fields: string[]][] = []
    const types = Object.entries(schemas).map(([name, schema]) => {
      if (!schema.properties) return `${name} = ${shapeOf(schema)}`
      const fields = fieldsOf(schema)
      const [part, has] = largestPart(known, fields)
      known.push([name, fields])
      const rest = fields.filter((field) => !has.includes(field))
      if (part === undefined) return `${name} { ${rest.join(', ')} }`
      return `${name} = ${part}${rest.length > 0 ? ` & { ${rest.join(', ')} }` : ''}`
    })
    const named = [...choices].map(([values, name]) => `${name} = ${values}`)
    return [...named, ...types]
  }

  return { shapeOf, lines }
}

const largestPart = (
  known: readonly [string, string[]][],
  fields: readonly string[],
): [string | undefined, string[]] => {
  const parts = known.filter(([, has]) => has.length >= MIN_PART && has.every((one) => fields.includes(one)))
  return parts.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [undefined, []]
}

/** Choices that are in several places, each with a name: of the schema and the field that has it first. */
const namedChoices = (schemas: Readonly<Record<string, Schema>>): Map<string, string> => {
  const found = new Map<string, string[]>()
  const look = (node: unknown, name: string): void => {
    if (node === null || typeof node !== 'object') return
    const { enum: values } = node as Schema
    if (Array.isArray(values) && values.length >= NAMED_VALUES && values.length <= MAX_VALUES) {
      const text = valuesText(values)
      found.set(text, [...(found.get(text) ?? []), name])
    }
    for (const [key, value] of Object.entries(node)) {
      const isName = !structural.has(key) && Number.isNaN(Number(key))
      look(value, isName ? name + capitalized(key) : name)
    }
  }
  for (const [name, schema] of Object.entries(schemas)) if (!schema.enum) look(schema, name)
  return new Map([...found].flatMap(([text, [name = '', ...more]]) => (more.length > 0 ? [[text, name]] : [])))
}

const structural = new Set(['properties', 'items', 'oneOf', 'anyOf', 'additionalProperties'])

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const valuesText = (values: readonly unknown[]): string => values.filter((value) => value !== null).join('|')

const choiceOf = (values: readonly unknown[], choices: ReadonlyMap<string, string>): string => {
  const text = valuesText(values)
  const isCut = values.length > MAX_VALUES
  const shown = isCut ? `${values.slice(0, 3).join('|')}|...` : (choices.get(text) ?? text)
  return values.includes(null) ? `${shown}|null` : shown
}

const listOf = (item: string): string => (item.includes('|') && !/^\{.*\}$/.test(item) ? `(${item})[]` : `${item}[]`)

const formats: Readonly<Record<string, string>> = { 'date-time': 'time', uri: 'url' }

const scalar = ({ type, format, minimum, maximum, maxLength }: Schema): string => {
  if (type === 'integer') {
    return minimum !== undefined && maximum !== undefined ? `${minimum}..${maximum}` : 'int'
  }
  if (type !== 'string') return type === 'boolean' ? 'bool' : String(type ?? 'any')
  if (format !== undefined) return formats[String(format)] ?? String(format)
  return maxLength === undefined ? 'string' : `string(${maxLength})`
}
