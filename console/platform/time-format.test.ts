import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from './durations.ts'
import { formatDay, formatMonth, formatRelative, formatUntil } from './time-format.ts'

const at = new Date(2026, 10, 20, 12).getTime()
const iso = (ms: number): string => new Date(ms).toISOString()

test('a date without a time is the same day in every time zone', () => {
  assert.equal(formatDay('2026-11-21'), formatDay(iso(new Date(2026, 10, 21, 23, 59).getTime())))
  assert.match(formatMonth('2026-11'), /2026/)
})

test('a time is relative within a week, by its day rather than its hours, and a date after that', () => {
  const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  assert.equal(formatRelative(iso(at - 5 * 60_000), at), relative.format(-5, 'minute'))
  assert.equal(formatRelative(iso(at + 3 * 3_600_000), at), relative.format(3, 'hour'))
  assert.equal(formatRelative(iso(at - 13 * 3_600_000), at), relative.format(-1, 'day'))
  assert.equal(formatRelative(iso(at + 3 * DAY_MS), at), relative.format(3, 'day'))
  assert.equal(formatRelative(iso(at - 7 * DAY_MS), at), formatDay(iso(at - 7 * DAY_MS)))
})

test('what is left until a time is said in two units, and a past time is now', () => {
  assert.equal(formatUntil(iso(at + 250_000), at), 'in 4 min 10 s')
  assert.equal(formatUntil(iso(at), at), 'now')
})
