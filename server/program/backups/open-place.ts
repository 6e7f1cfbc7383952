import type { BackupLocation } from '../config/backup.settings.ts'
import type { BackupPlace } from './backup-place.ts'
import { folderPlace } from './folder-place.ts'

export const openPlace = async (location: BackupLocation): Promise<BackupPlace> => {
  if (location.kind === 'folder') return folderPlace(location.folder)
  // Only loaded if it is used.
  const { s3Place } = await import('./s3-place.ts')
  return s3Place(location.s3)
}
