import type { Clock } from '../../platform/clock.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import { type HttpError, validationFailed } from '../../platform/http/http-error.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { nameSearchOf } from '../../platform/storage/name-search.ts'
import { parseTime } from '../../platform/time.ts'
import type { Caller } from '../../requests/access/caller.ts'
import type { Credential, Guard } from '../../requests/access/callers.ts'
import { type Actor, grantableScopes, isOwner } from '../../requests/access/ownership.ts'
import type { Scope } from '../../requests/access/scope.ts'
import { hashToken } from '../../requests/access/token.ts'
import type { Author } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { accountError } from '../accounts/account.errors.ts'
import type { AccountChange, NewAccount } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import { readOrigins } from './allowed-origins.ts'
import {
  type ApiKey,
  defaultScopes,
  displayKey,
  expiryIssues,
  type IssuedKey,
  type KeyChange,
  type KeyFilters,
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
  listKeys,
  listLive,
  markKeyRotated,
  markKeyUsed,
  revokeKey,
} from './api-keys.repository.ts'
import { type FindAccount, keyCallers } from './key-callers.ts'

type Deps = {
  database: Database<AccountChange | KeyChange, Author>
  accounts: Pick<AccountsService, 'create' | 'find' | 'findIn' | 'findOrCreateFirst'>
  clock: Clock
  random: (size: number) => Uint8Array
  /** The kind of keys that this environment accepts. */
  mode: KeyMode
  /** How long a key is cached without a lookup in the database; forever if the database announces changes. */
  maxAgeMs?: number | undefined
  /** For staging: accounts are production's. */
  findAccount?: FindAccount | undefined
}

/** Keys to list: all or those of an account, and those of them that match. */
type Listed = KeyFilters & { accountId?: bigint | undefined }
type Page = { afterId?: bigint | undefined; limit?: number | undefined }

export type ApiKeysService = ReturnType<typeof apiKeysService>

