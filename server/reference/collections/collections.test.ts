import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'

type PostmanItem = { id: string; request: { method: string; url: { path: string[] } } }
type Folder = { name: string; item?: PostmanItem[] }

/** Every operation that ends, as `GET pets/:petId`. */
const operationsIn = (document: { paths: Record<string, Record<string, unknown>> }): string[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map((method) => `${method.toUpperCase()} ${path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')}`)
      .filter((name) => name !== 'GET events/stream'),
  )

test('the collection for Postman has every operation, and sends it to where it was read; Bruno gets the document', async () => {
  await using app = await testApp()
  const read = async (url: string, host = 'store.test:81') => {
    const response = await app.inject({ url, headers: { host } })
    assert.equal(response.statusCode, 200)
    assert.match(String(response.headers['content-type']), /^application\/json/)
    assert.doesNotMatch(response.body, /origin\.invalid|undefined/)
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
    headers: { host: 'store.test:81', 'if-none-match': String(headers.etag) },
  })
  assert.equal(again.statusCode, 304)
  for (const host of [`x"},"y":"$&`, 'one.test', 'two.test']) {
    const other = await app.inject({ url: '/docs/collections/postman.json', headers: { host } })
    if (other.statusCode === 200) assert.equal(other.json().item.length, postman.item.length)
  }
  assert.equal((await read('/docs/collections/postman.json')).body, body)
})
