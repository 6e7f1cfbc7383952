import type { CodeExample } from '../../requests/api/code-example.ts'
import {
  type ApiDocument,
  isRef,
  type Operation,
  type Parameter,
  type Ref,
  type Schema,
} from '../openapi/api-document.ts'
import type { CodeExamples } from '../openapi/code-samples.ts'

/** Every operation as a request to fill in and send, whichever program sends it. */
export type RequestCollection = {
  name: string
  description: string
  /** The variables that requests name as `{{name}}`: the server, the key, and the ids of what was created last. */
  variables: Readonly<Record<string, string>>
  folders: readonly Folder[]
}
type Folder = { name: string; description: string; requests: readonly CollectionRequest[] }

export type CollectionRequest = {
  id: string
  name: string
  description: string
  method: string
  /** Its segments, a parameter as `:petId`. */
  path: readonly string[]
  pathParameters: readonly string[]
  query: readonly Field[]
  headers: readonly Field[]
  /** JSON, in which ids of what other requests make are variables. */
  body?: string
  /** The name of a file that is sent as the field `file` of a form. */
  file?: string
  /** A text that is sent as it is, and its media type. */
  text?: { type: string; value: string }
  /** The variable that becomes the id of what this makes. */
  makes?: string
  /** The variable that becomes the id of the first item of the list, because nothing in the collection makes one. */
  finds?: string
  /** Whether the path has an id that only such a list can know, so that there may be nothing with this id. */
  mayBeMissing: boolean
  isList: boolean
  success: Success
}

/** The checks of a response. */
type Success = {
  statuses: readonly number[]
  /** The fields of the object, or of each item of the array; undefined for anything but JSON. */
  shape?: { isArray: boolean; fields: readonly string[] }
}
export type Field = { name: string; value: string; description: string; isSent: boolean }

/** The variable that has the key: it is named as everywhere. */
export const KEY_VARIABLE = 'ADOPTION_KEY'

type CollectionSource = { document: ApiDocument; examples: CodeExamples; baseUrl: string }

/** Made of the published document, and of what the code samples send. */
export const requestCollection = ({
  document,
  examples,
  baseUrl,
}: CollectionSource): RequestCollection => {
  const paths = Object.keys(document.paths)
  const made = Object.entries(document.paths).map(([path, { post }]) => post && madeBy(path, paths))
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const example = examples.get(operation.operationId ?? '')
      // A stream does not end, and these programs wait for the end.
      if (!example || example.isStream) return []
      const request = requestOf({ document, paths, made, path, method, operation, example })
      return [{ tag: operation.tags?.[0] ?? '', request }]
    }),
  )
  const ids = [...examples.values()].map(({ path = {} }) => path)
  return {
    name: 'Animal Adoption Store API',
    description: description,
    variables: {
      baseUrl,
      [KEY_VARIABLE]: '',
      cursor: '',
      ...Object.assign({}, ...ids.toReversed()),
    },
    folders: [...foldersByTag(document, requests), deletions(requests)],
  }
}

const description = `Set the variable \`${KEY_VARIABLE}\` to your API key, and \`baseUrl\` to where the store is. A request that makes something keeps
its id in a variable, which the others use; other ids come from their lists. Each request checks the status and the fields of
its response. A check is skipped where the store has nothing to work on: no ban to lift, or an order in another state.
Requests that send a file need one to be chosen. Each list keeps the cursor of its next page in \`cursor\`: tick that parameter
for the next page.`

type Tagged = { tag: string; request: CollectionRequest }

const isDeletion = ({ request }: Tagged): boolean => request.method === 'DELETE'

const foldersByTag = ({ tags = [] }: ApiDocument, all: readonly Tagged[]): Folder[] =>
  tags.flatMap(({ name, description = '' }) => {
    const own = all.filter((one) => one.tag === name && !isDeletion(one))
    const sorted = own.map(requestIn).toSorted(creatingFirst)
    return own.length > 0 ? [{ name, description, requests: sorted }] : []
  })

/** A request that reads something comes after the one that creates it. */
const creatingFirst = (one: CollectionRequest, other: CollectionRequest): number =>
  Number(creates(other)) - Number(creates(one))

const creates = ({ makes, method }: CollectionRequest): boolean =>
  makes !== undefined || method === 'PUT'

/**
 * The last folder deletes in reverse order, so that a run of the whole collection finds what it needs until the end.
 */
const deletions = (all: readonly Tagged[]): Folder => ({
  name: 'Deletions',
  description: 'What deletes and erases, for the end.',
  requests: all.filter(isDeletion).map(requestIn).toReversed(),
})

const requestIn = ({ request }: Tagged): CollectionRequest => request

type Source = {
  document: ApiDocument
  paths: readonly string[]
  /** The variables that requests set. */
  made: readonly (string | undefined)[]
  path: string
  method: string
  operation: Operation
  example: CodeExample
}

