import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTimeZone } from '../../platform/country.ts'
import { dayText } from './day-text.ts'
import { findLocale } from './writing.ts'

test('a day is that of the time zone, in the format of the locale', () => {
  const newYear = Date.UTC(2026, 11, 31, 23, 30)
  assert.equal(dayText(newYear, { locale: 'de-DE', timeZone: 'Europe/Berlin' }), '1. Januar 2027')
  assert.equal(dayText(newYear, { locale: 'de-DE', timeZone: 'UTC' }), '31. Dezember 2026')
  assert.equal(dayText(newYear, { locale: 'en-GB', timeZone: 'Asia/Calcutta' }), '1 January 2027')
  assert.equal(dayText(newYear, { locale: 'fr-FR', timeZone: 'Europe/Paris' }), '1er janvier 2027')
  assert.equal(dayText(newYear, { locale: 'en-US', timeZone: 'America/Denver' }), 'December 31, 2026')
})

test('only locales with data are accepted, without their extensions', () => {
  assert.equal(findLocale('de-DE'), 'de-DE')
  assert.equal(findLocale('zh-Hant-TW'), 'zh-Hant-TW')
  for (const text of ['de-JP', 'de-Abcd', 'de-x-000001', 'de-u-co-phonebk', 'de-1996']) {
    assert.equal(findLocale(text), 'de', text)
  }
  for (const text of ['zxx', 'qaa', 'und', 'no_such', '', 'x-de']) {
    assert.equal(findLocale(text), undefined, text)
  }
})

test('a time zone must have a name of the IANA database', () => {
  for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
    assert.equal(findTimeZone(name), name)
  }
  assert.ok(['Asia/Calcutta', 'Asia/Kolkata'].includes(findTimeZone('Asia/Kolkata') ?? ''))
  for (const text of ['Mars/Base', '+01:23', '', 'Europe/Berlin2']) {
    assert.equal(findTimeZone(text), undefined, text)
  }
})
