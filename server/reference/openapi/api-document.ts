import type { CodeExample } from '../../requests/api/code-example.ts'
import type { EventKinds } from '../../requests/api/event-type.ts'
import type { GuideLink } from '../../requests/api/operation.ts'
import type { ErrorTable } from '../../requests/errors/api-error.ts'

/**
 * The parts of an OpenAPI 3.1 document that our operations produce. Parts that are only passed through are not named.
 */
export type ApiDocument = {
  info: { version: string; 'x-release': string }
  externalDocs?: ExternalDocs
  tags?: readonly Tag[] | undefined
  servers?: readonly Server[]
  paths: Record<string, PathItem>
  webhooks?: Record<string, PathItem>
  components: Components
  'x-tagGroups'?: readonly { name: string; tags: readonly string[] }[]
}

/** The declarations of the operations. The errors that they name and the events are never published in this form. */
export type DeclaredDocument = ApiDocument & { 'x-errors': ErrorTable; 'x-events': EventKinds }

type ExternalDocs = { description: string; url: string }
type Tag = {
  name: string
  description?: string
  externalDocs?: ExternalDocs
  /** Becomes `externalDocs`. */
  'x-guide'?: GuideLink
}
export type Server = {
  url: string
  description: string
}
type Components = {
  securitySchemes?: Record<string, object>
  schemas: Record<string, Schema>
  headers?: Record<string, Header>
  parameters?: Record<string, Parameter>
  responses?: Record<string, Response>
  examples?: Record<string, { value: unknown }>
}
/** The operations of a path, by method. */
type PathItem = Record<string, Operation>
export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  security?: Record<string, string[]>[]
  externalDocs?: ExternalDocs
  parameters?: (Parameter | Ref)[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response | Ref>
  /** Becomes `x-codeSamples`, and the example of its body. */
  'x-example'?: CodeExample
  /** Becomes `externalDocs`. */
  'x-guide'?: GuideLink
} & { [extension: `x-${string}`]: unknown }
export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  style?: string
  explode?: boolean
  example?: unknown
  schema: Schema
}
export type Response = {
  description: string
  headers?: Record<string, Header | Ref>
  content?: Content
  /** Its name under `components` if several operations share it; never published. */
  'x-name'?: string
}
export type Header = { description?: string; schema: Schema }
export type Content = Record<string, MediaType>
export type MediaType = {
  schema: Schema
  example?: unknown
  examples?: Record<string, { value: unknown } | Ref>
}
export type Schema = Readonly<Record<string, unknown>>
export type Ref = { $ref: string }

export const isRef = (value: object): value is Ref => '$ref' in value

export const mapValues = <In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In, name: string) => Out,
): Record<string, Out> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))

type Place = { path: string; method: string }

/** The document with each of its operations changed. */
export const mapOperations = (
  document: ApiDocument,
  change: (operation: Operation, place: Place) => Operation,
): ApiDocument => ({
  ...document,
  paths: mapValues(document.paths, (methods, path) =>
    mapValues(methods, (operation, method) => change(operation, { path, method })),
  ),
})

/** The operation with each response that it has itself changed. */
export const mapResponses = (
  operation: Operation,
  change: (response: Response, status: string) => Response | Ref,
): Operation => ({
  ...operation,
  responses: mapValues(operation.responses, (response, status) =>
    isRef(response) ? response : change(response, status),
  ),
})

export const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods))
