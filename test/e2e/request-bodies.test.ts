import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect, type RawAnswer } from '../harness/connection.ts'
import { newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const key = newKey()
let server: Server
let weakKey = ''
let spentKey = ''

before(async () => {
  server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  const json = async (...args: string[]) => JSON.parse((await server.cli(...args, '--json')).stdout)
  const made = await json('keys', 'create', '--plan', 'free', '--name', 'a', '--scopes', 'pets:read')
  weakKey = made.key
  const limits = ['--per-minute', '1', '--per-day', '1']
  const account = await json('accounts', 'create', '--name', 'a', '--plan', 'enterprise', ...limits)
  spentKey = (await json('keys', 'create', '--account', account.id, '--name', 'spent')).key
  await server.fetch('/v1/pets', { headers: { authorization: `Bearer ${spentKey}` } })
})
after(async () => {
  await server.stop()
  folder.remove()
})

type Request = { method?: string; path?: string; key?: string; type?: string; fields?: string }

const json = 'application/json'
const head = ({ method = 'POST', path = '/v1/pets', type = json, fields = '', ...its }: Request) =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\n` +
  (its.key ? `Authorization: Bearer ${its.key}\r\n` : '') +
  `Content-Type: ${type}\r\n${fields}`

const refused: [name: string, status: number, request: () => Request][] = [
  ['no key', 401, () => ({})],
  ['a wrong key', 401, () => ({ key: `${key.slice(0, -1)}!` })],
  ['a limit that is reached', 429, () => ({ key: spentKey })],
  ['a key without the scope', 403, () => ({ key: weakKey })],
  ['an unknown path', 404, () => ({ key, path: '/v1/nothing' })],
  ['an unknown path outside the API', 404, () => ({ path: '/nothing' })],
  ['an unknown path, and a type that is none', 404, () => ({ path: '/nothing', type: ';;' })],
  ['a page', 200, () => ({ method: 'GET', path: '/healthz' })],
  ['a method that is not taken', 405, () => ({ key, method: 'PUT' })],
  ['a media type that is not taken', 415, () => ({ key, type: 'text/plain' })],
  ['a list', 200, () => ({ key, method: 'GET' })],
  ['a list that is kept', 200, () => ({ key, method: 'GET' })],
  ['an animal to remove', 404, () => ({ key, method: 'DELETE', path: '/v1/pets/9' })],
  ['a POST that takes none', 404, () => ({ key, path: '/v1/webhooks/9/test' })],
  ['a preflight', 204, () => ({ method: 'OPTIONS', fields: preflight })],
  ['too long a body', 413, () => ({ key, fields: 'Content-Length: 65537\r\n' })],
]
const preflight = 'Origin: http://b\r\nAccess-Control-Request-Method: POST\r\n'
const framings = ['Content-Length: 9000\r\n', 'Transfer-Encoding: chunked\r\n']

for (const [name, status, request] of refused) {
  test(`${name}: ${status} before the body is read or requested, and the connection is closed`, async () => {
    for (const framing of framings) {
      const its = request()
      const fields = its.fields?.startsWith('Content-Length') ? '' : framing
      using connection = await connect(server.port)
      // Only part of the body is sent, which is neither JSON nor a chunk.
      connection.send(`${head(its)}Expect: 100-continue\r\n${fields}\r\n}}}`)
      assertLast(await connection.answer(), status)
      await connection.closed
    }
  })
}

const assertLast = (answer: RawAnswer | undefined, status: number) => {
  assert.equal(answer?.status, status, answer?.body ?? 'no response')
  assert.equal(answer?.headers.connection, 'close')
  assert.ok(answer?.headers['x-request-id'])
}

test('a body of unknown length is read up to the limit, and no further', async () => {
  using connection = await connect(server.port, { allowHalfOpen: true })
  connection.send(`${head({ key })}Transfer-Encoding: chunked\r\n\r\n`)
  const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`
  for (let sent = 0; sent < 17; sent += 1) connection.send(chunk)
  assertLast(await connection.answer(), 413)
  const timer = setInterval(() => connection.send(chunk), 5)
  await connection.closed
  clearInterval(timer)
})

test('a body may have thousands of chunks, but not a chunk for each byte', async () => {
  using connection = await connect(server.port)
  const inChunks = (text: string) => [...text].map((byte) => `1\r\n${byte}\r\n`).join('')
  const pet = '{"name":"Biscuit","categoryId":7}'
  const send = (bytes: number) =>
    connection.send(`${head({ key })}Transfer-Encoding: chunked\r\n\r\n${inChunks(pet.padEnd(bytes))}0\r\n\r\n`)
  send(4_000)
  assert.equal((await connection.answer())?.status, 201)
  send(60_000)
  const refused = await connection.answer()
  assert.equal(refused?.status, 400)
  assert.equal(JSON.parse(refused?.body ?? '').code, 'malformed_request')
})

test('a photo may not have a chunk for each byte', async () => {
  const created = await server.fetch('/v1/pets', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': json },
    body: '{"name":"Biscuit","categoryId":7}',
  })
  const path = `/v1/pets/${created.json().id}/photos`
  const fields = 'Transfer-Encoding: chunked\r\n'
  using connection = await connect(server.port)
  connection.send(`${head({ path, key, type: 'image/png', fields })}\r\n${'1\r\na\r\n'.repeat(10_000)}0\r\n\r\n`)
  const refused = await connection.answer()
  assert.equal(JSON.parse(refused?.body ?? '').code, 'malformed_request')
})

test('a malformed body that nobody reads does not change the response', async () => {
  const created = await server.fetch('/v1/pets', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': json },
    body: '{"name":"Biscuit","categoryId":7}',
  })
  const path = `/v1/pets/${created.json().id}`
  using connection = await connect(server.port)
  const fields = 'Transfer-Encoding: chunked\r\n'
  connection.send(`${head({ method: 'DELETE', path, key, fields })}\r\nno chunk`)
  assertLast(await connection.answer(), 204)
})

test('100 Continue is sent exactly when the body is about to be read', async () => {
  using connection = await connect(server.port)
  const body = '{"name":"Biscuit","categoryId":7}'
  for (const framing of framings) {
    const isChunked = framing.startsWith('T')
    const announced = isChunked ? framing : `Content-Length: ${body.length}\r\n`
    connection.send(`${head({ key })}Expect: 100-continue\r\n${announced}\r\n`)
    assert.equal((await connection.answer())?.status, 100)
    connection.send(isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body)
    const answer = await connection.answer()
    assert.equal(answer?.status, 201)
    assert.notEqual(answer?.headers.connection, 'close')
  }
})

test('a body that is read leaves its connection open, even if it is rejected', async () => {
  using connection = await connect(server.port)
  for (const [body, status] of [
    ['{"name":"Biscuit","categoryId":7}', 201],
    ['{', 400],
    ['{}', 400],
    ['{"name":"Rex","categoryId":7}', 201],
  ] as const) {
    connection.send(`${head({ key })}Content-Length: ${body.length}\r\n\r\n${body}`)
    const answer = await connection.answer()
    assert.equal(answer?.status, status)
    assert.notEqual(answer?.headers.connection, 'close')
  }
})

test('no request can be smuggled in a body that nobody reads', async () => {
  const smuggled = `GET /v1/rate-limit HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
  using connection = await connect(server.port)
  const fields = `Content-Length: ${smuggled.length}\r\n`
  connection.send(`${head({ path: '/nothing', fields })}\r\n${smuggled}${smuggled}`)
  assertLast(await connection.answer(), 404)
  assert.equal(await connection.answer(), undefined)
})
