import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from './log.ts'

const key = `aas_live_${'k'.repeat(38)}`
const publishable = `aas_pub_live_${'k'.repeat(38)}`

test('API keys are removed from every line, wherever they appear', () => {
  const lines: string[] = []
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  log.info(`Authorization: Bearer ${key}`)
  log.warn({ [key]: [{ deep: key }], url: `/v1/pets?name=${key}x` }, key)
  log.info({ publishable }, `Bearer ${publishable}`)
  log.error({ err: new Error(key, { cause: new Error(key.replace('live', 'test')) }) })
  const text = lines.join('')
  assert.equal(lines.length, 4)
  assert.doesNotMatch(text, /kkk/)
  assert.match(text, /aas_\[removed\]/)
  for (const line of lines) assert.ok(JSON.parse(line).time)
})
