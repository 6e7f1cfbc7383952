import { isDeepStrictEqual } from 'node:util'
import { portablePattern } from '../../platform/http/patterns.ts'
import {
  type ApiDocument,
  type Content,
  isRef,
  mapOperations,
  mapResponses,
  mapValues,
  operationsOf,
  type Schema,
} from './api-document.ts'

/** The schemas as clients need them: what only this program reads is left out, and an enum of texts has its type. */
export const withPlainSchemas = (document: ApiDocument): ApiDocument =>
  mapSchemas(document, (schema) => mapSchema(schema, plain))

const plain = ({ 'x-itemwise': _itemwise, 'x-not-found': _code, ...own }: Schema): Schema => {
  const schema = withPlainPattern(own)
  const { enum: values, type } = schema
  if (!Array.isArray(values) || type !== undefined) return schema
  const texts = values.filter((value) => value !== null)
  if (!texts.every((value) => typeof value === 'string')) return schema
  return { type: texts.length < values.length ? ['string', 'null'] : 'string', ...schema }
}

const withPlainPattern = (schema: Schema): Schema =>
  typeof schema.pattern === 'string' ? { ...schema, pattern: portablePattern(schema.pattern) } : schema

/**
 * A value of an enum or null, as a reference to the schema that names the values: generators of validators write code that
 * does not compile for an enum with null in it.
 */
export const withNamedEnums = (document: ApiDocument): ApiDocument => {
  const names = new Map(
    Object.entries(document.components.schemas).flatMap(([name, { enum: values }]) =>
      Array.isArray(values) ? [[values.join(), name] as const] : [],
    ),
  )
  return mapSchemas(document, (schema) =>
    mapSchema(schema, (node) => {
      const { enum: values, type: _type, ...rest } = node
      if (!Array.isArray(values) || !values.includes(null)) return node
      const name = names.get(values.filter((value) => value !== null).join())
      if (name === undefined) return node
      return { anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }], ...rest }
    }),
  )
}

/**
 * Responses are described, not restricted. An input rule is checked here, once. A client that checks it again would
 * reject our responses as soon as it counts characters differently (a string's length in JavaScript and Java is not
 * JSON Schema's) or the rule is relaxed. Only how many items a list can have is said, as linters want it.
 */
export const withoutRulesInResponses = (document: ApiDocument): ApiDocument => {
  const { schemas } = document.components
  const inRequests = schemasOfRequests(document)
  const shown = (schema: Schema): Schema =>
    mapSchema(schema, (node) => {
      const name = schemaName(node)
      const target = name !== undefined && inRequests.has(name) ? schemas[name] : undefined
      if (!target) return withoutRules(node)
      // Requests need its rules: a response has a copy without them in its place.
      const copy = shown(target)
      return isDeepStrictEqual(copy, target) ? node : copy
    })
  return {
    ...mapOperations(document, (operation) =>
      mapResponses(operation, (response) => ({
        ...response,
        ...(response.content && { content: mapContent(response.content, shown) }),
      })),
    ),
    components: {
      ...document.components,
      schemas: mapValues(schemas, (schema, name) => (inRequests.has(name) ? schema : shown(schema))),
    },
  }
}

const rules = new Set(['pattern', 'minLength', 'maxLength', 'minItems', 'uniqueItems'].concat('x-rule'))

const withoutRules = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) => !rules.has(keyword) && !(keyword === 'additionalProperties' && value === false),
    ),
  )

const schemasOfRequests = (document: ApiDocument): ReadonlySet<string> => {
  const { schemas } = document.components
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(schemas[name] ?? {})
    }
  }
  for (const { requestBody = {}, parameters = [] } of operationsOf(document)) {
    visit([requestBody, parameters])
  }
  return found
}

const schemaName = ({ $ref }: Schema): string | undefined =>
  typeof $ref === 'string' ? $ref.slice('#/components/schemas/'.length) : undefined

export const mapSchemas = (document: ApiDocument, change: (schema: Schema) => Schema): ApiDocument => ({
  ...mapOperations(document, (operation) => ({
    ...mapResponses(operation, (response) => ({
      ...response,
      ...(response.content && { content: mapContent(response.content, change) }),
    })),
    ...(operation.parameters && {
      parameters: operation.parameters.map((parameter) =>
        isRef(parameter) ? parameter : { ...parameter, schema: change(parameter.schema) },
      ),
    }),
    ...(operation.requestBody && {
      requestBody: {
        ...operation.requestBody,
        content: mapContent(operation.requestBody.content, change),
      },
    }),
  })),
  components: {
    ...document.components,
    schemas: mapValues(document.components.schemas, change),
  },
})

export const mapContent = (content: Content, change: (schema: Schema) => Schema): Content =>
  mapValues(content, (media) => ({ ...media, schema: change(media.schema) }))

const ofOneSchema = new Set(['items', 'additionalProperties', 'not'])
const ofSchemas = new Set(['anyOf', 'oneOf', 'allOf'])
const ofNamedSchemas = new Set(['properties', 'patternProperties', '$defs'])

/** Changes a schema and all within it, from the inside out. */
export const mapSchema = (schema: Schema, change: (schema: Schema) => Schema): Schema => {
  const within = (value: unknown) => mapSchema(value as Schema, change)
  return change(
    mapValues(schema, (value, keyword) => {
      if (ofNamedSchemas.has(keyword)) return mapValues(value as Record<string, Schema>, within)
      if (ofSchemas.has(keyword)) return (value as Schema[]).map(within)
      return ofOneSchema.has(keyword) && typeof value === 'object' ? within(value) : value
    }),
  )
}
