import { showTime } from '../../platform/time.ts'
import type { PersonDetails } from './person.ts'
import { type Contact, MAX_LISTED, type PersonalRecord } from './personal-data.ts'

const MAX_NAMES = 10

/** The newest cases of a person by the name of their kind, up to one more than are shown. */
export type Newest = readonly (readonly [string, readonly PersonalRecord[]])[]

type PetNames = ReadonlyMap<bigint, string>
type Rest = { id: string; names: PetNames; firstMs: number; lastMs: number }

/** Undefined if all of it was erased. */
export const detailsOf = (newest: Newest, { id, names, firstMs, lastMs }: Rest): PersonDetails | undefined => {
  const contacts = contactsOf(newest)
  const [latest] = contacts
  if (!latest) return undefined
  const phone = contacts.find((contact) => contact.phone !== undefined)?.phone
  const lists = newest.map(([kind, records]) => [
    kind,
    records.slice(0, MAX_LISTED).map(({ details }) => {
      const petName = details?.petId === undefined ? undefined : names.get(details.petId)
      return { ...details?.summary, ...(petName !== undefined && { petName }) }
    }),
  ])
  return {
    id,
    ...contactOf({ ...latest, phone }),
    names: [...new Set(contacts.map(({ name }) => name))].slice(0, MAX_NAMES),
    ...Object.fromEntries(lists),
    isComplete: newest.every(([, records]) => records.length <= MAX_LISTED),
    firstSeenAt: showTime(firstMs),
    lastSeenAt: showTime(lastMs),
  }
}

/** The ids of their animals. */
export const petIdsOf = (newest: Newest): bigint[] => [
  ...new Set(newest.flatMap(([, records]) => records.flatMap(({ details }) => details?.petId ?? []))),
]

export const contactOf = ({ name, email, phone }: Contact) => ({
  name,
  email,
  ...(phone !== undefined && { phone }),
})

/** The person's names and contact details, newest first. */
const contactsOf = (newest: Newest): Contact[] =>
  newest
    .flatMap(([, records]) => records.flatMap(({ details }) => details ?? []))
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .flatMap(({ contact }) => contact ?? [])
