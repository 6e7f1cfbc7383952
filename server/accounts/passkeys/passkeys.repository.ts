import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant } from '../../platform/time.ts'
import type { PasskeyRecord } from './passkey.ts'

type Query = Kysely<Tables>

export const findPasskeyByCredential = async (
  query: Query,
  credentialId: string,
): Promise<PasskeyRecord | undefined> => {
  const row = await query
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row && toPasskey(row)
}

export const listPasskeys = async (query: Query, userId: bigint): Promise<PasskeyRecord[]> => {
  const rows = await query.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(toPasskey)
}

export const insertPasskey = async (
  query: Query,
  passkey: Omit<PasskeyRecord, 'id' | 'lastUsedAtMs'>,
): Promise<PasskeyRecord> => {
  const row = await query
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: BigInt(passkey.counter),
      transports: passkey.transports.join(' ') || null,
      name: passkey.name,
      created_at: instant(passkey.createdAtMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPasskey(row)
}

export const markPasskeyUsed = async (
  query: Query,
  { id, counter, nowMs }: { id: bigint; counter: number; nowMs: number },
): Promise<void> => {
  await query
    .updateTable('passkeys')
    .set({ counter: BigInt(counter), last_used_at: instant(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** Returns whether the user had it. */
export const deletePasskey = async (query: Query, { id, userId }: { id: bigint; userId: bigint }): Promise<boolean> => {
  const row = await query
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Row = Selectable<Tables['passkeys']>

const toPasskey = (row: Row): PasskeyRecord => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: row.transports?.split(' ') ?? [],
  name: row.name,
  createdAtMs: Number(row.created_at),
  lastUsedAtMs: row.last_used_at === null ? undefined : Number(row.last_used_at),
})
