import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { startHaproxy, startPostgresHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'
import { newKey } from '../harness/keys.ts'
import { startLink } from '../harness/link.ts'
import { startPgbouncer, whyNoPgbouncer } from '../harness/pgbouncer.ts'
import { whyNoPostgres } from '../harness/postgres.ts'
import { type PostgresPair, startPair } from '../harness/postgres-pair.ts'
import { skipWithoutRedis, type TestRedis, testRedis } from '../harness/redis.ts'
import { compareStored, startWriters, type Writers } from '../harness/repeating-writers.ts'
import { type Replicas, startReplicas } from '../harness/replicas.ts'
import { cli, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Failovers of PostgreSQL under writes, with the files of deploy/availability. `npm run torture` runs all of them, and
// docs/operating/availability.md has the figures that it prints. `npm run test:all` runs the first one.

const isTorture = process.env.TORTURE !== undefined
const REPLICAS = 3
/** Acknowledged before something breaks, and again before the test ends. */
const ANIMALS = 100

const SECRET_KEY = 'a key of tests and of nobody else'

const redis = await testRedis()
const whyNot = redis ? (whyNoPostgres() ?? whyNoHaproxy() ?? whyNoPgbouncer()) : skipWithoutRedis
const skip = whyNot ?? false
after(() => redis?.close())

type Started = Awaited<ReturnType<typeof startStore>>

/** How the replicas find the primary: starts what is needed, and returns their DATABASE_URL. */
const routes = {
  HAProxy: async (pair: PostgresPair, stack: AsyncDisposableStack) => {
    const haproxy = await startPostgresHaproxy(pair.members.map(({ link }) => link.port))
    stack.use(haproxy)
    return pair.urlAt(haproxy.port)
  },
  'several hosts': async (pair: PostgresPair) => pair.bothUrl(),
  'PgBouncer and HAProxy': async (pair: PostgresPair, stack: AsyncDisposableStack) => {
    const haproxy = await routes.HAProxy(pair, stack)
    return stack.use(await startPgbouncer(haproxy)).url
  },
}

type Route = keyof typeof routes

/** Two PostgreSQL servers, three replicas, and the balancer in front of them. */
const startStore = async (redis: TestRedis, route: Route) => {
  await using stack = new AsyncDisposableStack()
  const pair = await startPair()
  stack.defer(pair.stop)
  const key = newKey()
  const settings = {
    SECRET_KEY,
    BOOTSTRAP_KEY: key,
    TRUST_PROXY: '127.0.0.1',
    // The default: it decides when a frozen primary is given up.
    DATABASE_DEADLINE_MS: '1800',
  }
  const url = await routes[route](pair, stack)
  const postgres = { create: async () => url, drop: async () => {} }
  const replicas = await startReplicas({ count: REPLICAS, postgres, redis, settings })
  stack.defer(replicas.stop)
  const addresses = replicas.all.map(({ port }) => `127.0.0.1:${port}`)
  const { address } = stack.use(await startHaproxy(addresses))
  const started = stack.move()
  return { pair, url, replicas, settings, key, address, stop: () => started.disposeAsync() }
}

const assertNoneRestarted = ({ all }: Replicas): void => {
  for (const { child } of all) assert.deepEqual([child.exitCode, child.signalCode], [null, null])
}

let run = 0

/**
 * Lets clients write, breaks something, and promotes the standby. Returns what became of the writes, and how long they
 * waited.
 */
const failOver = async (t: TestContext, started: Started, fail: () => Promise<void>) => {
  const { pair, address, key, replicas } = started
  run += 1
  const writers = startWriters(address, key, { prefix: `run ${run}, ` })
  await writers.more(ANIMALS)
  const usualMs = writers.medianMs()
  const failedAtMs = performance.now()
  await fail()
  const promotedAtMs = performance.now()
  await pair.promote()
  const resumedMs = await writers.resumedAfter(promotedAtMs)
  const figures = {
    sinceFailureMs: Math.round(promotedAtMs - failedAtMs + resumedMs),
    sincePromotionMs: Math.round(resumedMs),
    usualMs: Math.round(usualMs),
  }
  await writers.more(ANIMALS)
  assertNoneRestarted(replicas)
  return {
    writers,
    figures,
    failedAtMs,
    /** Ends the clients, and compares what they know with what is stored. */
    async end() {
      await writers.stop()
      const outcome = compareStored(writers, await storedBy(pair, `run ${run}, `))
      const shown = { ...outcome, ...figures, failures: writers.failures }
      t.diagnostic(JSON.stringify(shown))
      return outcome
    },
  }
}

const storedBy = async (pair: PostgresPair, prefix: string): Promise<string[]> =>
  (await pair.names()).filter((name) => name.startsWith(prefix))

/** Five seconds; a machine on which every write is slow may take longer. */
const assertResumedSoon = (figures: { sincePromotionMs: number; usualMs: number }): void => {
  const { sincePromotionMs, usualMs } = figures
  assert.ok(sincePromotionMs < Math.max(5_000, 100 * usualMs), `${sincePromotionMs} ms`)
}

const tried: Route[] = isTorture ? ['HAProxy', 'several hosts', 'PgBouncer and HAProxy'] : ['HAProxy']

for (const route of tried) {
  suite(`replicas find the primary by ${route}`, { skip }, () => {
    if (!redis || skip) return
    let started: Started

    before(async () => {
      started = await startStore(redis, route)
      await started.pair.synchronous(true)
    })
    after(() => started?.stop())

    /** Makes the server that was primary a synchronous standby. */
    const repair = async () => {
      await started.pair.rebuild()
      await started.pair.synchronous(true)
    }

    test('the role of the service makes a backup, and a drill restores it into a database of its own', async () => {
      const { pair, settings } = started
      using folder = temporaryFolder()
      const store = {
        ...settings,
        DATABASE_URL: started.url,
        MEDIA_URL: join(folder.path, 'media'),
      }
      const BACKUP_URL = join(folder.path, 'backups')
      const withBackups = { ...store, BACKUP_URL, BACKUP_PASSPHRASE: 'a passphrase of tests' }
      await cli(withBackups, 'backup')
      const { stdout } = await cli(withBackups, 'backup', 'verify', '--json')
      assert.deepEqual(JSON.parse(stdout).faults, [])
      assert.deepEqual(await pair.databases(), ['postgres', 'store'])
    })

    test('the primary is killed, and its synchronous standby is promoted', async (t) => {
      const { pair } = started
      const failover = await failOver(t, started, () => pair.primary().halt('immediate'))
      const { lost, doubled } = await failover.end()
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
      assertResumedSoon(failover.figures)
      if (isTorture) await repair()
    })

    if (!isTorture) return

    test('a planned switchover', async (t) => {
      const { pair } = started
      // It ends when the standby has everything.
      const failover = await failOver(t, started, () => pair.primary().halt('fast'))
      const { lost, doubled } = await failover.end()
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
      assertResumedSoon(failover.figures)
      await repair()
    })

    test('the primary freezes, its synchronous standby is promoted, and the primary wakes up again', async (t) => {
      const { pair } = started
      const old = pair.primary()
      const failover = await failOver(t, started, async () => old.freeze())
      const before = failover.writers.acknowledged.length
      old.thaw()
      await failover.writers.more(ANIMALS)
      assert.ok(failover.writers.acknowledged.length > before)
      assertNoneRestarted(started.replicas)
      const { lost, doubled } = await failover.end()
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
      await repair()
    })

    test('split brain, synchronous: the old primary acknowledges nothing, and no client returns to it', async (t) => {
      const { old, doubled, lost } = await splitBrain(t, started)
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
      assert.equal(old.acknowledged, 0)
      await repair()
    })
  })
}

/**
 * The network between the service and the primary breaks, and nobody stops the primary, which a replica on its side
 * still uses. Later the network is mended.
 */
const splitBrain = async (t: TestContext, started: Started) => {
  const { pair } = started
  const primary = pair.primary()
  const failover = await failOver(t, started, async () => primary.link.cut())
  const old = await writeToOld(started, primary.port, failover.writers)
  t.diagnostic(`through the old primary: ${JSON.stringify(old)}`)
  primary.link.mend()
  await failover.writers.more(ANIMALS)
  const outcome = await failover.end()
  await primary.halt('immediate')
  return { old, ...outcome }
}

/** Starts a replica that only knows the old primary, and lets clients write through it. */
const writeToOld = async ({ pair, settings }: Started, port: number, others: Writers) => {
  const own = { ...settings, DATABASE_URL: pair.urlAt(port) }
  await using replica = await startServer({ folder: '', settings: own })
  const writers = startWriters(replica.address, settings.BOOTSTRAP_KEY, {
    prefix: 'old ',
    count: 2,
  })
  await others.more(ANIMALS)
  await writers.stop()
  return { ...compareStored(writers, await pair.names()), failures: writers.failures }
}

suite('replication that is asynchronous', { skip: skip || !isTorture }, () => {
  if (!redis || skip || !isTorture) return
  let started: Started

  before(async () => {
    started = await startStore(redis, 'HAProxy')
  })
  after(() => started?.stop())

  test('an up-to-date standby is promoted', async (t) => {
    const { pair } = started
    const failover = await failOver(t, started, async () => pair.primary().halt('fast'))
    const { lost, doubled } = await failover.end()
    assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
  })

  test('a standby that is 2 s behind loses only the writes acknowledged in that time', async (t) => {
    const { pair } = started
    using link = await startLink(pair.primary().port, { delayMs: 2_000 })
    await pair.rebuild(link.port)
    await pair.synchronous(false)
    const failover = await failOver(t, started, async () => {
      link.cut()
      await pair.primary().halt('immediate')
    })
    const { lost, doubled, acknowledged } = await failover.end()
    assert.equal(doubled, 0)
    assert.ok(lost > 0 && lost < acknowledged)
    assertResumedSoon(failover.figures)
    // They were acknowledged in the last seconds before the failure.
    const stored = new Set(await pair.names())
    const before = failover.writers.acknowledged.filter(({ atMs }) => atMs < failover.failedAtMs)
    const isLost = before.map(({ name }) => !stored.has(name))
    assert.ok(isLost.indexOf(true) > isLost.lastIndexOf(false) - 8, 'only the last ones are lost')
  })

  test('split brain, asynchronous: writes acknowledged by the old primary are lost', async (t) => {
    await started.pair.rebuild()
    await started.pair.synchronous(false)
    const { old, doubled, lost } = await splitBrain(t, started)
    assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
    assert.ok(old.acknowledged > 0 && old.lost === old.acknowledged)
  })
})
