import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { updateAdvice } from '../../server/platform/node-releases.mjs'
import { migrations } from '../../server/schema/migrations.ts'
import { newKey } from '../harness/keys.ts'
import { sharedPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { cli, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

type Finding = { check: string; state: string; found: string; advice?: string }

/** What it finds by the name of the check, and its exit code. */
const examine = async (environment: Record<string, string>) => {
  const { code = 0, stdout } = await cli(environment, 'doctor', '--json').catch((error) => error)
  const findings: Finding[] = JSON.parse(stdout)
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]))
  const found = Object.fromEntries(findings.map(({ check, found }) => [check, found]))
  assert.ok(findings.every(({ state, advice }) => (state === 'ok') === (advice === undefined)))
  return { code, states, found }
}

test('doctor finds nothing wrong with a server that runs, and a damaged store', async () => {
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

test('what serve refuses of the settings, doctor and every other command refuse too, all of it at once', async () => {
  const wrong = {
    TRUST_PROXY: '0.0.0.0/0',
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEY_FILE: '/nowhere/secret.key',
    AWS_ENDPOINT_URL: 'http://s3.test:99999',
    ...{ MEDIA_URL: 's3://photos', AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'secret' },
  }
  const names = /TRUST_PROXY.*DATABASE_URL.*SECRET_KEY_FILE.*AWS_ENDPOINT_URL/s
  const { code, states, found } = await examine(wrong)
  assert.deepEqual([code, states], [1, { 'Node.js': 'ok', settings: 'fail' }])
  assert.match(found.settings ?? '', names)
  for (const command of [['serve'], ['migrate'], ['keys', 'list'], ['backup', 'x.db']]) {
    const failed = await cli(wrong, ...command).catch((error) => error)
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, names, command.join(' '))
  }
})

test('doctor asks PostgreSQL and Redis, and warns of a Redis that forgets', async (t) => {
  if (whyNoPostgres()) return t.skip(whyNoPostgres())
  const redis = await privateRedis(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'])
  if (!redis) return t.skip(skipWithoutRedis)
  await using _redis = redis
  const postgres = await sharedPostgres()
  const url = await postgres.create()
  t.after(() => postgres.drop(url))
  using folder = temporaryFolder()
  const settings = {
    ...{ DATABASE_URL: url, REDIS_URL: redis.url, PORT: '0' },
    MEDIA_URL: folder.path,
  }
  const { code, states, found } = await examine(settings)
  assert.equal(code, 0)
  assert.equal(states['Redis eviction'], 'warn')
  assert.equal(found['Redis eviction'], 'allkeys-lru')
  assert.deepEqual(
    [states.store, states['clock of the store'], states['clock of Redis']],
    ['ok', 'ok', 'ok'],
  )
  await redis.faults.kill()
  const away = await examine({ ...settings, DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:9/x' })
  assert.deepEqual([away.code, away.states.store, away.states.Redis], [1, 'fail', 'fail'])
  assert.equal(JSON.stringify(away.found).includes('hunter2'), false)
})

test('bench tells how fast a server is, and stops for a limit rather than be banned', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  await using server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  const run = async (ADOPTION_KEY: string, seconds: number) => {
    const environment = { ADOPTION_KEY, ADOPTION_URL: server.address }
    return JSON.parse(
      (await cli(environment, 'bench', '--seconds', String(seconds), '--json')).stdout,
    )
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

test('bench without a key is wrong usage, and a wrong key fails', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  const fails = (environment: Record<string, string>, ...args: string[]) =>
    cli(environment, 'bench', ...args).catch((error) => error)
  assert.equal((await fails({})).code, 2)
  const wrong = await fails({ ADOPTION_KEY: newKey() }, '--url', server.address)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /the server responded with 401/)
})
