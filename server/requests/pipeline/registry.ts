import fastJson, { type Schema } from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import type { Validators } from '../../platform/http/validation.ts'
import type { Traffic } from '../../platform/telemetry/traffic.ts'
import type { EventKinds } from '../api/event-type.ts'
import type { Operation } from '../api/operation.ts'
import { ownSurface } from '../api/surface.ts'
import { ApiError, type ErrorCode, type ErrorTable } from '../errors/api-error.ts'
import { fieldNames } from './field-names.ts'
import type { Check, Route } from './router.ts'

/** Operations, the schemas that they name by `$ref`, the errors that they name by code, and the types of events. */
export type Api = {
  operations: readonly Operation[]
  schemas: readonly TSchema[]
  errors: ErrorTable
  events: EventKinds
}

// Without `properties`, documents would show the keywords as parameters.
const noParameters = { type: 'object', properties: {}, additionalProperties: false }

type Parts = { shared: SharedSchemas; errors: ErrorTable; validate: Validators; traffic: Traffic }

/** Prepares the operations before the first request. Each schema is compiled once, on first use. */
export const register = (operations: readonly Operation[], { shared, errors, validate, traffic }: Parts): Route[] =>
  operations.map((operation) => {
    const { params, query = noParameters, body, returns } = operation
    const { isBodyOptional: isOptional, bodyIssues: moreIssues } = operation
    const [success] = Object.values(returns)
    let compiled: Route['write'] | undefined
    let names: ReadonlySet<string> | undefined
    const route: Route = {
      operation,
      path: operation.isForVisitors ? operation.path : prefixOf(operation) + operation.path,
      traffic: traffic.operation(operation.id),
      checkParams: params && validate.params(named(params), notFoundOf(params, errors)),
      checkQuery: validate.query(named(query)),
      checkBody: body && orThrow(validate.body(referred(body) as object, { isOptional, moreIssues })),
      // Most operations are never called in a short life, so their writers are created with their first response.
      write(value) {
        compiled ??= writer(success?.schema && referred(success.schema), shared)
        route.write = compiled
        return compiled(value)
      },
      fieldNames() {
        names ??= fieldNames([params, query, body], shared)
        return names
      },
    }
    return route
  })

const prefixOf = ({ surface = ownSurface }: Operation): string => surface.prefix

/** The error for a path with a malformed id: a 404 of the resource, which the schema names in `x-not-found`. */
const notFoundOf = (params: object, errors: ErrorTable) => () => {
  const code = 'x-not-found' in params ? (params['x-not-found'] as ErrorCode) : 'route_not_found'
  return new ApiError(code, errors[code])
}

const orThrow =
  (check: ReturnType<Validators['body']>): Check =>
  (sent) => {
    const result = check(sent)
    if ('error' in result) throw result.error
    return result.value
  }

type SharedSchemas = Record<string, Schema>

/** The schemas of an API, by the names that others use to refer to them. */
export const sharedSchemas = (schemas: readonly TSchema[]): SharedSchemas =>
  Object.fromEntries(schemas.map((schema) => [idOf(schema), named(schema) as Schema]))

const writers = new Map<string, (value: unknown) => string>()

/** One writer for all operations with the same response schema. */
const writer = (schema: unknown, shared: SharedSchemas): ((value: unknown) => string) => {
  // Pass only the needed schemas: the compiler walks all that it receives, and marks them.
  const referredTo = needed(schema, shared)
  const text = JSON.stringify([schema, referredTo])
  const found = writers.get(text) ?? fastJson(schema as Schema, { schema: structuredClone(referredTo) })
  writers.set(text, found)
  return found
}

const needed = (node: unknown, shared: SharedSchemas, found: SharedSchemas = {}): SharedSchemas => {
  if (node === null || typeof node !== 'object') return found
  for (const [key, value] of Object.entries(node)) {
    const id = key === '$ref' ? String(value).replace('#', '') : ''
    const schema = found[id] ? undefined : shared[id]
    if (schema) found[id] = schema
    needed(schema ?? value, shared, found)
  }
  return found
}

const idOf = (schema: object): string => {
  if ('$id' in schema && typeof schema.$id === 'string') return schema.$id
  throw new Error('a shared schema must have an $id')
}

/** Replaces nested schemas that have a name by references. */
export const named = (schema: object): object =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referred(value)]))

/** Handles a schema that may itself have a name. */
export const referred = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(referred)
  if (node === null || typeof node !== 'object') return node
  return '$id' in node ? { $ref: `${node.$id}#` } : named(node)
}
