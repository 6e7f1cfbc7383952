import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { servePages } from '../../../test/harness/pages.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { consolePages } from './console.routes.ts'
import type { SignInOptions } from './console-start.html.ts'

const page = '<!doctype html><meta nonce="%nonce%"><!--start--><script src="/console/assets/a-1.js"></script>'
const signIn: SignInOptions = { hasPasswords: true, provider: undefined }
/** No text in any encoding. */
const font = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0xff, 0xfe, 0x00, 0x80])
const script = 'console.log("à la carte")'

test('every URL below /console returns the same page, so that deep links work', async () => {
  await using app = consoleApp()
  for (const url of ['/console', '/console/', '/console/animals', '/console/orders/7?view=all']) {
    const { statusCode, headers, body } = await app.inject(url)
    assert.equal(statusCode, 200, url)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-store')
    const [start, rest] = body.replaceAll(/nonce="[\w+/=]+"/g, 'nonce="%nonce%"').split('<style')
    assert.equal(start, page.split('<!--start-->')[0])
    assert.ok(rest?.endsWith(page.split('<!--start-->')[1] ?? 'missing'))
  }
})

test('the policy allows the page only its own scripts and its own server', async () => {
  await using app = consoleApp()
  const { headers } = await app.inject('/console')
  const policy = String(headers['content-security-policy']).split('; ')
  assert.ok(policy.includes("default-src 'none'"))
  assert.ok(policy.includes("script-src 'self'"))
  assert.ok(policy.includes("connect-src 'self'"))
  assert.ok(policy.includes("font-src 'self'"))
  assert.ok(policy.includes("img-src 'self' data: blob:"))
  assert.doesNotMatch(policy.join(), /unsafe/)
  assert.ok(policy.includes("frame-ancestors 'none'"))
  assert.ok(policy.includes("form-action 'none'"))
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(headers['referrer-policy'], 'no-referrer')
})

test('assets of the page are cached for ever and sent compressed', async () => {
  await using app = consoleApp()
  const url = '/console/assets/a-1.js'
  const plain = await app.inject(url)
  assert.equal(plain.body, script)
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(plain.headers['x-content-type-options'], 'nosniff')
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(packed.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(packed.rawPayload).toString(), script)
  assert.notEqual(packed.headers.etag, plain.headers.etag)
})

test('inline styles need a nonce, which is new for each response and is never cached', async () => {
  await using app = consoleApp()
  const nonceOf = async () => {
    const { headers, body, statusCode } = await app.inject({
      url: '/console/animals',
      headers: { 'if-none-match': '*' },
    })
    assert.equal(statusCode, 200)
    assert.equal(headers['cache-control'], 'no-store')
    const nonce = /<meta nonce="([^"]{20,})">/.exec(body)?.[1]
    const styles = String(headers['content-security-policy']).split('; ').at(2)
    assert.equal(styles, `style-src 'self' 'nonce-${nonce}'`)
    return nonce
  }
  assert.notEqual(await nonceOf(), await nonceOf())
})

test('the sign-in form is part of the HTML, unless a user is signed in or has opened a link', async () => {
  await using app = consoleApp()
  const bodyOf = async (url: string, headers = {}) => (await app.inject({ url, headers })).body
  const hasForm = (body: string) => body.includes('<input id="early-password" type="password"')
  assert.ok(hasForm(await bodyOf('/console')))
  assert.ok(hasForm(await bodyOf('/console/animals?tab=available', { cookie: 'other=1' })))
  assert.ok(!hasForm(await bodyOf('/console/setup')))
  const cookie = 'other=1; adoption-store-console=in'
  const signedIn = await bodyOf('/console', { cookie })
  assert.ok(!hasForm(signedIn) && signedIn.includes('Loading…'))
})

test('a store without passwords links to its provider, whose name is text', async () => {
  await using app = consoleApp({ hasPasswords: false, provider: 'Key & <Cloak> $&' })
  const { body } = await app.inject('/console')
  assert.ok(body.includes('href="/auth/oidc/start">Sign in with Key &amp; &lt;Cloak&gt; $&amp;</a>'))
  assert.ok(!body.includes('type="password"'))
})

test('fonts are sent as they are', async () => {
  await using app = consoleApp()
  const sent = await app.inject({
    url: '/console/assets/inter-1.woff2',
    headers: { 'accept-encoding': 'br' },
  })
  assert.equal(sent.headers['content-type'], 'font/woff2')
  assert.equal(sent.headers['content-encoding'], undefined)
  assert.deepEqual(sent.rawPayload, font)
})

test('unknown files, and files outside the folder, are not found', async () => {
  await using app = consoleApp()
  for (const url of ['/console/assets/b.js', '/console/assets/..%2Findex.html']) {
    assert.equal((await app.inject(url)).statusCode, 404, url)
  }
})

test('without a build the console says how to build it, and is served once it is built', async () => {
  using folder = temporaryFolder()
  const dist = join(folder.path, 'dist')
  await using app = servePages(consolePages({ dist, ...signIn }))
  const missing = await app.inject('/console')
  assert.equal(missing.statusCode, 503)
  assert.match(missing.body, /npm start/)
  build(dist)
  assert.equal((await app.inject('/console')).statusCode, 200)
})

/** The console's routes by themselves, on a small page of their own. */
const consoleApp = (options: SignInOptions = signIn) => {
  const folder = temporaryFolder()
  build(folder.path)
  const { inject } = servePages(consolePages({ dist: folder.path, ...options }))
  return {
    inject,
    async [Symbol.asyncDispose]() {
      folder.remove()
    },
  }
}

const build = (dist: string): void => {
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), page)
  writeFileSync(join(dist, 'assets', 'a-1.js'), script)
  writeFileSync(join(dist, 'assets', 'inter-1.woff2'), font)
}
