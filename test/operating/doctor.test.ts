import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { updateAdvice } from '../../server/platform/node-releases.mjs'
import { migrations } from '../../server/program/schema/migrations.ts'
import { clockAheadMs } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { encoded } from '../harness/hostile-responses.ts'
import { newKey } from '../harness/keys.ts'
import { startOidcProvider } from '../harness/oidc-provider.ts'
import { startPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { startReceiver } from '../harness/receiver.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { startS3 } from '../harness/s3.ts'
import { startSentinels } from '../harness/sentinel.ts'
import { cli, startServer } from '../harness/server.ts'
import { startSpanReceiver } from '../harness/span-receiver.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

type Finding = { check: string; state: string; found: string; advice?: string }

/** The findings by name of the check, and the exit code. */
const examine = async (environment: Record<string, string>) => {
  const { code = 0, stdout } = await cli(environment, 'doctor', '--json').catch((error) => error)
  const all: Finding[] = JSON.parse(stdout)
  // The folders of tests are in memory, or on a disk that may be nearly full.
  const findings = all.filter(({ check }) => !check.startsWith('disk'))
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]))
  const found = Object.fromEntries(findings.map(({ check, found }) => [check, found]))
  assert.ok(findings.every(({ state, advice }) => (state === 'ok') === (advice === undefined)))
  return { code, states, found }
}

test('doctor reports no problem with a running server, and reports a damaged store', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  const running = { ...server.environment, PORT: String(server.port) }
  const sound = await examine(running)
  const { 'Node.js': node, ...states } = sound.states
  assert.deepEqual([sound.code, new Set(Object.values(states))], [0, new Set(['ok'])])
  assert.equal(node, updateAdvice(process.versions.node) ? 'warn' : 'ok')
  assert.match(sound.found['Node.js'] ?? '', /^\d+\.\d+\.\d+ \((pinned|system)\)$/)
  assert.match(sound.found.port ?? '', /a server runs on/)
  const version = Object.keys(migrations).at(-1)
  assert.equal(sound.found.store?.includes(`sound, can be written, version ${version}`), true)

  const path = join(folder.path, 'damaged.db')
  writeFileSync(path, 'damaged '.repeat(1_000))
  const damaged = await examine({ DATABASE_URL: `sqlite:${path}`, PORT: '0' })
  assert.deepEqual([damaged.code, damaged.states.store], [1, 'fail'])
  const wrong = await examine({ PORT: 'x', LOG_LEVEL: 'loud' })
  assert.deepEqual([wrong.code, wrong.states.settings], [1, 'fail'])
  assert.match(wrong.found.settings ?? '', /PORT.*LOG_LEVEL/)
})

test('doctor and all other commands report all invalid settings at once, as serve does', async () => {
  const wrong = {
    TRUST_PROXY: '0.0.0.0/0',
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEY_FILE: '/nowhere/secret.key',
    AWS_ENDPOINT_URL: 'http://s3.test:99999',
    MEDIA_URL: 's3://photos',
    AWS_ACCESS_KEY_ID: 'me',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  const names = /TRUST_PROXY.*DATABASE_URL.*SECRET_KEY_FILE.*AWS_ENDPOINT_URL/s
  const { code, states, found } = await examine(wrong)
  assert.deepEqual([code, Object.keys(states)], [1, ['Node.js', 'settings']])
  assert.equal(states.settings, 'fail')
  assert.match(found.settings ?? '', names)
  for (const command of [['serve'], ['migrate'], ['keys', 'list'], ['backup', 'x.db']]) {
    const failed = await cli(wrong, ...command).catch((error) => error)
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, names, command.join(' '))
  }
})

