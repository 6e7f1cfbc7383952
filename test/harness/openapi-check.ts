import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expanded, target } from './openapi-document.ts'

type Operation = {
  responses: Record<string, { headers?: Record<string, object>; content?: Record<string, { schema: object }> }>
}
type Webhook = {
  parameters: { $ref: string }[]
  requestBody: { content: Record<string, { schema: object }> }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Webhook }>
  components: { schemas: Record<string, object> }
}

/** A response, however it was received. */
type Answer = {
  method: string
  /** Path and query, with `/v1`. */
  url: string
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

const limitHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-policy',
  'ratelimit',
]

/** Headers of HTTP, CORS and caches, which the document need not describe. */
const ordinaryHeader =
  /^(?:access-control-|content-|x-content-type-options$|cache-control$|connection$|date$|strict-transport-security$|keep-alive$|transfer-encoding$|vary$)/

/**
 * As strict as a client's validator may be: it accepts only the keywords of JSON Schema, and compiles patterns without
 * the `u` flag.
 */
export const strictAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: true, unicodeRegExp: false, validateFormats: false })
  // Keywords of OpenAPI around schemas and in them.
  return ajv.addVocabulary(['components', 'discriminator', 'x-rule'])
}

/** Compiles each schema of the document once. */
const validators = (components: { schemas: object }) => {
  const ajv = strictAjv()
  ajv.addSchema({ $id: 'document', components: { schemas: components.schemas } })
  const compiled = new Map<string, ValidateFunction>()
  return (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
    const found = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, found)
    return found
  }
}

/** Fails if a webhook request does not match its event type in the OpenAPI document. */
export const webhookCheck = (document: object) => {
  const { webhooks, components } = document as Document
  const validator = validators(components)
  return ({ headers, body }: { headers: object; body: string }): void => {
    const event = JSON.parse(body)
    const { post } = webhooks[event.type] ?? {}
    assert.ok(post, `not described: ${body}`)
    const schema = post.requestBody.content['application/json']?.schema as object
    const check = validator(schema)
    assert.ok(check(event), `${body}\n${JSON.stringify(check.errors)}`)
    for (const { $ref } of post.parameters) {
      const { name } = target(document, $ref) as { name: string }
      assert.ok(name in headers, name)
    }
  }
}

/** Fails if a response under `/v1` is not declared for its operation in the OpenAPI document. */
export const openapiCheck = (document: object) => {
  const { paths, components } = expanded(document as Document)
  const validator = validators(components)
  const patterns = Object.entries(paths).map(([path, operations]) => ({
    pattern: new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }))
  const errorSchema = components.schemas.Error as object

  return ({ method, url, status, headers, body }: Answer): void => {
    const path = url.split('?')[0] ?? ''
    if (!/^\/v1(?:\/|$)/.test(path)) return
    const what = `${method} ${url} -> ${status} ${body.slice(0, 300)}`
    for (const name of limitHeaders) assert.ok(headers[name] !== undefined, `${name} on ${what}`)
    assert.ok(headers['x-request-id'], `x-request-id on ${what}`)
    assert.equal(headers['access-control-allow-origin'], '*', what)
    const operations = patterns.find(({ pattern }) => pattern.test(path))?.operations
    const operation = operations?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    const declared = operation?.responses[status]
    // Unknown paths and methods have no operation, but their responses must still have the form of errors.
    if (operation) assert.ok(declared, `not declared: ${what}`)
    if (declared) {
      const described = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase())
      const sent = Object.keys(headers).filter((name) => !ordinaryHeader.test(name))
      assert.deepEqual(
        sent.filter((name) => !described.includes(name)),
        [],
        `headers that are not described on ${what}`,
      )
    }
    if (status === 204 || status === 304) {
      assert.equal(body, '', what)
      return
    }
    if (method === 'HEAD') {
      assert.equal(body, '', what)
      return
    }
    const [type = ''] = String(headers['content-type']).split(';')
    if (declared?.content?.['text/csv'] && type === 'text/csv') return
    assert.equal(type, 'application/json', what)
    const schema = declared?.content?.['application/json']?.schema ?? errorSchema
    const check = validator(schema)
    assert.ok(check(JSON.parse(body)), `${what}\n${JSON.stringify(check.errors)}`)
    if (status >= 400) {
      assert.equal(JSON.parse(body).status, status, what)
      assert.equal(headers['cache-control'], 'no-store', what)
    }
  }
}
