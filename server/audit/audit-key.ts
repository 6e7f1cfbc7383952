import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolderSync } from '../platform/make-folder.ts'
import { type AuditKeys, auditKeys } from './audit-chain.ts'
import { readSecretKeys } from './secret-keys.ts'

/** Of the settings. */
type Where = {
  environment: 'production' | 'staging'
  audit: {
    /** The one that signs, and any that did before. */
    secrets: readonly string[] | undefined
    /** The folder of a database that is a file; `data` of the working directory for one that is not. */
    folder: string
  }
}

/** The file that a new store gets. */
const FILE = 'secret.key'
/** What the file was called when the key only signed the audit log. */
const FORMER_FILE = 'audit.key'

/** The secret key. It is never in the database: who can change the one must not be able to sign it. */
export const openAuditKeys = ({ environment, audit }: Where): AuditKeys => {
  const [first, ...others] = findSecretKeys(audit)
  return auditKeys(first === undefined ? [makeKey(audit.folder)] : [first, ...others], environment)
}

/**
 * The keys of the settings, else those of the files. An earlier version that was started for a while has made a file of
 * its own: what it signed is valid too.
 */
const findSecretKeys = ({ secrets, folder }: Where['audit']): readonly string[] =>
  secrets ?? [
    ...(readKeys(join(folder, FILE)) ?? []),
    ...(readKeys(join(folder, FORMER_FILE)) ?? []),
  ]

/** Where several start at once, one of them makes it. */
const makeKey = (folder: string): string => {
  const path = join(folder, FILE)
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    makeFolderSync(folder)
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
  const [made] = readKeys(path) ?? []
  if (made === undefined) throw new Error(`the secret key in ${path} was removed: start again`)
  return made
}

/** Undefined where there is no such file. */
const readKeys = (path: string): readonly string[] | undefined => {
  const text = readText(path)?.trim()
  if (text === undefined) return undefined
  // An earlier version took the whole text of its file for one key.
  if (basename(path) === FORMER_FILE && text.length >= 16) return [text]
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
