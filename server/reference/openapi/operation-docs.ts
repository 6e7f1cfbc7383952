import type { TSchema } from 'typebox'
import { BATCH_COST } from '../../requests/api/batch.ts'
import { isWrite, type Operation, type Success } from '../../requests/api/operation.ts'
import {
  bodyErrors,
  etagHeader,
  type Header,
  idempotencyErrors,
  limitHeaders,
  locationHeader,
  uploadErrors,
} from '../../requests/api/responses.ts'
import type { ErrorCode } from '../../requests/errors/api-error.ts'
import { named, referred } from '../../requests/pipeline/registry.ts'
import {
  type ApiDocument,
  type Content,
  mapValues,
  type Parameter,
  type Operation as PathOperation,
  type Response,
  type Schema,
} from './api-document.ts'
import type { Declared } from './openapi-operations.ts'

/** The paths of an OpenAPI document, made of the declarations alone. */
export const pathsOf = (operations: readonly Operation[]): ApiDocument['paths'] => {
  const paths: ApiDocument['paths'] = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: documented(operation),
    }
  }
  return paths
}

/** The shared schemas, by their names. */
export const componentSchemas = (schemas: readonly TSchema[]): Record<string, Schema> =>
  Object.fromEntries(
    schemas.map((schema) => {
      const { $id, ...rest } = named(schema) as Record<string, unknown>
      return [String($id), published(rest) as Schema]
    }),
  )

const documented = (operation: Operation): PathOperation => {
  const { id, summary, description, tag, body, mediaTypes = jsonOnly, upload, returns } = operation
  const parameters = [
    ...propertiesOf(operation.params).map(parameterIn('path')),
    ...propertiesOf(operation.query).map(parameterIn('query')),
  ]
  const declared: Declared = {
    errors: errorsOf(operation),
    headers: operation.requestHeaders ?? [],
  }
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(description && { description }),
    ...(upload && { requestBody: { required: true, content: uploadContent() } }),
    ...(body && {
      requestBody: { required: !operation.isBodyOptional, content: contentOf(mediaTypes, body) },
    }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.deprecation && {
      deprecated: true,
      'x-deprecated-sunset': new Date(operation.deprecation.sunsetMs).toISOString().slice(0, 10),
    }),
    'x-stability': operation.stability ?? 'beta',
    ...(operation.hasNoPanel && { 'x-hideTryItPanel': true }),
    ...accessMarks(operation),
    ...(operation.example && { 'x-example': operation.example }),
    ...(operation.guide && { 'x-guide': operation.guide }),
    'x-declared': declared,
    responses: mapValues(returns as Record<string, Success>, responseOf),
  }
}

/** The required scope, and the number of requests that it counts as, if not one. */
const accessMarks = ({ scope, alsoScope, right, isForStore, isFree, cost }: Operation) => ({
  ...(scope && { 'x-required-scope': scope }),
  ...(alsoScope && { 'x-also-required-scope': alsoScope }),
  ...(right && { 'x-required-right': right }),
  ...(isForStore && { 'x-store-only': true }),
  ...(isFree && { 'x-request-cost': 0 }),
  ...(cost && { 'x-request-cost': BATCH_COST }),
})

const jsonOnly = ['application/json']

const propertiesOf = (schema: TSchema | undefined): [string, Schema][] =>
  // An object schema of ours: its properties are schemas by their names.
  Object.entries((schema as { properties?: Record<string, Schema> } | undefined)?.properties ?? {})

const parameterIn =
  (place: 'path' | 'query') =>
  ([name, schema]: [string, Schema]): Parameter => {
    const { description, ...rest } = published(schema) as Schema & { description?: string }
    return {
      schema: rest,
      in: place,
      name,
      required: place === 'path',
      ...(description !== undefined && { description }),
    }
  }

const responseOf = ({ description, schema, type, hasCsv, headers }: Success, status: string): Response => ({
  description,
  headers: headersOf({
    ...limitHeaders,
    ...(status === '201' && locationHeader),
    ...headers,
    ...(schema && !type && etagHeader),
  }),
  ...(schema && {
    content: {
      ...contentOf(type ? [type] : jsonOnly, schema),
      ...(hasCsv && { 'text/csv': { schema: { type: 'string' } } }),
    },
  }),
})

const headersOf = (headers: Record<string, Header>): NonNullable<Response['headers']> =>
  mapValues(headers, ({ description, ...schema }) => ({ schema, description }))

/** A file as it is can be sent too, as descriptions say: generated clients do not know what to do with a choice. */
const uploadContent: () => Content = () => {
  const file = { type: 'string', format: 'binary', description: 'The file.' }
  const form = { type: 'object', properties: { file }, required: ['file'] }
  return { 'multipart/form-data': { schema: form } }
}

const contentOf = (types: readonly string[], schema: TSchema): Content => {
  const content = { schema: published(referred(schema)) as Schema }
  return Object.fromEntries(types.map((type) => [type, content]))
}

/** Every error of an operation, without those of every operation. */
const errorsOf = (operation: Operation): ErrorCode[] => {
  const { query, body, upload, requestHeaders = [], errors = [], deprecation } = operation
  return [
    ...(query ? (['invalid_parameter'] as const) : []),
    ...(body ? bodyErrors : []),
    ...(upload ? uploadErrors : []),
    ...(requestHeaders.includes('Idempotency-Key') ? idempotencyErrors : []),
    ...errors,
    ...(deprecation ? (['operation_removed'] as const) : []),
    ...(operation.method === 'GET' ? [] : (['outcome_unknown'] as const)),
    ...(isWrite(operation) ? (['read_only'] as const) : []),
  ]
}

/** Without what only the server reads, and with our own references as a document's. */
const published = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(published)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== 'x-not-found' && key !== 'x-itemwise')
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string'
          ? `#/components/schemas/${value.replace(/#$/, '')}`
          : published(value),
      ]),
  )
}
