import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generatedOpenapi } from '../../../scripts/openapi.ts'
import { expanded, target } from '../../../test/harness/openapi-document.ts'
import { contributions } from '../../program/contributions.ts'
import { programVersion } from '../../program/version.ts'
import { readSnapshot } from '../changelog/snapshots.ts'

type Answer = {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema: { $ref?: string }; example?: string }>
}
type Operation = {
  operationId: string
  tags: string[]
  summary?: string
  description?: string
  deprecated?: boolean
  parameters?: {
    name: string
    in: string
    required?: boolean
    style?: string
    explode?: boolean
    schema: Record<string, unknown>
  }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: { $ref: string } }> }
  responses: Record<string, Answer>
  security?: unknown[]
} & Record<`x-${string}`, unknown>

const file = new URL('../../../openapi.json', import.meta.url)
const text = readFileSync(file, 'utf8')
const document = JSON.parse(text)
const whole = expanded(document)

const operations = Object.entries(whole.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    operation,
  })),
)

const find = (name: string): Operation => {
  const found = operations.find((operation) => operation.name === name)
  assert.ok(found, name)
  return found.operation
}

test('the committed openapi.json is what the program generates', async () => {
  assert.equal(text, await generatedOpenapi())
})

test('it is OpenAPI 3.1.0 of version 1.0.0, needs a bearer key and lists both servers', () => {
  assert.equal(document.openapi, '3.1.0')
  assert.equal(document.info.version, '1.0.0')
  const [scheme] = Object.entries(document.components.securitySchemes)
  assert.deepEqual(document.security, [{ [scheme?.[0] ?? '']: [] }])
  assert.deepEqual(
    { ...(scheme?.[1] as object), description: undefined },
    { type: 'http', scheme: 'bearer', description: undefined },
  )
  assert.deepEqual(
    document.servers.map(({ description }: { description: string }) => description),
    ['Production', 'Staging'],
  )
  for (const { url } of document.servers) assert.match(url, /\/v1$/)
})

test('the first operations keep their names and tags', () => {
  assert.deepEqual(
    ['GET /pets', 'POST /pets', 'GET /pets/{petId}', 'GET /store/orders'].map((name) => {
      const { operationId, tags } = find(name)
      return `${operationId} ${tags}`
    }),
    ['listPets animals', 'createPet animals', 'getPet animals', 'listOrders Store'],
  )
  const groups: { name: string; tags: string[] }[] = document['x-tagGroups']
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Pets', 'Store'],
  )
  const grouped = groups.flatMap(({ tags }) => tags)
  for (const { name, operation } of operations) {
    assert.ok(
      operation.tags.every((tag) => grouped.includes(tag)),
      name,
    )
  }
})

test('operation ids are unique, and every operation says what it does', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const { name, operation } of operations) {
    assert.ok(operation.summary, name)
    assert.equal(operation.security, undefined, `${name} needs a key`)
  }
})

for (const { name, method, operation } of operations) {
  test(`${name} declares every response it can return, with its headers`, () => {
    const { responses, requestBody } = operation
    const needed = ['400', '401', '403', '408', '414', '429', '431', '500', '503']
    if (requestBody) needed.push('413', '415')
    if (method === 'get' && operation.operationId !== 'streamEvents') needed.push('304')
    assert.ok(Object.keys(responses).some((status) => status.startsWith('2')))
    for (const status of needed) assert.ok(responses[status], status)
    for (const [status, answer] of Object.entries(responses)) {
      for (const header of [
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'RateLimit-Policy',
        'RateLimit',
        'X-Request-Id',
      ]) {
        assert.ok(answer.headers?.[header], `${header} of ${status}`)
      }
      assert.ok(answer.description)
      if (status < '400') continue
      assert.deepEqual(Object.keys(answer.content ?? {}), ['application/json'], status)
      assert.equal(answer.content?.['application/json']?.schema.$ref, '#/components/schemas/Error', status)
    }
    assert.ok(responses['429']?.headers?.['Retry-After'])
    assert.ok(responses['401']?.headers?.['WWW-Authenticate'])
  })
}

