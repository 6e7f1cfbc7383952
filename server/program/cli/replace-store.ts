import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFile, syncFolder, temporaryBeside } from '../../platform/atomic-file.ts'
import { systemClock } from '../../platform/clock.ts'
import { makeFolderSync } from '../../platform/make-folder.ts'
import {
  databaseFileParts,
  executeInFile,
  removeDatabaseFile,
  takeDatabase,
} from '../../platform/storage/sqlite-file.ts'
import { unconfirmedRestoreSql } from '../../requests/maintenance/restores.repository.ts'
import { requestLogPath } from '../../requests/request-log/stored-entry.ts'
import type { StoreFile } from '../backups/checked-copy.messages.ts'
import { storeFile } from '../schema/store-file.ts'

type Replacing = {
  replace?: true
  force?: true
  photos: boolean
  /** Writes the backup to a new file, and checks it. */
  copy: (to: string) => Promise<StoreFile>
  /** Returns how many files were copied. */
  restorePhotos: () => Promise<number>
}

type Replaced = { backup: StoreFile; kept: string | undefined; photoFiles: number }

/** Replaces the embedded database with a backup, on hold. The previous one is stored beside it. */
export const replaceStore = async (path: string, work: Replacing): Promise<Replaced> => {
  makeFolderSync(dirname(path), 0o700)
  const temporary = temporaryBeside(path)
  try {
    const backup = await work.copy(temporary)
    // Before anybody can open it, so that nothing is sent again.
    executeInFile(temporary, unconfirmedRestoreSql(systemClock.nowMs()))
    syncFile(temporary)
    const current = takeDatabase(path, storeFile.counted)
    try {
      rejectReplacing(path, current, work)
      // Photos first: the database must not have a photo without its files.
      const photoFiles = work.photos ? await work.restorePhotos() : 0
      const kept = putAside(path)
      renameSync(temporary, path)
      removeDatabaseFile(requestLogPath(path))
      syncFolder(path)
      return { backup, kept, photoFiles }
    } finally {
      current.release()
    }
  } finally {
    removeDatabaseFile(temporary)
  }
}

type Current = Pick<ReturnType<typeof takeDatabase>, 'use' | 'hasRows'>
type Permission = Pick<Replacing, 'replace' | 'force'>

const rejectReplacing = (path: string, { use, hasRows }: Current, { replace, force }: Permission): void => {
  if (use === 'in use') throw new Error(`a program has ${path} open: stop every server on it`)
  if (use === 'unknown' && !force) {
    throw new Error(`${path} is damaged, so it is unknown whether a server uses it: stop it, and add --force`)
  }
  if (hasRows && !replace && !force) {
    throw new Error(`${path} already has data; --replace replaces it, and keeps it as ${path}.before-restore-<time>`)
  }
}

/** Moves the database and its log, which the new database must not find. */
const putAside = (path: string): string | undefined => {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const kept = `${path}.before-restore-${time}`
  const there = databaseFileParts.filter((part) => existsSync(path + part))
  for (const part of there) renameSync(path + part, kept + part)
  return there.length > 0 ? kept : undefined
}
