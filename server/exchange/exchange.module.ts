import { accountReview } from '../accounts/accounts/account-review.ts'
import { findAccountIds } from '../accounts/accounts/accounts.repository.ts'
import type { AccountsServices } from '../accounts/accounts.module.ts'
import type { AuditKeys } from '../accounts/audit/audit-chain.ts'
import type { AdoptionsServices } from '../adoptions/adoptions.module.ts'
import type { OrderChange } from '../adoptions/orders/order.ts'
import type { AnimalsServices } from '../animals/animals.module.ts'
import { listCategoryNames } from '../animals/categories/categories.repository.ts'
import type { CategoriesService } from '../animals/categories/categories.service.ts'
import { insertImportedNote, listNotes } from '../animals/notes/notes.repository.ts'
import { petUpserts } from '../animals/pets/pet-upserts.service.ts'
import { findPets } from '../animals/pets/pets.repository.ts'
import type { PetsService } from '../animals/pets/pets.service.ts'
import { claimFiles } from '../animals/photos/photo-files.repository.ts'
import { countPhotos, listPhotos } from '../animals/photos/photos.repository.ts'
import type { PhotosService } from '../animals/photos/photos.service.ts'
import { findByExternalIds, findProfile, listProfiles } from '../animals/profiles/profiles.repository.ts'
import { type ProfilesService, profilesService } from '../animals/profiles/profiles.service.ts'
import type { CatalogueServices } from '../catalogue/catalogue.module.ts'
import type { Clock } from '../platform/clock.ts'
import type { DueWorkChange } from '../platform/due-work/due-work.ts'
import { HOUR_MS } from '../platform/durations.ts'
import type { Logger } from '../platform/log.ts'
import type { Routine } from '../platform/routine.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Module } from '../requests/api/module.ts'
import type { Author } from '../requests/author/author.ts'
import type { RequestsServices } from '../requests/requests.module.ts'
import { animalDetails, type DetailedChange, type DetailsOptions } from './files/animal-details.service.ts'
import { importService } from './files/import.service.ts'
import {
  deleteMadeCategories,
  deleteOldCategories,
  insertMadeCategory,
  listMadeCategories,
} from './files/import-categories.repository.ts'
import type { ImportChange } from './files/import-change.ts'
import {
  countPhotosOf,
  deleteChange,
  deleteChangesOf,
  deleteNotesAfter,
  deleteOldChanges,
  hasRequests,
  insertChanges,
  insertNewChanges,
  listChanges,
  notesStateOf,
} from './files/import-changes.repository.ts'
import { type ChangesOptions, importChanges } from './files/import-changes.service.ts'
import { claimImport } from './files/import-leases.repository.ts'
import { importLeases } from './files/import-leases.ts'
import { type ImportPace, steadyPace } from './files/import-pace.ts'
import { importUndos } from './files/import-undo.service.ts'
import { undoWork } from './files/import-undo-work.ts'
import {
  addToUndo,
  deleteOldUndo,
  endUndo,
  findUndo,
  insertUndo,
  listKept,
  listUnqueuedUndos,
} from './files/import-undos.repository.ts'
import { beginImport, findStoredImport, markUndone } from './files/imports.repository.ts'
import { importBudget } from './imports/import-budget.service.ts'
import {
  deleteParts,
  deleteReportLines,
  findPart,
  insertPart,
  insertReportLines,
  listReportLines,
} from './imports/import-files.repository.ts'
import { importSchemas } from './imports/import-job.ts'
import {
  addCheckedRows,
  countJobs,
  countUse,
  deleteJob,
  findJob,
  findSame,
  insertJob,
  listExpired,
  listJobs,
  listLeftover,
  resetTally,
  updateJob,
} from './imports/import-jobs.repository.ts'
import { endJob, isReadyImport, listUnqueuedImports, saveProgress } from './imports/import-queue.repository.ts'
import { importWorker } from './imports/import-worker.ts'
import { importOperations } from './imports/imports.routes.ts'
import { importsService } from './imports/imports.service.ts'
import { storedFiles } from './imports/stored-file.ts'
import type { Requester } from './imports/stored-import.ts'
import { storedReport } from './imports/stored-report.ts'
import { accessTokens } from './petfinder/access-tokens.service.ts'
import { petfinderOperations } from './petfinder/petfinder.routes.ts'
import { countOtherPhotosOf, deleteSampleImports, hasOtherRequests } from './sample/sample.repository.ts'
import { sampleOperations } from './sample/sample.routes.ts'
import { sampleService } from './sample/sample.service.ts'
import { sampleSchemas } from './sample/sample.ts'
import type { SampleChange } from './sample/sample-change.ts'
import { sampleJobsService } from './sample/sample-jobs.service.ts'
import { samplePictures } from './sample/sample-pictures.ts'
import { sampleRemoval } from './sample/sample-removal.service.ts'
import { removeOrdersOf } from './sample/sample-reset.repository.ts'
import { sampleResetOperations } from './sample/sample-reset.routes.ts'
import { sampleResetService } from './sample/sample-reset.service.ts'
import { sampleWork } from './sample/sample-work.ts'

