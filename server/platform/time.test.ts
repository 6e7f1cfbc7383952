import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime, showTime } from './time.ts'

test('an RFC 3339 time is read to the millisecond, whatever its offset', () => {
  for (const [text, shown] of [
    ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31t10:00:00.5z', '2027-01-31T10:00:00.500Z'],
    ['2027-01-31T00:30:00.123456789+01:00', '2027-01-30T23:30:00.123Z'],
    ['2028-02-29T23:59:59.999-12:00', '2028-03-01T11:59:59.999Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ] as const) {
    const ms = parseTime(text)
    assert.ok(ms !== undefined, text)
    assert.equal(showTime(ms), shown)
  }
})

test('a day that no calendar has, or another form, is no time', () => {
  for (const text of [
    ...['2027-02-29T00:00:00Z', '2027-02-31T00:00:00Z', '2027-04-31T00:00:00Z'],
    ...['2027-13-01T00:00:00Z', '2027-00-01T00:00:00Z', '2027-01-00T00:00:00Z'],
    ...['2027-01-01T24:00:00Z', '2027-01-01T23:60:00Z', '2027-01-01T23:59:60Z'],
    ...['2027-01-01T00:00:00', '2027-01-01T00:00:00+25:00', '2027-01-01 00:00:00Z'],
    ...['2027-01-01', '', 'tomorrow', '1800000000', '+012027-01-01T00:00:00Z'],
    ...['9999-12-31T23:59:59-01:00', ' 2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z\n'],
  ]) {
    assert.equal(parseTime(text), undefined, text)
  }
})
