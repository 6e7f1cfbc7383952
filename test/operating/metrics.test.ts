import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { connect, exchange } from '../harness/connection.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { readMetrics } from '../harness/metrics.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { whyNoTool } from '../harness/tools.ts'

const key = newKey()

const scrape = async (server: Server): Promise<Map<string, number>> =>
  readMetrics((await server.fetch('/metrics')).body)

const requests = (operation: string, status: number): string =>
  `adoption_http_requests_total{operation="${operation}",status="${status}"}`

const read = (server: Server, headers: Record<string, string> = bearer(key)) =>
  server.fetch('/v1/pets?limit=5', { headers })

test('every kind of response is counted: cached pages, others, malformed requests, and streams at their start', async () => {
  using folder = temporaryFolder()
  const settings = { BOOTSTRAP_KEY: key }
  await using server = await startServer({ folder: folder.path, settings })
  for (let times = 0; times < 10; times += 1) await read(server)
  await read(server, { ...bearer(key), prefer: 'return=total-count' })
  await exchange(server.port, 'nonsense\r\n\r\n')
  await exchange(server.port, `GET /v1/pets HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)
  await exchange(server.port, 'GET /v1/pets HTTP/1.1\r\n\r\n')
  using stream = await connect(server.port)
  const head = `GET /v1/events/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
  stream.send(head)
  await stream.answer()

  const metrics = await scrape(server)
  assert.equal(metrics.get(requests('listPets', 200)), 11)
  assert.equal(metrics.get(requests('listPets', 400)), 1)
  assert.equal(metrics.get(requests('unknown', 400)), 1)
  assert.equal(metrics.get(requests('unknown', 431)), 1)
  assert.equal(metrics.get(requests('streamEvents', 200)), 1)
  assert.equal(metrics.get('adoption_event_streams_open'), 1)
  assert.equal(metrics.get('adoption_page_lookups_total{result="hit"}'), 9)
  assert.equal(metrics.get('adoption_limiter_decisions_total{decision="allowed"}'), 15)
  const durations = 'adoption_http_request_duration_seconds'
  assert.equal(metrics.get(`${durations}_count{operation="listPets"}`), 12)
  assert.equal(metrics.get(`${durations}_count{operation="streamEvents"}`), 0)
  assert.ok((metrics.get('adoption_event_loop_delay_seconds_count') ?? 0) > 0)

  stream.close()
  await eventually('the stream is gone', async () => {
    return (await scrape(server)).get('adoption_event_streams_open') === 0
  })
  assert.equal((await scrape(server)).get(requests('streamEvents', 200)), 1)
})

test('Prometheus accepts the metrics without warnings', {
  skip: whyNoTool('promtool') ?? false,
}, async () => {
  using folder = temporaryFolder()
  await using server = await startServer({
    folder: folder.path,
    settings: { BOOTSTRAP_KEY: key },
  })
  await read(server)
  const { body } = await server.fetch('/metrics')
  assert.match(body, /^adoption_http_requests_total/m)
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: body,
    encoding: 'utf8',
  })
  assert.deepEqual([status, stdout, stderr], [0, '', ''])
})

test('a request that arrives too slowly is counted once, by its response 408', async () => {
  using folder = temporaryFolder()
  const settings = { BOOTSTRAP_KEY: key }
  await using server = await startServer({ folder: folder.path, settings })
  using slow = await connect(server.port)
  slow.send(
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  assert.equal((await slow.answer())?.status, 408)
  const metrics = await scrape(server)
  assert.equal(metrics.get(requests('unknown', 408)), 1)
  const ofCreate = [...metrics.keys()].filter((name) =>
    name.startsWith('adoption_http_requests_total{operation="createPet"'),
  )
  assert.deepEqual(ofCreate, [])
})

test('Redis latency is measured while it responds, and metrics show when it is unavailable and what decides instead', async (t) => {
  await using redis = await privateRedis()
  if (!redis) return t.skip(skipWithoutRedis)
  using folder = temporaryFolder()
  const settings = {
    BOOTSTRAP_KEY: key,
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    REDIS_DEADLINE_MS: '1000',
  }
  await using server = await startServer({ folder: folder.path, settings })
  for (let times = 0; times < 5; times += 1) await read(server)
  const up = await scrape(server)
  assert.equal(up.get('adoption_redis_up'), 1)
  assert.equal(up.get('adoption_limiter_shared'), 1)
  assert.equal(up.get('adoption_limiter_fallback_decisions_total'), 0)
  assert.ok((up.get('adoption_redis_command_duration_seconds_count') ?? 0) >= 5)
  assert.equal(up.get(requests('listPets', 200)), 5)

  redis.faults.freeze()
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(server)))
  assert.ok(answers.every(({ status }) => status === 200))
  const down = await scrape(server)
  assert.equal(down.get('adoption_redis_up'), 0)
  assert.equal(down.get('adoption_limiter_shared'), 0)
  assert.equal(down.get('adoption_limiter_fallback_decisions_total'), 5)
  assert.ok((down.get('adoption_redis_failures_total') ?? 0) > 0)
  assert.equal(down.get('adoption_limiter_decisions_total{decision="allowed"}'), 10)
  redis.faults.thaw()
})
