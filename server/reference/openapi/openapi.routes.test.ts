import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import type { Server } from './api-document.ts'

const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')

const urlsOf = ({ servers }: { servers: Server[] }) => servers.map(({ url }) => url)

test('GET /openapi.json lists the servers of PUBLIC_URL and STAGING_URL', async () => {
  const settings = { PUBLIC_URL: 'https://api.test/v1', STAGING_URL: 'http://staging.test:8080' }
  await using app = await testApp({ settings })
  const response = await app.inject({ url: '/openapi.json' })
  assert.equal(response.statusCode, 200)
  assert.match(String(response.headers['content-type']), /^application\/json/)
  const { servers, ...rest } = response.json()
  assert.deepEqual(urlsOf({ servers }), ['https://api.test/v1', 'http://staging.test:8080/v1'])
  // The samples are sent to production too.
  const atProduction = text.replaceAll('http://127.0.0.1:3000', 'https://api.test')
  const { servers: _, ...committed } = JSON.parse(atProduction)
  assert.deepEqual(rest, committed)
})

for (const environment of ['production', 'staging'] as const) {
  test(`without them ${environment} is relative to the document, which is the same for every host`, async () => {
    await using app = await testApp({ settings: { ADOPTION_ENV: environment, PORT: '8123' } })
    const tags = new Set<unknown>()
    for (const host of ['one.test', 'two.test:81']) {
      const { headers, body, json } = await app.inject({ url: '/openapi.json', headers: { host } })
      const { servers } = json()
      const description = environment === 'production' ? 'Production' : 'Staging'
      assert.deepEqual(servers, [{ url: '/v1', description } satisfies Server])
      assert.ok(body.includes(`'http://127.0.0.1:8123/v1/pets`), 'samples name where it listens')
      tags.add(headers.etag)
    }
    assert.equal(tags.size, 1)
  })
}

const read = async (app: TestApp, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: '/openapi.json', headers: { host: 'api.test', ...headers } })

const decoded = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
}

test("it is sent with the client's preferred compression, and each encoding has its own strong ETag", async () => {
  await using app = await testApp()
  const plain = await read(app, {})
  const tags = new Set([plain.headers.etag])
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.9, br;q=0.2', 'gzip'],
    ['BR;Q=1.0', 'br'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['deflate', undefined],
    ['gzip;q=0, *;q=0', undefined],
    ['gzip;q=loud', undefined],
    ['', undefined],
  ] as const) {
    const { statusCode, headers, rawPayload } = await read(app, { 'accept-encoding': accepted })
    assert.equal(statusCode, 200, accepted)
    assert.equal(headers['content-encoding'], encoding, accepted)
    assert.equal(headers.vary, 'accept-encoding')
    assert.match(String(headers.etag), /^"[^"]+"$/)
    tags.add(headers.etag)
    assert.ok(decoded[encoding ?? 'identity'](rawPayload).equals(plain.rawPayload), accepted)
    const again = await read(app, {
      'accept-encoding': accepted,
      'if-none-match': `"other", ${headers.etag}`,
    })
    assert.deepEqual([again.statusCode, again.body], [304, ''], accepted)
    assert.deepEqual([again.headers.etag, again.headers.vary], [headers.etag, 'accept-encoding'])
  }
  assert.equal(tags.size, 3)
})

test('HEAD has the headers of GET and no body', async () => {
  await using app = await testApp()
  const headers = { 'accept-encoding': 'gzip' }
  const [get, head] = [await read(app, headers), await read(app, headers, 'HEAD')]
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  for (const name of ['etag', 'content-encoding', 'content-length', 'content-type', 'vary']) {
    assert.equal(head.headers[name], get.headers[name], name)
  }
})

test('an operation with samples in five languages takes at most 7 KB in it, and 680 bytes compressed', async () => {
  await using app = await testApp()
  const sizes = async (accepted: string) => {
    const { rawPayload } = await read(app, { 'accept-encoding': accepted })
    return rawPayload.length / count
  }
  const { paths } = JSON.parse(text)
  const count = Object.values(paths).flatMap((methods) => Object.keys(methods as object)).length
  assert.ok((await sizes('')) <= 7_000)
  assert.ok((await sizes('gzip')) <= 680)
  assert.ok((await sizes('br')) <= 680)
})

test('the addresses of former collections lead to the document', async () => {
  await using app = await testApp()
  for (const name of ['postman', 'bruno']) {
    const { statusCode, headers } = await app.inject({ url: `/docs/collections/${name}.json` })
    assert.deepEqual([statusCode, headers.location], [302, '/openapi.json'])
  }
})
