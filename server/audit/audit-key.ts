import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolderSync } from '../platform/make-folder.ts'
import { type AuditKeys, auditKeys } from './audit-chain.ts'

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

/** The key of the audit log. It is never in the database: who can change the one must not be able to sign it. */
export const openAuditKeys = ({ environment, audit }: Where): AuditKeys => {
  const [first, ...others] = audit.secrets ?? []
  return auditKeys(
    first === undefined ? [keyOfFile(join(audit.folder, 'audit.key'))] : [first, ...others],
    environment,
  )
}

/** Made when it is missing; where several start at once, by one of them. */
const keyOfFile = (path: string): string => {
  const known = readKey(path)
  if (known !== undefined) return known
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    makeFolderSync(dirname(path))
    writeFileSync(temporary, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flush: true,
    })
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotMake(path, error)
  } finally {
    rmSync(temporary, { force: true })
  }
  const made = readKey(path)
  if (made === undefined) throw cannotMake(path, undefined)
  return made
}

const readKey = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text.length >= 16) return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cannotMake(path, error)
  }
  throw new Error(`${path} holds no key of the audit log: it is too short`)
}

const cannotMake = (path: string, cause: unknown): Error =>
  new Error(`the key of the audit log cannot be kept in ${path}: set AUDIT_KEY`, { cause })
