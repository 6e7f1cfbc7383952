import { join } from 'node:path'
import { auditKeys, type SignedHead } from '../../accounts/audit/audit-chain.ts'
import { readKeyFile, SECRET_KEY_FILE, secretKeysOf } from '../../accounts/audit/audit-key.ts'
import { writeAtomically } from '../../platform/atomic-file.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import type { Config } from '../config.ts'

type Place = Pick<Config, 'audit'>

/** The path of the secret key of a backup, beside its file. */
const keyFileOf = (file: string): string => `${file}.secret.key`

/** Copies the secret key to the backup. Returns its path, or undefined if this machine has no key. */
export const backUpSecretKey = async ({ audit }: Place, file: string): Promise<string | undefined> => {
  const keys = secretKeysOf(audit)
  if (keys.length === 0) return undefined
  await writeKeys(keyFileOf(file), keys)
  return keyFileOf(file)
}

/** Reads the secret key of a backup; empty if it was left out. */
export const backedUpKeys = (file: string): readonly string[] => readKeyFile(keyFileOf(file)) ?? []

/** Whether a store has its secret key. `unneeded`: nothing was signed yet. */
export type KeyState = 'present' | 'written' | 'missing' | 'unneeded'

/**
 * Makes sure that a store has the secret key that its log was signed with: the existing one, or one of `offered`. An
 * existing key stays valid as an older key, for other stores in the same folder.
 */
export const placeSecretKey = async (
  { audit }: Place,
  offered: readonly string[],
  head: SignedHead | undefined,
): Promise<KeyState> => {
  const own = secretKeysOf(audit)
  if (isKeyOf(own, head)) return 'present'
  // The setting takes precedence over the file.
  if (audit.secrets === undefined && isKeyOf(offered, head)) {
    await makeFolder(audit.folder, 0o700)
    await writeKeys(join(audit.folder, SECRET_KEY_FILE), [...new Set([...offered, ...own])])
    return 'written'
  }
  return head ? 'missing' : 'unneeded'
}

/** The keys as they identify themselves in the log. */
export const fingerprintsOf = (keys: readonly string[]): string[] => keys.map((key) => auditKeys([key]).fingerprint)

export const isKeyOf = ([first, ...others]: readonly string[], head: SignedHead | undefined): boolean =>
  first !== undefined && (head === undefined || auditKeys([first, ...others]).headMac(head) !== undefined)

/** Readable only by its owner. */
const writeKeys = (path: string, keys: readonly string[]): Promise<void> =>
  writeAtomically(path, (write) => write(`${keys.join(',')}\n`))
