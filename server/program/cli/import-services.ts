import { rm } from 'node:fs/promises'
import { findAccount } from '../../accounts/accounts/accounts.repository.ts'
import { petServices, photoServices } from '../../animals/animals.module.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import { photosService } from '../../animals/photos/photos.service.ts'
import { remotePhotos } from '../../animals/photos/remote-photos.ts'
import { importer } from '../../exchange/exchange.module.ts'
import { deleteMadeCategories, listMadeCategories } from '../../exchange/files/import-categories.repository.ts'
import { deleteChange, listChanges } from '../../exchange/files/import-changes.repository.ts'
import { claimImport } from '../../exchange/files/import-leases.repository.ts'
import { importLeases } from '../../exchange/files/import-leases.ts'
import { fastPace, type ImportPace } from '../../exchange/files/import-pace.ts'
import { importUndos } from '../../exchange/files/import-undo.service.ts'
import { undoWork } from '../../exchange/files/import-undo-work.ts'
import {
  addToUndo,
  endUndo,
  findUndo,
  insertUndo,
  listKept,
  listUnqueuedUndos,
} from '../../exchange/files/import-undos.repository.ts'
import { findStoredImport, markUndone } from '../../exchange/files/imports.repository.ts'
import { nameResolver } from '../../feed/webhooks/name-resolver.ts'
import { targetGuard } from '../../feed/webhooks/target-guard.ts'
import type { Config } from '../config.ts'
import { upward } from '../upward.ts'
import type { CommandParts } from './store.ts'

const PHOTO_TIMEOUT_MS = 30_000

/** The services that an import needs besides animals. Without photos, the photo services are not loaded. */
export const importServices = async (
  parts: CommandParts,
  { hasPhotos, stopping, pace = fastPace(0) }: { hasPhotos: boolean; stopping: AbortSignal; pace?: ImportPace },
) => {
  const { database } = parts
  const animals = petServices({ ...parts, ...upward })
  const photos = photosService({ ...parts, pets: animals.pets })
  const remote = hasPhotos ? await remotePhotoService({ ...parts, ...animals, stopping }) : undefined
  const { changes, withDetails } = importer({ ...parts, ...animals, photos, pace })
  const service = withDetails({ namesCategories: true, fetchPhoto: remote?.fetchPhoto })
  const undos = importUndos({
    database,
    clock: parts.clock,
    pace,
    undoChange: changes.undoChange,
    onFailure: (error, petId) => console.error(`Animal ${petId} was not undone: ${error}`),
    changes: { list: listChanges, remove: deleteChange },
    categories: {
      list: listMadeCategories,
      remove: deleteMadeCategories,
      unmake: animals.categories.unmake,
    },
    imports: { find: findStoredImport, markUndone },
    undos: { insert: insertUndo, find: findUndo, listKept, add: addToUndo, end: endUndo },
  })
  const lease = importLeases({ clock: parts.clock, claim: claimImport })
  const undoing = undoWork({ undos, lease, listUnqueued: listUnqueuedUndos })
  return { service, undos, undoing, close: async () => remote?.close() }
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
