import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../platform/durations.ts'
import { missedSince, nextAfter, readSchedule, showSchedule } from './backup-schedule.ts'

const at = (time: string): number => Date.parse(`2026-03-01T${time}Z`)

test('a schedule is a time of day, an interval of at least a minute, or off', () => {
  for (const text of ['03:00', '23:59', '00:00', 'every 1m', 'every 15m', 'every 6h', 'off']) {
    assert.equal(showSchedule(readSchedule(text)), text)
  }
  for (const text of ['3:00', '24:00', '03:60', 'every 0m', 'every 30s', 'every', 'daily', '']) {
    assert.throws(() => readSchedule(text), /time of day in UTC/, text)
  }
})

test('a daily backup is due at the next time of day in UTC', () => {
  const daily = readSchedule('03:00')
  assert.equal(nextAfter(daily, at('02:59')), at('03:00'))
  assert.equal(nextAfter(daily, at('03:00')), at('03:00') + 24 * 60 * MINUTE_MS)
  assert.equal(missedSince(daily, at('02:00'), at('02:59')), 0)
  assert.equal(missedSince(daily, at('02:00'), at('03:00')), 1)
  assert.equal(missedSince(daily, at('02:00'), at('03:00') + 24 * 60 * MINUTE_MS), 2)
})

test('a repeated backup is due an interval after the last one', () => {
  const often = readSchedule('every 15m')
  assert.equal(nextAfter(often, at('02:59')), at('03:14'))
  assert.equal(missedSince(often, at('03:00'), at('03:14')), 0)
  assert.equal(missedSince(often, at('03:00'), at('03:15')), 1)
  assert.equal(missedSince(often, at('03:00'), at('03:30')), 2)
  assert.equal(nextAfter(readSchedule('off'), at('03:00')), undefined)
  assert.equal(missedSince(readSchedule('off'), 0, at('03:00')), 0)
})
