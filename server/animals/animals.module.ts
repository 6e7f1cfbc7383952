import { randomUUID } from 'node:crypto'
import type { AccountChange } from '../accounts/accounts/account.ts'
import { accountReview } from '../accounts/accounts/account-review.ts'
import type { AccountsServices } from '../accounts/accounts.module.ts'
import type { Clock } from '../platform/clock.ts'
import { DAY_MS, HOUR_MS } from '../platform/durations.ts'
import { validators } from '../platform/http/validation.ts'
import type { Logger } from '../platform/log.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import { fileTimeMs, sweepFolder } from '../platform/sweep-folder.ts'
import type { HistoryActionTable } from '../requests/api/history-action.ts'
import type { Closers, Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import { rewriteResponses } from '../requests/idempotency/idempotency.repository.ts'
import { sharedSchemas } from '../requests/pipeline/registry.ts'
import type { RequestsServices } from '../requests/requests.module.ts'
import { findCategory } from './categories/categories.repository.ts'
import { categoryOperations, categorySchemas } from './categories/categories.routes.ts'
import { categoriesService } from './categories/categories.service.ts'
import type { CategoryChange } from './categories/category.ts'
import { endedHistories } from './history/ended-histories.service.ts'
import { historyOperations, historySchemas } from './history/history.routes.ts'
import { historyService } from './history/history.service.ts'
import { imageRenderer } from './images/image-renderer.ts'
import { folderMarkers } from './media/folder-markers.ts'
import { folderMedia } from './media/folder-media.ts'
import { mediaPages } from './media/media.routes.ts'
import { MARKER_PREFIX, type MediaStorage, type MediaUnavailable } from './media/media.ts'
import type { S3Config } from './media/s3-config.ts'
import { findStorageFaults, photosElsewhere, type StorageFault } from './media/storage-check.ts'
import type { NoteChange } from './notes/note.ts'
import { deleteNote, listWithAnimals } from './notes/notes.repository.ts'
import { noteOperations, noteSchemas } from './notes/notes.routes.ts'
import { notesService } from './notes/notes.service.ts'
import { orphanedNotes } from './notes/orphaned-notes.service.ts'
import type { OrganizationChange } from './organizations/organization.ts'
import { organizationOperations, organizationSchemas } from './organizations/organizations.routes.ts'
import { organizationsService } from './organizations/organizations.service.ts'
import { petBatchOperations, petBatchSchemas } from './pets/pet-batches.routes.ts'
import type { PetBatchChange, PetChange } from './pets/pet-change.ts'
import { petChangeOperations, petChangeSchemas } from './pets/pet-changes.routes.ts'
import { petResponses, type ShownCaches } from './pets/pet-responses.ts'
import { findOwnedPet } from './pets/pets.repository.ts'
import { petOperations, petSchemas } from './pets/pets.routes.ts'
import { type Catalogue, createCatalogue, type OpenOrders, type PetsService, petsService } from './pets/pets.service.ts'
import type { PhotoChange } from './photos/photo.ts'
import { photoBudget } from './photos/photo-budget.ts'
import { photoMedia as createPhotoMedia } from './photos/photo-media.service.ts'
import { countAllPhotos, countPhotos } from './photos/photos.repository.ts'
import { photoOperations, photoSchemas } from './photos/photos.routes.ts'
import { photosService } from './photos/photos.service.ts'
import { sharedFolder } from './photos/shared-folder.service.ts'
import { uploadSlots } from './photos/upload-slots.ts'
import { endBonds, partnersOf } from './profiles/bonds.ts'
import type { ProfileChange } from './profiles/profile.ts'
import { profileOperations, profileSchemas } from './profiles/profiles.routes.ts'
import { profilesService } from './profiles/profiles.service.ts'

const MARKER_MS = HOUR_MS / 6
const END_MS = 5_000

type Changes =
  | AccountChange
  | PetChange
  | PetBatchChange
  | ProfileChange
  | PhotoChange
  | NoteChange
  | CategoryChange
  | OrganizationChange

type MediaPlace = { kind: 'folder'; folder: string; isGiven: boolean } | { kind: 's3'; s3: S3Config }

type PetParts = {
  config: { strictCategories: boolean; requirePhoto: boolean }
  database: Database<Changes, Author>
  clock: Clock
  /** Whether an animal has an open order. */
  hasOpenOrder: OpenOrders['hasOpen']
}

type PhotoParts = {
  config: { media: MediaPlace & { uploadFolder: string; basePath?: string } }
  database: Database<Changes, Author>
  clock: Clock
}

type Parts = PetParts &
  PhotoParts & {
    config: StoragePlace
    log: Logger
    telemetry: { measures: { pages: { hit: number; miss: number } } }
    replicas: { catalogue: Catalogue } | undefined
    contributions: { historyActions: HistoryActionTable }
    /** The caches to notify of every change to what is shown, whichever process made it. */
    caches: ShownCaches
    /** How long a cached response may be stale. */
    maxResponseAgeMs: number
  }

type Below = {
  requests: Pick<RequestsServices<Changes>, 'idempotency'>
  accounts: Pick<AccountsServices, 'accounts'>
}

export type AnimalsServices = Awaited<ReturnType<typeof animalsModule>>['services']

/** Animals with their profiles, photos and history, and the organizations that they belong to. */
export const animalsModule = async ({ parts, below }: { parts: Parts; below: Below }) => {
  const { database, clock, caches, replicas } = parts
  const { idempotency } = below.requests
  const { accounts } = below.accounts
  const responses = petResponses({
    maxAgeMs: parts.maxResponseAgeMs,
    steadyMs: clock.steadyMs,
    counts: parts.telemetry.measures.pages,
  })
  caches.add(responses)
  const catalogue = replicas?.catalogue ?? createCatalogue(database, caches)
  const stored = petServices(parts)
  const { pets, profiles, categories } = stored
  const { photos, photoMedia, media, ...photoParts } = await photoServices({ ...parts, pets })
  const storage = await photoStorage(parts)
  const organizations = organizationsService({ database, accounts, clock })
  const history = historyService({ actions: parts.contributions.historyActions, database, findPet: findOwnedPet })
  const notes = notesService({ database, pets, findPet: findOwnedPet, clock })
  const slots = uploadSlots({ clock })
  const services = {
    ...stored,
    photos,
    photoMedia,
    organizations,
    history,
    catalogue,
    /** For pictures in documents. */
    pictures: { media, images: photoParts.images, uploadFolder: photoParts.uploadFolder },
    uploadSlots: slots,
    countAllPhotos: () => countAllPhotos(database.readLong('photos')),
    /** Why the last request to the bucket failed. */
    mediaFault: photoParts.mediaFault,
  }
  const schemas = schemasOf(parts.contributions.historyActions)
  const { body } = validators(sharedSchemas(schemas))
  const operations = [
    ...petOperations({ pets, accounts, catalogue, responses, idempotency }),
    ...petChangeOperations({ pets }),
    ...petBatchOperations({
      pets,
      accounts,
      idempotency,
      checkPet: body({ $ref: 'NewPet#' }),
      checkPatch: body({ $ref: 'BatchedPetPatch#' }),
    }),
    ...profileOperations({
      profiles,
      idempotency,
      checkProfile: body({ $ref: 'BatchedProfile#' }, { moreIssues: (sent) => profiles.bodyIssues(sent, true) }),
    }),
    ...historyOperations({ history }),
    ...noteOperations({ notes, idempotency }),
    ...photoOperations({
      photos,
      photoMedia,
      idempotency,
      uploadSlots: slots,
      uploadFolder: parts.config.media.uploadFolder,
    }),
    ...organizationOperations(organizations),
    ...categoryOperations(categories),
  ]
  const routines: Routine[] = [
    ...photoParts.routines,
    ...storage.routines,
    { name: 'histories.end', everyMs: END_MS, run: endedHistories({ database }) },
    {
      name: 'notes.removeOrphaned',
      everyMs: HOUR_MS,
      runsAtStart: true,
      run: orphanedNotes({
        database,
        rewriteResponses,
        notes: { list: listWithAnimals, remove: deleteNote },
      }).remove,
    },
  ]
  const close: Closers = { 'image rendering': photoParts.close, ...storage.close }
  const pages = mediaPages(media)
  return { services, operations, schemas, pages, routines, close } satisfies Module<typeof services>
}

const schemasOf = (historyActions: HistoryActionTable) =>
  [
    petSchemas,
    petChangeSchemas,
    petBatchSchemas,
    profileSchemas,
    historySchemas(historyActions),
    noteSchemas,
    photoSchemas,
    organizationSchemas,
    categorySchemas,
  ].flat()

/** Animals, their profiles and their categories, for the server and the command line. */
export const petServices = ({ config, database, clock, hasOpenOrder }: PetParts) => {
  const pets = petsService({
    database,
    clock,
    categories: { find: findCategory },
    orders: { hasOpen: hasOpenOrder },
    bonds: {
      partnersOf,
      // Every transaction of the program can record every change.
      end: (trx, removed) => endBonds(trx as Trx<ProfileChange>, removed),
    },
    strictCategories: config.strictCategories,
  })
  const profiles = profilesService({
    database,
    pets,
    clock,
    photos: { count: countPhotos },
    requirePhoto: config.requirePhoto,
  })
  return { pets, profiles, categories: categoriesService({ database, accounts: accountReview }) }
}

/** Photos, their renderer and the storage of their files. */
export const photoServices = async (parts: PhotoParts & { pets: PetsService }) => {
  const { database, clock, pets } = parts
  const { uploadFolder, basePath } = parts.config.media
  let mediaFault: MediaUnavailable | undefined
  const media = await openMedia(parts.config, (fault) => {
    mediaFault = fault
  })
  const images = imageRenderer({ folder: uploadFolder })
  const photos = photosService({ database, pets, clock, basePath })
  const photoMedia = createPhotoMedia({
    database,
    media,
    images,
    uploadFolder,
    clock,
    budget: photoBudget({ database, clock }),
  })
  const sweep = async (stopping: AbortSignal) => {
    await photoMedia.sweep(stopping)
    // Other processes receive files there too, so their age is measured by the clock that dates them.
    const nowMs = await fileTimeMs(uploadFolder)
    if (nowMs !== undefined) await sweepFolder(uploadFolder, nowMs - DAY_MS, stopping)
    await media.sweep(clock.nowMs() - DAY_MS, stopping)
  }
  const routines: Routine[] = [
    { name: 'photos.sweep', everyMs: HOUR_MS, run: sweep },
    { name: 'photos.find', everyMs: DAY_MS, run: photoMedia.find },
  ]
  return {
    photos,
    photoMedia,
    media,
    images,
    uploadFolder,
    routines,
    mediaFault: () => mediaFault,
    close: images.close,
  }
}

type StoragePlace = {
  media: MediaPlace & { uploadFolder: string; basePath?: string }
  database: { kind: 'sqlite' | 'postgres' }
  redis: object | undefined
}

/**
 * Warns if photos cannot be stored, or if replicas cannot serve each other's: at the start, and
 * when a replica with another folder joins.
 */
const photoStorage = async (
  parts: Pick<Parts, 'database' | 'clock' | 'log'> & { config: StoragePlace },
): Promise<{ routines: Routine[]; close: Closers }> => {
  const { config, database, clock, log } = parts
  const { media } = config
  const warn = ({ found, advice }: StorageFault) => log.warn(`${found}: ${advice}`)
  const faults = await findStorageFaults({ media, mayHaveReplicas: mayHaveReplicas(config) })
  for (const fault of faults) warn(fault)
  const isChecked = media.kind === 'folder' && media.isGiven && config.database.kind === 'postgres'
  if (!isChecked || faults.length > 0) return { routines: [], close: {} }

  const name = `${MARKER_PREFIX}${randomUUID()}`
  const shared = sharedFolder({ database, clock, markers: folderMarkers(media.folder) })
  let wasElsewhere = false
  const check = async () => {
    await shared.leaveMarker(name)
    const isElsewhere = await shared.isElsewhere()
    if (isElsewhere && !wasElsewhere) warn(photosElsewhere(media.folder))
    wasElsewhere = isElsewhere
  }
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'cannot determine whether replicas share the folder of photos')
  await check().catch(logFailure)
  return {
    routines: [{ name: 'photoStorage.check', everyMs: MARKER_MS, run: check }],
    close: { 'marker of the photo folder': () => shared.removeMarker(name).catch(logFailure) },
  }
}

/** A SQLite database has one server, but Redis is used for several. */
export const mayHaveReplicas = ({ database, redis }: Pick<StoragePlace, 'database' | 'redis'>): boolean =>
  database.kind === 'postgres' || redis !== undefined

/** The storage adapter that the settings select. */
export const openMedia = async (
  { media }: { media: MediaPlace },
  onOutcome?: (fault?: MediaUnavailable) => void,
): Promise<MediaStorage> => {
  if (media.kind === 'folder') return folderMedia(media.folder)
  // Only loaded if it is used.
  const { s3Media } = await import('./media/s3-media.ts')
  return s3Media(media.s3, { onOutcome })
}
