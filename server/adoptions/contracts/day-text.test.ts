import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayFormat, dayText } from './day-text.ts'

test('days are written by one format for each language and time zone, as each takes much memory', () => {
  const berlin = { locale: 'de-DE', timeZone: 'Europe/Berlin' }
  const first = dayFormat(berlin)
  for (let at = 0; at < 100; at += 1) dayFormat({ locale: `en-x-${at}`, timeZone: 'UTC' })
  assert.equal(dayFormat({ ...berlin }), first)
  assert.notEqual(dayFormat({ ...berlin, timeZone: 'UTC' }), first)
  const newYear = Date.UTC(2026, 11, 31, 23, 30)
  assert.equal(dayText(newYear, berlin), '1. Januar 2027')
  assert.equal(dayText(newYear, { ...berlin, timeZone: 'UTC' }), '31. Dezember 2026')
  assert.throws(() => dayFormat({ locale: 'en', timeZone: 'Mars/Base' }), RangeError)
})
