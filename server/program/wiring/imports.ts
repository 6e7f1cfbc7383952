import { rm } from 'node:fs/promises'
import { listCategoryNames } from '../../animals/categories/categories.repository.ts'
import type { PetsService } from '../../animals/pets/pets.service.ts'
import { listPhotos } from '../../animals/photos/photos.repository.ts'
import { photosService } from '../../animals/photos/photos.service.ts'
import { remotePhotos } from '../../animals/photos/remote-photos.ts'
import { findByExternalIds } from '../../animals/profiles/profiles.repository.ts'
import { animalDetails } from '../../exchange/transfer/animal-details.service.ts'
import { nameResolver } from '../../feed/webhooks/name-resolver.ts'
import { targetGuard } from '../../feed/webhooks/target-guard.ts'
import type { Config } from '../config.ts'
import type { Parts } from './parts.ts'
import { wirePets } from './pets.ts'
import { wirePhotos } from './photos.ts'

const PHOTO_TIMEOUT_MS = 30_000

/** What an import does beyond animals alone. Without photos, nothing of them is loaded. */
export const wireImports = async (
  parts: Pick<Parts, 'config' | 'database' | 'clock'>,
  { hasPhotos, stopping }: { hasPhotos: boolean; stopping: AbortSignal },
) => {
  const { database } = parts
  const { pets, profiles, categories } = wirePets(parts)
  const photos = photosService({ ...parts, pets })
  const remote = hasPhotos ? await wireRemotePhotos({ ...parts, pets, stopping }) : undefined
  const details = animalDetails({
    ...{ database, profiles, categories, photos },
    ...{ listCategoryNames, findByExternalIds, listPhotos },
    fetchPhoto: remote?.fetchPhoto,
  })
  return { details, close: async () => remote?.close() }
}

const wireRemotePhotos = async (
  parts: Pick<Parts, 'config' | 'database' | 'clock' | 'stopping'> & { pets: PetsService },
) => {
  const { close, photoMedia, uploadFolder: folder } = await wirePhotos(parts)
  const { stopping } = parts
  const guard = guardOf(parts.config)
  const remote = remotePhotos({ guard, folder, timeoutMs: PHOTO_TIMEOUT_MS, stopping })
  const fetchPhoto = async (address: string) => {
    const file = await remote.download(address)
    try {
      return await photoMedia.store(file, 'import')
    } finally {
      await rm(file, { force: true })
    }
  }
  return { fetchPhoto, close }
}

/** The same protection that webhooks have. */
const guardOf = ({ webhooks }: Pick<Config, 'webhooks'>) =>
  targetGuard({ resolve: nameResolver(), allowPrivate: webhooks.allowPrivate })
