import type { Note } from '../../animals/notes/note.ts'
import type { Organization } from '../../animals/organizations/organization.ts'
import type { Pet, PetFilter } from '../../animals/pets/pet.ts'
import type { PetList } from '../../animals/pets/pets.repository.ts'
import { addressed, type Photo } from '../../animals/photos/photo.ts'
import { ageAt, dayOf } from '../../animals/profiles/age.ts'
import type { StoredProfile } from '../../animals/profiles/profile.ts'
import { emptyProfile } from '../../animals/profiles/profile-facts.ts'
import { stringifyJson } from '../../platform/http/json.ts'
import type { Database } from '../../platform/storage/database.ts'
import { readSnapshot } from '../../platform/storage/snapshot.ts'
import { petfinderAnimal } from '../animal-formats/petfinder-animal.ts'
import { preciseName } from '../animal-formats/petfinder-words.ts'
import { csvLine } from './csv.ts'
import { exportedNotes, notesColumn } from './exported-notes.ts'
import { type ExportFormat, ownerColumn, petColumns } from './file-format.ts'
import { exportedPhotos, exportedProfile, photosColumn, profileColumns, profileFields } from './profile-columns.ts'
import { protectionColumn, protectText } from './protected-text.ts'

type Query = Database['read']

type Deps = {
  database: Database
  listPets: (query: Query, list: PetList) => Promise<Pet[]>
  /** The owners of some animals. */
  findOwners: (query: Query, ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, bigint>>
  countPets: (query: Query, filter: PetFilter) => Promise<number>
  hasProfiles: (query: Query) => Promise<boolean>
  listProfiles: (query: Query, ids: readonly bigint[]) => Promise<Map<bigint, StoredProfile>>
  listPhotos: (query: Query, ids: readonly bigint[]) => Promise<Photo[]>
  hasNotes: (query: Query) => Promise<boolean>
  listNotes: (query: Query, ids: readonly bigint[]) => Promise<Note[]>
  findOrganization: (query: Query, id: bigint) => Promise<Organization | undefined>
  listCategoryNames: (query: Query, limit: number) => Promise<{ id: bigint; name: string | null }[]>
}

type ExportOrder = {
  format: ExportFormat
  /** CSV with texts protected from spreadsheets; an import restores them. */
  forSpreadsheets?: boolean
  /** Adds the owner of each animal. */
  withOwners?: boolean
  /** Omits profiles and photos. */
  withoutProfiles?: boolean
  /** The URL of this server for photos. */
  origin: string
  hasSite: boolean
  nowMs: number
  filter: Pick<PetFilter, 'status' | 'categoryId'>
  /** Writes a chunk of the file. */
  write: (text: string) => Promise<void>
  /** Called for each page, with the total; without it the animals are not counted. */
  onProgress?: ((rows: number, total: number) => void) | undefined
}

/** The number of animals in the file, and of drafts that were left out. */
export type ExportResult = { rows: number; drafts: number }

/** One animal with all its data. */
type Exported = {
  pet: Pet
  ownerId: bigint
  profile: StoredProfile | undefined
  /** Whether it is and was not public: its listing was never published, and it was not adopted. */
  isDraft: boolean
  photos: readonly Photo[]
  notes: readonly Note[]
  organization: Organization | undefined
  category: string | undefined
}

const PAGE = 2_000
/** For animals with profiles or notes, which may be long. */
const DETAILED_PAGE = 250
const MAX_CATEGORIES = 100_000

/** Exports animals to a file, by id, as of one moment. */
export const exportService = (deps: Deps) => {
  const { database, listPets, countPets } = deps

  /** The profiles, photos and other data that the format needs for a page of animals. */
  const detailsFor = async (query: Query, { format, withOwners, ...order }: ExportOrder) => {
    const isPetfinder = format === 'petfinder'
    const isDetailed = !order.withoutProfiles && (isPetfinder || (await deps.hasProfiles(query)))
    const isJson = format === 'json' || format === 'ndjson'
    const hasNotes = isJson && !order.withoutProfiles && (await deps.hasNotes(query))
    const needsOwners = withOwners || isPetfinder
    const categories = isPetfinder ? await deps.listCategoryNames(query, MAX_CATEGORIES) : []
    const names = new Map(categories.map(({ id, name }) => [id, name ?? undefined]))
    const organizations = new Map<bigint, Organization | undefined>()

    const organizationOf = async (ownerId: bigint) => {
      if (!isPetfinder) return undefined
      if (!organizations.has(ownerId)) {
        organizations.set(ownerId, await deps.findOrganization(query, ownerId))
      }
      return organizations.get(ownerId)
    }
    const withDetails = async (pets: readonly Pet[]): Promise<Exported[]> => {
      const ids = pets.map(({ id }) => id)
      const owners = needsOwners ? await deps.findOwners(query, ids) : new Map<bigint, bigint>()
      const profiles: ReadonlyMap<bigint, StoredProfile> =
        isDetailed || isPetfinder ? await deps.listProfiles(query, ids) : new Map()
      const photos = isDetailed && ids.length > 0 ? await deps.listPhotos(query, ids) : []
      const photosOf = Map.groupBy(photos, ({ petId }) => petId)
      const notes = hasNotes && ids.length > 0 ? await deps.listNotes(query, ids) : []
      const notesOf = Map.groupBy(notes, ({ petId }) => petId)
      const all: Exported[] = []
      for (const pet of pets) {
        const ownerId = owners.get(pet.id) ?? 0n
        all.push({
          pet,
          ownerId,
          photos: photosOf.get(pet.id) ?? [],
          notes: notesOf.get(pet.id) ?? [],
          profile: isDetailed ? profiles.get(pet.id) : undefined,
          isDraft: pet.status !== 'sold' && profiles.get(pet.id)?.published !== true,
          organization: await organizationOf(ownerId),
          category: names.get(pet.categoryId),
        })
      }
      return all
    }
    return { isDetailed, isLong: isDetailed || hasNotes, withDetails }
  }

  const run = (order: ExportOrder): Promise<ExportResult> =>
    readSnapshot(database, async (query) => {
      const { filter, write, onProgress } = order
      const { isDetailed, isLong, withDetails } = await detailsFor(query, order)
      const { head, line, between, tail } = writers[order.format](order, isDetailed)
      const limit = isLong ? DETAILED_PAGE : PAGE
      await write(head)
      const total = onProgress ? await countPets(query, filter) : 0
      let rows = 0
      let drafts = 0
      let afterId: bigint | undefined
      for (;;) {
        const page = await listPets(query, { filter, descending: false, afterId, limit })
        const animals = await withDetails(page)
        // Readers of such a file treat every animal that is not adopted as available.
        const taken = order.format === 'petfinder' ? animals.filter(({ isDraft }) => !isDraft) : animals
        const before = rows > 0 ? between : ''
        if (taken.length > 0) await write(before + taken.map(line).join(between))
        rows += taken.length
        drafts += animals.length - taken.length
        onProgress?.(rows + drafts, total)
        afterId = page.at(-1)?.id
        if (page.length < limit) break
      }
      await write(tail)
      return { rows, drafts }
    })

  return { run }
}

type Writer = {
  head: string
  line: (animal: Exported) => string
  between: string
  tail: string
}

const csvWriter = (order: ExportOrder, isDetailed: boolean): Writer => {
  const { withOwners, forSpreadsheets, origin } = order
  const shown = (text: string) => (forSpreadsheets ? protectText(text) : text)
  const columns = [
    ...petColumns,
    ...(withOwners ? [ownerColumn] : []),
    ...(isDetailed ? profileColumns : []),
    ...(forSpreadsheets ? [protectionColumn] : []),
  ]
  return {
    head: csvLine(columns),
    between: '',
    tail: '',
    line: ({ pet: { id, name, categoryId, status }, ownerId, profile, photos }) =>
      csvLine([
        String(id),
        shown(name),
        String(categoryId),
        status,
        ...(withOwners ? [String(ownerId)] : []),
        ...(isDetailed ? profileFields(profile, photos, origin).map(shown) : []),
        ...(forSpreadsheets ? ['yes'] : []),
      ]),
  }
}

const jsonLine =
  ({ withOwners, origin }: ExportOrder) =>
  ({ pet: { id, name, categoryId, status }, ownerId, profile, photos, notes }: Exported): string =>
    stringifyJson({
      id,
      name,
      categoryId,
      status,
      ...(withOwners && { [ownerColumn]: ownerId }),
      ...(profile && { profile: exportedProfile(profile) }),
      ...(photos.length > 0 && { [photosColumn]: exportedPhotos(photos, origin) }),
      ...(notes.length > 0 && { [notesColumn]: exportedNotes(notes) }),
    })

const WHOLE_NUMBER = /^[1-9]\d{0,14}$/

/** The format of version 2 of Petfinder's API, with unescaped texts and original ids. */
const petfinderLine =
  ({ origin, hasSite, nowMs }: ExportOrder) =>
  ({ pet, ownerId, organization, photos, category, ...rest }: Exported): string => {
    const { id, name, status } = pet
    const profile = rest.profile ?? emptyProfile(id)
    const { birthDate, species, description } = profile.shown
    const { externalId } = profile.hidden
    const born = birthDate === null ? null : BigInt(dayOf(birthDate))
    const listed = {
      ...profile.shown,
      id,
      name,
      status,
      age: ageAt(born, nowMs),
      updatedAtMs: nowMs,
      publishedAtMs: profile.publishedAtMs ?? nowMs,
      shownUntilMs: undefined,
      distanceMetres: undefined,
      photos: photos.map((photo) => addressed(photo, origin)),
      organization: { id: ownerId, name: null, city: null, country: null },
    }
    const url = hasSite ? `${origin}/adopt/${id}` : null
    const shown = petfinderAnimal(listed, { organization, url, prefix: '/v2' })
    const hasNumber = externalId !== null && WHOLE_NUMBER.test(externalId)
    return stringifyJson({
      ...shown,
      id: hasNumber ? Number(externalId) : id,
      species: preciseName(species, category) ?? shown.species,
      description,
      organization_animal_id: hasNumber ? null : externalId,
      ...(profile.publishedAtMs === undefined && { published_at: null, status_changed_at: null }),
    })
  }

const writers: Record<ExportFormat, (order: ExportOrder, isDetailed: boolean) => Writer> = {
  csv: csvWriter,
  ndjson: (order) => {
    const line = jsonLine(order)
    return { head: '', line: (animal) => `${line(animal)}\n`, between: '', tail: '' }
  },
  json: (order) => ({ head: '[\n', line: jsonLine(order), between: ',\n', tail: '\n]\n' }),
  petfinder: (order) => ({
    head: '{"animals":[\n',
    line: petfinderLine(order),
    between: ',\n',
    tail: '\n]}\n',
  }),
}
