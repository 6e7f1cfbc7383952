import { type AuditKeys, isUnused, type SignedHead } from '../accounts/audit/audit-chain.ts'
import {
  createAuditKeys,
  findAuditKeys,
  keysForReading,
  SecretKeyMissing,
} from '../accounts/audit/audit-key.ts'
import { readHead } from '../accounts/audit/audit-log.repository.ts'
import { makeStoreFolder } from '../platform/storage/sqlite-schema.ts'
import type { DatabaseConfig } from './config/database.settings.ts'
import type { Config } from './config.ts'
import { readIfThere } from './schema/older-database.ts'

type Where = Pick<Config, 'environment' | 'audit' | 'database'>

/** The secret key of a store. Only a store that nobody has used gets a new one. */
export const openAuditKeys = async (config: Where): Promise<AuditKeys> => {
  // If the store cannot be created, that is the error to report, and not that its key cannot.
  if (config.database.kind === 'sqlite') await makeStoreFolder(config.database.path)
  return (await findKeysOfStore(config)) ?? createAuditKeys(config)
}

/** For a command that only reads: it signs nothing, so any key will do where nothing was signed. */
export const auditKeysToVerify = async (config: Where): Promise<AuditKeys> =>
  (await findKeysOfStore(config)) ?? keysForReading

/** Undefined where nothing was signed yet. */
const findKeysOfStore = async (config: Where): Promise<AuditKeys | undefined> => {
  const keys = findAuditKeys(config)
  if (keys) return keys
  const head = await findLogHead(config.database)
  if (head) throw new SecretKeyMissing(config.audit, head.key)
  return undefined
}

/** Where the audit log of a database of any version ends; undefined where nothing was written to it. */
export const findLogHead = async (config: DatabaseConfig): Promise<SignedHead | undefined> => {
  const head = await readIfThere(config, '0010-audit-log', (query) => readHead(query))
  return head && !isUnused(head) ? head : undefined
}
