import { LRUCache } from 'lru-cache'
import type { Caller } from '../access/caller.ts'
import type { AccountChange, NewAccount } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { Author } from '../author/author.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Clock } from '../platform/clock.ts'
import { checkIfMatch } from '../platform/http/etag.ts'
import { type HttpError, validationFailed } from '../platform/http/http-error.ts'
import { andThen, type MaybePromise } from '../platform/maybe-promise.ts'
import type { Database, Trx } from '../platform/storage/database.ts'
import { parseTime } from '../platform/time.ts'
import { planPolicy, publishablePolicy } from '../rate-limits/policy.ts'
import { readOrigins } from './allowed-origins.ts'
import {
  type ApiKey,
  allowedBy,
  defaultScopes,
  displayKey,
  hashKey,
  type IssuedKey,
  type KeyChange,
  type KeyMode,
  keyKindIssues,
  keyLimitIssues,
  mintKey,
  type NewApiKey,
  parseKey,
  versionOf,
} from './api-key.ts'
import {
  countKeys,
  findKey,
  findKeyByHash,
  hasKeys,
  insertKey,
  isRotated,
  type KeyList,
  type KeyRecord,
  listKeys,
  listStopped,
  markKeyRotated,
  markKeyUsed,
  revokeKey,
} from './api-keys.repository.ts'
import { rememberedKeys } from './remembered-keys.ts'

/** A key as it was sent, and its hash. Kept for no longer than the connection. */
export type Credential = { key: string; hash: string }

/** What a lookup of an unknown key has to pass. */
export type Guard = <T>(look: () => Promise<T>) => Promise<T>

type Deps = {
  database: Database<AccountChange | KeyChange, Author>
  accounts: Pick<AccountsService, 'create' | 'find' | 'findIn' | 'findOrCreateFirst'>
  clock: Clock
  random: (size: number) => Uint8Array
  /** Of the keys this environment takes. */
  mode: KeyMode
  /** How long a key is cached without a lookup in the database; forever if the database announces changes. */
  maxAgeMs?: number | undefined
}

/** Keys that are known to have been good, at most. */
const MAX_KNOWN = 50_000
const LAST_USED_STEP_MS = 60_000

export type ApiKeysService = ReturnType<typeof apiKeysService>

