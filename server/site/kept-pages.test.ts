import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageAsset } from '../api/asset.ts'
import { type KeptPage, replyOf } from './kept-pages.ts'

test('a page that is kept keeps nothing that its visitors write at length', async () => {
  const page: KeptPage = {
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
