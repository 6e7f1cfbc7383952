import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { foldText } from '../../platform/search-text.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { matchesName, type NameSearch } from '../../platform/storage/name-search.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant, showTime } from '../../platform/time.ts'
import type { KeyKind } from '../../requests/access/key-kind.ts'
import type { Scope } from '../../requests/access/scope.ts'
import type { PlanLimits, PlanName } from '../../requests/plans/plan.ts'
import type { KeyLimits } from '../../requests/rate-limits/policy.ts'
import { accountLimits } from '../accounts/account.ts'
import { type ApiKey, type KeyState, keyState } from './api-key.ts'

export type NewKey = {
  accountId: bigint
  name: string
  hash: string
  display: string
  kind: KeyKind
  scopes: readonly Scope[]
  /** Only for publishable keys. */
  allowedOrigins?: readonly string[]
  limits: KeyLimits
  expiresAtMs: number | undefined
}

/** Everything that a request needs to know about its caller: the key and its account's limits. */
export type KeyRecord = {
  id: bigint
  accountId: bigint
  name: string
  kind: KeyKind
  scopes: Scope[]
  /** Only for publishable keys. */
  allowedOrigins: string[] | undefined
  expiresAtMs: number | undefined
  revokedAtMs: number | undefined
  lastUsedAtMs: number | undefined
  plan: PlanName
  limits: PlanLimits
  /** The key's own limits, below those of its account when it was created. */
  keyLimits: KeyLimits
  /** Whether its account is suspended. */
  isSuspended: boolean
}

/** All keys or those of an account, and of these those that match. */
export type KeyFilter = NameSearch & {
  accountId?: bigint | undefined
  kind?: KeyKind | undefined
  state?: KeyState | undefined
}

/**
 * Selects keys: all or those of an account, and optionally a page of them. Their state is as of
 * `nowMs`.
 */
export type KeyList = KeyFilter & {
  nowMs: number
  afterId?: bigint | undefined
  limit?: number | undefined
}

