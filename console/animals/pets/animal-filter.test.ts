import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsOf, fixedFilters, isFiltered, noFilter, queryOf, sorts, tabs } from './animal-filter.ts'

test('without a filter all animals are listed, those that wait longest first', () => {
  assert.deepEqual(queryOf(noFilter), { sort: '-waiting' })
  assert.equal(isFiltered(noFilter), false)
})

test('each filter of the URL is a parameter of the API', () => {
  const filter = {
    ...noFilter,
    tab: 'unpublished',
    q: '  Luna ',
    species: 'cat',
    age: 'senior',
    sex: 'female',
    size: 'small',
    good: 'dogs',
    waiting: '30',
    photo: 'false',
    category: '9007199254740993',
    breed: 'Maine Coon',
    tag: 'shy',
    sort: 'name',
  }
  assert.deepEqual(queryOf(filter), {
    status: ['available', 'pending'],
    published: 'false',
    q: 'Luna',
    species: ['cat'],
    age: ['senior'],
    sex: ['female'],
    size: ['small'],
    goodWith: ['dogs'],
    waitingOver: 30,
    hasPhoto: 'false',
    categoryId: 9007199254740993n,
    breed: ['Maine Coon'],
    tag: ['shy'],
    sort: 'name',
  })
})

test('values in the URL that do not exist are ignored, and a search has at most 200 characters', () => {
  const invalid = {
    ...noFilter,
    tab: 'x',
    species: 'x',
    waiting: '31',
    photo: 'maybe',
    category: 'x',
    breed: ' ',
    sort: 'x',
  }
  assert.deepEqual(queryOf(invalid), { sort: '-waiting' })
  assert.equal(conditionsOf({ ...noFilter, q: 'a'.repeat(300) }).q?.length, 200)
})

test('every choice of a filter, tab or sorting reaches the API', () => {
  for (const { name, options } of fixedFilters) {
    for (const { value } of options) assert.ok(isFiltered({ ...noFilter, [name]: value }), `${name}=${value}`)
  }
  for (const { value } of sorts) assert.equal(queryOf({ ...noFilter, sort: value }).sort, value)
  const queries = tabs.map(({ value }) => JSON.stringify(queryOf({ ...noFilter, tab: value })))
  assert.equal(new Set(queries).size, tabs.length)
})
