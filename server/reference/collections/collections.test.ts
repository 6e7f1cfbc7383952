import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { testApp } from '../../../test/harness/app.ts'

type PostmanItem = {
  id: string
  request: { method: string; url: { path: string[] }; body?: { mode: string; raw?: string } }
  event: { script: { exec: string[] } }[]
}
type Folder = { name: string; item?: PostmanItem[] }

/** Every operation that ends, as `GET pets/:petId`. */
const operationsIn = (document: { paths: Record<string, Record<string, unknown>> }): string[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map((method) => `${method.toUpperCase()} ${path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')}`)
      .filter((name) => name !== 'GET events/stream'),
  )

test('the Postman collection has every operation and uses the server it comes from, and Bruno gets the document', async () => {
  await using app = await testApp({ settings: { PUBLIC_URL: 'http://store.test:81' } })
  const read = async (url: string) => {
    const response = await app.inject({ url })
    assert.equal(response.statusCode, 200)
    assert.match(String(response.headers['content-type']), /^application\/json/)
    assert.doesNotMatch(response.body, /undefined/)
    return response
  }
  const operations = operationsIn((await read('/openapi.json')).json()).toSorted()

  const postman = (await read('/docs/collections/postman.json')).json()
  const postmanItems = postman.item.flatMap(({ item = [] }: Folder) => item)
  const inPostman = postmanItems.map(
    ({ request }: PostmanItem) => `${request.method} ${request.url.path.join('/')}`,
  )
  assert.deepEqual(inPostman.toSorted(), operations)
  const variables = Object.fromEntries(
    postman.variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
  )
  assert.deepEqual([variables.baseUrl, variables.ADOPTION_KEY], ['http://store.test:81/v1', ''])

  const bruno = await app.inject({ url: '/docs/collections/bruno.json' })
  assert.deepEqual([bruno.statusCode, bruno.headers.location], [302, '/openapi.json'])

  const { headers, body } = await read('/docs/collections/postman.json')
  const again = await app.inject({
    url: '/docs/collections/postman.json',
    headers: { 'if-none-match': String(headers.etag) },
  })
  assert.equal(again.statusCode, 304)
  assert.equal((await read('/docs/collections/postman.json')).body, body)
})

/** Runs the checks of a request as Postman does, on a response. Returns how many pass and fail. */
const checksOn = ({ event }: PostmanItem, code: number, body: unknown) => {
  const passed: string[] = []
  const failed: string[] = []
  const test = (name: string, check: () => void): void => {
    try {
      check()
      passed.push(name)
    } catch {
      failed.push(name)
    }
  }
  const expect = (value: unknown) => ({
    to: {
      be: {
        oneOf: (values: unknown[]) => assert.ok(values.includes(value)),
        an: (type: string) =>
          assert.equal(
            Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value,
            type,
          ),
      },
      include: {
        all: {
          keys: (...names: string[]) => {
            for (const name of names) assert.ok(name in Object(value))
          },
        },
      },
    },
  })
  const pm = {
    ...{ test, expect },
    response: { code, json: () => body, text: () => JSON.stringify(body), headers: new Map() },
    collectionVariables: { set: () => {} },
  }
  for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm })
  return { passed: passed.length, failed: failed.length }
}

test('each request of the collection for Postman checks the status and the fields of its response', async () => {
  await using app = await testApp()
  const { item: folders } = (await app.inject({ url: '/docs/collections/postman.json' })).json()
  const items: PostmanItem[] = folders.flatMap(({ item = [] }: Folder) => item)
  const find = (id: string) => items.find((item) => item.id === id) ?? assert.fail(id)
  for (const item of items) {
    const { passed, failed } = checksOn(item, 500, undefined)
    assert.ok(passed === 0 && failed > 0, item.id)
  }
  const pet = { id: 1, name: 'Ash', categoryId: 7, status: 'available' }
  const { name: _, ...nameless } = pet
  const add = find('createPet')
  assert.deepEqual(checksOn(add, 201, pet), { passed: 2, failed: 0 })
  assert.deepEqual(checksOn(add, 200, nameless), { passed: 0, failed: 2 })
  const list = find('listPets')
  assert.deepEqual(checksOn(list, 200, [pet]), { passed: 2, failed: 0 })
  assert.deepEqual(checksOn(list, 200, [pet, nameless]), { passed: 1, failed: 1 })
  assert.deepEqual(checksOn(list, 200, pet), { passed: 1, failed: 1 })
  const error = { code: 'has_orders', message: 'It has orders.' }
  assert.deepEqual(checksOn(find('deletePet'), 409, error), { passed: 1, failed: 0 })
  assert.deepEqual(checksOn(find('deletePet'), 409, {}), { passed: 0, failed: 1 })
  assert.deepEqual(checksOn(find('getPerson'), 404, error), { passed: 1, failed: 0 })
  assert.deepEqual(checksOn(find('getPet'), 404, {}), { passed: 0, failed: 2 })
})

test('an import in the collection for Postman is sent as text, so that nobody has to choose a file', async () => {
  await using app = await testApp()
  const { item: folders } = (await app.inject({ url: '/docs/collections/postman.json' })).json()
  const items: PostmanItem[] = folders.flatMap(({ item = [] }: Folder) => item)
  const { body } = items.find(({ id }) => id === 'createImport')?.request ?? {}
  const { statusCode } = await app.post('/v1/imports', body?.raw ?? '', {
    'content-type': 'text/csv',
  })
  assert.equal(statusCode, 201)
})
