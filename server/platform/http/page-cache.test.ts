import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCache } from './page-cache.ts'
import type { Page } from './paging.ts'

const page = (body: string): Page => ({ body, headers: [] })

test('a page is found until the version changes', () => {
  const cache = keptAt(1)
  cache.keep('a', page('[]'), 1)
  assert.equal(cache.find('a', 1)?.body, '[]')
  assert.equal(cache.find('b', 1), undefined)
  assert.equal(cache.find('a', 2), undefined)
  assert.equal(cache.find('a', 1), undefined)
})

test('a page that was read before the present version is not kept', () => {
  const cache = keptAt(2)
  cache.keep('a', page('[]'), 1)
  assert.equal(cache.find('a', 2), undefined)
  cache.keep('a', page('[1]'), 2)
  assert.equal(cache.find('a', 2)?.body, '[1]')
})

test('while nobody knows the version, nothing is found and nothing kept', () => {
  const cache = keptAt(1)
  cache.keep('a', page('[]'), 1)
  assert.equal(cache.find('a', undefined), undefined)
  cache.keep('b', page('[]'), undefined)
  assert.equal(cache.find('b', 1), undefined)
  assert.ok(cache.find('a', 1))
})

test('no page is kept for longer than the bound', () => {
  let nowMs = 5_000
  const cache = pageCache({ maxAgeMs: 1_000, steadyMs: () => nowMs })
  cache.find('a', 1)
  cache.keep('a', page('[]'), 1)
  nowMs += 999
  assert.ok(cache.find('a', 1))
  nowMs += 1
  assert.equal(cache.find('a', 1), undefined)
  cache.keep('a', page('[]'), 1)
  assert.ok(cache.find('a', 1))
})

test('a page past the bound is still there for when the store is away, at the same version only', () => {
  let nowMs = 5_000
  const cache = pageCache({ maxAgeMs: 1_000, steadyMs: () => nowMs })
  cache.find('a', 1)
  cache.keep('a', page('[]'), 1)
  nowMs += 3_600_000
  assert.equal(cache.find('a', 1), undefined)
  assert.equal(cache.findOld('a', 1)?.body, '[]')
  assert.equal(cache.findOld('a', undefined), undefined)
  assert.equal(cache.findOld('a', 2), undefined)
})

/** A cache that has seen this version. */
const keptAt = (version: number) => {
  const cache = pageCache()
  cache.find('', version)
  return cache
}

test('the pages kept never grow past the bound', () => {
  const cache = keptAt(1)
  const megabyte = 'x'.repeat(1024 * 1024)
  for (let at = 0; at < 40; at += 1) {
    cache.keep(String(at), page(megabyte), 1)
    assert.ok(cache.find(String(at), 1), 'the newest is there')
    const kept = Array.from({ length: 40 }, (_, key) => cache.find(String(key), 1)).filter(Boolean)
    assert.ok(kept.length <= 16)
  }
})

test('not even empty pages are kept without end', () => {
  const cache = keptAt(1)
  for (let at = 0; at < 100_000; at += 1) cache.keep(String(at), page('[]'), 1)
  assert.equal(cache.find('0', 1), undefined)
  assert.ok(cache.find('99999', 1))
})
