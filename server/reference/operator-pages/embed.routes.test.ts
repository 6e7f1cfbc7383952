import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { catalogues } from '../../../embed/languages/catalogues.ts'
import { testApp } from '../../../test/harness/app.ts'
import { buildConsole } from '../../../test/harness/console.ts'
import { servePages } from '../../../test/harness/pages.ts'
import { isMachineTranslated, languageOf, languages } from '../../platform/language.ts'
import { embedPages } from './embed.routes.ts'

const url = '/embed/gallery.js'

test('the gallery is under 12 KB, can be loaded by every page, and is cached', async () => {
  buildConsole()
  await using app = await testApp()
  const script = readFileSync(new URL('../../../embed/dist/gallery.js', import.meta.url), 'utf8')
  const get = (headers: Record<string, string>) =>
    app.send({ method: 'GET', url, headers: { origin: 'https://page.example', ...headers } })
  for (const encoding of ['br', 'gzip']) {
    const { statusCode, headers, rawPayload } = await get({ 'accept-encoding': encoding })
    assert.equal(statusCode, 200)
    assert.equal(headers['content-encoding'], encoding)
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cache-control'], 'public, max-age=3600, stale-while-revalidate=86400')
    assert.match(String(headers.vary), /accept-encoding/)
    assert.ok(rawPayload.length < 12_000, `${encoding}: ${rawPayload.length} bytes`)
    if (encoding === 'br') assert.equal(brotliDecompressSync(rawPayload).toString(), script)
    const again = await get({ 'accept-encoding': encoding, 'if-none-match': String(headers.etag) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
  }
  assert.equal((await app.send({ method: 'GET', url: '/embed/gallery.css' })).statusCode, 404)
})

test('the gallery serves its texts in each public language to any origin', async () => {
  buildConsole()
  await using app = await testApp()
  assert.deepEqual(Object.keys(catalogues), languages)
  for (const [language, texts] of Object.entries(catalogues)) {
    const { statusCode, headers, json } = await app.send({
      method: 'GET',
      url: `/embed/gallery.${language}.json?v=1`,
      headers: { origin: 'https://page.example' },
    })
    assert.equal(statusCode, 200)
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(headers['cache-control'], 'public, max-age=3600, stale-while-revalidate=86400')
    assert.deepEqual(json(), texts)
    assert.equal(texts.machine !== '', isMachineTranslated(languageOf(language) ?? 'en'), language)
    for (const [name, text] of Object.entries(texts)) {
      const english = Object.entries(catalogues.en ?? {}).find(([one]) => one === name)?.[1] ?? ''
      assert.deepEqual(bracesIn(text), bracesIn(english), `${language} ${name}`)
    }
  }
  assert.equal((await app.send({ method: 'GET', url: '/embed/gallery.pl.json' })).statusCode, 404)
})

const bracesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

test("without a build, the gallery's response says so and is not cached", async () => {
  await using app = servePages(embedPages({ folder: pathToFileURL('/nowhere/') }))
  const { statusCode, headers, body } = await app.inject(url)
  assert.equal(statusCode, 503)
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(body, /^console\.error/)
  const texts = await app.inject('/embed/gallery.de.json')
  assert.deepEqual([texts.statusCode, texts.headers['cache-control']], [503, 'no-store'])
})
