import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageText } from '../console/animals/profiles/profile-labels.ts'
import { ageAt, dayOf, monthsBefore } from '../server/animals/profiles/age.ts'
import { ageOf } from '../server/animals/profiles/labels.ts'
import { english } from '../server/catalogue/site/texts/english.ts'

test('the console and the adoption site say the same about the age of an animal', () => {
  const nowMs = Date.UTC(2026, 10, 15, 12)
  const described = new Set<string | undefined>()
  for (let months = 0; months < 240; months += 1) {
    const birthDate = new Date(monthsBefore(nowMs, months)).toISOString().slice(0, 10)
    const age = ageAt(BigInt(dayOf(birthDate)), nowMs)
    for (const birthDateExact of [true, false, null]) {
      const text = ageOf({ age, birthDateExact }, english.animals)
      assert.equal(ageText({ birthDate, birthDateExact }, new Date(2026, 10, 15)), text, birthDate)
      described.add(text)
    }
  }
  for (const text of ['7 months', '1 year', '1 year and 4 months', '2 years', 'about 1 year'])
    assert.ok(described.has(text), text)
})
