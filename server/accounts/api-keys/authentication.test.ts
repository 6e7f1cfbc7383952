import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { showTime } from '../../platform/time.ts'
import { mintKey } from './api-key.ts'

const missing = 'Bearer realm="animal-adoption-store"'
const invalid = `${missing}, error="invalid_token"`

const refused = async (app: TestApp, authorization: string | undefined) => {
  const headers = authorization === undefined ? {} : { authorization }
  const response = await app.inject({ url: '/v1/pets', headers })
  assert.equal(response.statusCode, 401, `${authorization}`)
  return [response.json().code, response.headers['www-authenticate']]
}

test('a request without a bearer token is 401 missing_api_key', async () => {
  await using app = await testApp()
  const key = app.key.authorization.slice('Bearer '.length)
  for (const authorization of [
    undefined,
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    key,
    `Token ${key}`,
    `Bearer${key}`,
    `Bearer ${key} x`,
    `Bearer ${key},${key}`,
    `Bearer\t${key}`,
    `Bearer key=${key}, x`,
  ]) {
    assert.deepEqual(await refused(app, authorization), ['missing_api_key', missing])
  }
})

test('an unknown key is 401 invalid_api_key', async () => {
  await using app = await testApp()
  const key = app.key.authorization.slice('Bearer '.length)
  for (const token of [
    'x',
    'null',
    `${key}x`,
    key.slice(1),
    key.toLowerCase(),
    `"${key}"`,
    'é',
    mintKey('live', randomBytes),
    'x'.repeat(5_000),
  ]) {
    assert.deepEqual(await refused(app, `Bearer ${token}`), ['invalid_api_key', invalid])
  }
})

test('each key works only in its own environment', async () => {
  await using production = await testApp()
  await using staging = await testApp({ settings: { ADOPTION_ENV: 'staging' } })
  const live = production.key.authorization
  const testing = staging.key.authorization
  assert.match(live, /^Bearer aas_live_/)
  assert.match(testing, /^Bearer aas_test_/)
  assert.deepEqual(await refused(production, testing), ['wrong_environment', invalid])
  assert.deepEqual(await refused(staging, live), ['wrong_environment', invalid])
  assert.equal((await staging.get('/v1/pets')).statusCode, 200)
})

test('the error says why a key no longer works', async () => {
  const clock = testClock()
  await using app = await testApp({ clock })
  const expired = await app.createKey('free', { expiresAt: showTime(clock.nowMs()) })
  const revoked = await app.createKey()
  await app.service.keys.revoke(tester, revoked.id)
  assert.deepEqual(await refused(app, `Bearer ${expired.key}`), ['expired_api_key', invalid])
  assert.deepEqual(await refused(app, `Bearer ${revoked.key}`), ['revoked_api_key', invalid])
})

test('the scheme Bearer is case-insensitive and may be followed by several spaces', async () => {
  await using app = await testApp()
  const key = app.key.authorization.slice('Bearer '.length)
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  ']) {
    const response = await app.get('/v1/pets', { authorization: `${scheme} ${key}` })
    assert.equal(response.statusCode, 200, scheme)
  }
  assert.equal((await app.get('/v1/pets', { authorization: `Bearer ${key}  ` })).statusCode, 200)
})

test('a key is only accepted in the Authorization header', async () => {
  await using app = await testApp()
  const key = app.key.authorization.slice('Bearer '.length)
  for (const options of [
    { url: `/v1/pets?api_key=${key}` },
    { url: `/v1/pets?access_token=${key}` },
    { url: '/v1/pets', headers: { 'x-api-key': key } },
    { url: '/v1/pets', headers: { cookie: `key=${key}` } },
  ]) {
    assert.equal((await app.inject(options)).json().code, 'missing_api_key')
  }
})

test('a 401 is not cacheable and shows the limits of the address', async () => {
  await using app = await testApp()
  const { headers } = await app.inject({ url: '/v1/pets' })
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-ratelimit-limit'], '300')
  assert.equal(headers['ratelimit-policy'], '"minute";q=300;w=60')
})
