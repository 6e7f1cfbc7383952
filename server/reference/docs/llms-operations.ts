import type { EventKind } from '../../requests/api/event-type.ts'
import { bodyErrors, commonErrors, idempotencyErrors, uploadErrors } from '../../requests/api/responses.ts'
import type { ErrorCode, ErrorTable } from '../../requests/errors/api-error.ts'
import {
  type Content,
  type DeclaredDocument,
  isRef,
  type Operation,
  type Parameter,
  type Schema,
} from '../openapi/api-document.ts'
import type { Declared } from '../openapi/openapi-operations.ts'
import { schemaShapes } from './schema-shapes.ts'

/**
 * Every operation, or those of a tag, on a line, and the types that they name, for readers who pay by the token.
 */
export const operationsText = (
  { paths, components, 'x-errors': errors, 'x-events': kinds }: DeclaredDocument,
  tag?: string,
): string => {
  const { shapeOf, lines } = schemaShapes(components.schemas)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tag === undefined || tags?.includes(tag))
      .map(([method, operation]) => line({ method, path, operation, shapeOf })),
  )
  const events = Object.entries<EventKind>(kinds).map(([type, { data }]) => {
    if ('schema' in data) return `${type}: ${data.schema}`
    return `${type}: ${shapeOf({ properties: data.fields, required: data.required })}`
  })
  return [
    legend(errors),
    ...operations.map(listed),
    '\n## Types\n',
    ...lines().map(listed),
    '\n## The `data` of events, by their `type`\n',
    ...events.map(listed),
    '',
  ].join('\n')
}

const listed = (text: string): string => `- ${text}`

const legend = (errors: ErrorTable): string => `# Operations

One a line: method and path below \`/v1\`; what it does; required scope; query; headers; body -> response; errors of its own.
\`?\` is optional, \`[]\` a list, which in a query is repeated or separated by commas. \`string(255)\` has 255 characters at most,
\`1..100\` is an integer. Types are below.

- A POST takes \`Idempotency-Key\`, a GET \`If-None-Match\`.
- Any: ${byStatus(commonErrors, errors)}.
- With a query: invalid_parameter. With a body: ${bodyErrors.join(' ')}. With an \`Idempotency-Key\`: ${idempotencyErrors.join(' ')}. Of writes: outcome_unknown read_only.
`

const byStatus = (codes: readonly ErrorCode[], errors: ErrorTable): string =>
  [...Map.groupBy(codes, (code) => errors[code].status)].map(([status, of]) => `${status} ${of.join(' ')}`).join('; ')

type ShapeOf = (schema: Schema) => string
type Line = { method: string; path: string; operation: Operation; shapeOf: ShapeOf }

const line = ({ method, path, operation, shapeOf }: Line): string => {
  const { summary = '', deprecated, 'x-required-scope': scope = 'any key' } = operation
  const { 'x-also-required-scope': alsoScope } = operation
  const parts = [
    `${method.toUpperCase()} ${path}`,
    `${summary}${deprecated ? ' (deprecated)' : ''}`,
    alsoScope ? `${scope} and ${alsoScope}` : String(scope),
    ...inputsOf(operation, shapeOf),
    `${bodyText(operation, shapeOf)}-> ${responseText(operation, shapeOf)}`,
    ...own(operation),
  ]
  return parts.join('; ')
}

const inputsOf = (operation: Operation, shapeOf: ShapeOf): string[] => {
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => !isRef(one))
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) => {
      const shape = shapeOf(schema)
      return shape === 'string' ? name : `${name}=${shape}`
    })
  const { headers } = declaredBy(operation)
  const named = headers.filter((name) => name !== 'Idempotency-Key')
  return [...(query.length > 0 ? [`?${query.join('&')}`] : []), ...(named.length > 0 ? [named.join(', ')] : [])]
}

/** Errors that others like it have not: the legend has those. */
const common = new Set<string>([
  'invalid_parameter',
  ...bodyErrors,
  ...uploadErrors,
  ...idempotencyErrors,
  'outcome_unknown',
  'read_only',
])

const own = (operation: Operation): string[] => {
  const errors = declaredBy(operation).errors.filter((code) => !common.has(code))
  return errors.length > 0 ? [errors.join(' ')] : []
}

const declaredBy = (operation: Operation): Declared => operation['x-declared'] as Declared

const bodyText = ({ requestBody }: Operation, shapeOf: ShapeOf): string => {
  if (!requestBody) return ''
  const { content } = requestBody
  return 'multipart/form-data' in content ? 'image, or form field `file` ' : `${contentText(content, shapeOf)} `
}

const responseText = ({ responses }: Operation, shapeOf: ShapeOf): string =>
  Object.entries(responses)
    .flatMap(([status, response]) => {
      if (isRef(response) || !status.startsWith('2')) return []
      const text = response.content ? contentText(response.content, shapeOf) : ''
      return [status === '200' ? text : `${status} ${text}`.trim()]
    })
    .join(' or ')

const contentText = (content: Content, shapeOf: ShapeOf): string => {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content)
  return /json/.test(type) ? shapeOf(schema) : type
}