test('the first schemas keep their names', () => {
  const { Pet, NewPet, PetStatus, Pets, Error: error } = document.components.schemas
  assert.deepEqual(PetStatus.enum, ['available', 'pending', 'sold'])
  assert.deepEqual(NewPet.required, ['name', 'categoryId'])
  assert.deepEqual(Object.keys(NewPet.properties), ['name', 'categoryId', 'status'])
  // Clients may omit the status; the service always sends it.
  assert.deepEqual(Pet.required, ['id', 'name', 'categoryId', 'status'])
  assert.deepEqual(Object.keys(Pet.properties), ['id', 'name', 'categoryId', 'status'])
  for (const field of [Pet.properties.id, Pet.properties.categoryId, NewPet.properties.categoryId]) {
    assert.deepEqual([field.type, field.format], ['integer', 'int64'])
  }
  assert.equal(Pets.type, 'array')
  assert.equal(Pets.items.$ref, '#/components/schemas/Pet')
  assert.deepEqual(error.required, ['code', 'message', 'status'])
  assert.equal(error.properties.status.type, 'integer')
})

test('list parameters are documented as comma-separated, which every generator and validating proxy supports', () => {
  const lists = operations.flatMap(({ operation: { parameters = [] } }) =>
    parameters.filter(({ in: place, schema }) => place === 'query' && schema.type === 'array'),
  )
  assert.ok(lists.length > 30)
  for (const { name, style, explode } of lists) {
    assert.deepEqual([style, explode], ['form', false], name)
  }
})

test('each JSON body also has an entry with charset and the same schema', () => {
  const json = operations
    .map(({ operation }) => operation.requestBody?.content ?? {})
    .filter((content) => content['application/json'] !== undefined)
  assert.ok(json.length > 20)
  for (const content of json) {
    const { schema } = content['application/json'] ?? assert.fail()
    assert.deepEqual(content['application/json; charset=utf-8'], { schema })
  }
})

test('the first parameters and bodies exist', () => {
  const list = find('GET /pets').parameters ?? []
  const limit = list.find(({ name }) => name === 'limit')
  assert.deepEqual([limit?.in, limit?.required ?? false, limit?.schema.type], ['query', false, 'integer'])
  assert.deepEqual([limit?.schema.minimum, limit?.schema.maximum, limit?.schema.default], [1, 100, 20])
  const status = list.find(({ name }) => name === 'status')
  assert.match(JSON.stringify(status?.schema), /#\/components\/schemas\/PetStatus/)
  const [petId] = find('GET /pets/{petId}').parameters ?? []
  assert.deepEqual([petId?.name, petId?.in, petId?.required, petId?.schema.format], ['petId', 'path', true, 'int64'])
  const { requestBody } = find('POST /pets')
  assert.equal(requestBody?.required, true)
  assert.equal(requestBody?.content['application/json']?.schema.$ref, '#/components/schemas/NewPet')
})

test('every parameter is in the query or the path, and only path parameters are required', () => {
  for (const { name, operation } of operations) {
    for (const { name: parameter, in: place, required, schema } of operation.parameters ?? []) {
      assert.equal(name.includes(`{${parameter}}`), place === 'path', `${name} ${parameter}`)
      assert.equal(required, place === 'path', `${name} ${parameter}`)
      assert.equal(typeof schema, 'object', `${name} ${parameter}`)
    }
  }
})

const orderCalls = ['listOrders', 'placeOrder', 'getOrder', 'updateOrder', 'undoOrderStep', 'eraseCustomer']
const accountCalls = ['listAccounts', 'createAccount', 'getAccount', 'updateAccount']
const keyCalls = ['listKeys', 'createKey', 'getKey', 'revokeKey', 'rotateKey']

test('operations in the guides are stable, and the rest are beta', () => {
  const stable = new Map([
    ['animals', ['listPets', 'createPet', 'getPet', 'createPets', 'updatePet', 'deletePet']],
    ['Store', ['getInventory', 'getRateLimit', 'getMe', ...orderCalls]],
    ['Admin', [...accountCalls, ...keyCalls]],
  ])
  const released = new Set(
    Object.values(readSnapshot('1.3.0').paths).flatMap((methods) =>
      Object.values(methods).map((released) => released.operationId),
    ),
  )
  const whole = ['Profiles', 'Photos', 'Listings', 'Organizations', 'Categories', 'Events', 'Webhooks', 'Applications']
  for (const { name, operation } of operations) {
    const { operationId = '', tags: [tag = ''] = [] } = operation
    const isStable = stable.get(tag)?.includes(operationId) || whole.includes(tag)
    // New operations and histories may still change.
    const isBeta =
      !released.has(operationId) ||
      ['listSpecies', 'listHistory'].includes(operationId) ||
      /Note|MailTemplate|previewMail/.test(operationId)
    assert.equal(operation['x-stability'], isStable && !isBeta ? 'stable' : 'beta', name)
  }
  assert.equal(document.info['x-release'], programVersion)
})
test('operations that are deprecated, or hidden from the live panel, say so', () => {
  const read = find('GET /pets/{petId}')
  assert.equal(read.deprecated, true)
  assert.equal(read['x-deprecated-sunset'], '2030-12-05')
  const hidden = ['GET /store/orders', 'POST /reset'].map(find)
  for (const operation of hidden) assert.equal(operation['x-hideTryItPanel'], true)
  for (const { name, operation } of operations) {
    if (hidden.includes(operation)) continue
    assert.equal(operation['x-hideTryItPanel'], undefined, name)
  }
})

test('conditional headers are described on the responses that can have them', () => {
  for (const { name, operation } of operations) {
    const sent = new Set((operation.parameters ?? []).map((parameter) => parameter.name))
    for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
      const isDone = status.startsWith('2')
      const has = (header: string) => headers[header] !== undefined
      assert.equal(has('Idempotent-Replayed'), isDone && sent.has('Idempotency-Key'), name)
      if (isDone) assert.ok(has('Preference-Applied'), name)
      if (isDone && sent.has('Prefer')) assert.ok(has('X-Total-Count'), name)
      const isOfOperation = isDone || ['304', '400', '404', '410'].includes(status)
      assert.equal(has('Deprecation'), operation.deprecated === true && isOfOperation, name)
      assert.equal(has('Sunset'), has('Deprecation'), name)
    }
  }
})

