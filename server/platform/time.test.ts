import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime, showTime } from './time.ts'

test('an RFC 3339 time is parsed to the millisecond, whatever its offset', () => {
  for (const [text, shown] of [
    ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31t10:00:00.5z', '2027-01-31T10:00:00.500Z'],
    ['2027-01-31T00:30:00.123456789+01:00', '2027-01-30T23:30:00.123Z'],
    ['2028-02-29T23:59:59.999-12:00', '2028-03-01T11:59:59.999Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z'],
    ['1998-12-31T15:59:60.123-08:00', '1998-12-31T23:59:59.999Z'],
    ['2017-01-01T05:29:60+05:30', '2016-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:60Z', '9999-12-31T23:59:59.999Z'],
  ] as const) {
    const ms = parseTime(text)
    assert.ok(ms !== undefined, text)
    assert.equal(showTime(ms), shown)
  }
})

test('a date that does not exist or has another format is invalid', () => {
  for (const text of [
    '2027-02-29T00:00:00Z',
    '2027-02-31T00:00:00Z',
    '2027-04-31T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-00-01T00:00:00Z',
    '2027-01-00T00:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01T23:60:00Z',
    '2027-01-01T23:59:61Z',
    '2027-01-01T23:58:60Z',
    '2027-01-01T22:59:60Z',
    '2027-01-01T23:59:60+01:00',
    '2027-02-30T23:59:60Z',
    '2027-01-01T23:60:60Z',
    '2027-01-01T00:00:00',
    '2027-01-01T00:00:00+25:00',
    '2027-01-01 00:00:00Z',
    '2027-01-01',
    '',
    'tomorrow',
    '1800000000',
    '+012027-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    ' 2027-01-01T00:00:00Z',
    '2027-01-01T00:00:00Z\n',
  ]) {
    assert.equal(parseTime(text), undefined, text)
  }
})

test('times are formatted like Date.toISOString', () => {
  const days = [0, 1, 59, 20_000, 20_416, 27_000, 2_932_896]
  for (const day of days) {
    for (const ms of [0, 1, 999, 59_999, 3_600_000, 45_296_789, 86_399_999]) {
      const time = day * 86_400_000 + ms
      assert.equal(showTime(time), new Date(time).toISOString())
      assert.equal(showTime(BigInt(-time)), new Date(-time).toISOString())
    }
  }
  assert.throws(() => showTime(Number.NaN), RangeError)
})
