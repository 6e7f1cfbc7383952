import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entries } from '../sdk/cli/logs.command.ts'
import { AdoptionStore } from '../sdk/mod.ts'
import { testApp } from './harness/app.ts'
import { flushRequestLog } from './harness/request-log.ts'
import { typedIn } from './harness/typed.ts'

test('logs tail prints the last requests, with filters, and names what is wrong', async () => {
  await using app = await testApp()
  const { key } = await app.createKey('pro')
  const ADOPTION_URL = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const tail = (...args: string[]) => typedIn({ ADOPTION_URL, ADOPTION_KEY: key }, ['logs', 'tail', ...args])
  const sent = { ...app.bearer(key), 'x-request-id': 'mine' }
  await app.get('/v1/pets', sent)
  await app.post('/v1/pets', { name: 7 }, sent)
  await app.get('/v1/pets/7', sent)
  await flushRequestLog(app)
  const all = (await tail('--limit', '3')).output.split('\n')
  assert.match(all[0] ?? '', /^\S+Z {2}200 {2}GET {5}\/v1\/pets {2}[\d.]+ ms {2}mine$/)
  assert.match(
    all[1] ?? '',
    /^\S+Z {2}400 {2}POST {4}\/v1\/pets {2}\S+ ms {2}validation_failed {2}categoryId: required {2}name: invalid_type {2}mine$/,
  )
  assert.match(all[2] ?? '', / 404 {2}GET {5}\/v1\/pets\/7 .* pet_not_found {2}deprecated {2}mine$/)
  const one = await tail('--status', '400', '--operation', 'createPet', '--json', '--limit', '1')
  assert.equal(JSON.parse(one.output).code, 'validation_failed')
  const last = await tail('--lines', '1', '--limit', '1')
  assert.match(last.output, / 404 /)
  const wrong = await tail('--status', 'abc')
  assert.notEqual(wrong.code, 0)
})

test('logs tail asks six times a minute, prints every entry once, and outlives a restart', async () => {
  await using app = await testApp()
  const { key } = await app.createKey('pro')
  const baseUrl = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  let requests = 0
  let isDown = false
  const store = new AdoptionStore({
    baseUrl,
    apiKey: key,
    fetch(url, init) {
      requests += 1
      return isDown ? Promise.reject(new TypeError('down')) : fetch(url, init)
    },
  })
  let sentId = 0
  const send = async () => {
    sentId += 1
    await app.get('/v1/me', { ...app.bearer(key), 'x-request-id': `n${sentId}` })
    await flushRequestLog(app)
  }
  for (let count = 0; count < 4; count += 1) await send()
  const pauses: number[] = []
  const printed: string[] = []
  for await (const { id } of entries(store, { lines: 2 }, async (ms) => {
    pauses.push(ms)
    isDown = pauses.length === 2
    await send()
  })) {
    printed.push(id)
    if (printed.length === 6) break
  }
  assert.deepEqual(printed, ['n3', 'n4', 'n5', 'n6', 'n7', 'n8'])
  assert.ok(pauses.every((ms) => ms >= 10_000))
  assert.equal(requests, pauses.length + 1)
})
