import type { CategoriesService } from '../../animals/categories/categories.service.ts'
import type { CategoryChange } from '../../animals/categories/category.ts'
import { MAX_NOTES, type NoteChange, type Note as StaffNote } from '../../animals/notes/note.ts'
import type { PetChange } from '../../animals/pets/pet-change.ts'
import { MAX_PHOTOS, type PhotoChange } from '../../animals/photos/photo.ts'
import type { StoredImage } from '../../animals/photos/photo-media.service.ts'
import type { PhotosService } from '../../animals/photos/photos.service.ts'
import type { ProfileChange, ProfilePatch, StoredProfile } from '../../animals/profiles/profile.ts'
import { emptyProfile } from '../../animals/profiles/profile-facts.ts'
import type { Species } from '../../animals/profiles/profile-values.ts'
import type { KnownAnimal } from '../../animals/profiles/profiles.repository.ts'
import type { ProfilesService } from '../../animals/profiles/profiles.service.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Actor, actorFor } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import { type Note, noteOf } from '../animal-formats/foreign-animal.ts'
import type { Details } from './animal-details.ts'
import { type KnownCategories, knownCategories } from './category-names.ts'
import { type ImportedNote, notesColumn } from './exported-notes.ts'
import { ImportFault } from './file-format.ts'
import type { MadeCategory } from './import-categories.repository.ts'
import type { ImportedPet, ImportRow } from './import-row.ts'

type Query = Database['read']
export type DetailedChange = PetChange | ProfileChange | PhotoChange | CategoryChange | NoteChange

/** The stored files of a photo, and its description. */
type FetchedPhoto = StoredImage & { alt?: string }
/** Stores the files of a photo, for an account. Throws an error with the reason if it cannot. */
export type FetchPhoto = (address: string, accountId: bigint) => Promise<FetchedPhoto | undefined>

export type DetailsOptions = {
  /**
   * Whether missing categories are created by name; otherwise the animal gets the category of its
   * species.
   */
  namesCategories: boolean
  /** Undefined if photos are not downloaded. */
  fetchPhoto?: FetchPhoto | undefined
  /** Whether the import fails if a photo cannot be stored; otherwise the photo is left out. */
  needsPhotos?: true
}

type Deps = DetailsOptions & {
  database: Database<DetailedChange, Author>
  profiles: Pick<ProfilesService, 'change' | 'checkNew' | 'lockPets'>
  categories: Pick<CategoriesService, 'listSpecies' | 'make'>
  photos: Pick<PhotosService, 'add'>
  recordCategory: (query: Query, importId: bigint, category: MadeCategory) => Promise<void>
  listCategoryNames: (query: Query, limit: number) => Promise<{ id: bigint; name: string | null }[]>
  findByExternalIds: (
    query: Query,
    ids: { externalIds: readonly string[]; ownerId: bigint },
  ) => Promise<Map<string, KnownAnimal>>
  listPhotos: (query: Query, petIds: readonly bigint[]) => Promise<{ petId: bigint; variants: { url: string }[] }[]>
  notes: {
    list: (query: Query, list: { petId: bigint; limit: number }) => Promise<StaffNote[]>
    insert: (query: Query, petId: bigint, note: ImportedNote) => Promise<void>
  }
}

/** A dry run has no id. */
type Preparing = { actor: Actor; author: Author; importId: bigint | undefined }

/** The effect of a row beyond the animal itself. */
type Applied = { isChanged: boolean; isPublished: boolean; photosAdded: number; notes: Note[] }

/** A row after the steps before its transaction. */
export type ReadyRow = ImportRow & {
  pet: ImportedPet
  details?: Details
  images?: FetchedPhoto[]
  /** Whether its category is missing, which a dry run does not create. */
  lacksCategory?: boolean
}

/**
 * A row with the animal that it adds or changes; or, if its id is taken, with the animal that has
 * it.
 */
export type Identified =
  | { row: ReadyRow; pet: ImportedPet; other?: undefined }
  | { row: ReadyRow; pet?: undefined; other: KnownAnimal }

export type AnimalDetails = ReturnType<typeof animalDetails>

const MAX_CATEGORIES = 100_000
/** More new categories than this mean that the column is wrong. */
const MAX_NEW_CATEGORIES = 200
/** Attempts to create a category, while others create some too. */
const MAX_ATTEMPTS = 100
const PHOTOS_AT_ONCE = 4

