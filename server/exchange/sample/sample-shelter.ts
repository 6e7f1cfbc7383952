import { fileURLToPath } from 'node:url'
import type { NewOrganization } from '../../animals/organizations/organization.ts'
import { monthsBefore } from '../../animals/profiles/age.ts'
import type { ProfilePatch } from '../../animals/profiles/profile.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { ImportFile } from '../files/import-file.ts'
import type { ImportRow } from '../files/import-row.ts'
import { readDetails } from '../files/profile-columns.ts'
import shelter from './sample-shelter.json' with { type: 'json' }

export const sampleOrganization: NewOrganization = shelter.organization
export const sampleAdopters = shelter.adopters

/** The prefix of the external ids of sample animals, by which they are found again. */
export const sampleIds = 'sample-shelter-'

/** How far the sample brings an order. */
export type SampleOrderStatus = 'placed' | 'approved' | 'delivered'

/** The orders that the sample places, so that the board and the list of orders are not empty. */
// The statuses of the file are these.
export const sampleOrders = shelter.orders as { externalId: string; status: SampleOrderStatus }[]

/** An animal to add. */
export type SampleEntry = {
  externalId: string
  name: string
  profile: ProfilePatch
  row: ImportRow
  /** The address of its picture in the file of the sample, and its path. */
  photo: string
  picture: string
  pictureText: string
  /** The external ids of the animals it is bonded with. */
  bonds: string[]
}

type Animal = (typeof shelter.animals)[number]

export const sampleSize = shelter.animals.length
export const pictureTexts = shelter.animals.flatMap(({ photos }) => photos.map(({ alt }) => alt))

/** All animals as of a day, from which their dates of birth and intake are computed. */
export const sampleEntries = (nowMs: number, isPublished = true): SampleEntry[] =>
  shelter.animals.map((animal) => entryOf(animal, nowMs, isPublished))

/** A sample animal as it was added, to see whether it was changed since. The day follows from its date of intake. */
export const sampleEntryOf = (externalId: string | null, intakeDate: string | null): SampleEntry | undefined => {
  const animal = shelter.animals.find(({ profile }) => profile.externalId === externalId)
  if (!animal || intakeDate === null) return undefined
  return entryOf(animal, Date.parse(intakeDate) + amountOf(animal.profile.intakeDate) * DAY_MS, true)
}

/** Some animals as a file of our own format. */
export const sampleFile = (entries: readonly SampleEntry[]): ImportFile => ({
  digest: async () => 'sample',
  highestId: async () => 0n,
  async *rows() {
    yield { rows: entries.map(({ row }, at) => ({ ...row, line: at + 1 })), bytes: 0, headerRows: 0 }
  },
})

const entryOf = ({ name, profile, photos }: Animal, nowMs: number, published: boolean): SampleEntry => {
  const { externalId } = profile
  const birthDate = dateOf(profile.birthDate, nowMs)
  const intakeDate = dateOf(profile.intakeDate, nowMs)
  const read = readDetails({ published, ...profile, birthDate, intakeDate }, photos)
  const [photo] = photos
  if ('faults' in read || !read.details?.profile.species || !photo) throw new Error(`cannot read ${name} of the sample`)
  const category = { species: read.details.profile.species }
  return {
    externalId,
    name,
    profile: read.details.profile,
    // The importer finds the category of the species.
    row: { line: 1, raw: '', pet: { name, categoryId: 0n }, details: { ...read.details, externalId, category } },
    photo: photo.url,
    picture: fileURLToPath(new URL(photo.url, import.meta.url)),
    pictureText: photo.alt,
    bonds: shelter.bonds.flatMap((pair) => (pair.includes(externalId) ? pair.filter((id) => id !== externalId) : [])),
  }
}

/** The date of a time in the file, such as `-26 months` or `-3 days`. */
const dateOf = (text: string, nowMs: number): string => {
  const amount = amountOf(text)
  const ms = text.endsWith(' months') ? monthsBefore(nowMs, amount) : nowMs - amount * DAY_MS
  return new Date(ms).toISOString().slice(0, 10)
}

const amountOf = (text: string): number => Number.parseInt(text.slice(1), 10)
