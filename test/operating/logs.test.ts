import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { exchange } from '../harness/connection.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Where a client may put a key, by mistake or not. */
const requests: Record<string, (key: string) => [path: string, init: RequestInit]> = {
  'as it should be': (key) => ['/v1/pets', { headers: bearer(key) }],
  'in another scheme': (key) => ['/v1/pets', { headers: { authorization: `Basic ${key}` } }],
  'without a scheme': (key) => ['/v1/pets', { headers: { authorization: key } }],
  'twice in the header': (key) => ['/v1/pets', { headers: bearer(`${key} ${key}`) }],
  'with a letter more': (key) => ['/v1/pets', { headers: bearer(`${key}x`) }],
  'with a letter less': (key) => ['/v1/pets', { headers: bearer(key.slice(0, -1)) }],
  'in the path': (key) => [`/v1/pets/${key}`, { headers: bearer(key) }],
  'in an unknown path': (key) => [`/v1/${key}/pets`, { headers: bearer(key) }],
  'outside the API': (key) => [`/${key}`, {}],
  'as a parameter': (key) => [`/v1/pets?key=${key}`, { headers: bearer(key) }],
  'as the name of a parameter': (key) => [`/v1/pets?${key}`, { headers: bearer(key) }],
  'as a status': (key) => [`/v1/pets?status=${key}`, { headers: bearer(key) }],
  'as a cursor': (key) => [`/v1/pets?cursor=${key}`, { headers: bearer(key) }],
  'as the id of the request': (key) => ['/v1/pets', { headers: { ...bearer(key), 'x-request-id': key } }],
  'as the user agent': (key) => ['/v1/pets', { headers: { ...bearer(key), 'user-agent': key } }],
  'as an Idempotency-Key': (key) => [
    '/v1/pets',
    post(key, '{"name":"Biscuit","categoryId":7}', { 'idempotency-key': key }),
  ],
  'as a repeated Idempotency-Key': (key) => [
    '/v1/pets',
    post(key, '{"name":"Waffle","categoryId":7}', { 'idempotency-key': key }),
  ],
  'as a name': (key) => ['/v1/pets', post(key, `{"name":"${key}","categoryId":7}`)],
  'as a wrong value': (key) => ['/v1/pets', post(key, `{"name":"a","categoryId":"${key}"}`)],
  'as an unknown field': (key) => ['/v1/pets', post(key, `{"${key}":1}`)],
  'in a body that is no JSON': (key) => ['/v1/pets', post(key, `{"name": ${key}`)],
  'as a media type': (key) => ['/v1/pets', post(key, '{}', { 'content-type': key })],
  'as an origin': (key) => ['/v1/pets', { headers: { ...bearer(key), origin: `http://${key}` } }],
}

const malformed = (key: string) => [
  `GET /v1/pets HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  `GET /v1/pets HTTP/1.1\r\nHost: ${key}/\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  `${key} /v1/pets HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `GET /v1/pets?${key} x HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization : Bearer ${key}\r\n\r\n`,
  `GET /v1/pets HTTP/1.1\r\nHost: localhost\r\n${`X-Key: ${key}\r\n`.repeat(1_000)}\r\n`,
]

test('no key appears in a log line at any level, wherever it was sent, whole or hashed', async () => {
  using folder = temporaryFolder()
  const known = newKey()
  const settings = {
    BOOTSTRAP_KEY: known,
    LOG_LEVEL: 'trace',
    LOG_REQUESTS: 'all',
    BAN_GRACE_MS: '0',
  }
  const server = await startServer({ folder: folder.path, settings })
  const create = ['keys', 'create', '--plan', 'free', '--name', 'tests', '--json']
  const banned = JSON.parse((await server.cli(...create)).stdout)
  const keys = [known, newKey(), newKey('test'), banned.key]

  for (const key of keys) await sendEverywhere(server, key)
  // Rate limits, bans and revocation log no more of a key than its use does.
  await Promise.all(Array.from({ length: 80 }, () => server.fetch('/v1/pets', { headers: bearer(banned.key) })))
  await server.cli('bans', 'lift', String(banned.id)).catch(() => {})
  await server.cli('keys', 'revoke', String(banned.id))
  await server.fetch('/v1/pets', { headers: bearer(banned.key) })
  assert.equal(await server.stop(), 0)

  assert.ok(server.output.length > 2, 'something was logged')
  const log = server.output.join('\n')
  for (const key of keys) {
    for (const [form, text] of Object.entries(secretForms(key))) {
      assert.equal(log.includes(text), false, `${form} of a key is in the log`)
    }
  }
})

/** The whole error is logged, but it must contain nothing that the client has sent. */
test('a failure of the store is logged without the key of the failed request', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  const settings = { BOOTSTRAP_KEY: key, LOG_LEVEL: 'trace' }
  await using server = await startServer({ folder: folder.path, settings })
  const { DatabaseSync } = await import('node:sqlite')
  // The server may be writing at the moment.
  const other = new DatabaseSync(`${folder.path}/store.db`, { timeout: 60_000 })
  // Another process locks the store: the write waits for it, and gives up.
  other.exec('BEGIN IMMEDIATE')
  const [path, init] = ['/v1/pets', post(key, `{"name":"${key}","categoryId":7}`)]
  const answer = await server.fetch(path, init)
  other.exec('ROLLBACK')
  other.close()
  assert.equal(answer.status, 503)
  assert.equal(answer.json().code, 'service_unavailable')
  assert.ok(answer.headers.get('retry-after'))
  const log = server.output.join('\n')
  assert.match(log, /request failed/)
  for (const text of Object.values(secretForms(key))) assert.equal(log.includes(text), false)
})

const sendEverywhere = async (server: Server, key: string): Promise<void> => {
  for (const request of Object.values(requests)) {
    const [path, init] = request(key)
    const { status } = await server.fetch(path, init)
    assert.ok(status < 500, `${path} is answered ${status}`)
  }
  for (const bytes of malformed(key)) await exchange(server.port, bytes)
}

function post(key: string, body: string, headers: Record<string, string> = {}): RequestInit {
  const type = { 'content-type': 'application/json' }
  return { method: 'POST', headers: { ...bearer(key), ...type, ...headers }, body }
}

const secretForms = (key: string): Record<string, string> => ({
  'the whole': key,
  'the secret part': key.slice(9, 41),
  'half of the secret part': key.slice(13, 30),
  'the SHA-256 in hexadecimal': hash('sha256', key, 'hex'),
  'the SHA-256 in base64': hash('sha256', key, 'base64').slice(0, 42),
  'the SHA-256 in base64url': hash('sha256', key, 'base64url').slice(0, 42),
  'the base64 form': Buffer.from(key).toString('base64').slice(0, 40),
})

test('the start warns if single sign-on and open sign-up are both enabled, but not about one alone', async () => {
  const signUp = { SIGNUP: 'open', SMTP_URL: 'smtp://127.0.0.1:9' }
  const provider = {
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'store',
    OIDC_CLIENT_SECRET: 'x',
    PUBLIC_URL: 'http://localhost:3000',
  }
  for (const [settings, isWarned] of [
    [{ ...signUp, ...provider }, true],
    [signUp, false],
    [provider, false],
  ] as const) {
    using folder = temporaryFolder()
    const server = await startServer({ folder: folder.path, settings })
    await server.stop()
    const warned = server.output.some((line) => /OIDC_ISSUER is set and SIGNUP is open/.test(line))
    assert.equal(warned, isWarned)
  }
})
