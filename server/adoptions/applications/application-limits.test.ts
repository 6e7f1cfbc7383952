import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { testClock } from '../../../test/harness/clock.ts'
import { openSqlite } from '../../../test/harness/open-store.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import { applicationLimiter } from './application-limits.ts'

test('an IPv6 /56 sends four times as many applications as an address, and a /48 sixteen times', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const database = await openSqlite({ path: join(folder.path, 'store.db') })
  const key = createSecretKey(randomBytes(32))
  const limits = applicationLimiter({ database, clock, key })
  let sent = 0
  const send = async (address: string): Promise<boolean> => {
    sent += 1
    const id = BigInt(sent)
    const sender = { email: `a${sent}@example.org`, address }
    try {
      await database.write(async (trx) => {
        await limits.reserve(trx, sender)
        await limits.count(trx, sender, id)
      })
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'too_many_applications') throw error
      return false
    }
  }
  const sentFrom = async (addresses: string[]): Promise<number> => {
    const sending = await Promise.all(addresses.map(send))
    return sending.filter((isSent) => isSent).length
  }
  const inNetwork = (parts: number, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `2001:db8:${parts}:${address(at, parts)}::1`)
  const address = (at: number, parts: number): string =>
    (((at % parts) << 8) | (Math.floor(at / parts) % 20)).toString(16)
  try {
    assert.equal(await sentFrom(Array(70).fill('192.0.2.1')), 60)
    assert.equal(await sentFrom(Array(70).fill('2001:db8:9::1')), 60)
    assert.equal(await sentFrom(inNetwork(1, 300)), 240)
    assert.equal(await sentFrom(inNetwork(20, 1_000)), 960)
    assert.equal(await sentFrom(['2001:db8:30::1']), 1)
    clock.advance(3_600_000)
    assert.equal(await sentFrom(inNetwork(1, 1)), 1)
  } finally {
    await database.close()
  }
})