type Changes = DetailedChange | ImportChange | OrderChange | SampleChange | DueWorkChange

type Parts = {
  config: {
    database: { kind: 'sqlite' | 'postgres' }
    media: { uploadFolder: string }
    environment: 'production' | 'staging'
    strictCategories: boolean
    site: { isOn: boolean }
  }
  database: Database<Changes, Author>
  clock: Clock
  log: Logger
  stopping: AbortSignal
  auditKeys: Pick<AuditKeys, 'keyFor'>
}

type Below = {
  requests: Pick<RequestsServices<Changes>, 'idempotency' | 'maintenance'>
  accounts: Pick<AccountsServices, 'accounts' | 'keys'>
  animals: Pick<
    AnimalsServices,
    'organizations' | 'catalogue' | 'pets' | 'profiles' | 'categories' | 'photos' | 'photoMedia' | 'uploadSlots'
  >
  adoptions: Pick<AdoptionsServices, 'orders'>
  catalogue: Pick<CatalogueServices, 'windows'>
}

/**
 * Compatibility with other systems: Petfinder's API for programs written for it, and imports of
 * files.
 */
export const exchangeModule = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { clock, auditKeys } = parts
  const { keys } = below.accounts
  const secret = auditKeys.keyFor("Petfinder's access tokens")
  const tokens = accessTokens({ keys, secret, clock })
  const resets = parts.config.environment === 'staging' ? sampleReset({ parts, below }) : undefined
  const services = { petfinderTokens: tokens, resets }
  const imports = importParts({ parts, below })
  const samples = sampleParts({ parts, below })
  const operations = [
    ...petfinderOperations({
      ...below.animals,
      ...below.catalogue,
      tokens,
      clock,
      hasSite: parts.config.site.isOn,
    }),
    ...imports.operations,
    ...samples.operations,
    ...sampleResetOperations({ resets, ...below.accounts, ...below.requests }),
  ]
  const schemas = [...importSchemas, ...sampleSchemas]
  const dueWork = [...imports.dueWork, samples.work]
  return { services, operations, schemas, routines: imports.routines, dueWork } satisfies Module<typeof services>
}

type ImporterParts = {
  database: Database<Changes, Author>
  pets: PetsService
  profiles: ProfilesService
  categories: CategoriesService
  photos: Pick<PhotosService, 'add'>
  clock: Clock
  pace: ImportPace
}

/** The importer of animals, and its changes, by which an import is undone. */
export const importer = (
  { database, pets, profiles, categories, photos, clock, pace }: ImporterParts,
  options: ChangesOptions = {},
) => {
  const upserts = petUpserts({ database, pets, findAccounts: findAccountIds })
  const changes = importChanges({
    database,
    pets,
    profiles,
    clock,
    findPets,
    listProfiles,
    countPhotosOf,
    notesStateOf,
    hasRequests,
    removeNotesAfter: deleteNotesAfter,
    changes: {
      insert: insertChanges,
      insertNew: insertNewChanges,
      removeOld: deleteOldChanges,
      removeOldCategories: deleteOldCategories,
    },
    ...options,
  })
  const withDetails = (detailsOptions: DetailsOptions) => {
    const details = animalDetails({
      database,
      profiles,
      categories,
      photos,
      listCategoryNames,
      findByExternalIds,
      listPhotos,
      recordCategory: insertMadeCategory,
      notes: { list: listNotes, insert: insertImportedNote },
      ...detailsOptions,
    })
    return importService({ database, upserts, details, changes, clock, pace })
  }
  return { changes, withDetails }
}

/** Few animals at a time, as each may have a picture that is rendered first. */
const samplePace = { ...steadyPace, firstRows: 5, minRows: 5, fewRows: 5 }

type SampleParts = Omit<ImporterParts, 'pace'> &
  Pick<AnimalsServices, 'organizations'> &
  Pick<AdoptionsServices, 'orders'> & { log: Logger }

