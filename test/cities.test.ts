import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citiesOf } from '../console/platform/cities.ts'

const cities = citiesOf(
  [
    'Paris\tFR\t\t48.853\t2.349\t2139',
    'München|Munich\tDE\t\t48.137\t11.575\t1260',
    'Portland\tUS\tOR\t45.523\t-122.676\t632',
    'Bad Homburg\tDE\t\t50.227\t8.618\t51',
    'Portland\tUS\tME\t43.657\t-70.259\t67',
    'Paris\tUS\tTX\t33.661\t-95.556\t25',
  ].join('\n'),
)

const found = (text: string) => cities.search(text).map(({ name, state }) => `${name} ${state}`)

test('a city is found by the beginning of its name or of a word, whatever the accents and the language', () => {
  assert.deepEqual(found('port'), ['Portland OR', 'Portland ME'])
  assert.deepEqual(found('munchen'), ['München '])
  assert.deepEqual(found('MUNI'), ['Munich '])
  assert.deepEqual(found('homburg'), ['Bad Homburg '])
  assert.deepEqual(found('p'), [])
  assert.deepEqual(found('ortland'), [])
})

test('a typed name matches a city only if no other city is similarly close', () => {
  assert.equal(cities.named(' paris ')?.country, 'FR')
  assert.equal(cities.named('Portland')?.state, undefined)
  assert.equal(cities.named('Paris', 'US')?.state, 'TX')
  assert.equal(cities.named('Par'), undefined)
})

test('a position is assigned to the nearest city within reach', () => {
  assert.equal(cities.nearest(48.2, 11.6)?.name, 'München')
  assert.equal(cities.nearest(0, 0), undefined)
})
