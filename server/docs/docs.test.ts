import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { servePages } from '../../test/harness/pages.ts'
import { type DocsOptions, docsPages } from './docs.routes.ts'

test('GET /docs answers a page that no script of its own or of another host can be added to', async () => {
  await using app = docsApp()
  const { statusCode, headers } = await app.inject('/docs')
  const policy = readPolicy(headers['content-security-policy'])
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(policy.get('default-src'), "'self'")
  assert.equal(policy.get('script-src'), "'self'")
  assert.equal(policy.get('connect-src'), "'self'")
  assert.equal(policy.get('frame-ancestors'), "'none'")
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(headers['referrer-policy'], 'no-referrer')
})

test('the live panel may call the origins of the listed servers and no others', async () => {
  await using app = docsApp({
    servers: ['https://api.example.test/v1', 'http://staging.test:8080/v1'],
  })
  const { headers } = await app.inject('/docs')
  assert.equal(
    readPolicy(headers['content-security-policy']).get('connect-src'),
    "'self' https://api.example.test http://staging.test:8080",
  )
})

test('the page and what it starts name no other host, and the page has no inline script', async () => {
  await using app = docsApp()
  const { body } = await app.inject('/docs')
  assert.doesNotMatch(body, /https?:|\b(src|href)="\/\//)
  assert.doesNotMatch(body, /<script(?![^>]*\bsrc=)/)
  const start = await app.inject(addressOf(body, 'start'))
  assert.doesNotMatch(start.body, /https?:\/\//)
  assert.match(start.body, /proxyUrl: ''/)
})

test('every address the page names answers, under a name that never changes its content', async () => {
  await using app = docsApp()
  const { body } = await app.inject('/docs')
  const addresses = [...body.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(
    ([, url]) => url ?? '',
  )
  assert.equal(addresses.length, 4)
  for (const url of addresses) {
    const { statusCode, headers } = await app.inject(url)
    assert.equal(statusCode, 200, url)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  }
})

test("the script is Scalar's, the same in every encoding, each with its own strong ETag", async () => {
  await using app = docsApp()
  const url = addressOf((await app.inject('/docs')).body, 'scalar')
  const fetched = async (accepted: string) => {
    const { headers, rawPayload } = await app.inject({
      url,
      headers: { 'accept-encoding': accepted },
    })
    assert.equal(headers.vary, 'accept-encoding')
    return { encoding: headers['content-encoding'], etag: headers.etag, rawPayload }
  }
  const plain = await fetched('')
  const brotli = await fetched('gzip, deflate, br')
  const gzip = await fetched('br;q=0, gzip')
  assert.match(plain.rawPayload.toString(), /createApiReference/)
  assert.deepEqual([plain.encoding, brotli.encoding, gzip.encoding], [undefined, 'br', 'gzip'])
  assert.ok(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload))
  assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
  assert.equal(new Set([plain.etag, brotli.etag, gzip.etag]).size, 3)
  for (const { etag } of [plain, brotli, gzip]) assert.match(String(etag), /^"[^"]+"$/)
})

test('an ETag that still holds is answered 304 without a body, on the page and on an asset', async () => {
  await using app = docsApp()
  const page = await app.inject('/docs')
  for (const url of ['/docs', addressOf(page.body, 'start')]) {
    const etag = String((await app.inject(url)).headers.etag)
    const again = await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } })
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag])
    const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
    assert.equal(other.statusCode, 200)
  }
})

test('an asset of another version is not found', async () => {
  await using app = docsApp()
  assert.equal((await app.inject('/docs/assets/scalar.0000000000000000.js')).statusCode, 404)
})

const docsApp = (options: Partial<DocsOptions> = {}) =>
  servePages(
    docsPages({ readDocument: () => ({ paths: {}, components: { schemas: {} } }), ...options }),
  )

const readPolicy = (header: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(header)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')]
      }),
  )

const addressOf = (page: string, name: string): string =>
  new RegExp(`/docs/assets/${name}\\.[0-9a-f]+\\.js`).exec(page)?.[0] ?? assert.fail(`no ${name}`)
