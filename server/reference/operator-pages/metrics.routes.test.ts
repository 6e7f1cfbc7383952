import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { readMetrics } from '../../../test/harness/metrics.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { programVersion } from '../../program/version.ts'

const scrape = async (app: TestApp): Promise<Map<string, number>> => {
  const { statusCode, body } = await app.inject({ url: '/metrics' })
  assert.equal(statusCode, 200)
  return readMetrics(body)
}

const requests = (operation: string, status: number): string =>
  `adoption_http_requests_total{operation="${operation}",status="${status}"}`

test('GET /metrics shows the gauges, without a key', async () => {
  await using app = await testApp()
  const { statusCode, headers, body } = await app.inject({ url: '/metrics' })
  assert.equal(statusCode, 200)
  assert.match(String(headers['content-type']), /^text\/plain/)
  for (const line of [
    'adoption_limiter_shared 1',
    'adoption_store_up 1',
    'adoption_overloaded 0',
    'adoption_degraded{reason="read_only"} 0',
    'adoption_degraded{reason="media_unavailable"} 0',
    'adoption_bans_in_force 0',
    'adoption_webhook_deliveries_pending 0',
    `adoption_build_info{version="${programVersion}",node="${process.version}",engine="sqlite"} 1`,
    'adoption_photos 0',
    'adoption_audit_breaks 0',
  ]) {
    assert.ok(body.split('\n').includes(line), line)
  }
  assert.match(body, /^adoption_disk_free_bytes\{disk="uploads"\} \d/m)
  assert.match(body, /^adoption_event_loop_late_seconds \d/m)
  assert.match(body, /^process_resident_memory_bytes \d/m)
})

