import type { Command } from 'commander'
import { secretKeyPlace, secretKeysOf } from '../../accounts/audit/audit-key.ts'
import { fillIndex } from '../../catalogue/listings/listing-rebuild.repository.ts'
import { counted, was } from '../../platform/counted.ts'
import { type CopiedRows, copyDatabase } from '../../platform/storage/copy.ts'
import { stoppableTurns } from '../../platform/turns.ts'
import { findLogHead } from '../audit-keys.ts'
import { isKeyOf, placeSecretKey } from '../backups/secret-key-file.ts'
import { type DatabaseConfig, readDatabase } from '../config/database.settings.ts'
import { type Config, readConfig } from '../config.ts'
import { contributions } from '../contributions.ts'
import { openDatabase } from '../open-database.ts'
import { migrations } from '../schema/migrations.ts'
import { prepareDatabase } from '../schema/prepare-database.ts'
import { printJson, printTable } from './output.ts'
import { copyPhotos } from './photo-files.ts'
import { stoppable } from './stop-signals.ts'
import { noteInLog } from './store.ts'
import { UsageError } from './usage.ts'

type Copy = { to: DatabaseConfig; mediaTo?: string; json?: true }

export const copyCommand = (command: Command): void => {
  command
    .requiredOption('--to <url>', 'the empty database, in the form of DATABASE_URL', store)
    .option(
      '--media-to <place>',
      'the new location of the photos, in the form of MEDIA_URL; default: MEDIA_URL, else next to it',
    )
    .option('--json', 'print one JSON document')
    .action(async ({ to, mediaTo, json }: Copy) => {
      const config = readConfig(process.env)
      const place = mediaFor(mediaTo, to)
      await noteInLog('copy begun')
      const copied = await stoppable(async (stopping) => {
        // Photos first: the copy must not have a photo without its files.
        const photoFiles = await copyPhotos(config, place, stopping)
        if (photoFiles > 0) console.error(`${counted(photoFiles, 'file')} of photos ${was(photoFiles)} copied`)
        return copy(config.database, to, stopping)
      })
      await copySecretKey(config, place)
      if (json) printJson(copied)
      else printTable(['TABLE', 'ROWS'], Object.entries(copied))
    })
}

/** The media settings for another database, and for another place if one is given. */
const mediaFor = (mediaTo: string | undefined, to: DatabaseConfig) => {
  const target = { DATABASE_URL: urlOf(to), DATABASE_URL_FILE: undefined }
  const media = mediaTo === undefined ? {} : { MEDIA_URL: mediaTo, MEDIA_URL_FILE: undefined }
  try {
    return readConfig({ ...process.env, ...target, ...media })
  } catch (error) {
    throw mediaTo === undefined ? error : new UsageError('--media-to must be a folder or s3://')
  }
}

/** The copy's log is signed with the same key. A key that is already there may belong to another store. */
const copySecretKey = async (from: Config, to: Config): Promise<void> => {
  const head = await findLogHead(to.database)
  const [keys, there] = [secretKeysOf(from.audit), secretKeysOf(to.audit)]
  const state = there.length === 0 ? await placeSecretKey(to, keys, head) : undefined
  if (state === 'written') console.error(`the secret key was copied to ${secretKeyPlace(to.audit)}`)
  else if (head && !isKeyOf(secretKeysOf(to.audit), head))
    console.error('warning: the copy needs the secret key of this store: set SECRET_KEY there')
}

const urlOf = (to: DatabaseConfig): string => (to.kind === 'sqlite' ? `sqlite:${to.path}` : to.url)

const copy = async (from: DatabaseConfig, to: DatabaseConfig, stopping: AbortSignal): Promise<CopiedRows> => {
  const between = stoppableTurns(stopping)
  await prepareDatabase(from, 'read')
  const source = await openDatabase(from, { isReadOnly: true })
  try {
    await prepareDatabase(to, 'write')
    const target = await openDatabase(to)
    try {
      return await copyDatabase(source, target, {
        tables: contributions.tables,
        migrations,
        between,
        finish: (into) => fillIndex(into, between),
      })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** An invalid address is not repeated, because it may contain a password. */
const store = (text: string): DatabaseConfig => {
  try {
    return readDatabase(text)
  } catch (fault) {
    throw new UsageError(`--to ${fault}`)
  }
}
