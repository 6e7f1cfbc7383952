import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/harness/app.ts'

test('GET /metrics shows the gauges, without a key', async () => {
  await using app = await testApp()
  const { statusCode, headers, body } = await app.inject({ url: '/metrics' })
  assert.equal(statusCode, 200)
  assert.match(String(headers['content-type']), /^text\/plain/)
  for (const line of [
    'adoption_limiter_shared 1',
    'adoption_store_up 1',
    'adoption_overloaded 0',
  ]) {
    assert.ok(body.split('\n').includes(line), line)
  }
  assert.match(body, /^adoption_event_loop_late_seconds \d/m)
  assert.match(body, /^process_resident_memory_bytes \d/m)
})