/** The part of rows beyond the specification: categories by name, profiles, photos. */
export const animalDetails = (deps: Deps) => {
  const { database, profiles, categories, photos, fetchPhoto } = deps
  let known: KnownCategories | undefined
  let ofSpecies: Map<Species, bigint> | undefined
  let made = 0

  /** Undoing the import removes the category again. */
  const makeCategory = (author: Author, importId: bigint, category: MadeCategory) =>
    categories.make(author, category, (trx) => deps.recordCategory(trx.query, importId, category))

  const categoryId = async (
    author: Author,
    name: string,
    importId: bigint | undefined,
  ): Promise<bigint | undefined> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      known ??= knownCategories(await deps.listCategoryNames(database.read, MAX_CATEGORIES))
      const found = known.idOf(name)
      if (found !== undefined || !deps.namesCategories) return found
      if (made === MAX_NEW_CATEGORIES) {
        throw new ImportFault(`it needs more than ${MAX_NEW_CATEGORIES} new categories`)
      }
      const id = known.freeId()
      if (importId === undefined || (await makeCategory(author, importId, { id, name }))) {
        made += 1
        known.add(name, id)
        return id
      }
      // Somebody else has created it in the meantime, perhaps with this very name.
      known = undefined
    }
    throw new ImportFault(`the category ${name} could not be created`)
  }

  const idOfSpecies = async (species: Species): Promise<bigint> => {
    ofSpecies ??= new Map((await categories.listSpecies()).map((one) => [one.species, one.categoryId]))
    const id = ofSpecies.get(species)
    if (id === undefined) throw new ImportFault(`the species ${species} has no category`)
    return id
  }

  /** The existing animals of rows, by their ids in the other system. */
  const findKnown = async (query: Query, actor: Actor, rows: readonly ReadyRow[]) => {
    const externalIds = rows.flatMap(({ pet, details }) => (pet.id === undefined ? (details?.externalId ?? []) : []))
    return deps.findByExternalIds(query, { externalIds, ownerId: actor.accountId })
  }

  const imagesOf = async (actor: Actor, row: ReadyRow, there: number): Promise<ReadyRow> => {
    const wanted = row.details?.photos ?? []
    if (!fetchPhoto || wanted.length === 0 || there >= Math.min(wanted.length, MAX_PHOTOS)) return row
    const notes: Note[] = []
    const images: FetchedPhoto[] = []
    for (const [at, address] of wanted.entries()) {
      if (at >= MAX_PHOTOS) {
        const message = `exceeds the limit of ${MAX_PHOTOS} photos`
        notes.push(noteOf('photos', message, address))
        continue
      }
      try {
        const image = await fetchPhoto(address, actorFor(row.pet, actor).accountId)
        if (image) images.push(image)
      } catch (error) {
        if (deps.needsPhotos) throw error
        const message = `was not downloaded: ${(error as Error).message}`
        notes.push(noteOf('photos', message, address, 'photo_not_fetched'))
      }
    }
    return { ...row, images, notes: [...(row.notes ?? []), ...notes] }
  }

  const withImages = async (actor: Actor, rows: readonly ReadyRow[]): Promise<ReadyRow[]> => {
    const found = await findKnown(database.read, actor, rows)
    const ids = [...found.values()].map(({ id }) => id)
    const there = await deps.listPhotos(database.read, ids)
    const counts = Map.groupBy(there, ({ petId }) => petId)
    const done: ReadyRow[] = []
    const left = rows.entries()
    const fetchOnes = async () => {
      for (const [at, row] of left) {
        const petId = row.pet.id ?? found.get(row.details?.externalId ?? '')?.id
        const count = petId === undefined ? 0 : (counts.get(petId)?.length ?? 0)
        done[at] = await imagesOf(actor, row, count)
      }
    }
    await Promise.all(Array.from({ length: PHOTOS_AT_ONCE }, fetchOnes))
    return done
  }

  const addImages = async (
    trx: Trx<DetailedChange>,
    actor: Actor,
    petId: bigint,
    images: readonly FetchedPhoto[],
  ): Promise<number> => {
    const there = await deps.listPhotos(trx.query, [petId])
    const urls = new Set(there.map(({ variants }) => variants[0]?.url))
    let added = 0
    for (const image of images) {
      const url = image.variants[0]?.url
      if (urls.has(url) || urls.size >= MAX_PHOTOS) continue
      await photos.add(trx, actor, { petId, image, alt: image.alt, origin: '' })
      urls.add(url)
      added += 1
    }
    return added
  }

  /** Adds the notes that the animal does not have yet. Returns how many, and what was left out. */
  const addNotes = async (
    trx: Trx<DetailedChange>,
    petId: bigint,
    written: readonly ImportedNote[],
  ): Promise<{ added: number; notes: Note[] }> => {
    if (written.length === 0) return { added: 0, notes: [] }
    const there = await deps.notes.list(trx.query, { petId, limit: MAX_NOTES })
    const known = new Set(there.map(({ text, createdAt }) => `${Date.parse(createdAt)} ${text}`))
    const notes: Note[] = []
    let added = 0
    for (const note of written) {
      const key = `${note.createdAtMs} ${note.text}`
      if (known.has(key)) continue
      if (known.size >= MAX_NOTES) {
        notes.push(noteOf(notesColumn, `exceeds the limit of ${MAX_NOTES} notes`, note.text))
        continue
      }
      await deps.notes.insert(trx.query, petId, note)
      trx.record({ kind: 'note added', petId })
      known.add(key)
      added += 1
    }
    return { added, notes }
  }

  const describe = async (
    trx: Trx<DetailedChange>,
    actor: Actor,
    petId: bigint,
    details: Details,
  ): Promise<{ isChanged: boolean; isPublished: boolean; notes: Note[] }> => {
    const { publishedAtMs } = details
    let isPublished = false
    const changeBy = (mayPublish: boolean) =>
      profiles.change(trx, actor, {
        petId,
        publishedAtMs,
        changes: (before) => {
          const changes = changesOf(before, details, mayPublish)
          isPublished = changes.published === true && !before.published
          return changes
        },
      })
    try {
      const isChanged = await changeBy(true)
      return { isChanged, isPublished, notes: [] }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const notes = notesOf(error)
      // Only publishing may be invalid; nothing has been written yet.
      const isChanged = await changeBy(false).catch((other) => {
        if (other instanceof HttpError) return undefined
        throw other
      })
      return { isChanged: isChanged ?? false, isPublished: false, notes }
    }
  }

  return {
    hasPhotos: fetchPhoto !== undefined,

    /** Forgets the categories that a dry run would have created. */
    forgetCategories(): void {
      known = undefined
      ofSpecies = undefined
      made = 0
    },

    /** Replaces rows of animals that have left, if the animal is in the store: their rows change it. */
    async replaceDeparted(actor: Actor, rows: readonly ImportRow[]): Promise<readonly ImportRow[]> {
      const departed = rows.flatMap((row) => row.departed?.row ?? [])
      if (departed.length === 0) return rows
      const found = await findKnown(database.read, actor, departed)
      return rows.map((row) => {
        const known = row.departed?.row
        if (!known || !found.has(known.details.externalId ?? '')) return row
        const own = (row.notes ?? []).filter(({ code }) => code !== 'left_shelter')
        const notes = [...(known.notes ?? []), ...own]
        return { ...known, notes, leaves: row.departed?.status ?? '' }
      })
    },

    /**
     * Before the transaction of some rows: creates their categories, and downloads their photos.
     */
    async prepare(rows: readonly ImportRow[], { actor, author, importId }: Preparing): Promise<ImportRow[]> {
      const isDryRun = importId === undefined
      const ready: ImportRow[] = []
      for (const row of rows) {
        const category = row.details?.category
        if (!row.pet || category === undefined) ready.push(row)
        else {
          const isNamed = typeof category === 'string'
          const id = isNamed ? await categoryId(author, category, importId) : undefined
          const species = isNamed ? row.details?.profile.species : category.species
          const found = id ?? (await idOfSpecies(species ?? 'other'))
          const pet = { ...row.pet, categoryId: found }
          if (isNamed && id === undefined) {
            const notes = [...(row.notes ?? []), noteOf('category', unnamed, category)]
            ready.push({ ...row, pet, notes })
            continue
          }
          ready.push({ ...row, pet })
        }
      }
      if (!fetchPhoto || isDryRun) return ready
      const sound = ready.filter((row): row is ReadyRow => row.pet !== undefined)
      const withPhotos = await withImages(actor, sound)
      const bySound = new Map(sound.map((row, at) => [row as ImportRow, withPhotos[at]]))
      return ready.map((row) => bySound.get(row) ?? row)
    },

    /** Finds the animals of rows, and locks those that exist. */
    async identify(trx: Trx<DetailedChange>, actor: Actor, rows: readonly ReadyRow[]): Promise<Identified[]> {
      const found = await findKnown(trx.query, actor, rows)
      const known = [...found.values()].map(({ id }) => ({ petId: id }))
      if (known.length > 0) await profiles.lockPets(trx, known)
      return rows.map((row) => {
        const { pet, details } = row
        const animal = pet.id === undefined ? found.get(details?.externalId ?? '') : undefined
        if (!animal) return { row, pet }
        return isOther(animal, pet) ? { row, other: animal } : { row, pet: { ...pet, id: animal.id } }
      })
    },

    /** Applies the part of a row beyond the animal itself. */
    async apply(
      trx: Trx<DetailedChange>,
      actor: Actor,
      { petId, row }: { petId: bigint; row: ReadyRow },
    ): Promise<Applied> {
      const photosAdded = row.images?.length ? await addImages(trx, actor, petId, row.images) : 0
      if (!row.details) return { isChanged: false, isPublished: false, photosAdded, notes: [] }
      const { isChanged, isPublished, notes } = await describe(trx, actor, petId, row.details)
      const written = await addNotes(trx, petId, row.details.notes ?? [])
      return {
        isChanged: isChanged || photosAdded > 0 || written.added > 0,
        isPublished,
        photosAdded,
        notes: [...notes, ...written.notes],
      }
    },

    /** What `apply` returns for a new animal, which a dry run does not add. */
    preview({ pet, details }: ReadyRow): Applied {
      const same = { isChanged: true, photosAdded: 0 }
      if (!details) return { ...same, isPublished: false, notes: [] }
      const changes = changesOf(emptyProfile(pet.id ?? 0n), details, true)
      const hasPhotos = fetchPhoto !== undefined && details.photos.length > 0
      try {
        profiles.checkNew(changes, { hasPhotos })
        return { ...same, isPublished: changes.published === true, notes: [] }
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        return { ...same, isPublished: false, notes: notesOf(error) }
      }
    },

    /** Sets the bonds once all animals exist. Returns those that could not be set. */
    async bond(
      trx: Trx<DetailedChange>,
      actor: Actor,
      rows: readonly ReadyRow[],
      beforeBond: (petId: bigint, bondedWith: readonly bigint[]) => Promise<void>,
    ) {
      const notes = new Map<ImportRow, Note[]>()
      for (const row of rows) {
        const { details, pet } = row
        const owner = actorFor(pet, actor)
        const named = details?.bondedWith ?? []
        const externalIds = [details?.externalId ?? '', ...named]
        const found = await deps.findByExternalIds(trx.query, {
          externalIds,
          ownerId: owner.accountId,
        })
        const petId = pet.id ?? found.get(details?.externalId ?? '')?.id
        const bonds = details?.profile.bondedWith ?? named.flatMap((id) => found.get(id)?.id ?? [])
        const lost = named.filter((id) => !found.has(id))
        const faults = lost.map((id) => noteOf('bondedWith', 'is not an animal of the account', id))
        if (bonds.length > 0 && pet.id === undefined && details?.externalId === undefined) {
          const message = 'was left out: a row without an id cannot be found again'
          faults.push(noteOf('bondedWith', message, bonds.join(' ')))
        }
        if (petId !== undefined && bonds.length > 0) {
          const given = bonds.filter((id) => id !== petId)
          await beforeBond(petId, given)
          // A row adds bonds and ends none, as those of another row have two sides.
          const changes = ({ shown }: StoredProfile) => ({
            bondedWith: [...new Set([...given, ...shown.bondedWith])],
          })
          await profiles.change(trx, owner, { petId, changes }).catch((error) => {
            if (!(error instanceof HttpError)) throw error
            faults.push(...notesOf(error))
          })
        }
        if (faults.length > 0) notes.set(row, faults)
      }
      return notes
    },
  }
}