test('each event type has a schema for its data, and a webhook', () => {
  const { Event } = document.components.schemas
  const eventTypes = Object.keys(contributions.events)
  assert.deepEqual(Object.keys(Event.discriminator.mapping), eventTypes)
  assert.deepEqual(
    Event.oneOf.map(({ $ref }: { $ref: string }) => $ref),
    Object.values(Event.discriminator.mapping),
  )
  assert.deepEqual(Object.keys(document.webhooks), [...eventTypes, 'webhook.test'])
  for (const [type, { post }] of Object.entries<{ post: Operation }>(document.webhooks)) {
    const { schema } = post.requestBody?.content['application/json'] ?? assert.fail(type)
    const { properties, required } = target(document, schema.$ref) as {
      properties: Record<string, { enum?: string[]; type?: string; $ref?: string }>
      required: string[]
    }
    assert.deepEqual(required, ['id', 'type', 'time', 'data'])
    assert.deepEqual(properties.type?.enum, [type])
    assert.ok(properties.data?.$ref ?? properties.data?.type, type)
    assert.deepEqual(post.security, [], 'it is signed, and has no key of ours')
  }
})

test('every reference resolves, and no definition is unused', () => {
  const references = new Set([...text.matchAll(/"(#\/components\/[^"]+)"/g)].map(([, reference = '']) => reference))
  for (const reference of references) assert.ok(target(document, reference), reference)
  assert.doesNotMatch(text, /"\$ref": "(?!#\/components\/)/)
  const { securitySchemes: _, ...components } = document.components as Record<string, object>
  for (const [kind, kept] of Object.entries(components)) {
    for (const name of Object.keys(kept)) {
      const reference = `#/components/${kind}/${name}`
      assert.ok(references.has(reference), reference)
    }
  }
})

test('every guide is linked from the document, a tag or an operation', () => {
  const folder = new URL('../../../docs/guides/', import.meta.url)
  const guides = globSync('*.md', { cwd: folder.pathname }).map((file) => file.replace('.md', ''))
  const named = [...text.matchAll(/"externalDocs":\s*\{[^}]*\/docs\/guides\/([\w-]+)"/g)]
  assert.deepEqual([...new Set(named.map(([, name]) => name))].toSorted(), guides.toSorted())
  for (const { name, externalDocs } of document.tags) assert.ok(externalDocs, name)
})

test('the stream is documented: its start, its frames, and how it continues and ends', () => {
  const { description = '', responses } = find('GET /events/stream')
  for (const pattern of [/first frame/, /Last-Event-ID/, /15 seconds/, /schema `Event`/, /an hour/]) {
    assert.match(description, pattern)
  }
  const { example = '' } = responses['200']?.content?.['text/event-stream'] ?? {}
  assert.match(example, /^id: evt_\d+\n\nid: evt_\d+\nevent: pet\.created\ndata: \{.*\}\n\n:\n\n$/)
})
