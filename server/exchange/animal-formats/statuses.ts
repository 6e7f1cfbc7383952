import type { PetStatus } from '../../animals/pets/pet.ts'
import { type Read, Unreadable, wordOf } from './animal-fields.ts'
import { withoutGender } from './sexes.ts'
import type { StatusWords } from './words/file-words.ts'
import { foldWord } from './words/fold-word.ts'
import { anyOf, inflectedMeaningsOf, inflectedWordsOf } from './words/word-tables.ts'

export type ReadStatus = {
  status: PetStatus
  /** Whether it is available to others than its shelter. */
  isOffered: boolean
  /** The file's status of an animal that left without being adopted. */
  departed?: string
}

type Meaning = Exclude<keyof StatusWords, 'undecided'>

/** Only letters and digits, and `*`. */
const plainText = (text: string): string => text.replaceAll(/[^\p{L}\p{N}*]+/gu, ' ').trim()

const meanings = new Map(
  [...inflectedMeaningsOf<Meaning>(({ statuses: { undecided: _, ...known } }) => known)].map(
    ([text, meaning]) => [plainText(text), meaning] as const,
  ),
)
/** Entries with `*`, which stands for any words. */
const patterns = [...meanings].flatMap(([text, meaning]) =>
  text.includes('*') ? [{ meaning, pattern: new RegExp(`^${text.replace('*', '.+')}$`) }] : [],
)
const UNDECIDED = new RegExp(`(?:^| )(?:${anyOf(inflectedWordsOf(({ statuses }) => statuses.undecided))})(?: |$)`)

const meaningOf = (plain: string): Meaning | undefined => {
  const known = meanings.get(plain)
  if (known !== undefined) return known
  const matching = patterns.find(({ pattern }) => pattern.test(plain))?.meaning
  // An event that is planned, or has ended.
  const isOpen = matching !== 'withheld' && UNDECIDED.test(plain)
  return isOpen ? undefined : matching
}

/** Characters of a status in the history. */
const MAX_SHOWN = 100

/** An unknown status: the animal is imported, but not published before somebody has checked it. */
export const unknownStatus: ReadStatus = { status: 'pending', isOffered: false }

export const readStatus: Read = (value): ReadStatus | undefined => {
  const word = wordOf(value)
  if (word === undefined) return undefined
  const meaning = meaningOf(plainStatus(word))
  if (meaning === 'available') return { status: 'available', isOffered: true }
  if (meaning === 'reserved') return { status: 'pending', isOffered: true }
  if (meaning === 'adopted') return { status: 'sold', isOffered: true }
  if (meaning === 'withheld') return { status: 'pending', isOffered: false }
  if (meaning === 'died' || meaning === 'left') return departedAs(String(value))
  throw new Unreadable('is not a known status; the animal was imported as a draft on hold')
}

/** The animal has left without having been adopted; `text` is the status in the file. */
export const departedAs = (text: string): ReadStatus => ({
  status: 'sold',
  isOffered: false,
  departed: text.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_SHOWN),
})

/** Whether a status means that the animal has died. */
export const isDeath = (status: string): boolean => meaningOf(plainStatus(foldWord(status))) === 'died'

const plainStatus = (word: string): string => plainText(withoutGender(word).replaceAll('*', ' ')).slice(0, MAX_SHOWN)
