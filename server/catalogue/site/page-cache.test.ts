import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heapBytes } from '../../../test/harness/heap-bytes.ts'
import { pageAsset } from '../../requests/api/asset.ts'
import type { Visit } from '../../requests/api/portal-page.ts'
import { listingCache } from './listing-cache.ts'
import { type CachedPage, type MadePage, pageCache, replyOf } from './page-cache.ts'

test('a cached page does not retain long texts from visitors', async () => {
  const page: CachedPage = {
    status: 200,
    headers: [],
    file: pageAsset('text/html', '<p>Hello</p>'),
    replies: new Map(),
  }
  for (let visitor = 0; visitor < 20; visitor += 1) {
    const accepted = `gzip, ${'x'.repeat(30_000)}${visitor}`
    const { status, headers } = await replyOf(page, { 'accept-encoding': accepted })
    assert.equal(status, 200)
    assert.ok(headers?.includes('gzip'))
  }
  assert.equal(page.replies.size, 0)
  await replyOf(page, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  assert.equal(page.replies.size, 1)
})

test('a cached page is made once for each encoding, including none', async () => {
  const file = pageAsset('text/html', '<main>Hello</main>')
  const page: CachedPage = { status: 200, headers: [], file, replies: new Map() }
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { body } = await replyOf(page, { 'accept-encoding': encoding })
    assert.ok(body !== undefined)
    const again = await replyOf(page, { 'accept-encoding': encoding })
    assert.ok(again.body === body, encoding)
  }
})

const MAX_SIZE = 8 * 1024 * 1024
const LAST = 6_000

for (const [name, path, step, body] of [
  ['short pages', '/adopt/1-', 1, (at: number) => `${at}`],
  ['long pages', '/adopt?', 10, (at: number) => longText(at)],
] as const) {
  test(`the cache of ${name} takes about as much memory as it may, however they are requested`, async () => {
    const clock = { steadyMs: () => 0, nowMs: () => 0 }
    const cache = listingCache<CachedPage>({ ...clock, maxSize: MAX_SIZE })
    const serve = pageCache({ cache, isCurrent: () => true })
    const shown = { petIds: [], isList: true }
    const before = await bytesInUse()
    const ask = (at: number, encoding: string, make: () => MadePage) => {
      // The only properties that it reads.
      const visit = { url: `${path}${at}`, headers: { 'accept-encoding': encoding } } as Visit
      return serve(visit, async () => make(), String(at))
    }
    for (let at = 0; at <= LAST; at += step) {
      const made = { type: 'text/html', headers: [], body: body(at), shown }
      for (const encoding of ['br', 'gzip', 'identity']) await ask(at, encoding, () => made)
    }
    const keptBytes = (await bytesInUse()) - before
    assert.ok(keptBytes < 4 * MAX_SIZE, `${keptBytes} bytes`)
    const isMade = () => assert.fail('it was not kept')
    assert.equal((await ask(LAST, 'br', isMade))?.status, 200)
  })
}

test('a page whose making began before midnight is made again after it', async () => {
  const DAY_MS = 86_400_000
  let nowMs = DAY_MS - 1
  const clock = { steadyMs: () => 0, nowMs: () => nowMs }
  const cache = listingCache<CachedPage>({ ...clock, maxSize: MAX_SIZE })
  const serve = pageCache({ cache, isCurrent: () => true })
  const visit = { url: '/adopt', headers: {} } as Visit
  const page = (body: string): MadePage => ({
    type: 'text/html',
    headers: [],
    body,
    shown: { petIds: [1n], isList: true },
  })
  const yesterday = Promise.withResolvers<MadePage>()
  const begun = serve(visit, () => yesterday.promise)
  nowMs = DAY_MS
  const besides = await serve(visit, async () => page('today'))
  yesterday.resolve(page('yesterday'))
  assert.equal(String((await begun)?.body), 'yesterday')
  const later = await serve(visit, async () => page('today'))
  assert.deepEqual([String(besides?.body), String(later?.body)], ['today', 'today'])
})

const longText = (at: number): string => Array.from({ length: 2_500 }, (_, n) => `<p>${at + n * 7919}</p>`).join('')

/** Memory outside the heap is released only some time after it is collected. */
const bytesInUse = async (): Promise<number> => {
  await heapBytes()
  return (await heapBytes()) + process.memoryUsage().arrayBuffers
}
