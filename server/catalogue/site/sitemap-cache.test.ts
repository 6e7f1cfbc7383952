import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpError } from '../../platform/http/http-error.ts'
import { sitemapCache } from './sitemap-cache.ts'

test('a visitor who asks for many sitemap files shares turns with others, and cannot fill the queue', async () => {
  const cache = sitemapCache({ steadyMs: () => 0 })
  const made: string[] = []
  const ask = async (visitor: string, key: string): Promise<string> => {
    const make = async () => {
      await new Promise(setImmediate)
      made.push(key)
      return Buffer.from(key)
    }
    try {
      return (await cache.find({ key, visitor, make, isCurrent: true })).toString()
    } catch (error) {
      assert.ok(error instanceof HttpError)
      return error.code
    }
  }
  const greedy = Array.from({ length: 8 }, (_, at) => ask('greedy', `greedy ${at}`))
  const other = [ask('other', 'other 0'), ask('other', 'other 1'), ask('another', 'other 0')]
  assert.deepEqual(await Promise.all(other), ['other 0', 'other 1', 'other 0'])
  assert.deepEqual((await Promise.all(greedy)).slice(5), Array(3).fill('service_unavailable'))
  assert.deepEqual(made, [
    ...['greedy 0', 'greedy 1', 'other 0', 'greedy 2', 'other 1', 'greedy 3', 'greedy 4'],
  ])
  assert.equal(await ask('greedy', 'greedy 5'), 'greedy 5')
})
