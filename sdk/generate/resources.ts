// resources.gen.ts: a method for each operation of the document. The TypeScript sample of an operation names its
// method: because its sample calls `store.notes.add`, `addNote` is the method `add` of `notes`.
import {
  type Document,
  errorCodesOf,
  NOTICE,
  nameOf,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from './document.ts'
import { formatted } from './format.ts'

/** Operations whose methods are written by hand, by file: they take or do something else than the document says. */
const byHand = {
  'animals.ts': ['getKennelCards'],
  'events.ts': ['listEvents', 'streamEvents'],
  'imports.ts': ['createImport', 'removeImport', 'undoImport'],
  'mails.ts': ['releaseMails'],
  // The sample of a deprecated operation shows what to call instead.
  'pets.ts': ['createPet', 'createPets', 'getPet'],
  'photos.ts': ['addPhoto', 'orderPhotos', 'rotatePhoto'],
  'profiles.ts': ['updateProfiles'],
  'sessions.ts': ['endSession', 'endSessions', 'listSessions'],
}

/** What many operations throw is explained once, in docs/guides/errors.md. */
const commonErrors = new Set(
  `account_suspended body_too_large daily_quota_exceeded expired_api_key headers_too_large idempotency_key_in_use
  idempotency_key_reused insufficient_scope internal_error invalid_api_key invalid_cursor invalid_idempotency_key
  invalid_parameter key_temporarily_banned malformed_json malformed_request missing_api_key origin_not_allowed
  outcome_unknown passkey_required rate_limit_exceeded read_only request_timeout revoked_api_key service_unavailable
  session_expired unknown_parameter unsupported_media_type uri_too_long validation_failed wrong_environment`.split(
    /\s+/,
  ),
)

/** The content of resources.gen.ts, and of exports.gen.ts, which has the types that others may import. */
export const generatedResources = (document: Document): { resources: string; exports: string } => {
  const methods = routesOf(document).map((route) => ({ resource: sampleOf(route).resource, text: methodOf(route) }))
  const resources = [...Map.groupBy(methods, ({ resource }) => resource)]
  const names = resources.map(([name]) => name)
  const text = resources
    .map(([name, its]) =>
      resourceOf(
        name,
        its.map((each) => each.text),
      ),
    )
    .join('\n')
  const schemas = Object.keys(document.components.schemas)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    .sort()
  return {
    resources: formatted(`${NOTICE}
import type { Int64 } from './exact-json.ts'
import type { Api, ${schemas} } from './openapi.gen.ts'
import type { CallOptions, ChangeOptions, ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type { Send } from './transport.ts'

type Query<Operation extends keyof Api['queries']> = Api['queries'][Operation]

/** The methods of the API by resource. */
export class Resources {
  ${names.map((name) => `readonly ${name}: ${typeOf(name)}`).join('\n')}

  constructor(send: Send) {
    ${names.map((name) => `this.${name} = ${functionOf(name)}(send)`).join('\n')}
  }
}

${text}`),
    exports: formatted(`${NOTICE}
export type { ${schemas} } from './openapi.gen.ts'
export type { ${names.map(typeOf).sort()} } from './resources.gen.ts'
`),
  }
}

/** An operation, with its parameters and responses resolved. */
export type Route = {
  operation: Operation
  method: string
  path: string
  parameters: Parameter[]
  inPath: { name: string; type: string }[]
  /** The names of its parameters in the query and in headers. */
  inQuery: string[]
  inHeaders: string[]
  body?: { type: string; isOptional: boolean }
  /** Undefined without a body. */
  result: Schema | undefined
  isPage: boolean
  errors: string[]
}

export const routesOf = (document: Document): Route[] => {
  const skipped = new Set(Object.values(byHand).flat())
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { operationId }]) => !skipped.has(operationId))
      .map(([method, operation]) => routeOf(document, operation, { path, method: method.toUpperCase() })),
  )
}

const routeOf = (
  document: Document,
  operation: Operation,
  { path, method }: { path: string; method: string },
): Route => {
  const parameters = (operation.parameters ?? []).map((each) => resolve(each, document.components.parameters))
  const namesIn = (place: string) => parameters.filter((each) => each.in === place).map((each) => each.name)
  const { requestBody } = operation
  const [response] = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, each]) => resolve(each, document.components.responses))
  return {
    operation,
    method,
    path,
    parameters,
    inPath: parameters
      .filter((each) => each.in === 'path')
      .map(({ name, schema }) => ({ name, type: typeText(schema) })),
    inQuery: namesIn('query'),
    inHeaders: namesIn('header'),
    ...(requestBody && {
      body: { type: typeText(requestBody.content['application/json']?.schema), isOptional: !requestBody.required },
    }),
    result: withItems(document, response?.content?.['application/json']?.schema),
    isPage: response?.headers?.['X-Next-Cursor'] !== undefined,
    errors: [...new Set(errorCodesOf(operation, document))].filter((code) => !commonErrors.has(code)),
  }
}

