import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bestMs } from '../../../test/harness/growth.ts'
import { lineOf, wordsOf } from '../../platform/search-text.ts'
import { type Expression, expressionOf, type Tokens, tokensOf } from './search-tokens.ts'

const PART = 3
const text = fc
  .array(fc.constantFrom('luna', 'una', 'lu', 'a', 'lunatic', 'mond', '月光犬', '光', 'ü', '7'), {
    maxLength: 4,
  })
  .map((words) => words.join(' '))

/** Finds tokens as an index does. */
const isFound = (expression: Expression, tokens: Tokens): boolean => {
  if ('all' in expression) {
    const { all, none = [] } = expression
    return all.every((one) => isFound(one, tokens)) && !none.some((one) => isFound(one, tokens))
  }
  if ('any' in expression) return expression.any.some((one) => isFound(one, tokens))
  const { row } = expression
  if (row.length === 1 && tokens.others.includes(row[0] ?? '')) return true
  return tokens.parts.some((_, at) => row.every((one, n) => tokens.parts[at + n] === one))
}

/** Searches the texts themselves. */
const isWanted = (words: readonly string[], name: string, description: string): boolean => {
  const line = lineOf(wordsOf(name))
  const hasPart = (part: string) => [...part].length >= PART && line.includes(part)
  const all = [...wordsOf(name), ...wordsOf(description)]
  const isUnspaced = (word: string) => /^[月光犬]/.test(word)
  const hasWord = (word: string) => all.some((one) => (isUnspaced(word) ? one.includes(word) : one === word))
  return words.every((word) => hasWord(word) || hasPart(word)) || hasPart(words.join(' '))
}

test('a search finds listings that contain every word, or the whole query in their name', () => {
  fc.assert(
    fc.property(text, text, text, (name, description, search) => {
      const words = wordsOf(search)
      fc.pre(words.length > 0)
      const tokens = tokensOf({ name, description, breeds: [], tags: [] }, [])
      const found = isFound(expressionOf(words, []), tokens)
      assert.equal(found, isWanted(words, name, description), `${search} in ${name}, ${description}`)
    }),
    {
      numRuns: 2_000,
      examples: [
        ['lunatic mond', '', 'tic mo'],
        ['x luna', '', 'una'],
        ['lunatic luna', '', 'atic lu'],
      ],
    },
  )
})

test('making the tokens of a text without spaces takes at most twice as long as adding as many tokens to a set', () => {
  const description = String.fromCodePoint(...Array.from({ length: 10_000 }, (_, at) => 0x4e00 + at))
  const animal = { name: '', breeds: [], tags: [], description }
  const tokens = tokensOf(animal, []).others
  assert.ok(tokens.length > 19_000)
  // The fastest run of each, because other processes and the compiler only add time.
  const least = { made: Infinity, put: Infinity }
  for (let round = 0; round < 60; round += 1) {
    least.put = Math.min(
      least.put,
      bestMs(() => new Set(tokens.map((one) => `v${one.slice(1)}`))),
    )
    least.made = Math.min(
      least.made,
      bestMs(() => tokensOf(animal, [])),
    )
    if (round >= 4 && least.made < 2 * least.put) break
  }
  assert.ok(least.made < 2 * least.put, `${least.made / least.put} times`)
})