export const apiKeysService = (deps: Deps) => {
  const { database, accounts, clock, random, mode, maxAgeMs = Infinity } = deps
  const unsavedUse = new Map<bigint, number>()
  const callers = keyCallers({
    database,
    clock,
    maxAgeMs,
    findAccount: deps.findAccount,
    onUse: (keyId, nowMs) => void unsavedUse.set(keyId, nowMs),
  })

  /** Looks the caller up in the database. A malformed key is rejected without a lookup. */
  const identify = async ({ key, hash }: Credential, guard: Guard = (look) => look()): Promise<Caller> => {
    const sent = parseKey(key)
    if (sent === undefined) throw requestError('invalid_api_key')
    if (sent.mode !== mode) throw requestError('wrong_environment')
    return callers.byHash.identify(hash, guard)
  }

  /** Gets a key that `by` may see, or any key for an operator. */
  const get = async (trx: Trx, id: bigint, by?: Actor): Promise<ApiKey> => {
    await trx.lock('api_keys', id)
    const key = await findKey(trx.query, id, clock.nowMs())
    if (!key || (by && !isOwner(by, key.accountId))) throw requestError('key_not_found')
    return key
  }

  /**
   * Creates a key for an account. Throws `account_not_found`, and `validation_failed` for limits
   * above its account's.
   */
  const issue = async (
    trx: Trx<KeyChange>,
    accountId: bigint,
    request: NewApiKey,
    key?: string,
  ): Promise<IssuedKey> => {
    const account = await accounts.findIn(trx, accountId)
    if (!account) throw accountError('account_not_found')
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
      hash: hashToken(key),
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
  const replace = async (trx: Trx<KeyChange>, id: bigint, graceSeconds: number, by?: Actor): Promise<IssuedKey> => {
    const old = await get(trx, id, by)
    if (by) checkGrantable(by, old.scopes)
    const nowMs = clock.nowMs()
    if (!isActive(old, nowMs)) throw cannotRotate('has ended')
    if (old.rotatedAt !== undefined) throw cannotRotate('was rotated before')
    const issued = await make(trx, old.accountId, old)
    if (graceSeconds === 0) await revokeKey(trx.query, id, nowMs)
    else await markKeyRotated(trx.query, id, { nowMs, endsAtMs: nowMs + graceSeconds * 1_000 })
    const { accountId } = old
    trx.record({ kind: 'key rotated', accountId, keyId: id, successorId: issued.id })
    return issued
  }

  return {
    /** Drops changed keys from the cache. */
    forget: callers.forget,
    /**
     * The caller, if this process has seen the key before. Throws the 401 if the key has ended
     * since.
     */
    recall: callers.byHash.recall,
    identify,
    /** Callers by key id, for sessions and tokens that stand for a key. */
    byId: callers.byId,
    issue,
    replace,

    /** Like `issue`, for a caller who cannot grant more than they have. */
    async issueBy(trx: Trx<KeyChange>, by: Actor, accountId: bigint, request: NewApiKey): Promise<IssuedKey> {
      checkGrantable(by, request.scopes ?? defaultScopes[request.kind ?? 'secret'])
      return issue(trx, accountId, request)
    },

    create: (author: Author, accountId: bigint, request: NewApiKey): Promise<IssuedKey> =>
      database.writeAs(author, (trx) => issue(trx, accountId, request)),

    /** Creates an account and its first key in one transaction. `key` may be given in advance. */
    createWithAccount: (author: Author, account: NewAccount, request: NewApiKey, key?: string): Promise<IssuedKey> =>
      database.writeAs(author, async (trx) => {
        const { id } = await accounts.create(trx, account)
        return issue(trx, id, request, key)
      }),

    /**
     * The same at startup: only once, even if replicas start together. Undefined if the database
     * already has `key`.
     */
    createBootstrap: (
      author: Author,
      account: NewAccount,
      request: NewApiKey,
      key: string,
    ): Promise<IssuedKey | undefined> =>
      database.writeAs(author, async (trx) => {
        await trx.lockName('first key')
        if (await findKeyByHash(trx.query, hashToken(key))) return undefined
        const { id } = await accounts.create(trx, account)
        return issue(trx, id, request, key)
      }),

    /**
     * Creates a key for the oldest account, which may have imported animals. Undefined if the
     * database has any key.
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

    /** Revokes a key immediately and permanently. */
    revoke: (
      author: Author,
      id: bigint,
      { ifMatch, by }: { ifMatch?: string | undefined; by?: Actor } = {},
    ): Promise<ApiKey> =>
      database.writeAs(author, async (trx) => {
        const before = await get(trx, id, by)
        checkIfMatch(ifMatch, versionOf(before))
        if (before.revokedAt !== undefined) return before
        await revokeKey(trx.query, id, clock.nowMs())
        trx.record({ kind: 'key revoked', accountId: before.accountId, keyId: id })
        return get(trx, id)
      }),

    /**
     * Those keys that are still valid, with the current plan of their account: for long-running
     * work.
     */
    listLive: async (ids: readonly bigint[]): Promise<{ id: bigint; plan: string }[]> =>
      ids.length === 0 ? [] : listLive(database.read, ids, clock.nowMs()),

    find: (id: bigint): Promise<ApiKey | undefined> => findKey(database.read, id, clock.nowMs()),

    /** Throws `account_not_found` for an unknown account. */
    async list({ q, ...page }: Listed & Page = {}): Promise<ApiKey[]> {
      const list = { ...page, ...nameSearchOf(q), nowMs: clock.nowMs() }
      const { accountId } = list
      if (accountId === undefined) return listKeys(database.read, list)
      const account = await accounts.find(accountId)
      if (!account) throw accountError('account_not_found')
      return listKeys(database.read, list)
    },

    count: ({ q, ...listed }: Listed): Promise<number> =>
      countKeys(database.read, { ...listed, ...nameSearchOf(q), nowMs: clock.nowMs() }),
    isEmpty: async (): Promise<boolean> => !(await hasKeys(database.read)),
    isKnown: async (key: string): Promise<boolean> =>
      (await findKeyByHash(database.read, hashToken(key))) !== undefined,

    /** Saves when keys were last used. */
    async flush(): Promise<void> {
      if (unsavedUse.size === 0) return
      const uses = [...unsavedUse]
      unsavedUse.clear()
      try {
        await database.write(async (trx) => {
          // Sorted, so that replicas that do the same cannot deadlock.
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

/** Nobody can grant a scope that they do not have. */
const checkGrantable = (by: Actor, named: readonly Scope[]): void => {
  const own = grantableScopes(by)
  const missing = named.find((scope) => !own.has(scope))
  if (missing === undefined) return
  const message = `You cannot grant a scope that you do not have: ${missing}.`
  throw requestError('insufficient_scope', { message, requiredScope: missing })
}

const isActive = ({ revokedAt, expiresAt }: ApiKey, nowMs: number): boolean =>
  revokedAt === undefined && (expiresAt === undefined || nowMs < Date.parse(expiresAt))

const endOf = (expiresAt: string): number => {
  const ms = parseTime(expiresAt)
  if (ms === undefined) throw validationFailed(expiryIssues({ expiresAt }))
  return ms
}

const cannotRotate = (why: string): HttpError =>
  requestError('invalid_transition', {
    message: `The key ${why}, so it cannot be rotated. Create a new one.`,
  })