/** The schema of a list, even if it has a name. */
const withItems = ({ components: { schemas } }: Document, schema: Schema | undefined): Schema | undefined => {
  const named = schema?.$ref === undefined ? schema : schemas[nameOf({ $ref: schema.$ref })]
  return named?.items ? named : schema
}

/** The call in the sample: the last one, because some samples read first what they change. */
export const sampleOf = ({ operation }: Route): { resource: string; name: string } => {
  const { source = '' } = operation['x-codeSamples'].find(({ lang }) => lang === 'typescript') ?? {}
  const [, resource, name] = [...source.matchAll(/\bstore\.(\w+)\.(\w+)\(/g)].at(-1) ?? []
  if (!resource || !name) throw new Error(`the sample of ${operation.operationId} calls no method of the client`)
  return { resource, name }
}

const resourceOf = (resource: string, methods: string[]): string => `
/** The methods of \`store.${resource}\`. */
export type ${typeOf(resource)} = ReturnType<typeof ${functionOf(resource)}>

const ${functionOf(resource)} = (send: Send) => ({
${methods.join('\n\n')}
})
`

/** `mailTemplates` are made by `mailTemplateCalls`, and have the type `MailTemplateCalls`. */
export const functionOf = (resource: string): string => `${resource.replace(/ies$/, 'y').replace(/(?<!u)s$/, '')}Calls`
const typeOf = (resource: string): string => `${resource.charAt(0).toUpperCase()}${functionOf(resource).slice(1)}`

const methodOf = (route: Route): string => {
  const { operation, method, path, inPath, inQuery, body, result, isPage } = route
  const id = operation.operationId
  const parameters = [
    ...inPath.map(({ name, type }) => `${name}: ${type}`),
    ...(body ? [`body: ${body.type}${body.isOptional ? ' = {}' : ''}`] : []),
    ...(inQuery.length > 0 ? [`query?: Query<'${id}'>`] : []),
    `options?: ${optionsOf(route)}`,
  ]
  const request = [
    `operation: '${id}'`,
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    `path: ${inPath.length > 0 ? `\`${path.replaceAll(/\{(\w+)\}/g, '$${inPath($1)}')}\`` : `'${path}'`}`,
    ...(inQuery.length > 0 ? ['query'] : []),
    ...(body ? ['body'] : []),
  ]
  const cursor = ['cursor', 'offset', 'after'].find((name) => inQuery.includes(name))
  const isOther = isPage && cursor !== 'cursor'
  return `${commentOf(route)}
  ${sampleOf(route).name}: (${parameters.join(', ')}): ${isPage ? `List<${typeText(result?.items)}>` : `Call<${result ? typeText(result) : 'undefined'}>`} =>
    ${isPage ? 'list(send, ' : 'send('}{ ${request.join(', ')} }, options${isOther ? `, { cursorName: '${cursor}' }` : ''}),`
}

const optionsOf = ({ method, isPage, inHeaders }: Route): string => {
  if (method === 'GET') return isPage ? 'ListOptions' : 'ReadOptions'
  const types = [
    ...(inHeaders.includes('Idempotency-Key') ? ['PostOptions'] : []),
    ...(inHeaders.includes('If-Match') ? ['ChangeOptions'] : []),
  ]
  return types.join(' & ') || 'CallOptions'
}

/** The TypeScript type of a schema, which is an integer, a text, a named schema or a list of these. */
export const typeText = (schema: Schema | undefined): string => {
  if (schema?.$ref) return nameOf({ $ref: schema.$ref })
  if (schema?.type === 'array') return `${typeText(schema.items)}[]`
  if (schema?.format === 'int64') return 'Int64'
  if (schema?.type === 'string') return 'string'
  throw new Error(`no method can have ${JSON.stringify(schema)}: give the schema a name`)
}

const commentOf = ({ operation, method, path, isPage, errors }: Route): string => {
  const { summary, description = '', 'x-required-scope': scope, 'x-also-required-scope': alsoScope } = operation
  const facts = [
    ...(isPage ? ['Awaitable, and iterable over all pages.'] : []),
    ...(scope ? [`Needs \`${scope}\`${alsoScope ? ` and \`${alsoScope}\`` : ''}.`] : []),
    ...(errors.length > 0 ? [`Throws ${errors.map((code) => `\`${code}\``).join(', ')}.`] : []),
    `\`${method} /v1${path}\``,
  ]
  const about = wrapped(`${summary}. ${description}`)
  const deprecation = operation.deprecated ? ['@deprecated'] : []
  const lines = [...about, '', ...wrapped(facts.join(' ')), ...deprecation].map((line) => line.replaceAll('*/', '*\\/'))
  return ['  /**', ...lines.map((line) => `   * ${line}`.trimEnd()), '   */'].join('\n')
}

/** The width of a line of a comment, less the indent and the asterisk. */
const COMMENT_WIDTH = 115

/** Breaks lines between words, but not in code. */
const wrapped = (text: string): string[] => {
  const lines = ['']
  for (const word of text.trim().split(/\s+(?=[^`]*(?:`[^`]*`[^`]*)*$)/)) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= COMMENT_WIDTH) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
