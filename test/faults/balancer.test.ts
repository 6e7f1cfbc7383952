import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertError, type Balanced, startBalanced } from '../harness/balanced.ts'
import { connect, exchange } from '../harness/connection.ts'
import { eventually } from '../harness/eventually.ts'
import { startHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { rounds } from '../harness/rounds.ts'

const WRITERS = 8
const KILLS = rounds({ usual: 2, torture: 40 })
const STOPS = rounds({ usual: 2, torture: 12 })
/** How long clients send without a pause before something ends. */
const RUSH_MS = 200
/**
 * The pause between requests of a client, except in a rush, because starting and ending programs needs the machine too.
 */
const PAUSE_MS = 100

const redis = await testRedis()
const skip = (redis ? (whyNoPostgres() ?? whyNoHaproxy()) : skipWithoutRedis) ?? false
let balanced: Balanced

before(async () => {
  if (redis && !skip) balanced = await startBalanced(redis)
})
after(async () => {
  await balanced?.stop()
  await redis?.close()
})

/** Clients that send one request after another until they are stopped; without a pause during a `rush`. */
const load = (clients: number, send: (client: number, n: number) => Promise<void>) => {
  const stopped = new AbortController()
  let isRush = false
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; !stopped.signal.aborted; n += 1) {
      await send(client, n)
      if (!isRush) await sleep(PAUSE_MS)
    }
  })
  const all = Promise.all(running)
  return {
    during: (ms: number) => Promise.race([sleep(ms), all]),
    /** At its end many requests are in progress, and no pauses begin until their responses arrive. */
    async rush(ms: number) {
      isRush = true
      await this.during(ms)
      isRush = false
    },
    async end() {
      stopped.abort()
      await all
    },
  }
}

test('replicas killed in turn during POSTs without an Idempotency-Key: no animal is added twice or lost', {
  skip,
}, async (t) => {
  const acknowledged: string[] = []
  let unknown = 0
  const writers = load(WRITERS, async (writer, n) => {
    const name = `kill ${writer}.${n}`
    for (;;) {
      const seen = await balanced.addPet(name)
      if (seen.status === 201) return void acknowledged.push(name)
      if (seen.status !== 0) assertError(seen)
      if (seen.status !== 503) {
        // It is unknown whether the write was executed, so the client does not repeat it.
        assert.ok([0, 502, 504].includes(seen.status), seen.body)
        unknown += 1
        return
      }
      await sleep(20)
    }
  })
  for (let kill = 0; kill < KILLS; kill += 1) {
    await writers.rush(RUSH_MS)
    await balanced.at(kill % 3).kill()
    const before = acknowledged.length
    await eventually('the others take over', () => acknowledged.length > before + WRITERS)
    await balanced.restart(kill % 3)
  }
  await writers.end()
  const names = (await balanced.names()).filter((name) => name.startsWith('kill '))
  assert.equal(new Set(names).size, names.length, 'an animal exists twice')
  const stored = new Set(names)
  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
  )
  t.diagnostic(`${acknowledged.length} acknowledged, the outcome of ${unknown} unknown`)
})

test('with an Idempotency-Key, killing a replica causes no client error', { skip }, async () => {
  await balanced.whole()
  const acknowledged: string[] = []
  const writers = load(WRITERS, async (writer, n) => {
    const name = `key ${writer}.${n}`
    const seen = await balanced.addPet(name, { 'idempotency-key': name })
    // 409: the attempt that the dead replica began is still open in PostgreSQL.
    if (seen.status === 409) return
    assert.equal(seen.status, 201, seen.body)
    acknowledged.push(name)
  })
  await writers.rush(RUSH_MS)
  await balanced.at(0).kill()
  await writers.during(300)
  await writers.end()
  const names = (await balanced.names()).filter((name) => name.startsWith('key '))
  assert.equal(new Set(names).size, names.length)
  assert.ok(acknowledged.every((name) => names.includes(name)))
})

