import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DatabaseUnavailable } from './database.ts'
import { longReads } from './sqlite-long-reads.ts'
import type { Row, SqliteThread } from './sqlite-thread.ts'

/** Threads that start, and finish a statement, when the test says so, and a clock that the test moves. */
const slowThreads = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let nowMs = 0
  const ready = Promise.withResolvers<void>()
  const running: PromiseWithResolvers<Row[]>[] = []
  const start = (): SqliteThread => ({
    ready: ready.promise,
    run() {
      const statement = Promise.withResolvers<Row[]>()
      running.push(statement)
      return statement.promise
    },
    end: async () => {},
  })
  const reads = longReads({
    path: ':memory:',
    watch: undefined,
    settled: async () => {},
    steadyMs: () => nowMs,
    start,
  })
  return {
    reads,
    async becomeReady(): Promise<void> {
      ready.resolve()
      await new Promise(setImmediate)
    },
    async finish(row: Row): Promise<void> {
      running.shift()?.resolve([row])
      await new Promise(setImmediate)
    },
    pass(ms: number): void {
      nowMs += ms
      t.mock.timers.tick(ms)
    },
  }
}

test('the start of a thread does not count as waiting time of a read', async (t) => {
  const { reads, becomeReady, finish, pass } = slowThreads(t)
  const both = [reads.run('account 1', 'a', []), reads.run('account 1', 'b', [])]
  pass(4_000)
  pass(4_000)
  await becomeReady()
  await finish({ a: 1 })
  await finish({ b: 2 })
  assert.deepEqual(await Promise.all(both), [[{ a: 1 }], [{ b: 2 }]])
})

test('a read that has waited five seconds for others is rejected, also after a slow start', async (t) => {
  const { reads, becomeReady, finish, pass } = slowThreads(t)
  const read = () => reads.run('account 1', 'a', [])
  const inTime = Promise.all([read(), read(), read()])
  const refused = assert.rejects(read(), DatabaseUnavailable)
  pass(6_000)
  await becomeReady()
  for (let statement = 1; statement <= 3; statement += 1) {
    pass(1_900)
    await finish({ a: 1 })
  }
  await refused
  assert.equal((await inTime).length, 3)
})
