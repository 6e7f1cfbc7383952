import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issuesOf, pathOf, requestIdOf, unknownPathOf, userAgentOf } from './entry-text.ts'

test('a logged path contains ids, and parameter names in place of other values', () => {
  const path = '/v1/users/{userId}/sessions/{sessionId}'
  assert.equal(pathOf(path, { userId: '7', sessionId: 9n }), '/v1/users/7/sessions/9')
  for (const typed of ['ada@example.org', 'Biscuit', '007', '+491701234567', '1e3', '%41', '']) {
    assert.equal(pathOf(path, { userId: typed, sessionId: '1' }), '/v1/users/{userId}/sessions/1', typed)
  }
  assert.equal(pathOf('/v1/pets', {}), '/v1/pets')
  const uuid = '0193f2c8-41b6-7c3a-9d52-7be1a0c4f93d'
  assert.equal(pathOf('/v1/events/{id}', { id: uuid }), `/v1/events/${uuid}`)
})

test('without an operation, only the first two parts of a path are logged, and only known ones', () => {
  for (const [url, expected] of [
    ['/v1/cats', '/v1/cats'],
    ['/v1/cats/7?name=Ada', '/v1/cats'],
    ['/v1/pets:batched#ada', '/v1/pets:batched'],
    ['/v1?key=aas_live_1', '/v1'],
    ['/v1/', '/v1'],
    ['/v1/ada@example.org', '/v1/(unknown)'],
    ['/v1/aas_live_0123456789', '/v1/(unknown)'],
    ['/v1/ada%20lovelace', '/v1/(unknown)'],
    ['http://ada@example.org/v1/x', '/(unknown)'],
  ] as const) {
    assert.equal(unknownPathOf(url), expected, url)
  }
})

test('a validation issue names the field of the schema, also within a list', () => {
  const names = new Set(['pets', 'name', 'answers', 'customer.email'])
  const fields = (...sent: string[]) =>
    issuesOf(
      sent.map((field) => ({ field, code: 'invalid_type' })),
      names,
    ).map(({ field }) => field)
  assert.deepEqual(fields('name', 'pets.12.name', '', 'If-Match', 'ada', 'answers.Do you smoke?', '__proto__'), [
    'name',
    'pets.12.name',
    '',
    'If-Match',
    '(unknown)',
    '(unknown)',
    '(unknown)',
  ])
  assert.equal(fields(...Array.from({ length: 100 }, () => 'name')).length, 20)
})

test('a user agent is reduced to its products', () => {
  for (const [sent, expected] of [
    [undefined, undefined],
    ['node', 'node'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['shelter-bot/1.0 (ada@example.org; +49 170 1234567)', 'shelter-bot/1.0'],
    ['bot/1.0 ada@example.org +491701234567', 'bot/1.0'],
    ['ada@example.org', undefined],
    ['aas_live_0123456789', undefined],
    ['app/aas_live_0123456789', undefined],
    ['Ada Lovelace', 'Ada'],
    ['Mozilla/5.0 (X11 (nested)) Gecko/20100101 Firefox/130.0', 'Mozilla/5.0 Gecko/20100101 Firefox/130.0'],
    ['(', undefined],
  ] as const) {
    assert.equal(userAgentOf(sent), expected, sent)
  }
  const long = userAgentOf('a/1 '.repeat(1_000)) ?? ''
  assert.ok(long.length <= 60 && long.startsWith('a/1 a/1'))
})

test('a request id that may be a text is replaced by its digest, always the same', () => {
  for (const id of ['0OZlY4bGvvLc-1a', '0193f2c8-41b6-7c3a-9d52-7be1a0c4f93d', 'a.b_c:d/e=f+g'])
    assert.equal(requestIdOf(id), id)
  for (const id of ['ada@example.org', 'x{y}', '203.0.113.7', '2001:db8::1', 'aas_[removed]']) {
    assert.match(requestIdOf(id), /^sha256-[\w-]{43}$/)
    assert.equal(requestIdOf(id), requestIdOf(id))
  }
})