test('replicas stopped in turn by SIGTERM: every request has its response', { skip }, async (t) => {
  await balanced.whole()
  const counts: Record<string, number> = {}
  const clients = load(WRITERS, async (client, n) => {
    const seen = await (client % 2 === 0
      ? balanced.addPet(`stop ${client}.${n}`)
      : balanced.request('/v1/pets?limit=5'))
    counts[seen.status] = (counts[seen.status] ?? 0) + 1
  })
  for (let stop = 0; stop < STOPS; stop += 1) {
    const at = stop % 3
    await clients.rush(RUSH_MS)
    assert.equal(await balanced.at(at).stop(), 0)
    await balanced.restart(at)
    // A rolling restart waits until the new one takes part.
    await balanced.whole()
    await clients.during(300)
  }
  await clients.end()
  assert.deepEqual(Object.keys(counts).toSorted(), ['200', '201'], JSON.stringify(counts))
  t.diagnostic(JSON.stringify(counts))
})

for (const how of ['killed', 'frozen'] as const) {
  test(`PostgreSQL ${how}: cached lists are served, everything else is 503 in JSON with Retry-After`, {
    skip,
  }, async () => {
    const { postgres, request, replicas } = balanced
    await balanced.whole()
    const list = '/v1/pets?limit=7&status=available'
    for (const one of replicas) await one.fetch(list, { headers: bearer(balanced.key) })
    if (how === 'killed') await postgres.halt('immediate')
    else postgres.freeze()
    try {
      const degraded = async () =>
        (await Promise.all(replicas.map((one) => one.fetch('/readyz')))).every(
          ({ status, body }) => status === 200 && JSON.parse(body).status === 'degraded',
        )
      await eventually('the replicas say that they are degraded', degraded)
      // By now the balancer has checked the replicas, and still sends requests.
      await sleep(1_200)
      for (let n = 0; n < 9; n += 1) assert.equal((await request(list)).status, 200)
      const strangers = bearer(newKey())
      const others = await Promise.all([
        request('/v1/store/orders'),
        request('/v1/pets/1'),
        request('/v1/pets?limit=3&name=unread'),
        balanced.addPet('away'),
        balanced.addPet('away', { 'idempotency-key': `away ${how}` }),
        request(list, { headers: strangers }),
        request('/v1/webhooks'),
        request('/v1/rate-limit', { headers: strangers }),
      ])
      for (const seen of others) {
        assert.equal(seen.status, 503, seen.body)
        assert.equal(assertError(seen).code, 'service_unavailable')
        assert.ok(seen.headers.has('x-ratelimit-reset'), 'also an error has its limits')
      }
      assert.equal((await request('/openapi.json')).status, 200)
    } finally {
      if (how === 'killed') await postgres.start()
      else postgres.thaw()
    }
    await balanced.whole()
    await eventually(
      'reads and writes are served again, without a restart',
      async () => (await request('/v1/store/orders')).status === 200 && (await balanced.addPet('back')).status === 201,
    )
  })
}

test('clients cannot forge their address: the load balancer overwrites X-Forwarded-*', {
  skip,
}, async () => {
  await balanced.whole()
  const id = 'forwarded-1'
  const seen = await balanced.request('/v1/pets?limit=1&sort=-id', {
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'for=203.0.113.9;host=evil.test',
      'x-request-id': id,
    },
  })
  assert.equal(seen.headers.get('x-request-id'), id)
  assert.match(seen.headers.get('link') ?? '', new RegExp(`<${balanced.balancer.address}/v1/pets`))
  const line = await lineOf(id)
  assert.equal(line.address, '127.0.0.1')
})

/** The line that a replica has logged about a request. */
const lineOf = async (id: string) => {
  const find = () =>
    balanced.replicas.flatMap(({ output }) => output).find((line) => line.includes(`"requestId":"${id}"`))
  await eventually('the request is logged', () => find() !== undefined)
  return JSON.parse(find() ?? '')
}

