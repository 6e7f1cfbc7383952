import type { OwnerKind } from './stored-windows.ts'

/** The tables of the windows of each kind of owner. They differ only in the column of the owner. */
export const windowTables = {
  account: { table: 'rate_windows', id: 'account_id' },
  key: { table: 'key_windows', id: 'key_id' },
  user: { table: 'user_windows', id: 'user_id' },
  publishable: { table: 'publishable_windows', id: 'account_id' },
} as const satisfies Record<OwnerKind, { table: string; id: string }>