test('doctor checks PostgreSQL and Redis, and warns of a Redis that evicts data', async (t) => {
  if (whyNoPostgres()) return t.skip(whyNoPostgres())
  const redis = await privateRedis(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'])
  if (!redis) return t.skip(skipWithoutRedis)
  await using _redis = redis
  const postgres = await startPostgres({ fsync: true })
  t.after(() => postgres.stop())
  const url = await postgres.create()
  using folder = temporaryFolder()
  const settings = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    PORT: '0',
    MEDIA_URL: folder.path,
  }
  const { code, states, found } = await examine(settings)
  assert.equal(code, 0)
  assert.equal(states['Redis eviction'], 'warn')
  assert.equal(found['Redis eviction'], 'allkeys-lru')
  // PostgreSQL and Redis have the real clock.
  const clock = clockAheadMs() === 0 ? 'ok' : 'warn'
  assert.deepEqual([states.store, states['clock of the store'], states['clock of Redis']], ['ok', clock, clock])
  await redis.faults.kill()
  const away = await examine({ ...settings, DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:9/x' })
  assert.deepEqual([away.code, away.states.store, away.states.Redis], [1, 'fail', 'fail'])
  assert.equal(JSON.stringify(away.found).includes('hunter2'), false)
})

test('doctor uses the bucket, the provider and the receiver of traces, and fails only for what requests need', async () => {
  using folder = temporaryFolder()
  const s3 = await startS3()
  const PUBLIC_URL = 'http://localhost'
  await using provider = await startOidcProvider({
    redirectUri: `${PUBLIC_URL}/auth/oidc/callback`,
  })
  await using traces = await startSpanReceiver()
  await using hostile = await startReceiver(encoded('br', '{}'))
  const settings: Record<string, string> = {
    DATABASE_URL: `sqlite:${folder.path}/store.db`,
    PORT: '0',
    PUBLIC_URL,
    ...provider.settings,
    MEDIA_URL: `s3://${s3.bucket}/photos`,
    AWS_ENDPOINT_URL: s3.endpoint,
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=1',
  }
  const sound = await examine(settings)
  // The Node.js of this machine may lack security fixes.
  const { 'Node.js': _node, ...states } = sound.states
  assert.deepEqual([sound.code, new Set(Object.values(states))], [0, new Set(['ok'])])
  const [request] = traces.requests
  assert.deepEqual([request?.url, request?.headers['x-tenant']], ['/v1/traces', '1'])
  assert.equal(request?.headers['accept-encoding'], 'identity')

  const away = 'http://127.0.0.1:9'
  const encodedBy = new URL(hostile.url).origin
  for (const [check, state, change, reason] of [
    ['photos', 'fail', { AWS_SECRET_ACCESS_KEY: 'wrong' }, /403 SignatureDoesNotMatch/],
    ['photos', 'fail', { MEDIA_URL: 's3://nothing' }, /404 NoSuchBucket/],
    ['photos', 'fail', { AWS_ENDPOINT_URL: away }, /no response from 127.0.0.1:9: .*ECONNREFUSED/],
    ['photos', 'fail', { AWS_ENDPOINT_URL: encodedBy }, /content-encoding: br/],
    ['single sign-on', 'fail', { OIDC_ISSUER: away }, /no response from 127.0.0.1:9/],
    ['single sign-on', 'fail', { OIDC_ISSUER: encodedBy }, /content-encoding: br/],
    ['traces', 'warn', { OTEL_EXPORTER_OTLP_ENDPOINT: away }, /no response from 127.0.0.1:9/],
    ['traces', 'warn', { OTEL_EXPORTER_OTLP_ENDPOINT: encodedBy }, /content-encoding: br/],
    ['mail server', 'warn', { SMTP_URL: 'smtp://127.0.0.1:9' }, /ECONNREFUSED/],
  ] as const) {
    const { code, states, found } = await examine({ ...settings, ...change })
    assert.equal(states[check], state, `${check} ${JSON.stringify(change)}`)
    assert.match(found[check] ?? '', reason)
    assert.equal(code, state === 'fail' ? 1 : 0)
    assert.ok(Object.entries(states).every(([name, one]) => [check, 'Node.js'].includes(name) || one === 'ok'))
  }
  await s3.close()
})

test('doctor finds the master through Sentinels, and rejects a node of a cluster', async (t) => {
  const busPort = String(await freePort())
  await using node = await privateRedis(['--cluster-enabled', 'yes', '--cluster-port', busPort])
  await using sentinel = await startSentinels()
  if (!node || !sentinel) return t.skip(skipWithoutRedis)
  using folder = temporaryFolder()
  const examineRedis = (url: string) =>
    examine({ DATABASE_URL: `sqlite:${folder.path}/store.db`, PORT: '0', REDIS_URL: url })
  const { master } = await sentinel.roles()
  // On a busy machine, connecting to one may take over a second.
  await eventually('every Sentinel names the master', async () => {
    const { found, states } = await examineRedis(sentinel.url)
    return states.Sentinels === 'ok' && found.Sentinels === `the master is ${new URL(master.url).host}`
  })
  const [host = ''] = sentinel.hosts
  const dead = await examineRedis(sentinel.url.replace(host, `127.0.0.1:9,${host}`))
  assert.equal(dead.states.Sentinels, 'warn')
  assert.match(dead.found.Sentinels ?? '', /127.0.0.1:9: .*(?:ECONNREFUSED|not connected)/)
  const cluster = await examineRedis(node.url)
  assert.deepEqual([cluster.code, cluster.states.Redis], [1, 'fail'])
  assert.match(cluster.found.Redis ?? '', /a node of a Redis Cluster, which is not supported/)
  const wrong = await examineRedis(`redis://${host}`)
  assert.deepEqual([wrong.code, wrong.states.Redis], [1, 'fail'])
  assert.match(wrong.found.Redis ?? '', /it is a Sentinel/)
})

test('bench measures how fast a server is, and stops at a limit instead of getting banned', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  await using server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  const run = async (ADOPTION_KEY: string, seconds: number) => {
    const environment = { ADOPTION_KEY, ADOPTION_URL: server.address }
    return JSON.parse((await cli(environment, 'bench', '--seconds', String(seconds), '--json')).stdout)
  }
  const fast = await run(key, 1)
  assert.equal(fast.refused, 0)
  assert.ok(fast.requests > 0 && fast.perSecond > 0, JSON.stringify(fast))
  assert.ok(fast.p50Ms > 0 && fast.p99Ms >= fast.p50Ms)

  const create = ['keys', 'create', '--plan', 'free', '--name', 'free', '--json']
  const free = await run(JSON.parse((await server.cli(...create)).stdout).key, 3)
  assert.equal(free.requests, 60)
  assert.ok(free.refused > 0 && free.refused <= 16, `${free.refused} refused`)
  assert.ok(free.waitedSeconds > 0)
  assert.deepEqual(JSON.parse((await server.cli('bans', 'list', '--json')).stdout), [])
})

test('bench without a key is a usage error, and an invalid key fails', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  const fails = (environment: Record<string, string>, ...args: string[]) =>
    cli(environment, 'bench', ...args).catch((error) => error)
  assert.equal((await fails({})).code, 2)
  const wrong = await fails({ ADOPTION_KEY: newKey() }, '--url', server.address)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /the server responded with 401/)
})