const requestOf = ({
  document,
  paths,
  made,
  path,
  method,
  operation,
  example,
}: Source): CollectionRequest => {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one))
  const inside = (place: string) => parameters.filter((one) => one.in === place)
  const makes = method === 'post' ? madeBy(path, paths) : undefined
  const pathParameters = inside('path').map(({ name }) => name)
  const success = successOf(document, operation)
  const ownId = success.shape?.isArray === true ? madeBy(path, paths) : undefined
  const finds = ownId !== undefined && !made.includes(ownId) ? ownId : undefined
  const isCsv = example.file?.endsWith('.csv') === true
  return {
    id: operation.operationId ?? '',
    name: operation.summary ?? '',
    description: aboutOf(operation),
    method: method.toUpperCase(),
    path: path
      .split('/')
      .slice(1)
      .map((part) => part.replace(/^\{(\w+)\}$/, ':$1')),
    pathParameters,
    query: inside('query').map((one) => queryField(one, example)),
    headers: inside('header').map(headerField),
    ...(example.body !== undefined && { body: bodyText(example.body, made) }),
    ...(example.file !== undefined && !isCsv && { file: example.file }),
    ...(isCsv && { text: { type: 'text/csv', value: exampleCsv } }),
    ...(makes !== undefined && { makes }),
    ...(finds !== undefined && { finds }),
    mayBeMissing: !areMade(document, path),
    isList: inside('query').some(({ name }) => name === 'cursor'),
    success,
  }
}

/** Whether an operation creates each thing that the path names: `POST /pets` or `PUT /pets/{petId}` for `/pets/{petId}/photos`. */
const areMade = ({ paths }: ApiDocument, path: string): boolean =>
  [...path.matchAll(/(?<=\/)([^/]+)\/\{\w+\}/g)].every(([, collection]) =>
    Object.entries(paths).some(
      ([one, { post, put }]) =>
        (post !== undefined && one.endsWith(`/${collection}`)) ||
        (put !== undefined && one.replace(/\/\{\w+\}$/, '/{}').endsWith(`/${collection}/{}`)),
    ),
  )

/** Sent as text, so that nobody has to choose a file. */
const exampleCsv = 'Internal-ID,Name,Species\n1,Rex,Dog\n'

const successOf = (document: ApiDocument, { responses = {} }: Operation): Success => {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const schemas = good.map(([, response]) => {
    const found = isRef(response) ? document.components.responses?.[nameOf(response)] : response
    return found?.content?.['application/json']?.schema
  })
  const schema = schemas[0] && followed(document, schemas[0])
  const items = schema?.items ? followed(document, schema.items as Schema) : undefined
  return {
    statuses: good.map(([status]) => Number(status)),
    ...(schema && { shape: { isArray: items !== undefined, fields: requiredOf(items ?? schema) } }),
  }
}

const requiredOf = ({ required }: Schema): readonly string[] =>
  Array.isArray(required) ? required.map(String) : []

const followed = ({ components }: ApiDocument, schema: Schema): Schema =>
  isRef(schema) ? (components.schemas[nameOf(schema)] ?? schema) : schema

const nameOf = ({ $ref }: Ref): string => $ref.split('/').at(-1) ?? ''

/** `POST /pets` makes what `/pets/{petId}` is. */
const madeBy = (path: string, paths: readonly string[]): string | undefined => {
  const last = path.split('/').at(-1) ?? ''
  if (last.includes(':') || last.startsWith('{')) return undefined
  const found = paths.map((one) => {
    const [segment, parameter = ''] = one.split('/').slice(-2)
    return segment === last ? /^\{(\w+)\}$/.exec(parameter)?.[1] : undefined
  })
  return found.find((name) => name !== undefined)
}

const bodyText = (body: unknown, made: readonly (string | undefined)[]): string =>
  JSON.stringify(body, null, 2).replace(/"(\w+Id)": \d+/g, (field, name: string) =>
    made.includes(name) ? `"${name}": {{${name}}}` : field,
  )

const aboutOf = ({
  description,
  externalDocs,
  'x-required-scope': scope,
  'x-also-required-scope': alsoScope,
}: Operation): string =>
  [
    ...(description ? [String(description)] : []),
    ...(scope && !alsoScope ? [`Requires the scope \`${scope}\`.`] : []),
    ...(alsoScope ? [`Requires the scopes \`${scope}\` and \`${alsoScope}\`.`] : []),
    ...(externalDocs ? [`[${externalDocs.description}](${externalDocs.url})`] : []),
  ].join('\n\n')

const queryField = ({ name, description = '', schema }: Parameter, example: CodeExample): Field => {
  const given = example.query?.[name]
  const value = name === 'cursor' ? '{{cursor}}' : (given ?? String(schema.default ?? ''))
  return { name, description, value, isSent: given !== undefined }
}

const headerField = ({ name, description = '' }: Parameter): Field => ({
  name,
  description,
  value: name === 'Idempotency-Key' ? '{{$guid}}' : name === 'Prefer' ? 'return=total-count' : '',
  isSent: false,
})

const resolved = ({ components }: ApiDocument, parameter: Parameter | Ref): Parameter => {
  if (!isRef(parameter)) return parameter
  const found = components.parameters?.[nameOf(parameter)]
  if (!found) throw new Error(`there is no ${parameter.$ref}`)
  return found
}
