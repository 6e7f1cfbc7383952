import type { SignedHead } from '../../accounts/audit/audit-chain.ts'
import { isMediaName, type MediaName } from '../../animals/media/media.ts'
import { listFiles } from '../../animals/photos/photo-files.repository.ts'
import { findLogHead } from '../audit-keys.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import { readIfThere } from '../schema/older-database.ts'

/** The content of a copy of the database that a backup needs to know. */
export type StoreContents = {
  /** The last migration that has run. */
  version: string
  /** The number of rows of some tables. */
  rows: Record<string, number>
  /** The files of photos, in order. */
  photos: readonly MediaName[]
  /** The end of the audit log; undefined if nothing was signed. */
  head: SignedHead | undefined
}

const STEP = 5_000

/** Reads the photos and the end of the log from a copy that nobody changes. */
export const readContents = async (database: DatabaseConfig): Promise<Pick<StoreContents, 'photos' | 'head'>> => {
  const photos = await readIfThere(database, '0015-photos', async (query) => {
    const found: string[] = []
    let names: string[]
    do {
      names = await listFiles(query, found.at(-1) ?? '', STEP)
      found.push(...names)
    } while (names.length === STEP)
    return found
  })
  return { photos: (photos ?? []).filter(isMediaName), head: await findLogHead(database) }
}
