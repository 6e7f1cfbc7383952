import { rm } from 'node:fs/promises'
import { findAccount } from '../../accounts/accounts/accounts.repository.ts'
import { petServices, photoServices } from '../../animals/animals.module.ts'
import { listCategoryNames } from '../../animals/categories/categories.repository.ts'
import { insertImportedNote, listNotes } from '../../animals/notes/notes.repository.ts'
import { findPets } from '../../animals/pets/pets.repository.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import { listPhotos } from '../../animals/photos/photos.repository.ts'
import { photosService } from '../../animals/photos/photos.service.ts'
import { remotePhotos } from '../../animals/photos/remote-photos.ts'
import { findByExternalIds, listProfiles } from '../../animals/profiles/profiles.repository.ts'
import { animalDetails } from '../../exchange/transfer/animal-details.service.ts'
import {
  deleteMadeCategories,
  deleteOldCategories,
  insertMadeCategory,
  listMadeCategories,
} from '../../exchange/transfer/import-categories.repository.ts'
import {
  countPhotosOf,
  deleteChange,
  deleteNotesAfter,
  deleteOldChanges,
  hasRequests,
  insertChanges,
  insertNewChanges,
  listChanges,
  notesStateOf,
} from '../../exchange/transfer/import-changes.repository.ts'
import { importChanges } from '../../exchange/transfer/import-changes.service.ts'
import { claimImport } from '../../exchange/transfer/import-leases.repository.ts'
import { importLeases } from '../../exchange/transfer/import-leases.ts'
import { fastPace } from '../../exchange/transfer/import-pace.ts'
import { importUndos } from '../../exchange/transfer/import-undo.service.ts'
import { undoWork } from '../../exchange/transfer/import-undo-work.ts'
import {
  addToUndo,
  endUndo,
  findUndo,
  insertUndo,
  listKept,
  listUnqueuedUndos,
} from '../../exchange/transfer/import-undos.repository.ts'
import { findStoredImport, markUndone } from '../../exchange/transfer/imports.repository.ts'
import { nameResolver } from '../../feed/webhooks/name-resolver.ts'
import { targetGuard } from '../../feed/webhooks/target-guard.ts'
import type { Config } from '../config.ts'
import { upward } from '../upward.ts'
import type { CommandParts } from './store.ts'

const PHOTO_TIMEOUT_MS = 30_000

/** The services that an import needs besides animals. Without photos, the photo services are not loaded. */
export const importServices = async (
  parts: CommandParts,
  { hasPhotos, stopping }: { hasPhotos: boolean; stopping: AbortSignal },
) => {
  const { database } = parts
  const { pets, profiles, categories } = petServices({ ...parts, ...upward })
  const photos = photosService({ ...parts, pets })
  const remote = hasPhotos ? await remotePhotoService({ ...parts, pets, stopping }) : undefined
  const details = animalDetails({
    database,
    profiles,
    categories,
    photos,
    listCategoryNames,
    findByExternalIds,
    listPhotos,
    recordCategory: insertMadeCategory,
    namesCategories: true,
    notes: { list: listNotes, insert: insertImportedNote },
    fetchPhoto: remote?.fetchPhoto,
  })
  const changes = importChanges({
    database,
    pets,
    profiles,
    clock: parts.clock,
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
  })
  const undos = importUndos({
    database,
    clock: parts.clock,
    pace: fastPace(0),
    undoChange: changes.undoChange,
    onFailure: (error, petId) => console.error(`Animal ${petId} was not undone: ${error}`),
    changes: { list: listChanges, remove: deleteChange },
    categories: {
      list: listMadeCategories,
      remove: deleteMadeCategories,
      unmake: categories.unmake,
    },
    imports: { find: findStoredImport, markUndone },
    undos: { insert: insertUndo, find: findUndo, listKept, add: addToUndo, end: endUndo },
  })
  const lease = importLeases({ clock: parts.clock, claim: claimImport })
  const undoing = undoWork({ undos, lease, listUnqueued: listUnqueuedUndos })
  return { details, changes, undos, undoing, close: async () => remote?.close() }
}

const remotePhotoService = async (parts: CommandParts & { pets: PetsService; stopping: AbortSignal }) => {
  const { close, photoMedia, uploadFolder: folder } = await photoServices(parts)
  const { stopping } = parts
  const guard = guardOf(parts.config)
  const remote = remotePhotos({ guard, folder, timeoutMs: PHOTO_TIMEOUT_MS, stopping })
  const fetchPhoto = async (address: string, accountId: bigint) => {
    const plan = (await findAccount(parts.database.read, accountId))?.plan ?? 'free'
    const owner = { accountId, plan }
    await photoMedia.checkBudget(owner)
    const file = await remote.download(address)
    try {
      return await photoMedia.store(file, owner)
    } finally {
      await rm(file, { force: true })
    }
  }
  return { fetchPhoto, close }
}

/** Imports have the same protection against private addresses as webhooks. */
const guardOf = ({ webhooks }: Pick<Config, 'webhooks'>) =>
  targetGuard({ resolve: nameResolver(), allowPrivate: webhooks.allowPrivate })
