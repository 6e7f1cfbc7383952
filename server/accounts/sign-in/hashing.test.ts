import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBucket } from '../../requests/rate-limits/address.ts'
import { hashing } from './hashing.ts'

const many = (count: number, address: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => address(n))

const acceptedOf = async (addresses: string[]): Promise<number> => {
  const run = hashing()
  const finish = Promise.withResolvers<void>()
  let refused = 0
  const all = addresses.map((address) =>
    run(addressBucket(address), () => finish.promise).catch(() => {
      refused += 1
    }),
  )
  finish.resolve()
  await Promise.all(all)
  return addresses.length - refused
}

test('queued hashes are counted by address, and by the /64, /56 and /48 of an IPv6 address', async () => {
  assert.equal(await acceptedOf(many(100, () => '203.0.113.7')), 8)
  assert.equal(await acceptedOf(many(100, (n) => `2001:db8:1:1::${n}`)), 8)
  const of56 = many(100, (n) => `2001:db8:1:${n.toString(16)}::1`)
  assert.equal(await acceptedOf(of56), 4 * 8)
  const of48 = many(400, (n) => `2001:db8:1:${(n * 64).toString(16)}::1`)
  assert.equal(await acceptedOf(of48), 16 * 8)
})

test('a network that fills its share of the queue alternates with others and leaves room for them', async () => {
  const run = hashing()
  const finish = Promise.withResolvers<void>()
  const begun: string[] = []
  const start = (address: string) =>
    run(addressBucket(address), () => {
      begun.push(address)
      return finish.promise
    }).catch(() => undefined)
  const guesses = Array.from({ length: 400 }, (_, n) => start(`2001:db8:1:${(n * 64).toString(16)}::1`))
  const other = start('203.0.113.7')
  finish.resolve()
  await Promise.all([...guesses, other])
  assert.equal(begun.length, 16 * 8 + 1)
  // Two were running before it arrived, and one of the queued ones was ahead of it.
  assert.ok(begun.indexOf('203.0.113.7') <= 3, `${begun.indexOf('203.0.113.7')}`)
})
