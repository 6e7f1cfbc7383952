import type { CodeExample } from '../../requests/api/code-example.ts'
import {
  type ApiDocument,
  type Content,
  type Header,
  isRef,
  mapValues,
  type Parameter,
  type Operation as PathOperation,
  type Ref,
  type Response,
  type Schema,
} from '../openapi/api-document.ts'
import type { CodeExamples, CodeSample } from '../openapi/code-samples.ts'

/** The data of the reference, with every `$ref` of the OpenAPI document resolved. */
export type Reference = {
  groups: readonly { name: string; tags: readonly ReferenceTag[] }[]
  /** The shared schemas, by their names. */
  schemas: Readonly<Record<string, Schema>>
}

/** One page of the reference. */
export type ReferenceTag = {
  name: string
  /** Its name in the page's address. */
  slug: string
  description: string
  operations: readonly ReferenceOperation[]
}

export type ReferenceOperation = {
  id: string
  method: string
  /** Below `/v1`; of a webhook, its type of event. */
  path: string
  name: string
  description: string
  isDeprecated: boolean
  /** The day on which it is removed. */
  sunset: string | undefined
  /** Whether it may still change: see the guide Versioning. */
  isBeta: boolean
  hasPanel: boolean
  /** It is sent by us. */
  isWebhook: boolean
  scope: string | undefined
  alsoScope: string | undefined
  right: string | undefined
  isForStore: boolean
  cost: string | number | undefined
  parameters: readonly Parameter[]
  body: Content | undefined
  responses: readonly ReferenceResponse[]
  samples: readonly CodeSample[]
  /** The requests of the samples; a webhook has none. */
  example: CodeExample | undefined
  /** The names of guides that explain it. */
  guides: readonly string[]
}

export type ReferenceResponse = {
  status: string
  description: string
  headers: Readonly<Record<string, Header>>
  content: Content
}

const WEBHOOK_EVENTS = 'webhook-events'

/** The navigation's groups, their tags and the operations of these, in the document's order. */
export const referenceOf = (document: ApiDocument, examples: CodeExamples): Reference => {
  const read = operationReader(document, examples)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tags: operation.tags ?? [],
      operation: read(operation, method, path),
    })),
  )
  const tagNamed = (name: string): ReferenceTag => ({
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    description: document.tags?.find((tag) => tag.name === name)?.description ?? '',
    operations: operations.filter(({ tags }) => tags.includes(name)).map((one) => one.operation),
  })
  const events = eventsOf(document, examples)
  return {
    groups: (document['x-tagGroups'] ?? []).map(({ name, tags }) => ({
      name,
      tags: tags.flatMap((tag) => [tagNamed(tag), ...(tag === 'Webhooks' && events ? [events] : [])]),
    })),
    schemas: document.components.schemas,
  }
}

/** The requests that we send to webhooks, as a page like that of a tag. */
const eventsOf = (document: ApiDocument, examples: CodeExamples): ReferenceTag | undefined => {
  if (!document.webhooks) return undefined
  const read = operationReader(document, examples)
  return {
    name: 'Webhook events',
    slug: WEBHOOK_EVENTS,
    description: 'Signed requests to your server when something changes.',
    operations: Object.entries(document.webhooks).flatMap(([type, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...read(operation, method, type),
        isWebhook: true,
      })),
    ),
  }
}

const operationReader = ({ components, tags = [] }: ApiDocument, examples: CodeExamples) => {
  const guideOfTag = new Map(tags.map((tag) => [tag.name, guideIn(tag)]))
  const follow = <Value extends object>(kind: Kind, value: Value | Ref): Value =>
    isRef(value) ? (components[kind]?.[value.$ref.split('/').at(-1) ?? ''] as Value) : value
  const contentOf = (content: Content = {}): Content =>
    mapValues(content, ({ examples, ...media }) => ({
      ...media,
      ...(examples && {
        example: mapValues(examples, (one) => follow('examples', one).value)[firstOf(examples)],
      }),
    }))
  const responseOf = ([status, found]: [string, Response | Ref]): ReferenceResponse => {
    const { description, headers = {}, content } = follow('responses', found)
    return {
      status,
      description,
      headers: mapValues(headers, (header) => follow('headers', header)),
      content: contentOf(content),
    }
  }
  return (operation: PathOperation, method: string, path: string): ReferenceOperation => {
    const parameters = (operation.parameters ?? []).map((one) => follow('parameters', one))
    const own = guideIn(operation) ?? guideOfTag.get(operation.tags?.[0] ?? '')
    const others = parameters.flatMap(({ name }) => guidesByParameter[name] ?? [])
    return {
      ...marksOf(operation),
      example: examples.get(operation.operationId ?? ''),
      method: method.toUpperCase(),
      path,
      isWebhook: false,
      parameters,
      body: operation.requestBody && contentOf(plainTypes(operation.requestBody.content)),
      responses: Object.entries(operation.responses).map(responseOf),
      guides: [...new Set([...(own ? [own] : []), ...others])],
    }
  }
}

/** The charset is for programs. */
const plainTypes = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).filter(([type]) => !type.includes(';')))

/** The guides of certain parameters, to which every operation with them links. */
const guidesByParameter: Readonly<Record<string, string>> = {
  cursor: 'paging',
  'Idempotency-Key': 'idempotency',
}

/** The guide that the document names, by its address. */
const guideIn = ({ externalDocs }: Pick<PathOperation, 'externalDocs'>): string | undefined =>
  externalDocs && new URL(externalDocs.url).pathname.split('/').at(-1)

type Kind = 'examples' | 'headers' | 'parameters' | 'responses'

const firstOf = (record: object): string => Object.keys(record)[0] ?? ''

/** The fields of an operation, with the extensions of our document. */
const marksOf = (operation: PathOperation) => ({
  id: operation.operationId ?? '',
  name: operation.summary ?? '',
  description: operation.description ?? '',
  isDeprecated: operation.deprecated ?? false,
  sunset: operation['x-deprecated-sunset'] as string | undefined,
  isBeta: operation['x-stability'] === 'beta',
  hasPanel: operation['x-hideTryItPanel'] !== true,
  scope: operation['x-required-scope'] as string | undefined,
  alsoScope: operation['x-also-required-scope'] as string | undefined,
  right: operation['x-required-right'] as string | undefined,
  isForStore: operation['x-store-only'] === true,
  cost: operation['x-request-cost'] as string | number | undefined,
  samples: (operation['x-codeSamples'] ?? []) as CodeSample[],
})
