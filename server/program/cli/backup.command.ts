import { existsSync, renameSync } from 'node:fs'
import type { Command } from 'commander'
import { secretKeysOf } from '../../accounts/audit/audit-key.ts'
import { abandonedBeside, syncFile, syncFolder, temporaryBeside } from '../../platform/atomic-file.ts'
import { counted } from '../../platform/counted.ts'
import { removeDatabaseFile } from '../../platform/storage/sqlite-file.ts'
import { findLogHead } from '../audit-keys.ts'
import { makeCheckedCopy } from '../backups/checked-copy.ts'
import { backUpSecretKey, isKeyOf } from '../backups/secret-key-file.ts'
import { type Config, readConfig } from '../config.ts'
import { printJson, printTable } from './output.ts'
import { backUpPhotos, photoFolderOf } from './photo-files.ts'
import { addPlaceCommands, backUpNow } from './place-commands.ts'
import { rejectPostgres } from './postgres-backup.ts'
import { shownBackup } from './shown-backup.ts'
import { stoppable } from './stop-signals.ts'
import { noteIfCurrent } from './store.ts'
import { type Part, whatToKeep } from './what-to-keep.ts'

type Options = { force?: true; json?: true; photos: boolean; secretKey: boolean }

export const backupCommand = (command: Command): void => {
  addPlaceCommands(command)
  command
    .argument('[file]')
    .option('--force', 'replace the file if it exists')
    .option('--no-photos', 'without photos')
    .option('--no-secret-key', 'without the secret key')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => {
      const config = readConfig(process.env)
      if (file === undefined) return backUpNow(config, options)
      if (config.database.kind === 'postgres') return rejectPostgres(config, 'backup', file)
      const { path } = config.database
      const { backup, photoFiles, parts } = await stoppable((stopping) =>
        backUp(config, path, { ...options, file, stopping }),
      )
      const from = whatToKeep(config, process.env)
      if (options.json) {
        const shown = parts.map((row) => ({ ...row, from: from[row.part] }))
        printJson({ file, ...backup, photoFiles, parts: shown })
      } else printParts(parts, from)
    })
}

const help = `
Without a file, the backup goes to BACKUP_URL with photos and the secret key, as automatic backups do, and old ones
are removed. This works with PostgreSQL too.

A backup in a file contains every write that was acknowledged before it began. It is checked, synced, readable only
by its owner, and appears when it is complete. It contains the hashes of keys, the secrets of webhooks and customers' addresses.
Photos are copied into the folder <file>.photos, where those of an earlier backup are kept and not copied again.
The secret key is copied to <file>.secret.key, readable only by its owner: without it, the audit log cannot be verified,
and mail that waits cannot be read. --no-secret-key leaves it out where backups are sent to others: keep it elsewhere then.
Settings are not in the backup: keep the environment of the service yourself.`

/** A part of the store: where its copy is, if there is one, and a note about it. */
type Row = { part: Part; to?: string | undefined; note: string }

type Work = Options & { file: string; stopping: AbortSignal }

const backUp = async (config: Config, path: string, work: Work) => {
  const { file, force, photos, stopping } = work
  if (!existsSync(path)) throw new Error(`there is no store at ${path}`)
  if (existsSync(file) && !force) throw new Error(`${file} already exists; --force replaces it`)
  await noteIfCurrent('backup begun')
  // Left by an earlier backup that was killed.
  for (const abandoned of abandonedBeside(file)) removeDatabaseFile(abandoned)
  const temporary = temporaryBeside(file)
  try {
    const copy = { path, to: temporary, use: 'in use' } as const
    const backup = await makeCheckedCopy(copy, stopping)
    syncFile(temporary)
    // After the database: the files that it names exist for another day, whatever is deleted meanwhile.
    const photoFiles = photos ? await backUpPhotos(config, file, stopping) : 0
    const secretKey = await backUpKey(config, temporary, work)
    renameSync(temporary, file)
    syncFolder(file)
    const parts: Row[] = [
      { part: 'database', to: file, note: shownBackup(backup) },
      photoPart(file, photoFiles, work),
      secretKey,
      { part: 'settings', note: 'not in the backup: keep them yourself' },
    ]
    return { backup, photoFiles, parts }
  } finally {
    removeDatabaseFile(temporary)
  }
}

const photoPart = (file: string, copied: number, { photos }: Options): Row =>
  photos
    ? { part: 'photos', to: photoFolderOf(file), note: counted(copied, 'new file') }
    : { part: 'photos', note: 'not in the backup: --no-photos' }

/** Only the key that the copy was signed with is worth backing up. */
const backUpKey = async (
  config: Config,
  copy: string,
  { file, secretKey }: Pick<Work, 'file' | 'secretKey'>,
): Promise<Row> => {
  const part = 'secretKey'
  if (!secretKey) return { part, note: 'not in the backup: --no-secret-key' }
  const head = await findLogHead({ kind: 'sqlite', path: copy })
  const keys = secretKeysOf(config.audit)
  if (keys.length === 0 && !head) return { part, note: 'none yet: nothing was signed' }
  if (!isKeyOf(keys, head)) {
    const why = keys.length === 0 ? 'it is missing here' : 'the one here is a different one'
    const note = `not in the backup: ${why}`
    console.error(`warning: the secret key (fingerprint ${head?.key}) is ${note}`)
    return { part, note }
  }
  return { part, to: await backUpSecretKey(config, file), note: 'readable only by its owner' }
}

const printParts = (rows: readonly Row[], from: Record<Part, string>): void =>
  printTable(
    ['PART', 'FROM', 'TO', 'NOTE'],
    rows.map(({ part, to, note }) => [part === 'secretKey' ? 'secret key' : part, from[part], to, note]),
  )
