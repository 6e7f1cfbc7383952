import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { engines } from '../../../test/harness/engines.ts'
import { webhookDatabase } from '../../../test/harness/webhook-database.ts'
import { senderLease } from './sender-lease.ts'

for (const engine of engines) {
  test(`one process sends at a time, and another takes over when it ends or dies (${engine})`, async () => {
    await using store = await webhookDatabase(engine)
    const clock = testClock()
    const make = () => senderLease({ database: store.database, clock, random: randomBytes, isAlone: false })
    const [first, second] = [make(), make()]
    const acquired = await Promise.all([first.acquire(), second.acquire()])
    assert.deepEqual(acquired.toSorted(), [false, true])
    const [holder, other] = acquired[0] ? [first, second] : [second, first]
    for (let second = 0; second < 20; second += 1) {
      clock.advance(1_000)
      assert.equal(await holder.acquire(), true)
      assert.equal(await other.acquire(), false)
    }
    await holder.release()
    assert.equal(await other.acquire(), true, 'the lease was released')
    assert.equal(await holder.acquire(), false)
    clock.advance(5_001)
    assert.equal(other.isHeld(), false)
    assert.equal(await holder.acquire(), true, 'the lease was not renewed')
    clock.jump(-86_400_000)
    assert.equal(await other.acquire(), true, 'the lease was taken with a wrong clock')
  })
}