test('requests that are too long are rejected by the service, with its own errors', {
  skip,
}, async () => {
  const { port } = balanced.balancer
  const head = `Host: localhost\r\nConnection: close\r\n${'authorization: x\r\n'}`
  const cases: [string, number][] = [
    [`GET /v1/pets HTTP/1.1\r\n${head}X-Long: ${'a'.repeat(62_000)}\r\n\r\n`, 431],
    [`GET /v1/pets HTTP/1.1\r\n${head}${'X-Many: 1\r\n'.repeat(1_000)}\r\n`, 401],
    [`GET /v1/pets?name=${'a'.repeat(9_000)} HTTP/1.1\r\n${head}\r\n`, 414],
  ]
  for (const [bytes, status] of cases) {
    const [answer] = await exchange(port, bytes)
    assert.equal(answer?.status, status, answer?.body ?? 'no response')
    assert.equal(JSON.parse(answer?.body ?? '').status, status)
  }
})

test('malformed requests are closed without a response, because HAProxy could only send HTML', {
  skip,
}, async () => {
  for (const bytes of ['GE T / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nHo st: x\r\n\r\n', '\0\0\r\n\r\n'])
    assert.deepEqual(await exchange(balanced.balancer.port, bytes), [])
})

test('a client whose headers do not arrive is disconnected, and others are served', {
  skip,
}, async () => {
  using slow = await connect(balanced.balancer.port)
  slow.send('GET /v1/pets HTTP/1.1\r\nHost: x\r\n')
  const trickle = setInterval(() => slow.send('X-A: b\r\n'), 500)
  assert.equal((await balanced.request('/v1/pets')).status, 200)
  await slow.closed
  clearInterval(trickle)
})

test('an event arrives at once', { skip }, async () => {
  const response = await fetch(`${balanced.balancer.address}/v1/events/stream`, {
    headers: bearer(balanced.key),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail()
  await reader.read()
  await balanced.addPet('streamed')
  let text = ''
  while (!text.includes('streamed')) text += (await reader.read()).value ?? assert.fail(text)
  await reader.cancel()
})

/** Is ready, reads every second request, and dies before responding to it. */
const startDying = async () => {
  const received: string[] = []
  const server = createServer((request, response) => {
    if (/^\/(?:readyz|healthz)/.test(request.url ?? '')) return void response.end('{}')
    received.push(`${request.method} ${request.url}`)
    request.resume().once('end', () => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received,
    address: `127.0.0.1:${port}`,
    close: () => server.close().closeAllConnections(),
  }
}

test('a request whose replica has died is repeated only if repeating it is harmless', {
  skip,
}, async (t) => {
  const replicas = await Promise.all([startDying(), startDying(), startDying()])
  t.after(() => replicas.map(({ close }) => close()))
  await using haproxy = await startHaproxy(replicas.map(({ address }) => address))
  /** The status, and how often a replica received the request. */
  const send = async (method: string, path: string, field = 'X-A: b'): Promise<[number, number]> => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${field}\r\n`
    const [answer] = await exchange(haproxy.port, `${head}Content-Length: 2\r\n\r\n{}`)
    const { status, headers, body } = answer ?? assert.fail('no response')
    const seen = { status, headers: new Headers(headers), body }
    assert.equal(assertError(seen).code, 'service_unavailable')
    const received = replicas.flatMap((one) => one.received)
    return [status, received.filter((one) => one === `${method} ${path}`).length]
  }
  const key = 'Idempotency-Key: a'
  assert.deepEqual(await send('POST', '/once'), [502, 1])
  assert.deepEqual(await send('PATCH', '/once'), [502, 1])
  assert.deepEqual(await send('DELETE', '/once'), [502, 1])
  assert.deepEqual(await send('PATCH', '/key', key), [502, 1])
  for (const [method, field] of [['GET'], ['POST', key]] as const) {
    const [status, times] = await send(method, '/again', field)
    assert.equal(status, 502)
    assert.ok(times > 1, `${method} was sent ${times} times`)
  }
})

test('without any replica, HAProxy responds like the service', { skip }, async () => {
  await using alone = await startHaproxy(['127.0.0.1:1'])
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${alone.address}/v1/pets`, {
      method,
      headers: { 'x-request-id': `alone-${method}`, ...(method === 'POST' && { a: 'b' }) },
    })
    const seen = {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
    }
    assert.equal(seen.status, 503)
    assert.equal(assertError(seen).code, 'service_unavailable')
    assert.equal(response.headers.get('x-request-id'), `alone-${method}`)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
  }
})
