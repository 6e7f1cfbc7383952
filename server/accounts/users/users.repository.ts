import type { Kysely, Selectable } from 'kysely'
import { type Language, languageOf } from '../../platform/language.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { Role } from '../../requests/access/role.ts'
import type { UserRecord } from './user.ts'

type Query = Kysely<Tables>

/** Selects users: all or those of an account, and optionally a page of them. */
export type UserList = {
  accountId?: bigint | undefined
  afterId?: bigint | undefined
  limit?: number | undefined
}

export const insertUser = async (
  query: Query,
  {
    email,
    name,
    role,
    accountId,
    passwordHash,
    unprovenSinceMs,
    language,
    createdAtMs,
  }: Omit<UserRecord, 'id' | 'disabledAtMs' | 'lastSeenAtMs'>,
): Promise<UserRecord> => {
  const row = await query
    .insertInto('users')
    .values({
      email,
      name,
      role,
      account_id: accountId ?? null,
      password_hash: passwordHash ?? null,
      unproven_since: unprovenSinceMs === undefined ? null : instant(unprovenSinceMs),
      language: language ?? null,
      created_at: BigInt(Math.floor(createdAtMs)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toUser(row)
}

export const findUser = async (query: Query, id: bigint): Promise<UserRecord | undefined> => {
  const [row] = await rowById(query, { id })
  return row && toUser(row)
}

const rowById = prepared((query, { id }: { id: bigint }) => query.selectFrom('users').selectAll().where('id', '=', id))

export const findUserByEmail = async (query: Query, email: string): Promise<UserRecord | undefined> => {
  const [row] = await rowByEmail(query, { email })
  return row && toUser(row)
}

const rowByEmail = prepared((query, { email }: { email: string }) =>
  query.selectFrom('users').selectAll().where('email', '=', email),
)

export const listUsers = async (query: Query, page: UserList): Promise<UserRecord[]> =>
  (await listRows(query, page)).map(toUser)

const listRows = prepared((query, { accountId, afterId, limit }: UserList) => {
  let select = query.selectFrom('users').selectAll().orderBy('id')
  if (accountId !== undefined) select = select.where('account_id', '=', accountId)
  if (afterId !== undefined) select = select.where('id', '>', afterId)
  return limit === undefined ? select : select.limit(limit)
})

type Colleagues = { accountId: bigint; hasStaff: boolean; roles: readonly Role[]; limit: number }

/** Enabled users of an account who have one of these roles, with staff if they work for it. */
export const listColleagues = async (
  query: Query,
  { accountId, hasStaff, roles, limit }: Colleagues,
): Promise<UserRecord[]> => {
  const rows = await query
    .selectFrom('users')
    .selectAll()
    .where(({ eb, or }) => or([eb('account_id', '=', accountId), ...(hasStaff ? [eb('account_id', 'is', null)] : [])]))
    .where('role', 'in', roles)
    .where('disabled_at', 'is', null)
    // A member may have invited any address.
    .where('unproven_since', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toUser)
}

export const countUsers = async (query: Query, accountId: bigint | undefined): Promise<number> =>
  countRows(query, { accountId })

const countRows = boundedCount((query, { accountId }: { accountId: bigint | undefined }) => {
  const select = query.selectFrom('users')
  return accountId === undefined ? select : select.where('account_id', '=', accountId)
})

/** The number of enabled admins among staff. */
export const countAdmins = async (query: Query): Promise<number> => {
  const rows = await query
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('account_id', 'is', null)
    .where('disabled_at', 'is', null)
    .limit(2)
    .execute()
  return rows.length
}

/** The enabled admins among staff, oldest first. */
export const listAdmins = async (query: Query, limit: number): Promise<UserRecord[]> => {
  const rows = await query
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .where('account_id', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toUser)
}

/** Whether there are no staff. Members, who may have signed up, do not manage the store. */
export const hasNoStaff = async (query: Query): Promise<boolean> =>
  (await query.selectFrom('users').select('id').where('account_id', 'is', null).limit(1).executeTakeFirst()) ===
  undefined

export const updateUser = async (
  query: Query,
  { id, name, role, disabledAtMs }: Pick<UserRecord, 'id' | 'name' | 'role' | 'disabledAtMs'>,
): Promise<void> => {
  await query
    .updateTable('users')
    .set({
      name,
      role,
      disabled_at: disabledAtMs === undefined ? null : BigInt(Math.floor(disabledAtMs)),
    })
    .where('id', '=', id)
    .execute()
}

export const setPassword = async (query: Query, id: bigint, passwordHash: string): Promise<void> => {
  await query.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Records that the person who signs in as the user has the address. */
export const markProven = async (query: Query, id: bigint): Promise<void> => {
  await query.updateTable('users').set({ unproven_since: null }).where('id', '=', id).execute()
}

/** Removes the password, so that nobody can sign in with it. */
export const removePassword = async (query: Query, id: bigint): Promise<void> => {
  await query.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
}

/** Whether the user signs in at a provider or with a passkey. */
export const signsInOtherwise = async (query: Query, id: bigint): Promise<boolean> => {
  const identity = query.selectFrom('identities').select('user_id').where('user_id', '=', id)
  const passkey = query.selectFrom('passkeys').select('user_id').where('user_id', '=', id)
  return (await identity.unionAll(passkey).limit(1).executeTakeFirst()) !== undefined
}

/** Removes a user and all their credentials. */
export const deleteUser = async (query: Query, id: bigint): Promise<void> => {
  await query.deleteFrom('identities').where('user_id', '=', id).execute()
  await query.deleteFrom('passkeys').where('user_id', '=', id).execute()
  await query.deleteFrom('users').where('id', '=', id).execute()
}

/** Returns whether there was any. */
export const removePasskeys = async (query: Query, userId: bigint): Promise<boolean> =>
  (await query.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()).length > 0

/** Without a `language`, the one that is stored stays. */
export const markUserSeen = async (query: Query, id: bigint, atMs: number, language?: Language): Promise<void> => {
  await query
    .updateTable('users')
    .set({ last_seen_at: BigInt(Math.floor(atMs)), ...(language && { language }) })
    .where('id', '=', id)
    .execute()
}

type Link = {
  hash: string
  userId: bigint | undefined
  expiresAtMs: number
  /** Whether using it proves that the person has the address. */
  provesAddress: boolean
}

export const insertLink = async (query: Query, { hash, userId, expiresAtMs, provesAddress }: Link): Promise<void> => {
  await query
    .insertInto('password_links')
    .values({
      hash,
      user_id: userId ?? null,
      expires_at: BigInt(Math.floor(expiresAtMs)),
      proves_address: provesAddress ? 1n : 0n,
    })
    .execute()
}

export const findLink = async (query: Query, hash: string): Promise<Link | undefined> => {
  const row = await query.selectFrom('password_links').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!row) return undefined
  const { user_id, expires_at, proves_address } = row
  return {
    hash,
    userId: user_id ?? undefined,
    expiresAtMs: Number(expires_at),
    provesAddress: proves_address === 1n,
  }
}

/** Whether there is a valid link that sets the password of a user. */
export const hasLink = async (query: Query, userId: bigint, nowMs: number): Promise<boolean> =>
  (await query
    .selectFrom('password_links')
    .select('hash')
    .where('user_id', '=', userId)
    .where('expires_at', '>', BigInt(Math.floor(nowMs)))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Removes the links of a user, or those that create the first user if none is given. */
export const removeLinks = async (query: Query, userId: bigint | undefined): Promise<void> => {
  const links = query.deleteFrom('password_links')
  await (userId === undefined ? links.where('user_id', 'is', null) : links.where('user_id', '=', userId)).execute()
}

/** Removes some expired links. Returns how many. */
export const removeExpiredLinks = async (query: Query, nowMs: number, limit: number): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('password_links')
    .where('hash', 'in', ({ selectFrom }) =>
      selectFrom('password_links')
        .select('hash')
        .where('expires_at', '<=', BigInt(Math.floor(nowMs)))
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

type UserRow = Selectable<Tables['users']>

const toUser = (row: UserRow): UserRecord => ({
  id: row.id,
  email: row.email,
  name: row.name,
  // Only ever written from a Role.
  role: row.role as Role,
  accountId: row.account_id ?? undefined,
  passwordHash: row.password_hash ?? undefined,
  unprovenSinceMs: row.unproven_since === null ? undefined : Number(row.unproven_since),
  disabledAtMs: row.disabled_at === null ? undefined : Number(row.disabled_at),
  lastSeenAtMs: row.last_seen_at === null ? undefined : Number(row.last_seen_at),
  language: languageOf(row.language ?? ''),
  createdAtMs: Number(row.created_at),
})
