import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressBucket, networkOf } from './address.ts'

test('an IPv4 address has its own bucket, however it is written', () => {
  assert.equal(addressBucket('192.0.2.7'), '192.0.2.7')
  assert.equal(addressBucket('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(addressBucket('::FFFF:192.0.2.7'), '192.0.2.7')
})

test('the addresses of a /64 share a bucket, and others do not', () => {
  const bucket = '2001:db8:1:2::/64'
  for (const address of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:DB8:1:2::',
    '2001:0db8:0001:0002:0000:0000:0000:0001',
    '2001:db8:1:2:3:4:5.6.7.8',
    '2001:db8:1:2:3::',
    '2001:db8:1:2::1%eth0',
  ]) {
    assert.equal(addressBucket(address), bucket, address)
  }
  for (const address of ['2001:db8:1:3::1', '2001:db8:1::2', '2001:db8::1:2:0:0:0', '::1']) {
    assert.notEqual(addressBucket(address), bucket, address)
  }
  assert.equal(addressBucket('::1'), '0:0:0:0::/64')
  assert.equal(addressBucket('fe80::1%lo'), 'fe80:0:0:0::/64')
  assert.equal(addressBucket('1:2:3:4:5:6:7::'), '1:2:3:4::/64')
  assert.equal(addressBucket('::2:3:4:5:6:7:8'), '0:2:3:4::/64')
})

test('any spelling of an IPv6 address is in the bucket of its first 64 bits', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      // An independent parser: the platform's URL normalizes every address.
      const bits = fullGroups(new URL(`http://[${address}]/`).hostname.slice(1, -1))
      const isMapped = /^::ffff:\d+\./i.test(address)
      if (!isMapped) assert.equal(addressBucket(address), `${bits.slice(0, 4).join(':')}::/64`)
    }),
  )
})

test('the network of a client is the /24 of its IPv4 address or its IPv6 /48', () => {
  const networks = ['192.0.2.7', '::ffff:192.0.2.200', '2001:db8:1:2::1', '2001:db8:1:ff::9', 'x']
  assert.deepEqual(
    networks.map((address) => networkOf(addressBucket(address))),
    ['192.0.2.0/24', '192.0.2.0/24', '2001:db8:1::/48', '2001:db8:1::/48', 'unknown'],
  )
})

test('invalid addresses share one bucket, however long they are', () => {
  const texts = ['', 'localhost', '1.2.3', '::g', '::ffff:999.1.1.1', 'x'.repeat(15_000), undefined]
  for (const text of texts) assert.equal(addressBucket(text), 'unknown')
})

const fullGroups = (canonical: string): string[] => {
  const [head = '', tail] = canonical.split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [split(head), split(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after]
}
