import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCache } from './page-cache.ts'
import type { Page } from './paging.ts'

const page = (body: string): Page => ({ body, headers: [] })

const cacheOf = () => {
  const state = { version: 1 }
  return { state, cache: pageCache(() => state.version) }
}

test('a page is found until the version changes', () => {
  const { state, cache } = cacheOf()
  cache.keep('a', page('[]'), 1)
  assert.equal(cache.find('a')?.body, '[]')
  assert.equal(cache.find('b'), undefined)
  state.version = 2
  assert.equal(cache.find('a'), undefined)
})

test('a page that was read before the present version is not kept', () => {
  const { state, cache } = cacheOf()
  state.version = 2
  cache.keep('a', page('[]'), 1)
  assert.equal(cache.find('a'), undefined)
  cache.keep('a', page('[1]'), 2)
  assert.equal(cache.find('a')?.body, '[1]')
})

test('the pages kept never grow past the bound', () => {
  const { cache } = cacheOf()
  const megabyte = 'x'.repeat(1024 * 1024)
  for (let at = 0; at < 40; at += 1) {
    cache.keep(String(at), page(megabyte), 1)
    assert.ok(cache.find(String(at)), 'the newest is there')
    const kept = Array.from({ length: 40 }, (_, key) => cache.find(String(key))).filter(Boolean)
    assert.ok(kept.length <= 16)
  }
})

test('not even empty pages are kept without end', () => {
  const { cache } = cacheOf()
  for (let at = 0; at < 100_000; at += 1) cache.keep(String(at), page('[]'), 1)
  assert.equal(cache.find('0'), undefined)
  assert.ok(cache.find('99999'))
})
