import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'

type Query = Kysely<Tables>
type Rows = { ids: readonly bigint[] } | { afterId: bigint; limit: number }

const accountColumns = [
  ...(['id', 'name', 'plan', 'per_minute', 'per_day'] as const),
  ...(['suspended_at', 'reviewed_at', 'created_at'] as const),
] as const

export const listAccountRows = (query: Query, rows: Rows) => {
  const select = query.selectFrom('accounts').select(accountColumns).orderBy('id')
  return 'ids' in rows
    ? select.where('id', 'in', rows.ids).execute()
    : select.where('id', '>', rows.afterId).limit(rows.limit).execute()
}

export const upsertAccounts = async (query: Query, rows: Insertable<Tables['accounts']>[]): Promise<void> => {
  await query
    .insertInto('accounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        plan: ref('excluded.plan'),
        per_minute: ref('excluded.per_minute'),
        per_day: ref('excluded.per_day'),
        suspended_at: ref('excluded.suspended_at'),
        reviewed_at: ref('excluded.reviewed_at'),
      })),
    )
    .execute()
}

const userColumns = ['id', 'name', 'role', 'account_id', 'disabled_at', 'created_at'] as const

export const listUserRows = (query: Query, rows: Rows) => {
  const select = query.selectFrom('users').select(userColumns).orderBy('id')
  return 'ids' in rows
    ? select.where('id', 'in', rows.ids).execute()
    : select.where('id', '>', rows.afterId).limit(rows.limit).execute()
}

type UserRow = Awaited<ReturnType<typeof listUserRows>>[number]

export const upsertUsers = async (query: Query, rows: readonly UserRow[]): Promise<void> => {
  await query
    .insertInto('users')
    .values(rows.map((row) => ({ ...row, email: `user-${row.id}@staging.invalid` })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        role: ref('excluded.role'),
        account_id: ref('excluded.account_id'),
        disabled_at: ref('excluded.disabled_at'),
      })),
    )
    .execute()
}

export const removeUsers = async (query: Query, ids: readonly bigint[]): Promise<void> => {
  await query.deleteFrom('users').where('id', 'in', ids).execute()
}