export const insertKey = async (
  query: Kysely<Tables>,
  { accountId, name, hash, display, kind, scopes, allowedOrigins, limits, expiresAtMs }: NewKey,
  nowMs: number,
): Promise<ApiKey> => {
  const { id } = await query
    .insertInto('api_keys')
    .values({
      account_id: accountId,
      name,
      search: foldText(name),
      hash,
      display,
      kind,
      scopes: scopes.join(' '),
      allowed_origins: allowedOrigins?.join(' ') ?? null,
      per_minute: toBigInt(limits.perMinute),
      per_day: toBigInt(limits.perDay),
      expires_at: expiresAtMs === undefined ? null : BigInt(expiresAtMs),
      created_at: BigInt(nowMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await findKey(query, id, nowMs)
  if (!made) throw new Error('the inserted key was not found')
  return made
}

export const findKeyByHash = (query: Kysely<Tables>, hash: string): Promise<KeyRecord | undefined> =>
  findRecord(query, { hash })

export const findKeyRecord = (query: Kysely<Tables>, id: bigint): Promise<KeyRecord | undefined> =>
  findRecord(query, { id })

type By = { hash: string } | { id: bigint }

const findRecord = async (query: Kysely<Tables>, by: By): Promise<KeyRecord | undefined> => {
  const [row] = await recordRow(query, by)
  if (!row) return undefined
  const plan = row.plan as PlanName
  const own = {
    perMinute: toNumber(row.account_per_minute),
    perDay: toNumber(row.account_per_day),
  }
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    kind: toKind(row.kind),
    scopes: toScopes(row.scopes),
    allowedOrigins: row.allowed_origins === null ? undefined : words(row.allowed_origins),
    expiresAtMs: toNumber(row.expires_at),
    revokedAtMs: toNumber(row.revoked_at),
    lastUsedAtMs: toNumber(row.last_used_at),
    plan,
    limits: accountLimits(plan, own),
    keyLimits: { perMinute: toNumber(row.per_minute), perDay: toNumber(row.per_day) },
    isSuspended: row.suspended_at !== null,
  }
}

const recordRow = prepared((query, by: By) => {
  const select = query
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select([
      'accounts.plan',
      'accounts.per_minute as account_per_minute',
      'accounts.per_day as account_per_day',
      'accounts.suspended_at',
    ])
  return 'hash' in by ? select.where('api_keys.hash', '=', by.hash) : select.where('api_keys.id', '=', by.id)
})

export const findKey = async (query: Kysely<Tables>, id: bigint, nowMs: number): Promise<ApiKey | undefined> => {
  const [row] = await keyRow(query, { id })
  return row && toApiKey(row, nowMs)
}

/** Keys with their bans and their accounts' suspensions. */
const shownKeys = (query: Kysely<Tables>) =>
  query
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .leftJoin('bans', 'bans.key_id', 'api_keys.id')
    .selectAll('api_keys')
    .select(['accounts.suspended_at', 'bans.until as banned_until'])

const keyRow = prepared((query, { id }: { id: bigint }) => shownKeys(query).where('api_keys.id', '=', id))

export const listKeys = async (query: Kysely<Tables>, list: KeyList): Promise<ApiKey[]> =>
  (await listRows(query, valuesOf(list))).map((row) => toApiKey(row, list.nowMs))

export const countKeys = async (query: Kysely<Tables>, filter: KeyFilter & { nowMs: number }): Promise<number> =>
  countRows(query, valuesOf(filter))

type Values = Omit<KeyList, 'nowMs' | 'state'> & Partial<Record<Fault, boolean>> & { now: bigint | undefined }

/** A prepared query may depend on booleans, but not on the text of a state. */
const valuesOf = ({ nowMs, state, ...list }: KeyList): Values => ({
  ...list,
  ...(state && faultsOf(state)),
  now: state && instant(nowMs),
})

const listRows = prepared((query, { afterId, limit, ...filter }: Values) => {
  let select = filtered(query, filter).orderBy('api_keys.id')
  if (afterId !== undefined) select = select.where('api_keys.id', '>', afterId)
  return limit === undefined ? select : select.limit(limit)
})

const countRows = boundedCount((query, { afterId: _afterId, limit: _limit, ...filter }: Values) =>
  filtered(query, filter),
)

const filtered = (query: Kysely<Tables>, { accountId, kind, ...filter }: Omit<Values, 'afterId' | 'limit'>) => {
  let select = shownKeys(query)
  if (accountId !== undefined) select = select.where('api_keys.account_id', '=', accountId)
  if (kind !== undefined) select = select.where('api_keys.kind', '=', kind)
  if (filter.parts !== undefined) select = select.where(matchesName(query, 'api_keys', filter, 'display'))
  for (const fault of faults) {
    if (filter[fault] === undefined) continue
    const applies = faultConditions[fault](filter.now)
    select = select.where(filter[fault] ? applies : sql<SqlBool>`not ${applies}`)
  }
  return select
}

/** The conditions for each state other than `active`. The first that applies is the key's state. */
const faults = ['revoked', 'expired', 'suspended', 'banned', 'rotated'] as const
type Fault = (typeof faults)[number]

/** The same rules as `keyState`. None of them is null, so that each can be negated. */
const faultConditions: Record<Fault, (now: bigint | undefined) => RawBuilder<SqlBool>> = {
  revoked: () => sql`(api_keys.revoked_at is not null)`,
  expired: (now) => sql`(api_keys.expires_at is not null and api_keys.expires_at <= ${now})`,
  suspended: () => sql`(accounts.suspended_at is not null)`,
  banned: (now) => sql`(bans.until is not null and bans.until > ${now})`,
  rotated: () => sql`(api_keys.rotated_at is not null)`,
}

/** Which faults a key in this state has, and which it does not have. */
const faultsOf = (state: KeyState): Partial<Record<Fault, boolean>> => {
  const states: readonly KeyState[] = faults
  const at = states.indexOf(state)
  // An active key has none of them.
  const known = at === -1 ? faults : faults.slice(0, at + 1)
  return Object.fromEntries(known.map((fault) => [fault, fault === state]))
}

export const hasKeys = async (query: Kysely<Tables>): Promise<boolean> =>
  (await query.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) !== undefined

/** Those keys that are still valid, with the current plan of their account. */
export const listLive = async (
  query: Kysely<Tables>,
  ids: readonly bigint[],
  nowMs: number,
): Promise<{ id: bigint; plan: string }[]> => liveRows(query, { ids, now: instant(nowMs) })

const liveRows = prepared((query, { ids, now }: { ids: readonly bigint[]; now: bigint }) =>
  query
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id', 'accounts.plan'])
    .where('api_keys.id', 'in', ids)
    .where('api_keys.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]))
    .where('accounts.suspended_at', 'is', null),
)

/** Marks a key as replaced: it ends at `endsAtMs`, or at its own expiry if that is earlier. */
export const markKeyRotated = async (
  query: Kysely<Tables>,
  id: bigint,
  { nowMs, endsAtMs }: { nowMs: number; endsAtMs: number },
): Promise<void> => {
  await query
    .updateTable('api_keys')
    .set({ rotated_at: BigInt(nowMs) })
    .where('id', '=', id)
    .execute()
  await query
    .updateTable('api_keys')
    .set({ expires_at: BigInt(endsAtMs) })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', BigInt(endsAtMs))]))
    .execute()
}

/** Keeps the time of the first revocation. */
export const revokeKey = async (query: Kysely<Tables>, id: bigint, nowMs: number): Promise<void> => {
  await query
    .updateTable('api_keys')
    .set({ revoked_at: BigInt(nowMs) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export const markKeyUsed = async (query: Kysely<Tables>, id: bigint, atMs: number): Promise<void> => {
  await query
    .updateTable('api_keys')
    .set({ last_used_at: BigInt(atMs) })
    .where('id', '=', id)
    .execute()
}

type Row = Selectable<Tables['api_keys']> & {
  suspended_at: bigint | null
  banned_until: bigint | null
}

const toApiKey = (row: Row, nowMs: number): ApiKey => {
  const state = keyState(endsOf(row), nowMs)
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    display: row.display,
    kind: toKind(row.kind),
    scopes: toScopes(row.scopes),
    ...(row.allowed_origins !== null && { allowedOrigins: words(row.allowed_origins) }),
    ...(row.per_minute !== null && { perMinute: Number(row.per_minute) }),
    ...(row.per_day !== null && { perDay: Number(row.per_day) }),
    state,
    ...(state === 'banned' && row.banned_until !== null && { bannedUntil: showTime(row.banned_until) }),
    ...(row.expires_at !== null && { expiresAt: showTime(row.expires_at) }),
    ...(row.rotated_at !== null && { rotatedAt: showTime(row.rotated_at) }),
    ...(row.revoked_at !== null && { revokedAt: showTime(row.revoked_at) }),
    ...(row.last_used_at !== null && { lastUsedAt: showTime(row.last_used_at) }),
    createdAt: showTime(row.created_at),
  }
}

const endsOf = (row: Row) => ({
  revokedAtMs: toNumber(row.revoked_at),
  expiresAtMs: toNumber(row.expires_at),
  rotatedAtMs: toNumber(row.rotated_at),
  bannedUntilMs: toNumber(row.banned_until),
  isSuspended: row.suspended_at !== null,
})

/** Only ever written from a list of Scope. */
const toScopes = (text: string): Scope[] => words(text) as Scope[]

/** Only ever written from a KeyKind. */
const toKind = (text: string): KeyKind => text as KeyKind

const words = (text: string): string[] => (text === '' ? [] : text.split(' '))

const toBigInt = (value: number | undefined): bigint | null => (value === undefined ? null : BigInt(value))

const toNumber = (value: bigint | null): number | undefined => (value === null ? undefined : Number(value))
