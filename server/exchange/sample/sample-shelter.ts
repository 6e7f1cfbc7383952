import { fileURLToPath } from 'node:url'
import type { NewOrganization } from '../../animals/organizations/organization.ts'
import { monthsBefore } from '../../animals/profiles/age.ts'
import type { ProfilePatch } from '../../animals/profiles/profile.ts'
import type { Species } from '../../animals/profiles/profile-values.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type SampleAnimal, type SampleGroup, sampleGroups } from './sample-animals.ts'
import { colorsOf } from './sample-colors.ts'

export const sampleOrganization: NewOrganization = {
  name: 'Willow Lane Animal Shelter',
  email: 'hello@willow-lane.example',
  phone: '+49 30 5550142',
  address: { street: 'Weidenweg 12', city: 'Berlin', postcode: '10247', country: 'DE' },
  location: { lat: 52.516, lng: 13.459 },
  website: 'https://willow-lane.example/',
  policy:
    'Come and meet the animal twice, at two times of day. We visit new homes before and after the adoption, and take an ' +
    'animal back at any time.',
}

/** The prefix of the external ids of sample animals, by which they are found again. */
export const sampleIds = 'sample-shelter-'

/** An animal to add. */
export type SampleEntry = {
  externalId: string
  name: string
  category: string
  species: Species
  profile: ProfilePatch
  /** The file of its picture. */
  picture: string
  pictureText: string
  /** The external ids of the animals it is bonded with. */
  bonds: string[]
  /** Its status, so that the board and the list of orders are not empty. */
  fate: 'stays' | 'reserved' | 'approved' | 'adopted'
}

/** All animals as of a day, from which their ages and intake dates are computed. */
export const sampleEntries = (nowMs: number): SampleEntry[] => {
  const all = sampleGroups.flatMap((group) => group.animals.map((animal) => ({ group, animal })))
  const idOf = new Map(all.map(({ animal }, at) => [animal.name, `${sampleIds}${at + 1}`]))
  return all.map(({ group, animal }, at) => {
    const externalId = `${sampleIds}${at + 1}`
    return {
      externalId,
      name: animal.name,
      category: group.category,
      species: group.species,
      profile: profileOf(group, animal, { at, nowMs, externalId }),
      picture: fileURLToPath(new URL(`pictures/${externalId}.webp`, import.meta.url)),
      pictureText: `${animal.name}, drawn: ${animal.breed}, ${colorsOf(animal.coat).join(' and ')}.`,
      bonds: (bonds.get(animal.name) ?? []).flatMap((name) => idOf.get(name) ?? []),
      fate: fates.get(at % 15) ?? 'stays',
    }
  })
}

/** A sample animal as it was added, to see whether it was changed since. The day follows from its date of intake. */
export const sampleEntryOf = (externalId: string | null, intakeDate: string | null): SampleEntry | undefined => {
  const at = Number(externalId?.slice(sampleIds.length)) - 1
  const addedMs = Date.parse(intakeDate ?? '') + daysThere(at) * DAY_MS
  return Number.isNaN(addedMs) ? undefined : sampleEntries(addedMs)[at]
}

/**
 * The order in which they are added: each category is spread, so that the newest animals are of
 * many.
 */
export const mixed = (entries: readonly SampleEntry[]): SampleEntry[] => {
  const groups = [...Map.groupBy(entries, ({ category }) => category).values()]
  return groups
    .flatMap((group, place) =>
      group.map((entry, at) => ({
        entry,
        part: (at + (place + 1) / (groups.length + 1)) / group.length,
      })),
    )
    .sort((one, other) => one.part - other.part)
    .map(({ entry }) => entry)
}

const pairs = [
  ['Tofu', 'Pickle'],
  ['Thumper', 'Hazelnut'],
  ['Peanut', 'Waffle'],
  ['Kiwi', 'Skye'],
] as const
const bonds = new Map<string, string[]>(
  pairs.flatMap(([one, other]) => [
    [one, [other]],
    [other, [one]],
  ]),
)

const fates = new Map<number, SampleEntry['fate']>([
  [4, 'reserved'],
  [8, 'adopted'],
  [11, 'approved'],
])

const profileOf = (
  group: SampleGroup,
  animal: SampleAnimal,
  { at, nowMs, externalId }: { at: number; nowMs: number; externalId: string },
): ProfilePatch => {
  const [children = null, dogs = null, cats = null] = [...animal.goodWith].map(known)
  const isMammal = group.coat !== null
  return {
    published: true,
    species: group.species,
    breeds: { primary: animal.breed.replace(/ mix$/, ''), mixed: / mix$/.test(animal.breed) },
    birthDate: day(monthsBefore(nowMs, animal.ageMonths)),
    birthDateExact: animal.ageMonths < 12,
    sex: animal.sex,
    size: group.size(animal),
    weightGrams: Math.round(group.weightGrams * (0.8 + ((at * 7) % 10) / 20)),
    coat: animal.isFluffy ? 'long' : group.coat,
    colors: colorsOf(animal.coat),
    description: descriptionOf(animal, children),
    tags: animal.tags,
    houseTrained: group.species === 'dog' || group.species === 'cat' ? animal.ageMonths > 8 : null,
    spayedNeutered: isMammal ? animal.ageMonths > 7 : null,
    vaccinated: isMammal ? true : null,
    specialNeeds: animal.specialNeeds ?? null,
    goodWith: { children, dogs, cats },
    fee: { amount: animal.ageMonths > 84 ? group.feeMinor / 2 : group.feeMinor, currency: 'EUR' },
    externalId,
    intakeDate: day(nowMs - daysThere(at) * DAY_MS),
  }
}

/** How many days an animal was at the shelter when it was added. */
const daysThere = (at: number): number => 3 + ((at * 37) % 140)

const known = (letter: string): boolean | null => (letter === '?' ? null : letter === 'y')

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const descriptionOf = ({ name, story, specialNeeds, tags }: SampleAnimal, children: boolean | null) =>
  [
    story,
    tags.includes('shy')
      ? `${name} needs a few visits and a quiet corner at first.`
      : `${name} would like to meet you: come by in the afternoon, from Tuesday to Sunday.`,
    ...(children === false ? ['A home without small children suits best.'] : []),
    ...(specialNeeds ? [`**Good to know:** ${specialNeeds}`] : []),
  ].join('\n\n')
