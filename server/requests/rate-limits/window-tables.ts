import type { OwnerKind } from './stored-windows.ts'

/** Where the windows of each kind of owner are written down. The tables differ in nothing but the column of the owner. */
export const windowTables = {
  account: { table: 'rate_windows', id: 'account_id' },
  key: { table: 'key_windows', id: 'key_id' },
  user: { table: 'user_windows', id: 'user_id' },
  publishable: { table: 'publishable_windows', id: 'account_id' },
} as const satisfies Record<OwnerKind, { table: string; id: string }>