/** Adds and removes the sample. Undoing its imports also removes the orders that the sample has placed. */
export const sampleServices = (parts: SampleParts) => {
  const { database, clock, pets, log } = parts
  const { changes, withDetails } = importer(
    { ...parts, pace: samplePace },
    {
      areForTrying: true,
      countPhotosOf: countOtherPhotosOf,
      hasRequests: hasOtherRequests,
      pets: {
        ...pets,
        async discard(trx, owned) {
          await removeOrdersOf(trx.query, [owned.pet.id])
          await pets.discard(trx, owned)
        },
      },
    },
  )
  const undosBy = (author: Author) =>
    importUndos({
      database,
      clock,
      pace: samplePace,
      onFailure: (error, petId) => log.error({ err: error, petId: String(petId) }, 'an animal of the sample stays'),
      undoChange: changes.undoChange,
      changes: { list: listChanges, remove: deleteChange },
      // Its animals have the categories of their species.
      categories: { list: async () => [], remove: async () => {}, unmake: async () => {} },
      imports: { find: findStoredImport, markUndone },
      undos: {
        insert: insertUndo,
        find: async () => ({ author, actsForStore: false, removed: 0, restored: 0, hasEnded: false }),
        listKept,
        add: async () => {},
        end: (query, importId) => deleteSampleImports(query, [importId]),
      },
    })
  return {
    sample: sampleService({ ...parts, withDetails, beginImport }),
    remove: sampleRemoval({ ...parts, changes: { ...changes, list: listChanges }, undosBy, beginImport, findProfile }),
  }
}

/** The sample shelter, and its return, in staging. */
const sampleReset = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { database, clock } = parts
  const { pets } = below.animals
  const { orders } = below.adoptions
  // Sample animals are published before they have a photo.
  const profiles = profilesService({ database, pets, clock, photos: { count: countPhotos }, requirePhoto: false })
  const services = { ...parts, ...below.animals, ...below.adoptions, profiles }
  return sampleResetService({
    database,
    pets,
    orders,
    ...sampleServices(services),
    claimFiles,
    pictureOf: samplePictures({ ...services, claimFiles }),
    clock,
  })
}

/** The sample shelter over HTTP. */
const sampleParts = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { database, clock } = parts
  const { accounts } = below.accounts
  const services = { ...parts, ...below.animals, ...below.adoptions }
  const work = sampleWork({
    ...parts,
    ...sampleServices(services),
    pictureOf: samplePictures({ ...services, claimFiles }),
    findAccount: (id) => accounts.find(id),
    isUnreviewed: accountReview.isUnreviewed,
  })
  const samples = sampleJobsService({ database, clock })
  return { operations: sampleOperations({ samples, ...below.requests }), work }
}

/** Imports of files over HTTP, by the importer of the command line. */
const importParts = ({ parts, below }: { parts: Parts; below: Below }) => {
  const { config, database, clock, log, stopping } = parts
  const { categories, uploadSlots } = below.animals
  const { idempotency, maintenance } = below.requests
  const { uploadFolder } = config.media
  const { changes, withDetails } = importer({ ...parts, ...below.animals, pace: steadyPace })
  const undos = importUndos({
    database,
    clock,
    pace: steadyPace,
    undoChange: changes.undoChange,
    onFailure: (error, petId) => log.error({ err: error, petId: String(petId) }, 'an import was not undone completely'),
    changes: { list: listChanges, remove: deleteChange },
    categories: {
      list: listMadeCategories,
      remove: deleteMadeCategories,
      unmake: categories.unmake,
    },
    imports: { find: findStoredImport, markUndone },
    undos: { insert: insertUndo, find: findUndo, listKept, add: addToUndo, end: endUndo },
  })
  const lease = importLeases({ clock, claim: claimImport })
  const runFor = ({ mayNameCategories }: Requester) => withDetails({ namesCategories: mayNameCategories }).run
  const lines = {
    insert: insertReportLines,
    list: listReportLines,
    remove: deleteReportLines,
  }
  const files = storedFiles({
    database,
    folder: uploadFolder,
    parts: { insert: insertPart, find: findPart, remove: deleteParts },
  })
  const dueWork = importWorker({
    database,
    clock,
    log,
    files,
    runFor,
    lease,
    reportOf: (importId, encoding) => storedReport({ database, lines }, { importId, encoding }),
    jobs: {
      find: findJob,
      isReady: isReadyImport,
      listUnqueued: listUnqueuedImports,
      saveProgress,
      end: endJob,
      addCheckedRows,
    },
  })
  dueWork.push(undoWork({ undos, lease, listUnqueued: listUnqueuedUndos }))
  const service = importsService({
    database,
    clock,
    accounts: accountReview,
    files,
    stopping,
    lines,
    undos: { ...undos, removeOld: deleteOldUndo },
    isHeld: maintenance.isReadOnly,
    budget: importBudget({ clock, countUse }),
    jobs: {
      insert: insertJob,
      find: findJob,
      list: listJobs,
      count: countJobs,
      update: updateJob,
      resetTally,
      addCheckedRows,
      findSame,
      listExpired,
      listLeftover,
      removeChanges: deleteChangesOf,
      async remove(query, id) {
        await deleteMadeCategories(query, id)
        await deleteJob(query, id)
      },
    },
  })
  const { accounts } = below.accounts
  const operations = importOperations({
    imports: service,
    uploadSlots,
    uploadFolder,
    idempotency,
    findAccount: async (id) => accounts.find(id),
  })
  const routines: Routine[] = [{ name: 'imports.sweep', everyMs: HOUR_MS, run: service.sweep }]
  return { operations, routines, dueWork }
}
