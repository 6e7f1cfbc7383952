// openapi.gen.ts, the types of the API, and cli/event-examples.gen.ts, the example of each event that webhooks receive.
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import {
  type Document,
  errorCodesOf,
  NOTICE,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from './document.ts'

export const generatedExamples = ({ webhooks }: Document): string => {
  const examples = Object.entries(webhooks).map(([type, { post }]) => [
    type,
    post.requestBody.content['application/json'].example,
  ])
  return [
    NOTICE,
    '',
    '/** The documented example of each event that webhooks receive, by its type. */',
    `export const eventExamples = ${JSON.stringify(Object.fromEntries(examples), undefined, 2)} as const`,
    '',
  ].join('\n')
}

export const generatedTypes = async (document: Document): Promise<string> => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  return [
    NOTICE,
    "import type { Int64 } from './exact-json.ts'",
    '',
    '/** Every error code the service documents. */',
    unionOf('ErrorCode', [...new Set(operations.flatMap((each) => errorCodesOf(each, document)))].sort()),
    '/** The name of an operation, its `operationId` in openapi.json. */',
    unionOf(
      'OperationId',
      operations.map(({ operationId }) => operationId),
    ),
    await typesOf(document, operations),
    ...listsOf(document),
  ].join('\n')
}

/** A type for each schema, and `Api`, which has all of them by name, with the queries of operations. */
const typesOf = async (document: Document, operations: Operation[]): Promise<string> => {
  const { schemas } = document.components
  const api = objectOf({
    schemas: objectOf(Object.fromEntries(Object.keys(schemas).map((name) => [name, { $ref: `#/$defs/${name}` }]))),
    queries: objectOf(queriesOf(document, operations)),
  })
  const text = await compile(asJsonSchema({ ...api, $defs: schemas }), 'Api', {
    additionalProperties: false,
    bannerComment: '',
    style: { printWidth: 100, semi: false, singleQuote: true, trailingComma: 'all' },
  })
  // Unlike an interface, a type can be passed where a record of any names is expected.
  return text.replace(/^export interface (\w+) \{$/gm, 'export type $1 = {')
}

/** The query of each operation that has one. */
const queriesOf = (document: Document, operations: Operation[]): Record<string, object> => {
  const { parameters: shared = {} } = document.components
  const queries = operations.map(({ operationId, parameters = [] }): [string, Parameter[]] => [
    operationId,
    parameters.map((each) => resolve(each, shared)).filter((each) => each.in === 'query'),
  ])
  return Object.fromEntries(
    queries.filter(([, parameters]) => parameters.length > 0).map(([id, parameters]) => [id, queryOf(parameters)]),
  )
}

const queryOf = (parameters: Parameter[]): object => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(
    parameters.map(({ name, description, schema }) => [
      name,
      // Beside a reference, a description would be replaced by that of what it names.
      schema.$ref ? { description, allOf: [schema] } : { ...schema, description },
    ]),
  ),
})

const objectOf = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

/** The schemas of OpenAPI 3.1 are JSON Schema. Only what decides a type is left, and a type of ours for long integers. */
const asJsonSchema = (schema: object): JSONSchema => {
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')
  // It is what was parsed, with some of its members replaced.
  return JSON.parse(text, (name, value) => {
    if (/^m(in|ax)Items$/.test(name) && typeof value === 'number') return undefined
    return needsInt64(value) ? { description: value.description, tsType: 'Int64' } : value
  }) as JSONSchema
}

/** An integer whose maximum is a safe integer stays a number. */
const needsInt64 = (value: unknown): value is Schema =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  value.format === 'int64' &&
  !('maximum' in value && Number(value.maximum) <= Number.MAX_SAFE_INTEGER)

const unionOf = (name: string, values: string[]): string =>
  `export type ${name} =\n${values.map((value) => `  | '${value}'`).join('\n')}\n`

/**
 * Writes the values of each type that is a list of names, in the order of the API, for programs that offer a choice.
 */
const listsOf = ({ components: { schemas } }: Document): string[] => {
  const lists = Object.entries(schemas).flatMap(([name, { enum: values }]) =>
    values ? [listOf(pluralOf(name), values)] : [],
  )
  return [...lists, listOf('eventTypes', Object.keys(schemas.Event?.discriminator?.mapping ?? {}))]
}

const pluralOf = (name: string): string =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}${name.endsWith('s') ? 'es' : 's'}`

const listOf = (name: string, values: string[]): string =>
  `export const ${name} = ${JSON.stringify(values, undefined, 2)} as const\n`
