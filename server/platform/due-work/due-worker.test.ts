import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { openPostgres, openSqlite } from '../../../test/harness/open-store.ts'
import { createLogger } from '../log.ts'
import { noConsequences } from '../storage/consequences.ts'
import type { Database } from '../storage/database.ts'
import { type ClaimedWork, claimWork } from './due-work.repository.ts'
import { type DueWorkChange, dueWork } from './due-work.ts'
import { dueWorker } from './due-worker.ts'
import { type DueWorkHandler, type Job, LeaseLost, type NewWork } from './handler.ts'

const LEASE_MS = 20_000
const FIRST_RETRY_MS = 5_000

/** A database, on which several workers run as processes do. */
const openStore = async (engine: (typeof engines)[number]) => {
  const { url, remove } = await freshDatabase(engine)
  const consequences = noConsequences<DueWorkChange, unknown>()
  const database: Database<DueWorkChange, unknown> =
    engine === 'postgres'
      ? await openPostgres({ url, consequences })
      : await openSqlite({ path: url.replace('sqlite:', ''), consequences })
  const clock = testClock()
  const started: AbortController[] = []
  return {
    database,
    clock,
    add: (work: Partial<NewWork> = {}) =>
      database.writeAs('me', (trx) => dueWork.add(trx, { kind: 'test', key: '1', dueAtMs: clock.nowMs(), ...work })),
    rows: () => database.read.selectFrom('due_work').selectAll().orderBy('key').execute(),
    process(handlers: readonly DueWorkHandler[], { isHeld = (): boolean => false, isAlone = false } = {}) {
      const stop = new AbortController()
      started.push(stop)
      const log = createLogger('silent')
      const worker = dueWorker({ database, clock, log, isHeld, isAlone, stopping: stop.signal, handlers })
      return { ...worker, stop: () => stop.abort() }
    },
    /** Claims work as a process does that is killed then. */
    claimAndDie: (kind = 'test'): Promise<ClaimedWork | undefined> =>
      database.write(({ query }) =>
        claimWork(query, {
          kind,
          nowMs: clock.nowMs(),
          busyKeys: [],
          isReady: undefined,
          leasedBy: 'killed',
          leasedUntilMs: clock.nowMs() + LEASE_MS,
        }),
      ),
    async [Symbol.asyncDispose]() {
      for (const stop of started) stop.abort()
      await database.close()
      await remove()
    },
  }
}

type Store = Awaited<ReturnType<typeof openStore>>

const onEachStore = (name: string, run: (store: Store, t: TestContext) => Promise<void>) => {
  for (const engine of engines) {
    test(`${name} (${engine})`, async (t) => {
      await using store = await openStore(engine)
      try {
        await run(store, t)
      } finally {
        // The database clears its own timers.
        t.mock.timers.reset()
      }
    })
  }
}

/** A handler that records the keys it was called with. */
const recording = (run: (job: Job) => Promise<void> = async () => {}, others: Partial<DueWorkHandler> = {}) => {
  const keys: string[] = []
  const handler: DueWorkHandler = {
    kind: 'test',
    async run(job) {
      keys.push(job.key)
      await run(job)
    },
    ...others,
  }
  return { keys, handler }
}

/** A handler that waits until it is released. */
const waiting = (others: Partial<DueWorkHandler> = {}) => {
  const gate = Promise.withResolvers<void>()
  return { ...recording(() => gate.promise, others), release: gate.resolve }
}

onEachStore('work is done once when it is due, by one of several processes', async (store) => {
  const payloads: unknown[] = []
  const { handler, keys } = recording(async ({ payload }) => void payloads.push(payload))
  const processes = [store.process([handler]), store.process([handler])]
  const runAll = () => Promise.all(processes.map((each) => each.runAll()))
  for (const key of ['1', '2', '3']) await store.add({ key, payload: { key } })
  await store.add({ key: '4', dueAtMs: store.clock.nowMs() + 1_000 })
  await runAll()
  assert.deepEqual(keys.toSorted(), ['1', '2', '3'])
  assert.deepEqual(payloads.length, 3)
  store.clock.advance(999)
  await runAll()
  assert.equal(keys.length, 3)
  store.clock.advance(1)
  await runAll()
  assert.equal(keys.at(-1), '4')
  assert.deepEqual(await store.rows(), [])
})

