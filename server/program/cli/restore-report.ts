import { listEntries, listUndoneByRestore } from '../../accounts/audit/audit-log.repository.ts'
import { counted } from '../../platform/counted.ts'
import { showTime } from '../../platform/time.ts'
import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'
import { findLogHead } from '../audit-keys.ts'
import { type KeyState, placeSecretKey } from '../backups/secret-key-file.ts'
import type { DatabaseConfig } from '../config/database.settings.ts'
import type { Config } from '../config.ts'
import { contributions } from '../contributions.ts'
import { readIfThere } from '../schema/older-database.ts'
import { commandName } from './command-name.ts'
import { findMissingPhotos, type MissingPhotos } from './photo-files.ts'
import { noteIfCurrent } from './store.ts'

/** Something that happened after the backup, and that the restore has undone. */
export type Undone = { time: string; action: string; target: { type: string; id?: bigint } }

type RestoreReport = {
  isHeld: true
  secretKey: KeyState
  /** Undefined if the files cannot be listed. */
  missingPhotos: MissingPhotos | undefined
  /** Erasures and revoked keys since the backup; undefined if nothing here knows of them. */
  undone: Undone[] | undefined
}

type Sources = {
  /** The secret keys in the backup, if it has them. */
  keys: readonly string[]
  /** The store that was replaced, if it still exists. */
  replaced?: DatabaseConfig | undefined
  /** The data that the restore replaces, if it was read before. */
  undone?: Undone[] | undefined
}

/** Completes a restored database: its key, an entry in its log, and a report of what is still missing. */
export const completeRestore = async (
  config: Config,
  { keys, replaced, undone: known }: Sources,
): Promise<RestoreReport> => {
  const secretKey = await placeSecretKey(config, keys, await findLogHead(config.database))
  const undone = replaced ? await findUndone(config.database, replaced) : known
  // An entry signed with another key would be a break in the log.
  if (secretKey !== 'missing') await noteIfCurrent('backup restored')
  return { isHeld: true, secretKey, undone, missingPhotos: await findMissingPhotos(config) }
}

const findUndone = async (restored: DatabaseConfig, replaced: DatabaseConfig): Promise<Undone[] | undefined> => {
  const newest = await readIfThere(restored, LOG, (query) => listEntries(query, { limit: 1 }))
  return readUndone(replaced, newest?.[0]?.time ?? 0n)
}

const lostActions = Object.entries<AuditActionDefinition>(contributions.auditActions).flatMap(
  ([action, { isLostByRestore }]) => (isLostByRestore ? [action] : []),
)

/** The changes since then in the replaced store; undefined if it cannot be read. */
export const readUndone = async (replaced: DatabaseConfig, sinceMs: bigint): Promise<Undone[] | undefined> => {
  const rows = await readIfThere(replaced, LOG, (query) => listUndoneByRestore(query, lostActions, sinceMs)).catch(
    () => undefined,
  )
  return rows?.map(({ time, action, target_type: type, target_id: id }) => ({
    time: showTime(Number(time)),
    action,
    target: { type, ...(id !== null && { id }) },
  }))
}

const LOG = '0010-audit-log'

export const reportText = ({ secretKey, missingPhotos, undone }: RestoreReport): string =>
  [
    `Secret key: ${keyTexts[secretKey]}`,
    `Photos: ${photosText(missingPhotos)}`,
    'Settings are not in backups: set the same ones as before.',
    undoneText(undone),
    `The store is read-only, and mail and webhooks wait. Check it, then run: ${commandName()} restore --confirm`,
  ].join('\n')

const keyTexts: Record<KeyState, string> = {
  present: 'it is there.',
  written: 'it was in the backup, and is in the file secret.key now.',
  missing:
    'MISSING. The store does not start without it: set SECRET_KEY to the one that it had. If it is lost, set a new one; ' +
    'what the old one signed or encrypted is no longer valid.',
  unneeded: 'none yet: the first start creates it.',
}

const photosText = (missing: MissingPhotos | undefined): string => {
  if (!missing) return 'their files cannot be listed, so it is unknown whether some are missing.'
  const { files, petIds } = missing
  if (files === 0) return 'every file is there.'
  const animals = `${petIds.length === 1 ? 'animal' : 'animals'} ${petIds.join(', ')}`
  return `${counted(files, 'file')} MISSING, among them those of ${animals}.`
}

const undoneText = (undone: readonly Undone[] | undefined): string => {
  if (!undone) return 'It is unknown what was erased since the backup: repeat the erasures that people requested.'
  if (undone.length === 0) return 'Since the backup, nobody was erased and no key was revoked.'
  const lines = undone.map(({ time, action, target }) => `  ${time}  ${action}  ${target.type} ${target.id ?? ''}`)
  return `The restore undoes this; do it again:\n${lines.join('\n')}`
}
