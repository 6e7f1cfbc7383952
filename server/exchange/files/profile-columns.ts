import type { Photo } from '../../animals/photos/photo.ts'
import { type ProfilePatch, ProfilePatchSchema, type StoredProfile } from '../../animals/profiles/profile.ts'
import { checkFacts, merged, noFacts } from '../../animals/profiles/profile-facts.ts'
import { type Fault, HttpError } from '../../platform/http/http-error.ts'
import { parseInt64 } from '../../platform/http/int64.ts'
import { validators } from '../../platform/http/validation.ts'
import { parseTime, showTime } from '../../platform/time.ts'
import type { Details } from './animal-details.ts'
import { type ImportedNote, readNotes } from './exported-notes.ts'

/** The format of a profile's value in a column. Each item of a list has its own line. */
type Kind = 'text' | 'yesNo' | 'number' | 'lines' | 'ids'

/** The profile columns of an export, in order; a dot leads into a part. */
const kinds = {
  ...({ published: 'yesNo', publishedAt: 'text', species: 'text' } as const),
  ...({ 'breeds.primary': 'text', 'breeds.secondary': 'text', 'breeds.mixed': 'yesNo' } as const),
  ...({ birthDate: 'text', birthDateExact: 'yesNo', sex: 'text', size: 'text' } as const),
  ...({ weightGrams: 'number', coat: 'text', colors: 'lines', description: 'text' } as const),
  ...({
    tags: 'lines',
    houseTrained: 'yesNo',
    spayedNeutered: 'yesNo',
    vaccinated: 'yesNo',
  } as const),
  ...({ declawed: 'yesNo', specialNeeds: 'text', 'goodWith.children': 'yesNo' } as const),
  ...({ 'goodWith.dogs': 'yesNo', 'goodWith.cats': 'yesNo', 'fee.amount': 'number' } as const),
  ...({ 'fee.currency': 'text', bondedWith: 'ids', videos: 'lines', externalId: 'text' } as const),
  ...({ microchip: 'text', intakeDate: 'text' } as const),
} satisfies Record<string, Kind>

/** URLs of photos, which are not part of a profile. */
export const photosColumn = 'photos'
export const profileColumns: readonly string[] = [...Object.keys(kinds), photosColumn]

/** A profile with everything that its owner sees, as an import accepts it. */
export const exportedProfile = ({ published, publishedAtMs, shown, hidden }: StoredProfile) => ({
  published,
  publishedAt: publishedAtMs === undefined ? null : showTime(publishedAtMs),
  ...shown,
  ...hidden,
})

/** The largest variant of each photo, at its public URL. */
export const exportedPhotos = (photos: readonly Photo[], origin: string) =>
  photos.flatMap(({ variants, alt }) => {
    const [largest] = variants.filter(({ format }) => format === 'jpeg').sort((one, other) => other.width - one.width)
    return largest ? [{ url: origin + largest.url, ...(alt !== undefined && { alt }) }] : []
  })

/** The CSV fields for a profile and photos; empty if there are none. */
export const profileFields = (
  profile: StoredProfile | undefined,
  photos: readonly Photo[],
  origin: string,
): string[] => {
  const values: Record<string, unknown> = profile ? exportedProfile(profile) : {}
  const fields = Object.keys(kinds).map((path) => written(valueAt(values, path)))
  const urls = exportedPhotos(photos, origin).map(({ url }) => url)
  return [...fields, urls.join('\n')]
}

const valueAt = (values: Record<string, unknown>, path: string): unknown => {
  const [name = '', inner] = path.split('.')
  const value = values[name]
  // A part of a profile.
  return inner === undefined ? value : (value as Record<string, unknown> | null | undefined)?.[inner]
}

const written = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}

/** The columns of a row as an object like that of a JSON line. Empty ones are omitted. */
export const readColumns = (fields: readonly { name: string; text: string }[]) => {
  const profile: Record<string, unknown> = {}
  for (const { name, text } of fields) {
    if (text === '' || !(name in kinds)) continue
    const [outer = '', inner] = name.split('.')
    const value = readField(text, kinds[name as keyof typeof kinds])
    if (inner === undefined) profile[outer] = value
    else profile[outer] = { ...(profile[outer] as object | undefined), [inner]: value }
  }
  return Object.keys(profile).length === 0 ? undefined : profile
}

/** An invalid value stays a text, which validation rejects. */
const readField = (text: string, kind: Kind): unknown => {
  if (kind === 'lines') return text.split('\n').map((line) => line.replace(/\r$/, ''))
  if (kind === 'ids') return text.split('\n').map((line) => parseInt64(line.trim()) ?? line)
  if (kind === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text
  const word = text.toLowerCase()
  return kind === 'yesNo' && (word === 'true' || word === 'false') ? word === 'true' : text
}

const check = validators({}).body(ProfilePatchSchema)
/** Whether a date is in the future is checked when the row is written. */
const LAST_MS = Date.parse('9999-12-30T00:00:00Z')

/**
 * The data of a row of our own format beyond its animal, or its issues: such a row is imported
 * completely or not at all.
 */
export const readDetails = (
  profile: unknown,
  photos: unknown,
  notes?: unknown,
): { details: Details | undefined } | { faults: Fault[] } => {
  const urls = readPhotos(photos)
  if ('faults' in urls) return urls
  const listed = readNotes(notes)
  if ('faults' in listed) return listed
  const lists = { ...urls, ...listed }
  if (profile === undefined || profile === null) {
    const isEmpty = lists.photos.length === 0 && lists.notes.length === 0
    return { details: isEmpty ? undefined : detailsOf({}, lists) }
  }
  const { publishedAt, ...given } = profile as Record<string, unknown>
  const publishedAtMs = typeof publishedAt === 'string' ? parseTime(publishedAt) : undefined
  if (publishedAt !== undefined && publishedAt !== null && publishedAtMs === undefined) {
    return faultOf('publishedAt', 'invalid_value', 'must be an RFC 3339 time')
  }
  const outcome = check({ value: given, duplicates: [] })
  if ('error' in outcome) return { faults: faultsOf(outcome.error) }
  // The schema has been checked.
  const patch = outcome.value as ProfilePatch
  try {
    checkFacts(merged(noFacts, patch), { nowMs: LAST_MS, lacksPhoto: false })
  } catch (error) {
    if (error instanceof HttpError) return { faults: faultsOf(error) }
    throw error
  }
  return { details: detailsOf(patch, lists, publishedAtMs) }
}

type Lists = { photos: string[]; notes: ImportedNote[] }

const detailsOf = (profile: ProfilePatch, lists: Lists, publishedAtMs?: number): Details => ({
  profile,
  ...lists,
  isOffered: false,
  isBirthDateEstimated: false,
  bondedWith: [],
  ...(publishedAtMs !== undefined && { publishedAtMs }),
})

const readPhotos = (photos: unknown): { photos: string[] } | { faults: Fault[] } => {
  if (photos === undefined || photos === null) return { photos: [] }
  const items = typeof photos === 'string' ? photos.split('\n') : photos
  if (!Array.isArray(items)) return faultOf(photosColumn, 'invalid_type', 'must be a list')
  const urls = items.map((item) => (item as { url?: unknown } | null)?.url ?? item)
  return urls.every((url) => typeof url === 'string')
    ? { photos: urls }
    : faultOf(photosColumn, 'invalid_type', 'must be a list of URLs')
}

const faultOf = (field: string, code: string, message: string) => ({
  faults: [{ field, code, message }],
})

const faultsOf = ({ code, message, errors }: HttpError): Fault[] => errors ?? [{ field: 'profile', code, message }]