onEachStore('work of a killed process is done by another one when its lease has expired', async (store) => {
  const { handler, keys } = recording()
  const other = store.process([handler])
  await store.add()
  assert.equal((await store.claimAndDie())?.key, '1')
  store.clock.advance(LEASE_MS - 1)
  await other.runAll()
  assert.deepEqual(keys, [])
  store.clock.advance(1)
  await other.runAll()
  assert.deepEqual(keys, ['1'])
})

onEachStore('the only process of a database continues at once after a kill', async (store) => {
  const { handler, keys } = recording()
  await store.add()
  await store.claimAndDie()
  await store.process([handler], { isAlone: true }).runAll()
  assert.deepEqual(keys, ['1'])
})

onEachStore('long work keeps its lease', async (store, t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const long = waiting()
  const first = store.process([long.handler])
  const second = store.process([recording().handler])
  await store.add()
  const done = first.runAll()
  await eventually('the work has begun', () => long.keys.length === 1)
  for (let round = 0; round < 3; round += 1) {
    const [before] = await store.rows()
    store.clock.advance(LEASE_MS - 1)
    t.mock.timers.tick(1_000)
    await eventually('the lease is renewed', async () => {
      const [after] = await store.rows()
      return Number(after?.leased_until) > Number(before?.leased_until)
    })
  }
  const [row] = await store.rows()
  await second.runAll()
  assert.deepEqual(await store.rows(), [row])
  long.release()
  await done
  assert.deepEqual(await store.rows(), [])
})

onEachStore('work that fails is repeated later and later, and delays no other work', async (store) => {
  const failing = recording(async ({ key }) => {
    if (key === 'bad') throw new Error('no')
  })
  const worker = store.process([failing.handler])
  await store.add({ key: 'bad' })
  await store.add({ key: 'good' })
  await worker.runAll()
  assert.deepEqual(failing.keys, ['bad', 'good'])
  for (const waitMs of [FIRST_RETRY_MS, 2 * FIRST_RETRY_MS, 4 * FIRST_RETRY_MS]) {
    const before = failing.keys.length
    store.clock.advance(waitMs - 1)
    await worker.runAll()
    assert.equal(failing.keys.length, before)
    store.clock.advance(1)
    await worker.runAll()
    assert.equal(failing.keys.length, before + 1)
  }
  // Whoever adds it again has a reason to try it now.
  await store.add({ key: 'bad' })
  await worker.runAll()
  assert.equal(failing.keys.length, 6)
})

onEachStore('work that is added again moves to the new time', async (store) => {
  const { handler, keys } = recording()
  const worker = store.process([handler])
  await store.add({ dueAtMs: store.clock.nowMs() + 1_000 })
  await store.add({ dueAtMs: store.clock.nowMs() + 5_000 })
  store.clock.advance(4_999)
  await worker.runAll()
  assert.deepEqual(keys, [])
  await store.add({ dueAtMs: store.clock.nowMs() })
  await worker.runAll()
  assert.deepEqual(keys, ['1'])
  assert.deepEqual(await store.rows(), [])
})

for (const ends of [false, true]) {
  const how = ends ? 'ends in a transaction' : 'ends by itself'
  onEachStore(`work that is added while it is done and ${how} is done once more after that`, async (store) => {
    const { handler, keys } = recording(async (job) => {
      if (keys.length === 1) await store.add()
      if (keys.length === 1) await other.runAll()
      if (ends) await store.database.write((trx) => job.end(trx))
    })
    const worker = store.process([handler])
    const other = store.process([handler])
    await store.add()
    await worker.runAll()
    assert.deepEqual(keys, ['1', '1'])
    assert.deepEqual(await store.rows(), [])
  })
}

