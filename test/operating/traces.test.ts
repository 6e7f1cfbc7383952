import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { connect, exchange } from '../harness/connection.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { startReceiver } from '../harness/receiver.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { type Server, startServer } from '../harness/server.ts'
import { CLIENT, type ReceivedSpan, SERVER, startSpanReceiver } from '../harness/span-receiver.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()

const tracedServer = (folder: string, url: string, settings: Record<string, string> = {}) =>
  startServer({
    folder,
    settings: { BOOTSTRAP_KEY: key, OTEL_EXPORTER_OTLP_ENDPOINT: url, ...settings },
  })

const addPet = (server: Server, headers: Record<string, string> = {}) =>
  server.fetch('/v1/pets', {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json', ...headers },
    body: '{"name":"Biscuit","categoryId":7}',
  })

const newTrace = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { traceId, spanId, header: { traceparent: `00-${traceId}-${spanId}-01` } }
}

const isFor = (operation: string, status: number) => (span: ReceivedSpan) =>
  span.attributes['adoption.operation'] === operation && span.attributes['http.response.status_code'] === status

test("a request is a span of its client's trace, and the work of the store is in its child spans", async () => {
  using folder = temporaryFolder()
  await using receiver = await startSpanReceiver()
  await using server = await tracedServer(folder.path, receiver.url, {
    OTEL_SERVICE_NAME: 'shelter',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
  })
  const trace = newTrace()
  const answer = await addPet(server, { ...trace.header, 'x-request-id': 'mine' })
  assert.equal(answer.status, 201)
  await server.fetch('/v1/pets/1', { headers: { ...bearer(key), ...trace.header } })
  assert.equal(await server.stop(), 0)

  const span = await receiver.gets('the request', isFor('createPet', 201))
  assert.equal(span.traceId, trace.traceId)
  assert.equal(span.parentSpanId, trace.spanId)
  assert.equal(span.kind, SERVER)
  assert.equal(span.name, 'POST /v1/pets')
  assert.deepEqual(span.resource['service.name'], 'shelter')
  assert.equal(span.attributes['http.request.method'], 'POST')
  assert.equal(span.attributes['http.route'], '/v1/pets')
  assert.equal(span.attributes['adoption.request_id'], 'mine')
  const write = await receiver.gets('its write', ({ name, parentSpanId }) => {
    return name === 'store write' && parentSpanId === span.spanId
  })
  assert.ok(BigInt(write.startTimeUnixNano) >= BigInt(span.startTimeUnixNano))
  assert.ok(BigInt(write.endTimeUnixNano) <= BigInt(span.endTimeUnixNano))
  const get = await receiver.gets('the read', isFor('getPet', 200))
  const read = await receiver.gets('its statement', ({ name, parentSpanId }) => {
    return name === 'store read' && parentSpanId === get.spanId
  })
  assert.match(String(read.attributes['db.query.text']), /from "pets"/)
  const [first] = receiver.requests
  assert.equal(first?.url, '/v1/traces')
  assert.equal(first?.headers['x-tenant'], 'a b')
})

test('cached pages, rejections and unknown paths have spans too; each without a traceparent starts a new trace', async () => {
  using folder = temporaryFolder()
  await using receiver = await startSpanReceiver()
  await using server = await tracedServer(folder.path, receiver.url)
  for (let times = 0; times < 3; times += 1) await server.fetch('/v1/pets?limit=3', { headers: bearer(key) })
  await server.fetch('/v1/pets', {})
  await server.fetch('/v1/nothing', { headers: bearer(key) })
  await server.fetch('/v1/pets', { headers: { ...bearer(key), traceparent: 'nonsense' } })
  assert.equal(await server.stop(), 0)
  const answered = receiver.spans.filter(isFor('listPets', 200))
  assert.equal(answered.length, 4)
  assert.equal(new Set(answered.map(({ traceId }) => traceId)).size, 4)
  for (const { name, status } of answered) {
    assert.equal(name, 'GET /v1/pets')
    assert.notEqual(status.code, 2)
  }
  assert.equal(receiver.spans.filter(isFor('listPets', 401)).length, 1)
  const [unknown] = receiver.spans.filter(isFor('unknown', 404))
  assert.equal(unknown?.name, 'GET')
})

