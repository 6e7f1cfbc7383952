import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, connect } from '../harness/connection.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** If a window began again, it would differ by as long as the server was down. */
const AWAY_MS = 1_000
const SAME_MS = AWAY_MS / 2

type Window = { name: string; limit: number; remaining: number; resetAt: string }

const createKey = async (server: Server, plan: string): Promise<{ id: number; key: string }> => {
  const { stdout } = await server.cli('keys', 'create', '--plan', plan, '--name', 'a', '--json')
  return JSON.parse(stdout)
}

const list = (server: Server, key: string) => server.fetch('/v1/pets', { headers: bearer(key) })

const listTimes = async (server: Server, key: string, times: number): Promise<number[]> => {
  const answers = await Promise.all(Array.from({ length: times }, () => list(server, key)))
  return answers.map(({ status }) => status)
}

const readLimits = async (server: Server, key: string) => {
  const { json } = await server.fetch('/v1/rate-limit', { headers: bearer(key) })
  return json() as { windows: Window[]; ban?: { until: string } }
}

const usedOf = ({ windows }: { windows: Window[] }): number[] =>
  windows.map(({ limit, remaining }) => limit - remaining)

const assertSameResets = (after: Window[], before: Window[]): void => {
  for (const [at, { name, resetAt }] of before.entries()) {
    const movedMs = Math.abs(Date.parse(after[at]?.resetAt ?? '') - Date.parse(resetAt))
    assert.ok(movedMs < SAME_MS, `the reset of the ${name} moved by ${movedMs} ms`)
  }
}

/** Sends requests until the key is banned. */
const provokeBan = async (server: Server, key: string): Promise<void> => {
  await listTimes(server, key, 60)
  await eventually('the key is banned', async () => {
    const { status, json } = await list(server, key)
    return status === 429 && json().code === 'key_temporarily_banned'
  })
}

test('counters and bans are exactly the same after a stop and a start', async () => {
  using folder = temporaryFolder()
  const settings = { BAN_GRACE_MS: '0' }
  const first = await startServer({ folder: folder.path, settings })
  const counted = await createKey(first, 'free')
  const banned = await createKey(first, 'free')
  await listTimes(first, counted.key, 23)
  await provokeBan(first, banned.key)
  const before = await readLimits(first, counted.key)
  const { ban } = await readLimits(first, banned.key)
  assert.deepEqual(usedOf(before), [23, 23])
  assert.ok(ban)
  assert.equal(await first.stop(), 0)
  await sleep(AWAY_MS)

  await using second = await startServer({ folder: folder.path, settings })
  const after = await readLimits(second, counted.key)
  assert.deepEqual(usedOf(after), [23, 23])
  assertSameResets(after.windows, before.windows)
  const stillBanned = await list(second, banned.key)
  assert.equal(stillBanned.json().code, 'key_temporarily_banned')
  const until = Date.parse((await readLimits(second, banned.key)).ban?.until ?? '')
  assert.ok(Math.abs(until - Date.parse(ban.until)) < SAME_MS)
  assert.deepEqual(usedOf(await readLimits(second, banned.key)), [60, 60])
})

test('after a kill at most the last second of counts is lost, and no ban', async () => {
  using folder = temporaryFolder()
  const settings = { BAN_GRACE_MS: '0' }
  const first = await startServer({ folder: folder.path, settings })
  const counted = await createKey(first, 'free')
  const banned = await createKey(first, 'free')
  await listTimes(first, counted.key, 20)
  // Counts are written once a second.
  await sleep(1_000)
  await listTimes(first, counted.key, 10)
  await provokeBan(first, banned.key)
  await first.kill()

  await using second = await startServer({ folder: folder.path, settings })
  for (const used of usedOf(await readLimits(second, counted.key))) {
    assert.ok(used >= 20 && used <= 30, `${used} of 30 are known, 20 of them for a second`)
  }
  assert.equal((await list(second, banned.key)).json().code, 'key_temporarily_banned')
})

test('a ban that was lifted stays lifted after a kill', async () => {
  using folder = temporaryFolder()
  const settings = { BAN_GRACE_MS: '0' }
  const first = await startServer({ folder: folder.path, settings })
  const { id, key } = await createKey(first, 'free')
  await provokeBan(first, key)
  await first.cli('bans', 'lift', String(id))
  await first.kill()
  await using second = await startServer({ folder: folder.path, settings })
  assert.equal((await readLimits(second, key)).ban, undefined)
})

const post = (key: string, body: string, fields: string[] = []) =>
  [
    'POST /v1/pets HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...fields,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')

/** The head of a request whose body is sent after the server responds with 100 Continue. */
const postHead = (key: string, body: string) => post(key, body, ['Expect: 100-continue']).slice(0, -body.length)

test('requests accepted before SIGTERM are executed and get a response', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  const settings = { BOOTSTRAP_KEY: key }
  const server = await startServer({ folder: folder.path, settings })
  const bodies = Array.from({ length: 50 }, (_, n) => `{"name":"Biscuit ${n}","categoryId":${n}}`)
  const begun = await Promise.all(
    bodies.map(async (body): Promise<[Connection, string]> => {
      const connection = await connect(server.port)
      connection.send(postHead(key, body))
      // 100 Continue shows that the server has it.
      assert.equal((await connection.answer())?.status, 100)
      return [connection, body]
    }),
  )
  const ended = server.stop()
  await eventually('the server is stopping', () => server.output.some((line) => line.includes('stopping')))
  const answers = await Promise.all(
    begun.map(async ([connection, body]) => {
      connection.send(body)
      return connection.answer()
    }),
  )
  for (const answer of answers) assert.equal(answer?.status, 201)
  assert.equal(await ended, 0)
  assert.equal(server.wasForced(), false)

  await using next = await startServer({ folder: folder.path, settings })
  const { json } = await next.fetch('/v1/pets?limit=100', { headers: bearer(key) })
  const names = json().map(({ name }: { name: string }) => name)
  const sent = bodies.map((body) => JSON.parse(body).name)
  assert.deepEqual(names.toSorted(), sent.toSorted())
})

