import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileWords } from './file-words.ts'
import { catalogue, meaningsOf } from './word-tables.ts'

/** The words that mean one thing in one language, and another in another. */
const contradictions = <Meaning extends string>(pick: (words: FileWords) => Record<Meaning, string>): string[] => {
  const known = meaningsOf(pick)
  return Object.entries(catalogue).flatMap(([language, words]) =>
    // Its keys are those of the record.
    (Object.entries(pick(words)) as [Meaning, string][]).flatMap(([meaning, listed]) =>
      [...meaningsOf(() => ({ [meaning]: listed })).keys()].flatMap((word) =>
        known.get(word) === meaning ? [] : [`${language}: ${word} is ${meaning}, ${known.get(word)}`],
      ),
    ),
  )
}

test('no word of a file means two things in two languages', () => {
  for (const [table, pick] of Object.entries(pickers)) {
    assert.deepEqual(contradictions<string>(pick), [], table)
  }
})

const pickers = {
  species: (words: FileWords) => words.species,
  sizes: (words: FileWords) => words.sizes,
  coats: (words: FileWords) => words.coats,
  ages: (words: FileWords) => words.ages,
  ageUnits: (words: FileWords) => words.ageUnits,
  numbers: (words: FileWords): Record<string, string> => words.numbers,
  months: (words: FileWords) => words.months,
  vaccinated: (words: FileWords) => words.vaccinated,
  sexes: (words: FileWords) => words.sexes,
  answers: ({ yes, no, unknown }: FileWords) => ({ yes, no, unknown }),
  statuses: ({ statuses: { undecided: _, ...known } }: FileWords) => known,
} satisfies Record<string, (words: FileWords) => Record<string, string>>