export const apiKeysService = (deps: Deps) => {
  const { database, accounts, clock, random, mode, maxAgeMs = Infinity } = deps
  /** Hashes of keys that held when they were last looked up. They outlive what is remembered, and prove nothing. */
  const known = new LRUCache<string, true>({ max: MAX_KNOWN })
  const unsavedUse = new Map<bigint, number>()
  const remembered = rememberedKeys({
    read: async (hash) => {
      const record = await findKeyByHash(database.read, hash)
      return record && { record, caller: callerOf(record), lastUsedAtMs: record.lastUsedAtMs ?? 0 }
    },
    maxAgeMs,
    steadyMs: clock.steadyMs,
  })

  /** The key in an `Authorization` header (RFC 6750 section 2.1), with its hash. */
  const readCredential = (authorization: string | undefined): Credential => {
    const key = authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
    if (key === undefined) throw new ApiError('missing_api_key')
    return { key, hash: hashKey(key) }
  }

  /** The caller, when this process has seen the key before; throws the 401 of a key that has ended since. */
  const recall = ({ hash }: Credential): Caller | undefined => {
    const found = remembered.find(hash)
    if (!found) return undefined
    const nowMs = clock.nowMs()
    refuseEnded(found.record, nowMs)
    noteUse(found, nowMs)
    return found.caller
  }

  const noteUse = (found: Known, nowMs = clock.nowMs()): void => {
    if (nowMs - found.lastUsedAtMs <= LAST_USED_STEP_MS) return
    found.lastUsedAtMs = nowMs
    unsavedUse.set(found.caller.keyId, nowMs)
  }

  /** The caller according to the database. A key that cannot be one of ours is rejected without a lookup. */
  const identify = async (
    credential: Credential,
    guard: Guard = (look) => look(),
  ): Promise<Caller> => {
    const { key, hash } = credential
    const sent = parseKey(key)
    if (sent === undefined) throw new ApiError('invalid_api_key')
    if (sent.mode !== mode) throw new ApiError('wrong_environment')
    // A key that was good a moment ago is never held up by what others at its address do.
    return known.has(hash) ? lookUp(hash) : guard(() => lookUp(hash))
  }

  const lookUp = async (hash: string): Promise<Caller> => {
    const found = await remembered.look(hash)
    known.delete(hash)
    if (!found) throw new ApiError('invalid_api_key')
    refuseEnded(found.record, clock.nowMs())
    known.set(hash, true)
    noteUse(found)
    return found.caller
  }

  const get = async (trx: Trx, id: bigint): Promise<ApiKey> => {
    await trx.lock('api_keys', id)
    const key = await findKey(trx.query, id)
    if (!key) throw new ApiError('key_not_found')
    return key
  }

  /** A new key for an account; throws `account_not_found`, and `validation_failed` for limits above its account's. */
  const issue = async (
    trx: Trx<KeyChange>,
    accountId: bigint,
    request: NewApiKey,
    key?: string,
  ): Promise<IssuedKey> => {
    const account = await accounts.findIn(trx, accountId)
    if (!account) throw new ApiError('account_not_found')
    const issues = [...keyKindIssues(request), ...keyLimitIssues(request, account)]
    if (issues.length > 0) throw validationFailed(issues)
    return make(trx, accountId, request, key)
  }

  const make = async (
    trx: Trx<KeyChange>,
    accountId: bigint,
    request: NewApiKey,
    key = mintKey(mode, random, request.kind),
  ): Promise<IssuedKey> => {
    const { name, kind = 'secret', perMinute, perDay, expiresAt } = request
    const { scopes = defaultScopes[kind], allowedOrigins = [] } = request
    const record = {
      accountId,
      name,
      kind,
      hash: hashKey(key),
      display: displayKey(key),
      scopes,
      ...(kind === 'publishable' && { allowedOrigins: readOrigins(allowedOrigins).origins }),
      limits: { perMinute, perDay },
      expiresAtMs: expiresAt === undefined ? undefined : endOf(expiresAt),
    }
    const made = await insertKey(trx.query, record, clock.nowMs())
    trx.record({ kind: 'key created', accountId, keyId: made.id })
    return { ...made, key }
  }

  /**
   * A new key that replaces an old one, with the same kind, scopes, origins, limits and expiry. The old one stays
   * valid for `graceSeconds`, and ends at once if that is 0. Its webhooks move to the new key. Throws
   * `invalid_transition` for a key that has ended or was replaced before.
   */
  const replace = async (
    trx: Trx<KeyChange>,
    id: bigint,
    graceSeconds: number,
  ): Promise<IssuedKey> => {
    const old = await get(trx, id)
    const nowMs = clock.nowMs()
    if (!isActive(old, nowMs)) throw cannotRotate('has ended')
    if (await isRotated(trx.query, id)) throw cannotRotate('was rotated before')
    const issued = await make(trx, old.accountId, old)
    if (graceSeconds === 0) await revokeKey(trx.query, id, nowMs)
    else await markKeyRotated(trx.query, id, { nowMs, endsAtMs: nowMs + graceSeconds * 1_000 })
    const { accountId } = old
    trx.record({ kind: 'key rotated', accountId, keyId: id, successorId: issued.id })
    return issued
  }

  return {
    readCredential,
    /** Keys have changed: what is remembered of them counts no more. */
    forget: remembered.forget,
    recall,
    identify,
    issue,
    replace,

    create: (author: Author, accountId: bigint, request: NewApiKey): Promise<IssuedKey> =>
      database.writeAs(author, (trx) => issue(trx, accountId, request)),

    /** A new account with its first key, both or neither. `key` is one that is known beforehand. */
    createWithAccount: (
      author: Author,
      account: NewAccount,
      request: NewApiKey,
      key?: string,
    ): Promise<IssuedKey> =>
      database.writeAs(author, async (trx) => {
        const { id } = await accounts.create(trx, account)
        return issue(trx, id, request, key)
      }),

    /** The same at startup: once, even if replicas start together; undefined if the database has `key` already. */
    createBootstrap: (
      author: Author,
      account: NewAccount,
      request: NewApiKey,
      key: string,
    ): Promise<IssuedKey | undefined> =>
      database.writeAs(author, async (trx) => {
        await trx.lockName('first key')
        if (await findKeyByHash(trx.query, hashKey(key))) return undefined
        const { id } = await accounts.create(trx, account)
        return issue(trx, id, request, key)
      }),

    /**
     * A key of the oldest account, for which animals may have been imported; undefined if the database has any key.
     */
    createFirst: (author: Author, request: NewApiKey): Promise<IssuedKey | undefined> =>
      database.writeAs(author, async (trx) => {
        await trx.lockName('first key')
        if (await hasKeys(trx.query)) return undefined
        const { id } = await accounts.findOrCreateFirst(trx)
        return issue(trx, id, request)
      }),

    rotate: (author: Author, id: bigint, graceSeconds: number): Promise<IssuedKey> =>
      database.writeAs(author, (trx) => replace(trx, id, graceSeconds)),

    /** Ends a key at once, and for good. */
    revoke: (author: Author, id: bigint, ifMatch?: string): Promise<ApiKey> =>
      database.writeAs(author, async (trx) => {
        const before = await get(trx, id)
        checkIfMatch(ifMatch, versionOf(before))
        if (before.revokedAt !== undefined) return before
        await revokeKey(trx.query, id, clock.nowMs())
        trx.record({ kind: 'key revoked', accountId: before.accountId, keyId: id })
        return get(trx, id)
      }),

    /**
     * Which of these keys have ended, or belong to a suspended account: for work that lasts longer than one request.
     */
    listStopped: (ids: readonly bigint[]): MaybePromise<bigint[]> =>
      listStopped(database.read, ids, clock.nowMs()),

    find: (id: bigint): MaybePromise<ApiKey | undefined> => findKey(database.read, id),

    /** Throws `account_not_found` for those of an account that is not there. */
    list(list: KeyList = {}): MaybePromise<ApiKey[]> {
      const { accountId } = list
      if (accountId === undefined) return listKeys(database.read, list)
      return andThen(accounts.find(accountId), (account) => {
        if (!account) throw new ApiError('account_not_found')
        return listKeys(database.read, list)
      })
    },

    count: (accountId: bigint): MaybePromise<number> => countKeys(database.read, accountId),
    isEmpty: async (): Promise<boolean> => !(await hasKeys(database.read)),
    isKnown: async (key: string): Promise<boolean> =>
      (await findKeyByHash(database.read, hashKey(key))) !== undefined,

    /** Writes down when keys were last used. */
    async flush(): Promise<void> {
      if (unsavedUse.size === 0) return
      const uses = [...unsavedUse]
      unsavedUse.clear()
      try {
        await database.write(async (trx) => {
          // In one order, so that replicas that do the same do not wait for each other.
          uses.sort(([one], [other]) => (one < other ? -1 : 1))
          for (const [id, atMs] of uses) await markKeyUsed(trx.query, id, atMs)
        })
      } catch (error) {
        for (const [id, atMs] of uses) unsavedUse.set(id, Math.max(atMs, unsavedUse.get(id) ?? 0))
        throw error
      }
    },
  }
}

