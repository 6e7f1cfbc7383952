import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPreferred, languageOf, languageOfCountry, preferredLanguage } from './language.ts'

test('the language with the highest weight wins, and the first of equals', () => {
  assert.equal(preferredLanguage('de-CH, fr;q=0.9, en;q=0.8'), 'de')
  assert.equal(preferredLanguage('en;q=0.5, pt-BR'), 'pt')
  assert.equal(preferredLanguage('fr; Q=0.7 , es ; q=0.7'), 'fr')
})

test('a language that is excluded, unknown or badly weighted is not chosen', () => {
  assert.equal(preferredLanguage('de;q=0, it;q=0.1'), 'it')
  assert.equal(preferredLanguage('pl, cs;q=0.9, nl;q=0.1'), 'nl')
  assert.equal(preferredLanguage('de;q=2, it;q=x, fr;q=0.2'), 'fr')
})

test('falls back to English if Accept-Language names none of our languages', () => {
  for (const header of [undefined, '', '*', 'pl', ',,;', 'x'.repeat(10_000)]) {
    assert.equal(preferredLanguage(header), 'en')
  }
})

test('the language of a tag is its first part', () => {
  assert.equal(languageOf('DE-at'), 'de')
  assert.equal(languageOf('deu'), undefined)
})

test('Accept-Language without any of our languages yields no preference', () => {
  assert.equal(findPreferred('*'), undefined)
  assert.equal(findPreferred(undefined), undefined)
  assert.equal(findPreferred('pl, en;q=0.1'), 'en')
})

test('the language of a country is that of most of its people, or else English', () => {
  const found = ['AT', 'MX', 'BR', 'NL', 'BE', 'CH', 'US', undefined].map(languageOfCountry)
  assert.deepEqual(found, ['de', 'es', 'pt', 'nl', 'en', 'en', 'en', 'en'])
})
