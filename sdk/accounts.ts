import type { Int64 } from './exact-json.ts'
import type { ChangeOptions, ListOptions, PostOptions, ReadOptions } from './options.ts'
import { type List, list } from './page.ts'
import { inPath } from './request.ts'
import type { Call } from './response.ts'
import type {
  Account,
  AccountPatch,
  AccountQuery,
  ApiKey,
  AuditEntry,
  AuditQuery,
  BackupStatus,
  DeprecatedUse,
  IssuedApiKey,
  KeyQuery,
  ListedBan,
  Me,
  NewAccount,
  NewApiKey,
  PageQuery,
  RateLimit,
  Rotation,
  UsageDay,
} from './schemas.ts'
import type { Send } from './transport.ts'

/** Calls for accounts. They need the scope `admin`, and throw `account_not_found`. */
export type AccountCalls = ReturnType<typeof accountCalls>

export const accountCalls = (send: Send) => ({
  /** Lists accounts, optionally filtered. Awaitable, and iterable over all pages. */
  list: (query?: AccountQuery, options?: ListOptions): List<Account> =>
    list(send, { operation: 'listAccounts', path: '/accounts', query }, options),

  /** Creates an account. `perMinute` and `perDay` are allowed only with the plan `enterprise`. */
  create: (account: NewAccount, options?: PostOptions): Call<Account> =>
    send({ operation: 'createAccount', method: 'POST', path: '/accounts', body: account }, options),

  /** Gets an account. */
  get: (id: Int64, options?: ReadOptions): Call<Account> =>
    send({ operation: 'getAccount', path: accountPath(id) }, options),

  /**
   * Changes the given fields, such as the plan. `suspended: true` stops all keys, webhooks and streams of the account.
   * Throws `precondition_failed`, and `invalid_transition` if you suspend your own account.
   */
  update: (id: Int64, patch: AccountPatch, options?: ChangeOptions): Call<Account> =>
    send({ operation: 'updateAccount', method: 'PATCH', path: accountPath(id), body: patch }, options),
})

/** Calls for API keys. They need the scope `admin`, and throw `account_not_found` or `key_not_found`. */
export type KeyCalls = ReturnType<typeof keyCalls>

export const keyCalls = (send: Send) => ({
  /** Lists the keys of an account, optionally filtered. Awaitable, and iterable over all pages. */
  list: (accountId: Int64, query?: KeyQuery, options?: ListOptions): List<ApiKey> =>
    list(send, { operation: 'listKeys', path: `${accountPath(accountId)}/keys`, query }, options),

  /** Creates a key. The key is returned only once, and is missing from a replayed response. */
  create: (accountId: Int64, key: NewApiKey, options?: PostOptions): Call<IssuedApiKey> =>
    send(
      {
        operation: 'createKey',
        method: 'POST',
        path: `${accountPath(accountId)}/keys`,
        body: key,
      },
      options,
    ),

  /** Gets a key, without its secret. */
  get: (id: Int64, options?: ReadOptions): Call<ApiKey> => send({ operation: 'getKey', path: keyPath(id) }, options),

  /** Revokes a key immediately. Throws `precondition_failed`. */
  revoke: (id: Int64, options?: ChangeOptions): Call<void> =>
    send({ operation: 'revokeKey', method: 'DELETE', path: keyPath(id) }, options),

  /** Replaces a key with a new one. The old key stays valid for `graceSeconds`. */
  rotate: (id: Int64, rotation: Rotation = {}, options?: PostOptions): Call<IssuedApiKey> =>
    send({ operation: 'rotateKey', method: 'POST', path: `${keyPath(id)}/rotate`, body: rotation }, options),
})

/** Calls for bans (docs/guides/limits.md). They need the scope `admin`. */
export type BanCalls = ReturnType<typeof banCalls>

export const banCalls = (send: Send) => ({
  /** Lists the bans in force. Awaitable, and iterable over all pages. */
  list: (query?: PageQuery, options?: ListOptions): List<ListedBan> =>
    list(send, { operation: 'listBans', path: '/bans', query }, options),

  /** Lifts the ban of a key. Throws `key_not_found`, `precondition_failed`. */
  lift: (keyId: Int64, options?: ChangeOptions): Call<void> =>
    send({ operation: 'liftBan', method: 'DELETE', path: `/bans/${inPath(keyId)}` }, options),
})

/** Calls for the usage of accounts. They need the scope `admin`. */
export type UsageCalls = ReturnType<typeof usageCalls>

export const usageCalls = (send: Send) => ({
  /** Lists the account's number of requests per day (UTC). Throws `account_not_found`. */
  list: (accountId: Int64, query?: { days?: number }, options?: ReadOptions): Call<UsageDay[]> =>
    send({ operation: 'listUsage', path: `${accountPath(accountId)}/usage`, query }, options),
})

/** Calls for the audit log. They need the scope `admin`. */
export type AuditLogCalls = ReturnType<typeof auditLogCalls>

export const auditLogCalls = (send: Send) => ({
  /** Lists the entries of the audit log, newest first. Awaitable, and iterable over all pages. */
  list: (query?: AuditQuery, options?: ListOptions): List<AuditEntry> =>
    list(send, { operation: 'listAuditLog', path: '/audit-log', query }, options),
})

/** Calls for automatic backups. They need the scope `admin`. */
export type BackupStatusCalls = ReturnType<typeof backupStatusCalls>

export const backupStatusCalls = (send: Send) => ({
  /** Gets the last backup, and the number of backups that were missed. */
  get: (options?: ReadOptions): Call<BackupStatus> =>
    send({ operation: 'getBackupStatus', path: '/backup-status' }, options),
})

/** Calls for your own rate limits (docs/guides/limits.md). */
export type RateLimitCalls = ReturnType<typeof rateLimitCalls>

export const rateLimitCalls = (send: Send) => ({
  /** Gets your plan, its windows and the ban, if there is one. Requests are not counted, and work during a ban too. */
  get: (options?: ReadOptions): Call<RateLimit> => send({ operation: 'getRateLimit', path: '/rate-limit' }, options),
})

/** Calls for the deprecated operations that your account still uses (docs/guides/deprecated-read.md). */
export type DeprecationCalls = ReturnType<typeof deprecationCalls>

export const deprecationCalls = (send: Send) => ({
  /**
   * Lists the deprecated operations that your account's keys called in the last 30 days. Needs no scope. Not counted up
   * to ten times a minute.
   */
  list: (options?: ReadOptions): Call<DeprecatedUse[]> =>
    send({ operation: 'listDeprecations', path: '/deprecations' }, options),
})

/** Calls for the caller itself. They need no scope. */
export type MeCalls = ReturnType<typeof meCalls>

export const meCalls = (send: Send) => ({
  /** Gets the key in use: its name, scopes, account and environment. */
  get: (options?: ReadOptions): Call<Me> => send({ operation: 'getMe', path: '/me' }, options),
})

const accountPath = (id: Int64): string => `/accounts/${inPath(id)}`
const keyPath = (id: Int64): string => `/keys/${inPath(id)}`