type Known = { record: KeyRecord; caller: Caller; lastUsedAtMs: number }

const callerOf = (record: KeyRecord): Caller => ({
  keyId: record.id,
  keyName: record.name,
  accountId: record.accountId,
  plan: record.plan,
  scopes: allowedBy(record.scopes, record.kind),
  kind: record.kind,
  allowedOrigins: record.allowedOrigins && new Set(record.allowedOrigins),
  policy: (record.kind === 'publishable' ? publishablePolicy : planPolicy)(
    record.limits,
    record.keyLimits,
  ),
  isSuspended: record.isSuspended,
  expiresAtMs: record.expiresAtMs,
})

const bearer = /^bearer +([^\s,]+) *$/i

const refuseEnded = ({ revokedAtMs, expiresAtMs }: KeyRecord, nowMs: number): void => {
  if (revokedAtMs !== undefined) throw new ApiError('revoked_api_key')
  if (expiresAtMs !== undefined && nowMs >= expiresAtMs) throw new ApiError('expired_api_key')
}

const isActive = ({ revokedAt, expiresAt }: ApiKey, nowMs: number): boolean =>
  revokedAt === undefined && (expiresAt === undefined || nowMs < Date.parse(expiresAt))

const endOf = (expiresAt: string): number => {
  const ms = parseTime(expiresAt)
  if (ms !== undefined) return ms
  const message = 'must be an RFC 3339 time, as 2027-01-31T00:00:00Z'
  throw validationFailed([{ field: 'expiresAt', code: 'invalid_value', message }])
}

const cannotRotate = (why: string): HttpError =>
  new ApiError('invalid_transition', {
    message: `The key ${why}, so it cannot be rotated: make a new one.`,
  })
