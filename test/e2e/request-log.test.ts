import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange } from '../harness/connection.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()

type Line = Record<string, unknown>

/** The log lines of a server that is stopped after `use`. */
const linesOf = async (
  settings: Record<string, string>,
  use: (server: Server) => Promise<unknown>,
): Promise<Line[]> => {
  using folder = temporaryFolder()
  await using server = await startServer({
    folder: folder.path,
    // Beside other tests, a request may take longer than usual.
    settings: { BOOTSTRAP_KEY: key, LOG_SLOW_MS: '600000', ...settings },
  })
  await use(server)
  assert.equal(await server.stop(), 0)
  return server.output.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}

const useAll = async (server: Server): Promise<void> => {
  const read = (id: string, path = '/v1/pets') =>
    server.fetch(path, { headers: { ...bearer(key), 'x-request-id': id } })
  for (const id of ['read', 'kept', 'kept again']) await read(id.replace(' ', '-'))
  const answer = await read('lost', '/v1/pets/9')
  assert.equal(answer.headers.get('x-request-id'), 'lost')
  await server.fetch('/v1/pets')
  await exchange(server.port, 'nonsense\r\n\r\n')
}

const requestLines = (lines: Line[]): Line[] => lines.filter(({ requestId }) => requestId)

test('with LOG_REQUESTS=all each request has one line: the caller, the request and the result', async () => {
  const lines = requestLines(await linesOf({ LOG_REQUESTS: 'all' }, useAll))
  assert.deepEqual(
    lines.map(({ level, operation, status, msg }) => [level, operation, status, msg]),
    [
      ['info', 'listPets', 200, 'request answered'],
      ['info', 'listPets', 200, 'request answered'],
      ['info', 'listPets', 200, 'request answered'],
      ['info', 'getPet', 404, 'request refused'],
      ['info', 'listPets', 401, 'request refused'],
      ['info', 'unknown', 400, 'request refused'],
    ],
  )
  for (const { requestId, accountId, keyId, method, address, durationMs } of lines.slice(0, 4)) {
    assert.match(String(requestId), /^(?:read|kept|kept-again|lost)$/)
    assert.deepEqual([accountId, keyId, method, address], ['1', '1', 'GET', '127.0.0.1'])
    assert.ok(Number(durationMs) > 0)
  }
  assert.ok(lines.slice(4).every(({ accountId }) => accountId === undefined))
})

test('behind a trusted proxy a line names the client, even for cached pages', async () => {
  const settings = { LOG_REQUESTS: 'all', TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://a.test' }
  const lines = await linesOf(settings, async (server) => {
    for (let times = 0; times < 3; times += 1) {
      const headers = { ...bearer(key), 'x-forwarded-for': '192.0.2.7' }
      await server.fetch('/v1/pets', { headers })
    }
  })
  const addresses = requestLines(lines).map(({ address }) => address)
  assert.deepEqual(addresses, ['192.0.2.7', '192.0.2.7', '192.0.2.7'])
})

test('by default only rejected requests are logged, at debug', async () => {
  assert.deepEqual(requestLines(await linesOf({}, useAll)), [])
  const lines = requestLines(await linesOf({ LOG_LEVEL: 'debug' }, useAll))
  assert.deepEqual(
    lines.map(({ level, status }) => [level, status]),
    [
      ['debug', 404],
      ['debug', 401],
      ['debug', 400],
    ],
  )
})

test('with LOG_REQUESTS=none a failure of the service is still logged, in full and with its id', async () => {
  const { DatabaseSync } = await import('node:sqlite')
  const lines = await linesOf({ LOG_REQUESTS: 'none', LOG_LEVEL: 'trace' }, async (server) => {
    await useAll(server)
    const path = server.environment.DATABASE_URL?.replace('sqlite:', '') ?? ''
    // The server may be writing at the moment.
    const other = new DatabaseSync(path, { timeout: 60_000 })
    other.exec('BEGIN IMMEDIATE')
    const headers = { ...bearer(key), 'content-type': 'application/json', 'x-request-id': 'mine' }
    const body = '{"name":"Biscuit","categoryId":7}'
    const { status } = await server.fetch('/v1/pets', { method: 'POST', headers, body })
    assert.equal(status, 503)
    other.exec('ROLLBACK')
    other.close()
  })
  const [failed, ...others] = requestLines(lines)
  assert.deepEqual(others, [])
  assert.equal(failed?.msg, 'request failed')
  assert.equal(failed?.level, 'error')
  const { requestId, operation, status, code, accountId } = failed ?? {}
  assert.deepEqual(
    [requestId, operation, status, code, accountId],
    ['mine', 'createPet', 503, 'service_unavailable', '1'],
  )
  assert.match(JSON.stringify(failed?.err), /database is locked/)
  assert.ok(Number(failed?.durationMs) > 1_000)
})

test('a request that takes longer than LOG_SLOW_MS is logged at warn', async () => {
  const lines = await linesOf({ LOG_SLOW_MS: '1' }, async (server) => {
    const pets = Array.from({ length: 100 }, (_, at) => ({ name: `${at}`, categoryId: at }))
    await server.fetch('/v1/pets:batch', {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ pets }),
    })
  })
  const [slow] = requestLines(lines)
  assert.equal(slow?.msg, 'slow request')
  assert.equal(slow?.level, 'warn')
  assert.equal(slow?.status, 200)
})

test('a server keeps running after the reader of its log has ended', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({
    folder: folder.path,
    settings: { BOOTSTRAP_KEY: key, LOG_REQUESTS: 'all' },
  })
  server.child.stdout?.destroy()
  for (let request = 0; request < 5; request += 1) {
    assert.equal((await server.fetch('/v1/pets', { headers: bearer(key) })).status, 200)
  }
  assert.equal(await server.stop(), 0)
})

test('a setting that was removed is named once at the start', async () => {
  const lines = await linesOf({ REQUEST_LOG_MAX_MB: '64' }, useAll)
  const named = lines.filter(({ msg }) => /REQUEST_LOG_MAX_MB is no longer/.test(String(msg)))
  assert.deepEqual(
    named.map(({ level }) => level),
    ['warn'],
  )
})
