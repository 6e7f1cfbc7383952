import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searched, snippet, wordsOf } from './search-ranking.js'

const entry = (kind: string, title: string, hint = '', text = '') => ({
  kind,
  title,
  hint,
  text,
  url: `/${title}`,
})
const entries = [
  entry('Guide', 'Rate limits', '', 'Wait Retry-After seconds. A batch counts as many requests.'),
  {
    ...entry('Operation', 'Add many animals', 'POST /v1/pets:batch'),
    more: 'createPets pets:write',
  },
  entry('Operation', 'List animals', 'GET /v1/pets', 'Returns a page.'),
  entry('Error', 'pet_not_found', '404', 'There is no animal with this id.'),
  entry('Object', 'Pet', '', 'An animal offered for adoption.'),
]
const titles = (query: string) => searched(entries, wordsOf(query)).map(({ title }) => title)

test('all words have to match; titles count more than paths, and these more than texts', () => {
  assert.deepEqual(titles('list animals'), ['List animals'])
  assert.deepEqual(titles('batch'), ['Add many animals', 'Rate limits'])
  assert.deepEqual(titles('pet').slice(0, 2), ['Pet', 'pet_not_found'])
  assert.deepEqual(titles('pets:write'), ['Add many animals'])
  assert.deepEqual(titles('PET_NOT_FOUND'), ['pet_not_found'])
  assert.deepEqual(titles('/v1/pets'), ['List animals', 'Add many animals'])
  assert.deepEqual(titles('nothing of this'), [])
  assert.deepEqual(titles('  '), [])
})

test('what is typed is no pattern', () => {
  for (const query of ['.*', '(', '[a-z]', '\\', '$&']) assert.deepEqual(titles(query), [])
})

test('a result shows the part of its text that has the word', () => {
  const text = `${'word '.repeat(100)}needle ${'word '.repeat(100)}`
  assert.match(snippet(text, ['needle']), /^… .*needle .*…$/)
  assert.equal(snippet('short', ['none']), 'short')
})
