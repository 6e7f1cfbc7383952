import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Headers that differ between any two responses. */
const volatile = ['date', 'x-request-id', 'x-ratelimit-remaining', 'ratelimit']

const start = async (folder: string, settings: Record<string, string> = {}) => {
  const server = await startServer({ folder, settings })
  const { stdout } = await server.cli('keys', 'create', '--plan', 'free', '--name', 'k', '--json')
  const { key, id } = JSON.parse(stdout)
  const read = async (headers: Record<string, string> = {}, path = '/v1/pets?limit=1') => {
    const answer = await server.fetch(path, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
    const all = Object.fromEntries(answer.headers)
    const stable = Object.fromEntries(Object.entries(all).filter(([name]) => !volatile.includes(name)))
    return { ...answer, all, stable }
  }
  const add = (name: string) =>
    server.fetch('/v1/pets', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, categoryId: 1 }),
    })
  return { server, id: String(id), read, add }
}

test('a cached page has the same response as the first read, and counts like any request', async () => {
  using folder = temporaryFolder()
  const { server, read, add } = await start(folder.path)
  await using _stopped = server
  await add('one')
  await add('two')
  const first = await read()
  const kept = await read()
  assert.equal(first.status, 200)
  assert.equal(kept.body, first.body)
  assert.deepEqual(kept.stable, first.stable)
  assert.match(String(kept.all.link), /^<http:\/\/127\.0\.0\.1:\d+\/v1\/pets\?limit=1&cursor=/)
  assert.equal(Number(kept.all['x-ratelimit-remaining']), Number(first.all['x-ratelimit-remaining']) - 1)
  assert.notEqual(kept.all['x-request-id'], first.all['x-request-id'])
  const named = await read({ 'x-request-id': 'mine-1' })
  assert.equal(named.all['x-request-id'], 'mine-1')
})

test('a cached page respects If-None-Match and Prefer, and is never stale', async () => {
  using folder = temporaryFolder()
  const { server, read, add } = await start(folder.path)
  await using _stopped = server
  await add('one')
  const { all } = await read()
  assert.equal((await read({ 'if-none-match': String(all.etag) })).status, 304)
  assert.equal((await read({ prefer: 'return=total-count' })).all['x-total-count'], '1')
  await add('two')
  const later = await read({}, '/v1/pets?limit=2')
  assert.equal(later.json().length, 2)
  assert.ok((await read()).all.link)
})

test('a key that is revoked or has used up its minute gets no cached page either', async () => {
  using folder = temporaryFolder()
  const { server, id, read, add } = await start(folder.path)
  await using _stopped = server
  await add('one')
  const answers = []
  for (let count = 0; count < 62; count += 1) answers.push((await read()).status)
  assert.equal(answers.filter((status) => status === 200).length, 59)
  const refused = await read()
  assert.deepEqual([refused.status, refused.json().code], [429, 'rate_limit_exceeded'])
  assert.equal(refused.all['x-ratelimit-remaining'], '0')
  await server.cli('keys', 'revoke', id)
  for (let status = 429; status !== 401; ) status = (await read()).status
})

test('behind a trusted proxy, links use the address that the proxy gives', async () => {
  using folder = temporaryFolder()
  const { server, read, add } = await start(folder.path, { TRUST_PROXY: 'loopback' })
  await using _stopped = server
  await add('one')
  await add('two')
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.org' }
  for (let count = 0; count < 2; count += 1) {
    assert.match(String((await read(forwarded)).all.link), /^<https:\/\/api\.example\.org\/v1\/pets/)
  }
})
