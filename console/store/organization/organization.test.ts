import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, isPlace, organizationOf, positionOf, webAddressOf, withCity } from './organization.ts'

const empty = draftOf(undefined, 'Paws')

test('empty fields are left out, and the others are sent without spaces at their ends', () => {
  assert.deepEqual(organizationOf(empty), { name: 'Paws', address: {} })
  const filled = { ...empty, email: ' a@b.example ', city: 'Berlin', lat: '52,5', lng: '13.4', website: 'paws.example' }
  assert.deepEqual(organizationOf(filled), {
    name: 'Paws',
    email: 'a@b.example',
    website: 'https://paws.example',
    address: { city: 'Berlin' },
    location: { lat: 52.5, lng: 13.4 },
  })
})

test('what was saved is shown and sent again unchanged', () => {
  const organization = {
    name: 'Paws',
    phone: '+49 30 5550100',
    address: { street: 'Hauptstraße 5', postcode: '10827', city: 'Berlin', state: 'Berlin', country: 'DE' },
    location: { lat: 52.485, lng: 13.354 },
    website: 'http://paws.example',
    policy: ' A **visit** first.\n',
  }
  assert.deepEqual(organizationOf(draftOf({ id: 1, ...organization }, 'Other')), organization)
})

test('an address of the web gets https unless it has a scheme', () => {
  assert.deepEqual(['', ' paws.example ', 'http://a.example', 'mailto:x@y.example'].map(webAddressOf), [
    '',
    'https://paws.example',
    'http://a.example',
    'mailto:x@y.example',
  ])
})

test('a place has two numbers within the world, or none', () => {
  assert.ok(isPlace(empty))
  assert.ok(!isPlace({ ...empty, lat: '52' }))
  assert.equal(positionOf({ ...empty, lat: '91', lng: '0' }), undefined)
  const berlin = { name: 'Berlin', country: 'DE', state: '', lat: 52.5, lng: 13.4 }
  const located = withCity({ ...empty, country: 'US', state: 'TX', isUnlocated: true }, berlin)
  assert.deepEqual(positionOf(located), { lat: 52.5, lng: 13.4 })
  assert.deepEqual([located.state, located.isUnlocated], ['', undefined])
})