test('on SIGTERM under load every request that is sent gets a response, and no write is lost', async (t) => {
  using folder = temporaryFolder()
  const key = newKey()
  const settings = { BOOTSTRAP_KEY: key }
  const server = await startServer({ folder: folder.path, settings })
  const acknowledged: number[] = []
  /** Sends one request after another until a response closes the connection. */
  const write = async (writer: number): Promise<void> => {
    using connection = await connect(server.port)
    const request = post(key, `{"name":"Biscuit","categoryId":${writer}}`)
    for (let isOpen = true; isOpen; ) {
      connection.send(request)
      const answer = await connection.answer()
      assert.equal(answer?.status, 201, 'each request is answered')
      acknowledged.push(JSON.parse(answer?.body ?? '').id)
      isOpen = answer?.headers.connection !== 'close'
    }
  }
  const writers = Promise.all(Array.from({ length: 64 }, (_, n) => write(n)))
  await eventually('writes are under way', () => acknowledged.length > 300)
  const stop = server.stop()
  await writers
  assert.equal(await stop, 0)
  assert.equal(server.wasForced(), false)
  t.diagnostic(`${acknowledged.length} acknowledged`)

  await using next = await startServer({ folder: folder.path, settings })
  const { headers } = await next.fetch('/v1/pets?limit=1', {
    headers: { ...bearer(key), prefer: 'return=total-count' },
  })
  assert.equal(Number(headers.get('x-total-count')), acknowledged.length)
  assert.equal(new Set(acknowledged).size, acknowledged.length)
})

test('/readyz is 200 while it serves and 503 from SIGTERM on', async () => {
  using folder = temporaryFolder()
  const server = await startServer({ folder: folder.path })
  assert.equal((await server.fetch('/readyz')).status, 200)
  const ended = server.stop()
  await eventually('the server is stopping', () => server.output.some((line) => line.includes('stopping')))
  const answer = await server.fetch('/readyz')
  assert.equal(answer.status, 503)
  assert.equal(answer.json().code, 'service_unavailable')
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  assert.equal(answer.headers.get('connection'), 'close')
  assert.equal((await server.fetch('/healthz')).status, 200)
  assert.equal(await ended, 0)
})

const healthz = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('connections that are idle, or have never sent anything, do not delay a stop', async () => {
  using folder = temporaryFolder()
  const server = await startServer({ folder: folder.path })
  const silent = await connect(server.port)
  const idle = await connect(server.port)
  idle.send(healthz)
  assert.equal((await idle.answer())?.status, 200)
  assert.equal(await server.stop(), 0)
  assert.equal(server.wasForced(), false)
  await Promise.all([silent.closed, idle.closed])
})

test('clients that never finish their requests do not prevent a stop in time', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  const server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  const inHeaders = await connect(server.port)
  inHeaders.send('GET /v1/pets HTTP/1.1\r\nX-Slow: ')
  const inBody = await connect(server.port)
  inBody.send(postHead(key, '{}'))
  assert.equal((await inBody.answer())?.status, 100)
  // They never end by themselves, so the test passes only because the server stops.
  assert.equal(await server.stop(), 0)
  await Promise.all([inHeaders.closed, inBody.closed])
})

test('a second start on the same port as a running server fails with the reason', async () => {
  using folder = temporaryFolder()
  using ownFolder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  const settings = { PORT: String(server.port) }
  await assert.rejects(startServer({ folder: ownFolder.path, settings }), /^Error: exit 1\n.*EADDRINUSE/s)
  assert.equal((await server.fetch('/readyz')).status, 200)
})

test('a second server on the store of a running one fails with the reason; after kill -9 of the first, it starts', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  await assert.rejects(
    startServer({ folder: folder.path }),
    /^Error: exit 1\n.*another server has the store .*store\.db open/s,
  )
  assert.equal((await server.fetch('/readyz')).status, 200)
  const { stdout } = await server.cli('accounts', 'list')
  assert.match(stdout, /Your shelter/)
  await server.kill()
  await using next = await startServer({ folder: folder.path })
  assert.equal((await next.fetch('/readyz')).status, 200)
})

test('while another process writes, reads are served at once and writes when it is done', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  await using server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  // The server may be writing at the moment.
  using other = new DatabaseSync(join(folder.path, 'store.db'), { timeout: 60_000 })
  other.exec('BEGIN IMMEDIATE')
  const body = '{"name":"Biscuit","categoryId":7}'
  using writer = await connect(server.port)
  writer.send(post(key, body))
  let isWritten = false
  const written = writer.answer().finally(() => {
    isWritten = true
  })
  for (let n = 0; n < 20; n += 1) assert.equal((await list(server, key)).status, 200)
  assert.equal(isWritten, false, 'all of them were answered before the write')
  other.exec('ROLLBACK')
  assert.equal((await written)?.status, 201)
})
