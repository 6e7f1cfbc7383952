import { type Fault, validationFailed } from '../../platform/http/http-error.ts'
import { isDay, latestToday, showTime } from '../../platform/time.ts'
import type { Partly } from '../../requests/api/operation.ts'
import { currencyRule, isCurrency } from './fee.ts'
import type {
  Facts,
  PrivateFacts,
  Profile,
  ProfilePatch,
  PublicFacts,
  PublicProfile,
  StoredProfile,
} from './profile.ts'

const nothingKnown: PublicFacts = {
  species: null,
  breeds: { primary: null, secondary: null, mixed: null },
  birthDate: null,
  birthDateExact: null,
  sex: null,
  size: null,
  weightGrams: null,
  coat: null,
  colors: [],
  description: null,
  tags: [],
  houseTrained: null,
  spayedNeutered: null,
  vaccinated: null,
  declawed: null,
  specialNeeds: null,
  goodWith: { children: null, dogs: null, cats: null },
  fee: null,
  bondedWith: [],
  videos: [],
}

export const noFacts: Facts = {
  published: false,
  shown: nothingKnown,
  hidden: { externalId: null, microchip: null, intakeDate: null },
}

export const emptyProfile = (petId: bigint): StoredProfile => ({
  ...noFacts,
  petId,
  publishedAtMs: undefined,
  updatedAtMs: undefined,
})

/**
 * Merges changes into a profile (RFC 7396): `null` makes a value unknown, parts are merged field by
 * field, lists are replaced. Throws `validation_failed` if the result is invalid.
 */
export const merged = (before: Facts, patch: ProfilePatch): Facts => {
  const facts = {
    published: patch.published === undefined ? before.published : (patch.published ?? false),
    shown: mergedFields(before.shown, nothingKnown, patch),
    hidden: mergedFields(before.hidden, noFacts.hidden, patch),
  }
  if (facts.shown.specialNeeds?.trim() === '') facts.shown.specialNeeds = null
  return facts
}

/** In the order of `unknown`, which is the order of responses. */
const mergedFields = <Fields extends PublicFacts | PrivateFacts>(
  before: Fields,
  unknown: Fields,
  patch: ProfilePatch,
): Fields => {
  const given = patch as Record<string, unknown>
  const known = before as Record<string, unknown>
  const fields = Object.entries(unknown).map(([name, blank]) => {
    const value = given[name]
    if (value === undefined) return [name, known[name]]
    if (value === null) return [name, blank]
    return [name, isPart(value) ? mergedPart(known[name], blank, value) : value]
  })
  // It has the fields of `unknown`, each with a value that the schema of the body allows.
  return Object.fromEntries(fields) as Fields
}

type Part = Record<string, unknown>

const isPart = (value: unknown): value is Part => value !== null && typeof value === 'object' && !Array.isArray(value)

const mergedPart = (before: unknown, blank: unknown, given: Part): Part => {
  const whole = { ...(blank as Part | null), ...(before as Part | null), ...given }
  return blank === null ? { amount: whole.amount, currency: whole.currency } : whole
}

type Circumstances = {
  nowMs: number
  /** The profile before the change: a date that it already had stays valid. */
  before?: Facts | undefined
  /** Whether it would be published without a required photo. */
  lacksPhoto: boolean
}

/** Throws `validation_failed` for what schemas cannot check. */
export const checkFacts = ({ shown, hidden, published }: Facts, { nowMs, before, lacksPhoto }: Circumstances): void => {
  const isSameIntake = before !== undefined && before.hidden.intakeDate === hidden.intakeDate
  const changed = isSameIntake ? { ...hidden, intakeDate: null } : hidden
  const faults = valueIssues({ ...shown, ...changed }, nowMs)
  const require = (field: string, message: string) => faults.push({ field, code: 'required', message })
  const { fee } = shown
  if (fee && fee.amount == null) require('fee.amount', 'is required')
  if (fee && fee.currency == null) require('fee.currency', 'is required')
  if (published && shown.species === null) require('species', requiredToPublish)
  if (lacksPhoto) require('photos', 'must have at least one to publish')
  if (faults.length > 0) throw validationFailed(faults)
}

const requiredToPublish = 'is required to publish'

/** The issues of a request body that need no stored data. */
export const sentIssues = (
  sent: Partly<ProfilePatch>,
  { nowMs, isPatch }: { nowMs: number; isPatch: boolean },
): Fault[] => {
  const lacksSpecies = !isPatch && sent.published === true && sent.species == null
  const required = { field: 'species', code: 'required', message: requiredToPublish }
  return [...valueIssues(sent, nowMs), ...(lacksSpecies ? [required] : [])]
}

/** The issues of values that schemas cannot check. */
const valueIssues = ({ birthDate, intakeDate, fee, videos }: Partly<ProfilePatch>, nowMs: number): Fault[] => {
  const faults: Fault[] = []
  const addIssue = (field: string, code: string, message: string) => faults.push({ field, code, message })
  const checkDay = (field: 'birthDate' | 'intakeDate', text: string | null | undefined): void => {
    if (text == null) return
    if (!isDay(text)) addIssue(field, 'invalid_value', 'must be a date that exists')
    else if (text > latestToday(nowMs)) addIssue(field, 'out_of_range', 'must not be in the future')
  }
  checkDay('birthDate', birthDate)
  checkDay('intakeDate', intakeDate)
  const currency = fee?.currency
  if (currency != null && !isCurrency(currency)) {
    addIssue('fee.currency', 'invalid_value', currencyRule)
  }
  for (const [place, address] of (videos ?? []).entries()) {
    if (!URL.canParse(address)) {
      addIssue(`videos.${place}`, 'invalid_value', 'must be an https address')
    }
  }
  return faults
}

/** The profile as everybody sees it; only its owner sees it while it is a draft. */
export const publicProfile = ({
  petId,
  published,
  publishedAtMs,
  shown,
  updatedAtMs,
}: StoredProfile): PublicProfile => ({
  petId,
  published,
  publishedAt: publishedAtMs === undefined ? null : showTime(publishedAtMs),
  ...shown,
  updatedAt: updatedAtMs === undefined ? null : showTime(updatedAtMs),
})

/** The profile as a caller sees it: for others than the owner, a draft has only unknown values. */
export const shownProfile = (profile: StoredProfile, isOwner: boolean): Profile => {
  if (!isOwner) return publicProfile(profile.published ? profile : emptyProfile(profile.petId))
  const { updatedAt, ...rest } = publicProfile(profile)
  return { ...rest, ...profile.hidden, updatedAt }
}

/** Parses stored facts. */
export const readFacts = (json: string): PublicFacts => {
  // Only ever written by the repository of profiles.
  const facts = JSON.parse(json, exactInteger) as PublicFacts
  return { ...facts, bondedWith: facts.bondedWith.map(BigInt) }
}

const exactInteger = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined ? BigInt(source) : value
