import { readFileSync } from 'node:fs'
import { adminOf } from './admin.ts'
import type { TestApp } from './app.ts'
import { jpeg } from './images.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  pattern?: string
  minimum?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

type Parameter = { $ref?: string; name: string; in: string; schema: Schema }

type Declared = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** An operation of the OpenAPI document with references resolved. */
export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  parameters: Parameter[]
  body: Schema | undefined
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Declared>>
}

const resolved = <Node extends object>(node: Node & { $ref?: string }): Node => {
  if (node.$ref === undefined) return node
  const { $ref, ...beside } = node
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
  return resolved({ ...(target as Node), ...beside } as Node)
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, declared]) =>
  Object.entries(declared)
    .filter(([method]) => methods.has(method))
    .map(([method, { operationId, parameters = [], requestBody }]) => {
      // Uploads have separate tests.
      const [, { schema: body } = {}] =
        Object.entries(requestBody?.content ?? {}).findLast(([type]) => type.endsWith('json')) ?? []
      return {
        id: operationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        parameters: parameters.map((parameter) => {
          const whole = resolved(parameter)
          return { ...whole, schema: resolved(whole.schema) }
        }),
        body: body && resolved(body),
      }
    }),
)

/** A value that matches a schema. Optional properties are left out unless requested. */
export const sampleOf = (given: Schema, options: { isWhole?: boolean } = {}): unknown => {
  const schema = resolved(given)
  if (schema.examples) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0] as Schema, options)
  const [type] = [schema.type].flat()
  if (type === 'object') {
    const names = options.isWhole ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties?.[name] as Schema, options)]))
  }
  if (type === 'array') return [sampleOf(schema.items as Schema, options)]
  if (type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  return schema.format === 'date-time' ? '2100-01-01T00:00:00Z' : 'text'
}

/** Values that match a schema: all if there are few, otherwise one. */
export const valuesOf = (given: Schema): unknown[] => {
  const schema = resolved(given)
  if (schema.enum) return schema.enum
  return schema.type === 'boolean' ? [true, false] : [sampleOf(schema, { isWhole: true })]
}

/** Every place in a schema that takes a single value, as the property names that lead to it. */
export const leavesOf = (given: Schema, path: string[] = []): { path: string[]; schema: Schema }[] => {
  const schema = resolved(given)
  const inner = Object.entries(schema.properties ?? {})
  if (inner.length > 0) return inner.flatMap(([name, one]) => leavesOf(one, [...path, name]))
  const items = schema.items && resolved(schema.items)
  if (items?.properties) return [{ path, schema }, ...leavesOf(items, [...path, '0'])]
  return [{ path, schema }]
}

const ada = { name: 'Ada Lovelace', email: 'ada@example.org', phone: '+44 20 7946 0000' }

const question = { id: 'why', label: 'Why would you like to adopt?', kind: 'longText' }

/** A store with at least one of everything, and a key with all permissions. */
export const furnished = async (
  app: TestApp,
  { customer = ada, note = 'Has a garden.', hook = 'https://shelter.example.org/hook' } = {},
) => {
  const admin = await adminOf(app)
  const made = async (url: string, body: unknown): Promise<{ id: number }> => {
    const response = await admin.post(url, body)
    if (response.statusCode !== 201) throw new Error(`POST ${url}: ${response.body}`)
    return response.json()
  }
  const ordered = await made('/v1/pets', { name: 'Biscuit', categoryId: 7 })
  const pet = await made('/v1/pets', { name: 'Pepper', categoryId: 7 })
  const put = (url: string, body: object) =>
    app.inject({
      method: 'PUT',
      url,
      headers: { ...admin.headers, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  await put('/v1/categories/7', { name: 'Dogs' })
  await put(`/v1/pets/${pet.id}/profile`, { published: true, species: 'dog' })
  await put(`/v1/accounts/${admin.accountId}/organization`, { name: 'Paws and Whiskers' })
  const file = { 'content-type': 'image/jpeg' }
  const photo = await admin.post(`/v1/pets/${pet.id}/photos`, await jpeg(40, 30), file)
  const added = await made(`/v1/pets/${pet.id}/notes`, { text: 'Ate well this morning.' })
  const order = await made('/v1/store/orders', {
    petId: ordered.id,
    customer,
    note,
  })
  const { id: formId } = await made('/v1/forms', { questions: [question] })
  const application = await made('/v1/applications', {
    petId: pet.id,
    formId,
    applicant: customer,
    answers: { why: note },
  })
  const webhook = await made('/v1/webhooks', { url: hook })
  const account = await made('/v1/accounts', { name: 'Paws', plan: 'pro' })
  const user = await made('/v1/users', {
    email: 'alex@shelter.example.org',
    name: 'Alex Moreno',
    role: 'viewer',
  })
  const key = await made(`/v1/accounts/${account.id}/keys`, { name: 'Site' })
  // Its only column is unknown, so it stays waiting and no worker runs it.
  const csv = { 'content-type': 'text/csv' }
  const sheet = await admin.post('/v1/imports', 'Kennel\n7\n', csv)
  const values: Record<string, string> = {
    importId: String(sheet.json().id),
    petId: String(pet.id),
    photoId: String(photo.json().id),
    noteId: String(added.id),
    categoryId: '7',
    orderId: String(order.id),
    formId: String(formId),
    applicationId: String(application.id),
    personId: (await admin.get('/v1/people')).json()[0].id,
    webhookId: String(webhook.id),
    deliveryId: 'evt_0000000000000000001',
    organizationId: String(admin.accountId),
    accountId: String(account.id),
    keyId: String(key.id),
    userId: String(user.id),
  }
  /** The URL of an operation on the objects in this store, or on other ones. */
  const urlOf = ({ path }: Pick<Operation, 'path'>, others: Readonly<Record<string, string>> = {}): string =>
    `/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => others[name] ?? values[name] ?? '1')}`
  return { ...admin, urlOf }
}
