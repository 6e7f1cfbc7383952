// Writes openapi.gen.ts: the types of the API, from the repository's openapi.json.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

type Response = { description: string; headers?: unknown; content?: unknown }
type Reference = { $ref: string }
type Operation = {
  parameters?: (object | Reference)[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, Response | Reference>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks?: object
  components: {
    schemas: Record<string, object>
    parameters?: Record<string, object>
    responses?: Record<string, Response>
    examples?: object
  }
}

const source = new URL('../openapi.json', import.meta.url)
const target = new URL('openapi.gen.ts', import.meta.url)

/** The expected content of openapi.gen.ts. */
export const generatedTypes = async (): Promise<string> => {
  const document = withoutReferences(JSON.parse(readFileSync(source, 'utf8')))
  const codes = errorCodes(document)
  const nodes = await openapiTS(JSON.stringify(ofClient(document)), {
    alphabetize: false,
    defaultNonNullable: false,
    transform: ({ format }) =>
      format === 'int64' ? ts.factory.createTypeReferenceNode('Int64') : undefined,
  })
  return [
    '// Generated from openapi.json by `npm run types -w sdk`: do not edit.',
    "import type { Int64 } from './exact-json.ts'",
    '',
    '/** Every error code the service documents. */',
    `export type ErrorCode =\n${codes.map((code) => `  | '${code}'`).join('\n')}`,
    '',
    astToString(nodes),
    ...listsOf(document),
  ].join('\n')
}

/**
 * Each operation with its own parameters and responses: the client's types do not depend on which of them are shared.
 */
const withoutReferences = (document: Document): Document => {
  const { parameters = {}, responses = {} } = document.components
  const resolved = <Value extends object>(value: Value | Reference, from: Record<string, Value>) =>
    '$ref' in value ? (from[value.$ref.split('/').at(-1) ?? ''] as Value) : value
  return mapOperations(document, (operation) => ({
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map((parameter) => resolved(parameter, parameters)),
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        resolved(response, responses),
      ]),
    ),
  }))
}

/** What programs offer for choice: each type that is a list of names, in the order of the API. */
const listsOf = ({ components: { schemas } }: Document): string[] => {
  const types = Object.keys((schemas.Event as EventSchema).discriminator.mapping)
  const lists = Object.entries(schemas as Record<string, EnumSchema>).flatMap(
    ([name, { enum: values }]) => (values ? [listOf(pluralOf(name), values)] : []),
  )
  return [...lists, listOf('eventTypes', types)]
}

type EnumSchema = { enum?: string[] }
type EventSchema = { discriminator: { mapping: Record<string, string> } }

const pluralOf = (name: string): string =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}${name.endsWith('s') ? 'es' : 's'}`

const listOf = (name: string, values: string[]): string =>
  `export const ${name} = ${JSON.stringify(values, undefined, 2)} as const\n`

/** The document lists the codes where they can occur: `code`: meaning. */
const errorCodes = ({ paths }: Document): string[] => {
  const descriptions = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => Object.entries(responses as Record<string, Response>))
    .flatMap(([status, { description }]) => (Number(status) >= 400 ? [description] : []))
  const codes = descriptions.flatMap((text) =>
    [...text.matchAll(/^`(\w+)`: /gm)].map(([, code = '']) => code),
  )
  return [...new Set(codes)].sort()
}

/** Only what the client's types need, so that they stay small: no errors, headers, charsets, samples and webhooks. */
const ofClient = (document: Document): object => {
  const operations = mapOperations(document, (operation) => ({
    ...operation,
    ...(operation.requestBody && { requestBody: withoutCharsets(operation.requestBody) }),
    responses: Object.fromEntries(
      Object.entries(operation.responses)
        .filter(([status]) => Number(status) < 300)
        .map(([status, response]) => {
          const { headers: _headers, ...rest } = response as Response
          return [status, rest]
        }),
    ),
  }))
  const { webhooks: _webhooks, ...rest } = operations
  const { schemas, examples } = document.components
  return { ...rest, components: { schemas, examples } }
}

const withoutCharsets = <Body extends { content: Record<string, unknown> }>(body: Body): Body => ({
  ...body,
  content: Object.fromEntries(Object.entries(body.content).filter(([type]) => !type.includes(';'))),
})

const mapOperations = (
  document: Document,
  change: (operation: Operation) => Operation,
): Document => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, change(operation)]),
      ),
    ]),
  ),
})

if (import.meta.main) writeFileSync(target, await generatedTypes())
