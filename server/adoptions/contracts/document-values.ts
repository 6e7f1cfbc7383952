import { addressLine } from '../../animals/organizations/address-line.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import type { Pet } from '../../animals/pets/pet.ts'
import { moneyText } from '../../animals/profiles/labels.ts'
import type { Facts } from '../../animals/profiles/profile.ts'
import type { Order } from '../orders/order.ts'
import { dayText } from './day-text.ts'
import { breedText, documentTexts } from './document-texts.ts'
import type { DocumentValues } from './placeholder.ts'
import type { Writing } from './writing.ts'

export type DocumentFacts = {
  order: Order
  /** Undefined if the animal was removed or moved to another account. */
  pet: Pick<Pet, 'name'> | undefined
  facts: Pick<Facts, 'shown' | 'hidden'> | undefined
  organization: Omit<Organization, 'id'> | undefined
  handedOverMs: number | undefined
  returnedMs: number | undefined
  nowMs: number
}

/** The values of placeholders for an adoption. */
export const valuesOf = (facts: DocumentFacts, writing: Writing): DocumentValues => {
  const { order, handedOverMs, returnedMs, nowMs } = facts
  const day = (ms: number) => dayText(ms, writing)
  return known({
    ...animalValues(facts, writing),
    ...organizationValues(facts.organization),
    'adopter.name': order.customer?.name,
    'adopter.email': order.customer?.email,
    'adopter.phone': order.customer?.phone,
    'adoption.number': String(order.id),
    'adoption.date': day(handedOverMs ?? nowMs),
    'return.date': day(returnedMs ?? nowMs),
    'return.reason': order.returnReason,
    today: day(nowMs),
  })
}

const animalValues = (
  { order, pet, facts }: DocumentFacts,
  { locale }: Writing,
): Partial<Record<keyof DocumentValues, string | undefined>> => {
  const { shown, hidden } = facts ?? {}
  const fee = order.fee ?? shown?.fee
  const { words } = documentTexts(locale)
  return {
    'animal.name': pet?.name,
    'animal.number': String(order.petId),
    'animal.species': shown?.species ? words.species[shown.species] : undefined,
    'animal.breed': shown?.breeds.primary ? breedText(shown.breeds, locale) : undefined,
    'animal.sex': shown?.sex ? words.sex[shown.sex] : undefined,
    'animal.birthDate': shown ? bornText(shown, locale) : undefined,
    'animal.colors': shown?.colors.join(', '),
    'animal.microchip': hidden?.microchip ?? undefined,
    'animal.neutered': shown && yesOrNo(shown.spayedNeutered, locale),
    fee: fee ? moneyText(fee, locale) : undefined,
  }
}

/** Only the year if the day is a guess. */
const bornText = ({ birthDate, birthDateExact }: Facts['shown'], locale: string): string | undefined => {
  if (birthDate === null) return undefined
  const isExact = birthDateExact !== false
  return isExact
    ? dayText(Date.parse(birthDate), { locale, timeZone: 'UTC' })
    : documentTexts(locale).words.about(birthDate.slice(0, 4))
}

const yesOrNo = (value: boolean | null, locale: string): string | undefined => {
  const { yes, no } = documentTexts(locale).words
  return value === null ? undefined : value ? yes : no
}

const organizationValues = (
  organization: DocumentFacts['organization'],
): Partial<Record<keyof DocumentValues, string | undefined>> => {
  return {
    'organization.name': organization?.name,
    'organization.address': organization && addressLine(organization),
    'organization.email': organization?.email,
    'organization.phone': organization?.phone,
    'organization.website': organization?.website,
  }
}

const known = (values: Partial<Record<keyof DocumentValues, string | undefined>>): DocumentValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value))
