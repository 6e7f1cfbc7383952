import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolderSync } from '../../platform/make-folder.ts'
import { type AuditKeys, auditKeys } from './audit-chain.ts'
import { readSecretKeys } from './secret-keys.ts'

/** The settings that say where the key is. */
type Where = {
  environment: 'production' | 'staging'
  audit: {
    /** The current key, and any earlier ones. */
    secrets: readonly string[] | undefined
    /** The folder of a SQLite database; otherwise `data` in the working directory. */
    folder: string
  }
}

/** The key file of a new store. */
export const SECRET_KEY_FILE = 'secret.key'
/** The name of the file when the key only signed the audit log. */
const FORMER_KEY_FILE = 'audit.key'

/**
 * The secret key and earlier ones; undefined if neither the settings nor a file have one. It is
 * never in the database, as anybody who can change the log must not be able to sign it.
 */
export const findAuditKeys = ({ environment, audit }: Where): AuditKeys | undefined => {
  const [first, ...others] = secretKeysOf(audit)
  return first === undefined ? undefined : auditKeys([first, ...others], environment)
}

/** Creates the secret key of a new store, in a file. */
export const createAuditKeys = ({ environment, audit }: Where): AuditKeys =>
  auditKeys([makeKey(audit.folder)], environment)

/** For commands that neither sign anything nor verify signatures. */
export const keysForReading: AuditKeys = auditKeys(['a command that only reads signs nothing'])

/** The store had a secret key and it is missing. A new one cannot replace it. */
export class SecretKeyMissing extends Error {
  constructor({ folder }: Pick<Where['audit'], 'folder'>, fingerprint: string) {
    super(
      `the secret key of this store (fingerprint ${fingerprint}) is missing: restore ${join(folder, SECRET_KEY_FILE)}, or set ` +
        `SECRET_KEY. If it is lost, set a new one: whatever was signed or encrypted with the old one becomes invalid`,
    )
    this.name = 'SecretKeyMissing'
  }
}

/**
 * The keys from the settings, else from the files. An earlier version that was started for a while
 * created its own file, and its signatures are valid too.
 */
export const secretKeysOf = ({ secrets, folder }: Where['audit']): readonly string[] =>
  secrets ?? [
    ...(readKeyFile(join(folder, SECRET_KEY_FILE)) ?? []),
    ...(readKeyFile(join(folder, FORMER_KEY_FILE)) ?? []),
  ]

/** Where the secret key is, or would be: the setting or a file. */
export const secretKeyPlace = ({ secrets, folder }: Where['audit']): string => {
  if (secrets !== undefined) return 'SECRET_KEY'
  const paths = [SECRET_KEY_FILE, FORMER_KEY_FILE].map((name) => join(folder, name))
  return paths.find((path) => existsSync(path)) ?? join(folder, SECRET_KEY_FILE)
}

/** If several processes start at once, one of them creates it. */
const makeKey = (folder: string): string => {
  const path = join(folder, SECRET_KEY_FILE)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    makeFolderSync(folder, 0o700)
    writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flush: true,
    })
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new Error(`the secret key cannot be stored in ${path}: set SECRET_KEY`, {
        cause: error,
      })
    }
  } finally {
    rmSync(temporary, { force: true })
  }
  const [made] = readKeyFile(path) ?? []
  if (made === undefined) throw new Error(`the secret key in ${path} was removed: start again`)
  return made
}

/** Undefined if there is no such file. */
export const readKeyFile = (path: string): readonly string[] | undefined => {
  const text = readText(path)?.trim()
  if (text === undefined) return undefined
  try {
    return readSecretKeys(text)
  } catch (fault) {
    throw new Error(`${path} has no secret key: it ${fault}`)
  }
}

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`the secret key in ${path} cannot be read: set SECRET_KEY`, { cause: error })
  }
}
