import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { servePages } from '../../../test/harness/pages.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { clientPages } from './client.routes.ts'

const packed = (text: string) => gzipSync(text)

const store = () => {
  const folder = temporaryFolder()
  const urlOf = (name: string) => {
    mkdirSync(join(folder.path, name))
    return pathToFileURL(`${join(folder.path, name)}/`)
  }
  const folders = { releases: urlOf('releases'), built: urlOf('built') }
  const put = (path: string, text: string) => writeFileSync(join(folder.path, path), packed(text))
  const serve = (release: string) => servePages(clientPages({ release, ...folders }))
  return { ...folder, put, serve, [Symbol.dispose]: folder.remove }
}

test('released clients are served for ever, with the bytes they were released with', async () => {
  using files = store()
  files.put('releases/client-1.2.0.tgz', 'the first')
  files.put('releases/client-1.3.0.tgz', 'the second')
  // A build of newer sources never replaces a release.
  files.put('built/client-1.3.0.tgz', 'something else')
  await using app = files.serve('1.3.0')
  for (const [file, text] of [
    ['client-1.2.0.tgz', 'the first'],
    ['client-1.3.0.tgz', 'the second'],
  ] as const) {
    const headers = { 'accept-encoding': 'br, gzip' }
    const found = await app.inject({ url: `/sdk/${file}`, headers })
    assert.equal(found.statusCode, 200)
    assert.deepEqual(found.rawPayload, packed(text))
    assert.equal(found.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(found.headers['content-type'], 'application/gzip')
    assert.equal(found.headers['content-encoding'], undefined)
  }
  const newest = await app.inject('/sdk/client.tgz')
  assert.deepEqual(
    [newest.statusCode, newest.headers.location, newest.headers['cache-control']],
    [302, '/sdk/client-1.3.0.tgz', 'no-cache'],
  )
})

test('an unreleased client is served as built, and must be revalidated by caches', async () => {
  using files = store()
  files.put('releases/client-1.2.0.tgz', 'released')
  await using app = files.serve('1.3.0')
  const missing = await app.inject('/sdk/client-1.3.0.tgz')
  assert.deepEqual([missing.statusCode, missing.headers['cache-control']], [503, 'no-store'])
  files.put('built/client-1.3.0.tgz', 'built')
  const built = await app.inject('/sdk/client-1.3.0.tgz')
  assert.deepEqual([built.statusCode, built.headers['cache-control']], [200, 'no-cache'])
  assert.deepEqual(built.rawPayload, packed('built'))
})

test('nothing else is there', async () => {
  using files = store()
  files.put('built/client-1.4.0.tgz', 'of another release')
  writeFileSync(join(files.path, 'secret.tgz'), '')
  await using app = files.serve('1.3.0')
  for (const file of [
    'client-1.4.0.tgz',
    'client-1.2.0.tgz',
    'client-.tgz',
    'README.md',
    'sha512.json',
    '..%2Fsecret.tgz',
    'client-..%2F..%2F1.2.0.tgz',
  ]) {
    assert.equal((await app.inject(`/sdk/${file}`)).statusCode, 404, file)
  }
  rmSync(join(files.path, 'releases'), { recursive: true })
  assert.equal((await app.inject('/sdk/client-1.2.0.tgz')).statusCode, 404)
})