onEachStore('work that was removed is not done, and its process cannot continue it', async (store) => {
  const name = { kind: 'test', key: '1' }
  const remove = () => store.database.write((trx) => dueWork.remove(trx, name))
  const failures: unknown[] = []
  const { handler, keys } = recording(async (job) => {
    await store.database.write((trx) => job.check(trx))
    await remove()
    for (const step of [job.check, job.end]) {
      await store.database.write((trx) => step(trx)).catch((error) => failures.push(error))
    }
  })
  const worker = store.process([handler])
  await store.add()
  await remove()
  await worker.runAll()
  assert.deepEqual(keys, [])
  await store.add()
  await worker.runAll()
  assert.deepEqual(keys, ['1'])
  assert.ok(failures.length === 2 && failures.every((error) => error instanceof LeaseLost))
  assert.deepEqual(await store.rows(), [])
})

onEachStore('a process whose lease has expired cannot continue the work', async (store) => {
  const slow = waiting()
  const failures: unknown[] = []
  const stalled = store.process([
    {
      kind: 'test',
      async run(job) {
        await slow.handler.run(job)
        await store.database.write((trx) => job.check(trx)).catch((error) => failures.push(error))
        await store.database.write((trx) => job.end(trx))
      },
    },
  ])
  const quick = recording()
  const other = store.process([quick.handler])
  await store.add()
  const done = stalled.runAll()
  await eventually('the work has begun', () => slow.keys.length === 1)
  store.clock.advance(LEASE_MS)
  await other.runAll()
  assert.deepEqual(quick.keys, ['1'])
  // Its end must not end work that was added since.
  await store.add({ dueAtMs: store.clock.nowMs() + 1_000 })
  slow.release()
  await done
  assert.ok(failures[0] instanceof LeaseLost)
  assert.equal((await store.rows()).length, 1)
})

onEachStore('a process that stops leaves its work to another one at once', async (store) => {
  const { handler, keys } = recording(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const quick = recording()
  const first = store.process([handler])
  await store.add()
  first.wake()
  await eventually('the work has begun', () => keys.length === 1)
  first.stop()
  await first.close()
  await store.process([quick.handler]).runAll()
  assert.deepEqual(quick.keys, ['1'])
})

onEachStore('nothing is begun while the store is read-only, and what is under way is given up', async (store, t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let isReadOnly = false
  const { handler, keys } = recording(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const worker = store.process([handler], { isHeld: () => isReadOnly })
  await store.add()
  const done = worker.runAll()
  await eventually('the work has begun', () => keys.length === 1)
  isReadOnly = true
  t.mock.timers.tick(1_000)
  await done
  await worker.runAll()
  assert.deepEqual(keys, ['1'])
  const [row] = await store.rows()
  assert.deepEqual([row?.leased_by, row?.leased_until], [null, null])
})

onEachStore('a kind has its own limit and conditions, and does not wait for another', async (store) => {
  const slow = waiting({ kind: 'slow', atOnce: 2 })
  const quick = recording(undefined, { isReady: () => (work) => work('key', '!=', 'blocked') })
  const worker = store.process([slow.handler, quick.handler])
  for (const key of ['1', '2', '3']) await store.add({ kind: 'slow', key })
  for (const key of ['blocked', 'free']) await store.add({ key })
  const done = worker.runAll()
  await eventually('the quick work is done', () => quick.keys.length === 1)
  assert.deepEqual([slow.keys, quick.keys], [['1', '2'], ['free']])
  slow.release()
  await done
  assert.deepEqual(slow.keys, ['1', '2', '3'])
  assert.deepEqual(
    (await store.rows()).map(({ key }) => key),
    ['blocked'],
  )
})

onEachStore('work that a transaction adds and then fails is not done', async (store) => {
  const { handler, keys } = recording()
  const failed = store.database.writeAs('me', async (trx) => {
    await dueWork.add(trx, { kind: 'test', key: '1', dueAtMs: 0 })
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  await store.process([handler]).runAll()
  assert.deepEqual(keys, [])
})
