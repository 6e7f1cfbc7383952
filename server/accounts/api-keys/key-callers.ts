import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Caller } from '../../requests/access/caller.ts'
import { callersBy, type Known } from '../../requests/access/callers.ts'
import { type Right, rights } from '../../requests/access/role.ts'
import { planPolicy, publishablePolicy } from '../../requests/rate-limits/policy.ts'
import { allowedBy } from './api-key.ts'
import { findKeyByHash, findKeyRecord, type KeyRecord } from './api-keys.repository.ts'

/** The properties that decide on requests of an account's keys. */
type AccountState = Pick<KeyRecord, 'plan' | 'limits' | 'isSuspended'>

export type FindAccount = (id: bigint) => Promise<AccountState | undefined>

type Deps = {
  database: Pick<Database, 'read' | 'catchUp'>
  clock: Clock
  maxAgeMs: number
  /** For staging: the account as production has it, which its keys obey. */
  findAccount?: FindAccount | undefined
  onUse: (keyId: bigint, nowMs: number) => void
}

/** Finds the callers of keys, by the hash of the key or by its id. */
export const keyCallers = ({ database, clock, maxAgeMs, findAccount, onUse }: Deps) => {
  const current = async (record: KeyRecord): Promise<KeyRecord> => {
    if (!findAccount) return record
    const account = await findAccount(record.accountId)
    return { ...record, ...account }
  }
  const callers = (read: (name: string) => Promise<KeyRecord | undefined>) =>
    callersBy<KnownKey>({
      read: async (name) => {
        const record = await read(name)
        return record && knownKey(await current(record))
      },
      ended: ({ record }) => (record.revokedAtMs === undefined ? 'expired_api_key' : 'revoked_api_key'),
      unknown: 'invalid_api_key',
      onUse: ({ record }, nowMs) => onUse(record.id, nowMs),
      clock,
      maxAgeMs,
    })
  const find = (hash: string) => findKeyByHash(database.read, hash)
  /** Finds a key that the command line has just created. */
  const findLater = (hash: string) => database.catchUp()?.then(() => find(hash))
  const byHash = callers(async (hash) => (await find(hash)) ?? findLater(hash))
  const byId = callers((id) => findKeyRecord(database.read, BigInt(id)))
  return {
    byHash,
    byId: {
      recall: (id: bigint): Caller | undefined => byId.recall({ key: '', hash: String(id) }),
      /** Clients cannot choose these ids, so lookups of unknown ones need no limit. */
      identify: (id: bigint): Promise<Caller> => byId.identify(String(id), (look) => look()),
    },
    forget(): void {
      byHash.forget()
      byId.forget()
    },
  }
}

type KnownKey = Known & { record: KeyRecord }

const knownKey = (record: KeyRecord): KnownKey => {
  const { revokedAtMs, expiresAtMs = Infinity, lastUsedAtMs = 0 } = record
  const endsAtMs = revokedAtMs === undefined ? expiresAtMs : -Infinity
  return { record, caller: callerOf(record), lastUsedAtMs, endsAtMs }
}

const everyRight: ReadonlySet<Right> = new Set(rights)

const callerOf = (record: KeyRecord): Caller => ({
  keyId: record.id,
  keyName: record.name,
  accountId: record.accountId,
  plan: record.plan,
  scopes: allowedBy(record.scopes, record.kind),
  rights: everyRight,
  actsForStore: allowedBy(record.scopes, record.kind).has('admin'),
  kind: record.kind,
  allowedOrigins: record.allowedOrigins && new Set(record.allowedOrigins),
  policy: (record.kind === 'publishable' ? publishablePolicy : planPolicy)(record.limits, record.keyLimits),
  subject: record.kind === 'secret' ? { accountId: record.accountId, keyId: record.id } : undefined,
  isStaff: false,
  isSuspended: record.isSuspended,
  expiresAtMs: record.expiresAtMs,
})
