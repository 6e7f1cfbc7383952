/** The first line of each generated file. */
export const NOTICE = '// Generated from openapi.json by `npm run types -w sdk`: do not edit.'

/** The parts of openapi.json that the client is generated from. */
export type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { example: object } } } } }>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    responses?: Record<string, Response>
  }
}
export type Operation = {
  operationId: string
  summary: string
  description?: string
  deprecated?: boolean
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response | Reference>
  'x-required-scope'?: string
  'x-also-required-scope'?: string
  'x-codeSamples': { lang: string; source: string }[]
}
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Response = { description: string; headers?: Record<string, unknown>; content?: Content }
export type Schema = {
  $ref?: string
  type?: string
  format?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  enum?: string[]
  discriminator?: { mapping: Record<string, string> }
}
type Content = Record<string, { schema: Schema }>
type Reference = { $ref: string }

/** Returns what a reference names in `shared`, or the value itself. */
export const resolve = <Value extends object>(value: Value | Reference, shared: Record<string, Value> = {}): Value => {
  if (!('$ref' in value)) return value
  const found = shared[nameOf(value)]
  if (!found) throw new Error(`openapi.json has no ${value.$ref}`)
  return found
}

/** The name of what a reference names. */
export const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

/** Lists the error codes of an operation. The document lists them where they can occur, as `code`: meaning. */
export const errorCodesOf = ({ responses }: Operation, { components }: Document): string[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, response]) => [...resolve(response, components.responses).description.matchAll(/^`(\w+)`: /gm)])
    .map(([, code = '']) => code)