/** Two systems may use one id: another name in another category means another animal. */
const isOther = (animal: KnownAnimal, { name, categoryId }: ImportedPet): boolean =>
  animal.categoryId !== categoryId && animal.name.toLowerCase() !== name.toLowerCase()

/**
 * The changes of a row, without those that would override decisions made here since: an estimated
 * birth date, and whether the animal is published.
 */
const changesOf = (
  before: StoredProfile,
  { profile, isOffered, hasLeft, isBirthDateEstimated }: Details,
  mayPublish: boolean,
): ProfilePatch => {
  // Bonds are set once all animals exist.
  const { bondedWith: _, ...given } = profile
  const isNew = before.updatedAtMs === undefined
  if (isBirthDateEstimated && before.shown.birthDate !== null) {
    delete given.birthDate
    delete given.birthDateExact
  }
  const hasSpecies = (given.species ?? before.shown.species) !== null
  if (!mayPublish) delete given.published
  if (hasLeft) return { ...given, published: false }
  return { ...given, ...(mayPublish && isNew && isOffered && hasSpecies && { published: true }) }
}

const unnamed = 'is not a category, and your account cannot create one yet'

const notesOf = (error: HttpError): Note[] =>
  (error.errors ?? [{ field: '', code: error.code, message: error.message }]).map((fault) => ({
    ...fault,
    value: '',
  }))