const onLinux = { skip: process.platform === 'linux' ? false : 'some are read from /proc' }
test('the metrics of the process keep their names and types', onLinux, async () => {
  await using app = await testApp()
  const { body } = await app.inject({ url: '/metrics' })
  const families = [...body.matchAll(/^# TYPE ((?:process|nodejs)_\S+ \S+)$/gm)]
  // Dashboards and alerts of operators name them: an update of the library must not change them.
  assert.deepEqual(
    families.map(([, family]) => family).toSorted(),
    processFamilies.split('\n').filter(Boolean).toSorted(),
  )
})

const processFamilies = `
process_cpu_user_seconds_total counter
process_cpu_system_seconds_total counter
process_cpu_seconds_total counter
process_start_time_seconds gauge
process_resident_memory_bytes gauge
process_virtual_memory_bytes gauge
process_heap_bytes gauge
process_open_fds gauge
process_max_fds gauge
nodejs_eventloop_lag_seconds gauge
nodejs_eventloop_lag_min_seconds gauge
nodejs_eventloop_lag_max_seconds gauge
nodejs_eventloop_lag_mean_seconds gauge
nodejs_eventloop_lag_stddev_seconds gauge
nodejs_eventloop_lag_p50_seconds gauge
nodejs_eventloop_lag_p90_seconds gauge
nodejs_eventloop_lag_p99_seconds gauge
nodejs_active_resources gauge
nodejs_active_handles gauge
nodejs_active_requests gauge
nodejs_heap_size_total_bytes gauge
nodejs_heap_size_used_bytes gauge
nodejs_external_memory_bytes gauge
nodejs_heap_space_size_total_bytes gauge
nodejs_heap_space_size_used_bytes gauge
nodejs_heap_space_size_available_bytes gauge
nodejs_version_info gauge
nodejs_gc_duration_seconds histogram
`

test('requests are counted by operation and status, and those without an operation as unknown', async () => {
  await using app = await testApp()
  await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
  await app.post('/v1/pets', { name: '' })
  await app.get('/v1/pets/1')
  await app.inject({ method: 'HEAD', url: '/v1/pets/1', headers: app.key })
  await app.get('/v1/pets/9')
  await app.get('/v1/pets', {})
  for (const url of ['/v1/nothing', '/nothing']) await app.get(url)
  await app.inject({ method: 'PUT', url: '/v1/pets', headers: app.key })
  await app.get('/healthz')
  const metrics = await scrape(app)
  for (const [operation, status, count] of [
    ['createPet', 201, 1],
    ['createPet', 400, 1],
    ['getPet', 200, 2],
    ['getPet', 404, 1],
    ['listPets', 401, 1],
    ['unknown', 404, 2],
    ['unknown', 405, 1],
    ['portal', 200, 1],
  ] as const) {
    assert.equal(metrics.get(requests(operation, status)), count, `${operation} ${status}`)
  }
  const durations = 'adoption_http_request_duration_seconds'
  assert.equal(metrics.get(`${durations}_count{operation="getPet"}`), 3)
  assert.equal(metrics.get(`${durations}_bucket{operation="getPet",le="+Inf"}`), 3)
  assert.ok((metrics.get(`${durations}_sum{operation="getPet"}`) ?? 0) > 0)
})

test('each decision of the limiter is counted once by its result, and bans when they begin and end', async () => {
  await using app = await testApp({ settings: { BAN_STRIKES: '1', BAN_GRACE_MS: '0' } })
  const { key } = await app.createKey('enterprise', { limits: { perMinute: 2, perDay: 3 } })
  const admin = await app.createKey('enterprise', { scopes: ['admin'] })
  const read = () => app.get('/v1/pets', app.bearer(key))
  for (let times = 0; times < 3; times += 1) await read()
  app.clock.advance(60_001)
  for (let times = 0; times < 2; times += 1) await read()
  app.clock.advance(1)
  for (let times = 0; times < 4; times += 1) await read()
  await app.get('/v1/rate-limit', app.bearer(key))
  const before = await scrape(app)
  const decided = (metrics: Map<string, number>, decision: string) =>
    metrics.get(`adoption_limiter_decisions_total{decision="${decision}"}`)
  assert.equal(decided(before, 'allowed'), 3)
  assert.equal(decided(before, 'refused_minute'), 1)
  assert.equal(before.get(requests('listPets', 429)), 6)
  const refused = (decided(before, 'refused_day') ?? 0) + (decided(before, 'banned') ?? 0)
  assert.equal(refused, 5)
  assert.ok((decided(before, 'banned') ?? 0) > 0)
  assert.equal(before.get('adoption_bans_made_total'), 1)

  const [ban] = (await app.get('/v1/bans', app.bearer(admin.key))).json()
  const headers = app.bearer(admin.key)
  await app.inject({ method: 'DELETE', url: `/v1/bans/${ban.keyId}`, headers })
  assert.equal((await scrape(app)).get('adoption_bans_lifted_total'), 1)
})

onEachEngine('reads, writes and replays are counted, and the store reports its load', async (open) => {
  await using app = await open()
  const pet = { name: 'Biscuit', categoryId: 7 }
  const before = await scrape(app)
  await Promise.all(Array.from({ length: 20 }, () => app.post('/v1/pets', pet)))
  for (let times = 0; times < 3; times += 1) await app.post('/v1/pets', pet, { 'idempotency-key': 'once' })
  for (let times = 0; times < 3; times += 1) await app.get('/v1/pets')
  const after = await scrape(app)
  const rise = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  assert.ok(rise('adoption_store_write_duration_seconds_count') >= 21)
  assert.ok(rise('adoption_store_commit_writes_sum') >= 21)
  assert.ok(rise('adoption_store_read_duration_seconds_count') >= 1)
  assert.equal(rise('adoption_idempotent_replays_total'), 2)
  assert.equal(rise('adoption_page_lookups_total{result="hit"}'), 2)
  assert.equal(rise('adoption_page_lookups_total{result="miss"}'), 1)
  // Writes by the service itself may wait for a moment.
  await eventually('none is pending', async () => (await scrape(app)).get('adoption_store_writes_waiting') === 0)
  const idle = after.get('adoption_store_connections{pool="read",state="idle"}')
  if (app.engine === 'postgres') assert.ok((idle ?? 0) >= 1)
  else assert.equal(idle, undefined)
})

onEachEngine('metrics show pending deliveries and the outcomes of attempts', async (open) => {
  await using receiver = await startReceiver(500)
  await using app = await open({ settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  await app.post('/v1/webhooks', { url: receiver.url, types: ['pet.created'] })
  for (let times = 0; times < 3; times += 1) await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
  await receiver.gets(3)
  await eventually('all are shown as rejected, and wait for their next attempt', async () => {
    const metrics = await scrape(app)
    return (
      metrics.get('adoption_webhook_attempts_total{result="refused"}') === 3 &&
      metrics.get('adoption_webhook_deliveries_pending') === 3 &&
      metrics.get('adoption_feed_undispatched_events') === 0 &&
      metrics.has('adoption_webhook_failing_seconds{webhook="1"}')
    )
  })
})
