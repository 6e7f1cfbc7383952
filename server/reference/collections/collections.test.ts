import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'

type PostmanItem = { id: string; request: { method: string; url: { path: string[] } } }
type BrunoItem = { name: string; request: { method: string; url: string } }
type Folder<Item> = { name: string; item?: Item[]; items?: Item[] }

/** Every operation that ends, as `GET pets/:petId`. */
const operationsIn = (document: { paths: Record<string, Record<string, unknown>> }): string[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .map((method) => `${method.toUpperCase()} ${path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')}`)
      .filter((name) => name !== 'GET events/stream'),
  )

test('the collections for Postman and Bruno have every operation, and send it to where they were read', async () => {
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
  const postmanItems = postman.item.flatMap(({ item = [] }: Folder<PostmanItem>) => item)
  const inPostman = postmanItems.map(
    ({ request }: PostmanItem) => `${request.method} ${request.url.path.join('/')}`,
  )
  assert.deepEqual(inPostman.toSorted(), operations)
  const variables = Object.fromEntries(
    postman.variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
  )
  assert.deepEqual([variables.baseUrl, variables.ADOPTION_KEY], ['http://store.test:81/v1', ''])

  const bruno = (await read('/docs/collections/bruno.json')).json()
  const brunoItems = bruno.items.flatMap(({ items = [] }: Folder<BrunoItem>) => items)
  const inBruno = brunoItems.map(
    ({ request: { method, url } }: BrunoItem) =>
      `${method} ${url.replace('{{baseUrl}}/', '').replace(/\?.*/, '')}`,
  )
  assert.deepEqual(inBruno.toSorted(), operations)
  assert.equal(bruno.environments[0].variables[0].value, 'http://store.test:81/v1')

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
