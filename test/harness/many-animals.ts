import type { PublicFacts } from '../../server/animals/profiles/profile.ts'
import { noFacts } from '../../server/animals/profiles/profile-facts.ts'
import { coats, sexes, sizes, species } from '../../server/animals/profiles/profile-values.ts'

const YEAR_MS = 8_766 * 3_600_000

const syllables = 'ba be bo ca co da di fe ga gi ha jo ka ki la le lo lu ma mi mo na ne no pa pe'.split(' ')
const breeds = Array.from({ length: 120 }, (_, n) => `Breed${n} ${n % 2 ? 'Terrier' : 'Collie'}`)
const colors = ['black', 'white', 'brown', 'red', 'grey', 'cream', 'blue', 'spotted', 'brindle']
const tags = Array.from({ length: 60 }, (_, n) => `tag ${n}`)
const vocabulary = Array.from({ length: 4_000 }, (_, n) => `word${n}`)
/** Characters for texts without spaces. */
const han = Array.from({ length: 800 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7))

/** A third of the animals lack facts that are often unknown. */
export const animalOf = (random: () => number, nowMs: number) => {
  const pick = <Value>(values: readonly Value[], skew = 1): Value =>
    values[Math.floor(random() ** skew * values.length)] as Value
  const maybe = <Value>(value: Value): Value | null => (random() < 0.67 ? value : null)
  const yesOrNo = () => maybe(random() < 0.6)
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables)).join('')
  const facts: PublicFacts = {
    ...noFacts.shown,
    species: pick(species, 3),
    sex: maybe(pick(sexes)),
    size: maybe(pick(sizes)),
    coat: maybe(pick(coats)),
    breeds: {
      primary: maybe(pick(breeds, 2)),
      secondary: random() < 0.2 ? pick(breeds) : null,
      mixed: null,
    },
    birthDate: maybe(new Date(nowMs - random() ** 2 * 14 * YEAR_MS).toISOString().slice(0, 10)),
    colors: [...new Set([pick(colors, 2), pick(colors)])],
    tags: [...new Set([pick(tags, 3), pick(tags, 3), pick(tags)])],
    houseTrained: yesOrNo(),
    specialNeeds: random() < 0.08 ? 'A pill a day.' : null,
    goodWith: { children: yesOrNo(), dogs: yesOrNo(), cats: yesOrNo() },
    description: descriptionOf(random, pick),
  }
  const name = random() < 0.03 ? pick(han) + pick(han) : `${word()} ${random() < 0.2 ? word() : ''}`.trim()
  return { name, status: random() < 0.9 ? 'available' : 'pending', facts }
}

/** A few words are in most texts; some texts have Chinese characters, and some the maximum length. */
const descriptionOf = (random: () => number, pick: (values: readonly string[], skew: number) => string): string => {
  const isLong = random() < 0.0005
  if (random() < 0.03) {
    return Array.from({ length: isLong ? 10_000 : 60 }, () => pick(han, 2)).join('')
  }
  const words = Array.from({ length: isLong ? 1_200 : 10 + random() * 60 }, () => pick(vocabulary, 4))
  return words.join(' ').slice(0, 10_000)
}
