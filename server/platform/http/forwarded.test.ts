import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanForwarded } from './forwarded.ts'

const addressesOf = (value: string): string | undefined => {
  const headers = { 'x-forwarded-for': value }
  cleanForwarded(headers)
  return headers['x-forwarded-for']
}

test('parses addresses as proxies write them', () => {
  for (const [written, read] of [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['[::FFFF:192.0.2.7]:80', '192.0.2.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['192.0.2.7,198.51.100.1 , 203.0.113.9', '192.0.2.7, 198.51.100.1, 203.0.113.9'],
  ] as const) {
    assert.equal(addressesOf(written), read, written)
  }
})

test('an invalid address ends the list, so that the nearest valid one is used', () => {
  const long = 'a'.repeat(15_000)
  for (const [written, read] of [
    ['unknown', undefined],
    ['', undefined],
    [',', undefined],
    ['_hidden, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7, unknown', undefined],
    ['192.0.2.7, , 203.0.113.9', '203.0.113.9'],
    [`${long}, 203.0.113.9`, '203.0.113.9'],
    [long, undefined],
    [`fe80::1%${long}`, undefined],
    ['1.2.3', undefined],
    ['999.1.1.1', undefined],
    ['192.0.2.7:99999999', undefined],
    ['[192.0.2.7', undefined],
    ['\u0661.2.3.4', undefined],
  ] as const) {
    assert.equal(addressesOf(written), read, written.slice(0, 40))
  }
})

test('only the nearest addresses of an endless list are read', () => {
  const many = Array.from({ length: 8_000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
  assert.deepEqual(addressesOf(many.join())?.split(', '), many.slice(-32))
})

test('an invalid scheme or host is dropped', () => {
  const headers = { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a>; rel="next"' }
  cleanForwarded(headers)
  assert.deepEqual(headers, {})
  const right = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.org:8443' }
  cleanForwarded(right)
  assert.deepEqual(Object.values(right), ['https', 'api.example.org:8443'])
})
