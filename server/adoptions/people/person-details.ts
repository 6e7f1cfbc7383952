import { showTime } from '../../platform/time.ts'
import type { Application } from '../applications/application.ts'
import type { Order, OwnedOrder } from '../orders/order.ts'
import type { PersonApplication, PersonDetails, PersonOrder } from './person.ts'

/** The most applications, and the most orders, shown for a person. */
export const MAX_SHOWN = 200
const MAX_NAMES = 10

/** The newest applications and orders of a person, up to one more than are shown. */
export type Newest = { sent: readonly Application[]; placed: readonly OwnedOrder[] }

type Contact = { name: string; email: string; phone?: string | undefined }
type PetNames = ReadonlyMap<bigint, string>
type Rest = { id: string; names: PetNames; firstMs: number; lastMs: number }

/** Undefined if all of it was erased. */
export const detailsOf = (
  { sent, placed }: Newest,
  { id, names, firstMs, lastMs }: Rest,
): PersonDetails | undefined => {
  const contacts = contactsOf({ sent, placed })
  const [newest] = contacts
  if (!newest) return undefined
  const phone = contacts.find((contact) => contact.phone !== undefined)?.phone
  return {
    id,
    ...contactOf({ ...newest, phone }),
    names: [...new Set(contacts.map(({ name }) => name))].slice(0, MAX_NAMES),
    applications: sent.slice(0, MAX_SHOWN).map((application) => applicationOf(application, names)),
    orders: placed.slice(0, MAX_SHOWN).map(({ order }) => orderOf(order, names)),
    isComplete: sent.length <= MAX_SHOWN && placed.length <= MAX_SHOWN,
    firstSeenAt: showTime(firstMs),
    lastSeenAt: showTime(lastMs),
  }
}

/** The ids of their animals. */
export const petIdsOf = ({ sent, placed }: Newest): bigint[] => [
  ...new Set([...sent.flatMap(({ petId }) => petId ?? []), ...placed.map(({ order }) => order.petId)]),
]

export const contactOf = ({ name, email, phone }: Contact) => ({
  name,
  email,
  ...(phone !== undefined && { phone }),
})

/** The person's names and contact details, newest first. */
const contactsOf = ({ sent, placed }: Newest): Contact[] =>
  [
    ...sent.map(({ applicant, createdAt }) => ({ contact: applicant, createdAt })),
    ...placed.map(({ order: { customer, createdAt } }) => ({ contact: customer, createdAt })),
  ]
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .flatMap(({ contact }) => contact ?? [])

const applicationOf = (
  { id, petId, status, createdAt, updatedAt, closedAt }: Application,
  names: PetNames,
): PersonApplication => ({
  id,
  ...petOf(petId, names),
  status,
  createdAt,
  updatedAt,
  ...(closedAt !== undefined && { closedAt }),
})

const orderOf = (
  { id, petId, status, applicationId, fee, returnReason, createdAt, updatedAt }: Order,
  names: PetNames,
): PersonOrder => ({
  id,
  petId,
  ...petOf(petId, names),
  status,
  ...(applicationId !== undefined && { applicationId }),
  ...(fee && { fee }),
  ...(returnReason !== undefined && { returnReason }),
  createdAt,
  updatedAt,
})

const petOf = (petId: bigint | undefined, names: PetNames) => {
  const petName = petId === undefined ? undefined : names.get(petId)
  return { ...(petId !== undefined && { petId }), ...(petName !== undefined && { petName }) }
}
