import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineOf, wordsOf } from '../platform/search-text.ts'
import { type Expression, expressionOf, type Tokens, tokensOf } from './search-tokens.ts'

const PART = 3
const text = fc
  .array(fc.constantFrom('luna', 'una', 'lu', 'a', 'lunatic', 'mond', '月光犬', '光', 'ü', '7'), {
    maxLength: 4,
  })
  .map((words) => words.join(' '))

/** As an index finds it. */
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

/** By looking at the texts themselves. */
const isWanted = (words: readonly string[], name: string, description: string): boolean => {
  const line = lineOf(wordsOf(name))
  const hasPart = (part: string) => [...part].length >= PART && line.includes(part)
  const all = [...wordsOf(name), ...wordsOf(description)]
  const isUnspaced = (word: string) => /^[月光犬]/.test(word)
  const hasWord = (word: string) =>
    all.some((one) => (isUnspaced(word) ? one.includes(word) : one === word))
  return words.every((word) => hasWord(word) || hasPart(word)) || hasPart(words.join(' '))
}

test('a search finds what has each word in its texts or its name, or all of them in its name as they stand', () => {
  fc.assert(
    fc.property(text, text, text, (name, description, asked) => {
      const words = wordsOf(asked)
      fc.pre(words.length > 0)
      const tokens = tokensOf({ name, description, breeds: [], tags: [] }, [])
      const found = isFound(expressionOf(words, []), tokens)
      assert.equal(found, isWanted(words, name, description), `${asked} in ${name}, ${description}`)
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

test('a text without spaces takes no more than a few times as long as one of words', () => {
  const textOf = (from: number, length: number) =>
    String.fromCodePoint(...Array.from({ length }, (_, at) => from + at))
  const words = Array.from({ length: 2_500 }, (_, at) => at.toString(36).padStart(3, 'a')).join(' ')
  const han = textOf(0x4e00, 10_000)
  const cpu = { han: 0, words: 0 }
  const take = (kind: keyof typeof cpu, description: string) => {
    const before = process.threadCpuUsage()
    for (let time = 0; time < 5; time += 1)
      tokensOf({ name: '', breeds: [], tags: [], description }, [])
    const { user, system } = process.threadCpuUsage(before)
    cpu[kind] += user + system
  }
  for (let round = 0; round < 5; round += 1) {
    // The first is for the compiler.
    if (round === 1) Object.assign(cpu, { han: 0, words: 0 })
    take('words', words)
    take('han', han)
  }
  assert.ok(cpu.han < 8.5 * cpu.words, `${cpu.han / cpu.words} times`)
})