test('an event stream whose client disconnects is a span of its operation', async () => {
  using folder = temporaryFolder()
  await using receiver = await startSpanReceiver()
  await using server = await tracedServer(folder.path, receiver.url)
  {
    using stream = await connect(server.port)
    stream.send(`GET /v1/events/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    assert.equal((await stream.answer())?.status, 200)
  }
  const span = await receiver.gets('the stream', isFor('streamEvents', 200))
  assert.equal(span.name, 'GET /v1/events/stream')
})

test('traces contain no keys, queries or bodies', async () => {
  using folder = temporaryFolder()
  await using receiver = await startSpanReceiver()
  await using server = await tracedServer(folder.path, receiver.url)
  for (const path of [`/v1/pets?name=${key}`, `/v1/pets/${key}`, `/${key}`, '/v1/pets?name=Zerberus'])
    await server.fetch(path, { headers: { ...bearer(key), 'x-request-id': key, tracestate: key } })
  await exchange(server.port, `GET /${key} HTTP/1.1\r\n\r\n`)
  assert.equal(await server.stop(), 0)
  assert.ok(receiver.spans.length > 4)
  const sent = receiver.requests.map(({ body }) => body).join('\n')
  for (const text of [key, key.slice(13, 30), 'Zerberus']) assert.ok(!sent.includes(text), text)
})

test('a delivery has its own span, and its receiver gets no trace context', async () => {
  using folder = temporaryFolder()
  await using receiver = await startSpanReceiver()
  await using hook = await startReceiver()
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
  await using server = await tracedServer(folder.path, receiver.url, settings)
  await server.fetch('/v1/webhooks', {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${hook.url}?secret=abc`, types: ['pet.created'] }),
  })
  await addPet(server)
  const { headers } = await hook.gets(1)
  assert.equal(headers.traceparent, undefined)
  const span = await receiver.gets('the delivery', ({ name }) => name === 'webhook POST')
  assert.equal(span.kind, CLIENT)
  assert.equal(span.attributes['server.address'], '127.0.0.1')
  assert.equal(span.attributes['http.response.status_code'], 204)
  assert.doesNotMatch(receiver.requests.map(({ body }) => body).join('\n'), /secret=abc/)
})

test('a decision of Redis is a child span of its request', async (t) => {
  await using redis = await privateRedis()
  if (!redis) return t.skip(skipWithoutRedis)
  using folder = temporaryFolder()
  await using receiver = await startSpanReceiver()
  const settings = {
    REDIS_URL: redis.url,
    REDIS_PREFIX: redis.prefix,
    REDIS_DEADLINE_MS: '1000',
  }
  await using server = await tracedServer(folder.path, receiver.url, settings)
  await addPet(server)
  assert.equal(await server.stop(), 0)
  const span = await receiver.gets('the request', isFor('createPet', 201))
  await receiver.gets('the decision', ({ name, parentSpanId }) => {
    return name === 'limiter decision' && parentSpanId === span.spanId
  })
})

test('the sampler decides: with a ratio of 0 no spans are sent, unless a client has decided', async () => {
  using folder = temporaryFolder()
  await using receiver = await startSpanReceiver()
  await using server = await tracedServer(folder.path, receiver.url, {
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const trace = newTrace()
  for (let times = 0; times < 5; times += 1) await addPet(server)
  await addPet(server, trace.header)
  assert.equal(await server.stop(), 0)
  assert.deepEqual([...new Set(receiver.spans.map(({ traceId }) => traceId))], [trace.traceId])
})

test('a receiver of traces that hangs, rejects or is unavailable affects no request and no stop, and is reported once', async () => {
  await using hanging = await startSpanReceiver()
  await using refusing = await startSpanReceiver()
  hanging.behave('hang')
  refusing.behave('refuse')
  const gone = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => gone.once('listening', resolve))
  const { port } = gone.address() as { port: number }
  gone.close()
  for (const url of [hanging.url, refusing.url, `http://127.0.0.1:${port}`]) {
    using folder = temporaryFolder()
    const server = await tracedServer(folder.path, url, { OTEL_EXPORTER_OTLP_TIMEOUT: '300' })
    try {
      const answers = await Promise.all(Array.from({ length: 50 }, () => addPet(server)))
      assert.ok(answers.every(({ status }) => status === 201))
      await eventually('it is reported', () => complaints(server).length > 0)
      assert.equal(await server.stop(), 0)
      assert.equal(server.wasForced(), false)
      assert.equal(complaints(server).length, 1)
    } finally {
      await server.kill()
    }
  }
})

const complaints = ({ output }: Server): string[] =>
  output.filter((line) => line.includes('traces could not be delivered'))
