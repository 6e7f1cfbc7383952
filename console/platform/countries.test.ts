import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressIn, countryChoices, countryName, currencyOf } from './countries.ts'
import { currencyDigits } from './currency-digits.ts'

test('every country has a name and a currency that exists', () => {
  const currencies = new Set(Intl.supportedValuesOf('currency'))
  for (const { value, label } of countryChoices()) {
    assert.notEqual(label, value)
    assert.ok(currencies.has(currencyOf(value)), value)
  }
  assert.deepEqual(['US', 'GB', 'CH', 'DE', undefined].map(currencyOf), ['USD', 'GBP', 'CHF', 'EUR', 'EUR'])
})

test('an address is written as in its country, and a text that is no code stays', () => {
  assert.deepEqual(addressIn('US').order, ['street', 'city', 'state', 'postcode'])
  assert.deepEqual(addressIn('DE').order, ['street', 'postcode', 'city', 'state'])
  assert.equal(countryName('Utopia'), 'Utopia')
})

test('an amount has the decimals of its currency, and two while that is being typed', () => {
  assert.deepEqual(['EUR', 'JPY', 'E'].map(currencyDigits), [2, 0, 2])
})
