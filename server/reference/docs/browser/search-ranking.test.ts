import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneTypo, searchOver, snippet } from './search-ranking.js'

const entry = (kind: string, title: string, hint = '', text = '', words = '') => ({
  kind,
  title,
  hint,
  text,
  words,
  url: `/${title}`,
})
const search = searchOver([
  entry('Guide', 'Rate limits', '', 'Wait Retry-After seconds. A batch counts as many requests.'),
  entry('Operation', 'Add many animals', 'POST /v1/pets:batch', '', 'createPets pets:write'),
  entry('Operation', 'Add an animal', 'POST /v1/pets', '', 'createPet pets:write'),
  entry('Operation', 'List animals', 'GET /v1/pets', 'Returns a page. It has passed.'),
  entry('Section', 'List the animals', 'First request', 'Send a GET.'),
  entry('Error', 'pet_not_found', '404', 'There is no animal with this id.'),
  entry('Object', 'Pet', '', 'An animal offered for adoption.'),
])
const titles = (query: string) => {
  const { entries, found } = search(query)
  return found ? entries.map(({ title }) => title) : []
}

test('titles and keywords rank above texts, and an exact title comes first', () => {
  assert.equal(titles('list animals')[0], 'List animals')
  assert.equal(titles('rate limits')[0], 'Rate limits')
  assert.equal(titles('batch')[0], 'Add many animals')
  assert.equal(titles('PET_NOT_FOUND')[0], 'pet_not_found')
  assert.match(String(titles('pets:write')[0]), /^Add /)
})

test('an exact path takes precedence over a longer one', () => {
  assert.deepEqual(titles('/v1/pets').slice(0, 2).toSorted(), ['Add an animal', 'List animals'])
  assert.equal(titles('POST /v1/pets')[0], 'Add an animal')
})

test('words are found by their synonyms, beginnings and plurals, and not within others', () => {
  assert.equal(titles('create pet')[0], 'Add an animal')
  assert.equal(titles('bulk')[0], 'Add many animals')
  assert.equal(titles('throttling')[0], 'Rate limits')
  assert.match(String(titles('anim')[0]), /animal/)
  assert.ok(!titles('sse').includes('List animals'), '“passed” has nothing to do with it')
})

test('a result highlights the words that matched', () => {
  assert.ok(search('create').words.includes('add'))
  assert.deepEqual(search('qqqq').words, [])
})

test('one typo is one letter that is missing, added, wrong or swapped', () => {
  for (const typed of ['webhok', 'webhoook', 'webhoik', 'wbehook', 'ebhook', 'webhookk']) {
    assert.ok(isOneTypo(typed, 'webhook'), typed)
  }
  for (const typed of ['webhook', 'wehok', 'hookweb', 'w', '']) {
    assert.ok(!isOneTypo(typed, 'webhook'), typed)
  }
})

test('a result shows the part of its text that has the word', () => {
  const text = `${'word '.repeat(100)}needle ${'word '.repeat(100)}`
  assert.match(snippet(text, ['needle']), /^… .*needle .*…$/)
  assert.equal(snippet('short', ['none']), 'short')
})

test('words without a match cost less than two passes over the text', () => {
  const text = 'the words of a page that say much about animals '.repeat(60)
  const entries = Array.from({ length: 400 }, (_, at) => ({
    kind: 'Section',
    title: `Page ${at}`,
    hint: '',
    url: `/${at}`,
    text: `${text}${at}`,
  }))
  const search = searchOver(entries)
  const words = ['zzq', 'yyq', 'xxq', 'wwq', 'vvq', 'uuq', 'qqz', 'kkz', 'jjz', 'hhz']
  const fastest = (work: () => unknown): number =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const startMs = performance.now()
        work()
        return performance.now() - startMs
      }),
    )
  const passMs = fastest(() =>
    words.filter((word) => entries.filter((one) => one.text.includes(` ${word}`)).length > 0),
  )
  const searchMs = fastest(() => search(words.join(' ')))
  assert.ok(searchMs < 2 * passMs, `${searchMs} ms, and a pass ${passMs} ms`)
})
