import { type AuditKeys, isUnused, type SignedHead } from '../accounts/audit/audit-chain.ts'
import { createAuditKeys, findAuditKeys, keysForReading, SecretKeyMissing } from '../accounts/audit/audit-key.ts'
import { readHead } from '../accounts/audit/audit-log.repository.ts'
import { makeStoreFolder } from '../platform/storage/sqlite-schema.ts'
import type { DatabaseConfig } from './config/database.settings.ts'
import type { Config } from './config.ts'
import { readIfThere } from './schema/older-database.ts'

type Where = Pick<Config, 'environment' | 'audit' | 'database'>

/** Opens the secret key of a store. A new key is created only for a store that was never used. */
export const openAuditKeys = async (config: Where): Promise<AuditKeys> => {
  // If the store cannot be created, report that error, and not that its key cannot be created.
  if (config.database.kind === 'sqlite') await makeStoreFolder(config.database.path)
  return (await findKeysOfStore(config)) ?? createAuditKeys(config)
}

/** For a command that only reads: it signs nothing, so if nothing was signed yet, any key will do. */
export const auditKeysToVerify = async (config: Where): Promise<AuditKeys> =>
  (await findKeysOfStore(config)) ?? keysForReading

/** Undefined if nothing was signed yet. */
const findKeysOfStore = async (config: Where): Promise<AuditKeys | undefined> => {
  const keys = findAuditKeys(config)
  if (keys) return keys
  const head = await findLogHead(config.database)
  if (head) throw new SecretKeyMissing(config.audit, head.key)
  return undefined
}

/** Finds the end of the audit log in a database of any version; undefined if the log is empty. */
export const findLogHead = async (config: DatabaseConfig): Promise<SignedHead | undefined> => {
  const head = await readIfThere(config, '0010-audit-log', (query) => readHead(query))
  return head && !isUnused(head) ? head : undefined
}
