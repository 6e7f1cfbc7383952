import type { ApplicationStatus, HistoryEntry, OrderStatus, PetStatus } from '@adoption-store/client'
import { adoptionLabels, applicationLabels, petLabels } from '../../platform/status-labels.ts'

/** A sentence with the actor, if an actor did it, and one without. */
type Phrases = { by?: string; itself: string }

const phrases = (by: string, itself: string): Phrases => ({ by, itself })

/** `Mia published Biscuit`, in plain words. */
export const historySentence = (entry: HistoryEntry, name: string): string => {
  const { by, itself } = phrasesOf(entry, name)
  const who = actorName(entry)
  return who === undefined || by === undefined ? itself : `${who} ${by}`
}

/** The service and applicants have no name. */
const actorName = ({ actor }: HistoryEntry): string | undefined => {
  if (actor?.type === 'cli') return 'An operator'
  return actor?.name
}

const phrasesOf = (entry: HistoryEntry, name: string): Phrases =>
  sentences[entry.action]?.(entry, name) ??
  // A newer server may have more actions.
  phrases(`changed ${name}`, `${name} was changed`)

type Sentence = (entry: HistoryEntry, name: string) => Phrases

const sentences: Partial<Record<string, Sentence>> = {
  added: (_, name) => phrases(`added ${name}`, `${name} was added`),
  changed: ({ fields }, name) => {
    const what = listOf(fields)
    return phrases(`changed ${what} of ${name}`, `${capital(what)} of ${name} changed`)
  },
  moved: ({ status }, name) => {
    const label = petLabels[status as PetStatus]?.label ?? status
    return phrases(`set ${name} to “${label}”`, `${name} became “${label}”`)
  },
  transferred: (_, name) => phrases(`gave ${name} to another account`, `${name} came to another account`),
  profileChanged: ({ fields }, name) => {
    const what = listOf(fields)
    return phrases(`changed ${what} in the profile of ${name}`, `The profile of ${name} changed: ${what}`)
  },
  published: (_, name) => phrases(`published ${name}`, `${name} was published`),
  unpublished: (entry, name) =>
    entry.orderId === undefined
      ? phrases(`unpublished ${name}`, `${name} was unpublished`)
      : { itself: `The return of ${adoption(entry)} unpublished ${name}` },
  photoAdded: (_, name) => phrases(`added a photo of ${name}`, `A photo of ${name} was added`),
  photoChanged: (_, name) => phrases(`changed a photo of ${name}`, `A photo of ${name} changed`),
  photoRemoved: (_, name) => phrases(`deleted a photo of ${name}`, `A photo of ${name} was deleted`),
  photosOrdered: (_, name) => phrases(`reordered the photos of ${name}`, `The photos of ${name} were reordered`),
  orderPlaced: (entry, name) =>
    phrases(`started ${adoption(entry)} of ${name}`, `${capital(adoption(entry))} of ${name} was started`),
  orderMoved: (entry) => {
    const [verb, rest = ''] = stepVerbs[entry.status as OrderStatus] ?? ['changed']
    const it = adoption(entry)
    return phrases(`${verb} ${it}${rest}`, `${capital(it)} was ${verb}${rest}`)
  },
  orderChanged: (entry) => {
    const what = listOf(entry.fields)
    return phrases(`changed ${what} of ${adoption(entry)}`, `${capital(what)} of ${adoption(entry)} changed`)
  },
  orderUndone: (entry) => {
    const label = entry.status && adoptionLabels[entry.status as OrderStatus]?.label
    return phrases(
      `undid a step: ${adoption(entry)} is “${label}” again`,
      `A step was undone: ${adoption(entry)} is “${label}” again`,
    )
  },
  applicationReceived: (entry, name) =>
    phrases(`entered ${application(entry)} for ${name}`, `${capital(application(entry))} for ${name} came in`),
  applicationMoved: (entry) => {
    const label = entry.status && applicationLabels[entry.status as ApplicationStatus]?.label
    return phrases(`moved ${application(entry)} to “${label}”`, `${capital(application(entry))} became “${label}”`)
  },
  applicationChanged: (entry) => phrases(`changed ${application(entry)}`, `${capital(application(entry))} changed`),
}

const stepVerbs: Partial<Record<OrderStatus, [verb: string, rest?: string]>> = {
  approved: ['approved'],
  delivered: ['completed'],
  returned: ['closed', ' as returned'],
  cancelled: ['cancelled'],
  expired: ['ended', ' as expired'],
}

const adoption = ({ orderId }: HistoryEntry): string => `adoption ${orderId}`
const application = ({ applicationId }: HistoryEntry): string => `application ${applicationId}`

/** Labels of fields. */
const fieldNames: Readonly<Record<string, string>> = {
  birthDateExact: 'birth date',
  categoryId: 'category',
  colors: 'colors',
  customer: 'adopter',
  description: 'story',
  spayedNeutered: 'spayed or neutered',
  goodWith: '“good with”',
  alt: 'description',
}

const MOST_FIELDS = 4

const listOf = (fields: readonly string[] = []): string => {
  const names = [...new Set(fields.map((field) => fieldNames[field] ?? spaced(field)))]
  const more = names.length - MOST_FIELDS
  const shown = more > 1 ? [...names.slice(0, MOST_FIELDS), `${more} more fields`] : names
  return new Intl.ListFormat('en').format(shown) || 'details'
}

const spaced = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
