import type { Kysely } from 'kysely'
import { foldText } from '../../../platform/search-text.ts'
import type { Step } from '../../../platform/storage/migration.ts'

type Tables = {
  accounts: { id: bigint; name: string; search: string | null }
  organizations: { account_id: bigint; name: string }
}

/** Accounts that still have the name they were created with get that of their shelter. */
export const shelterNames: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    const query = db as Kysely<Tables>
    const unnamed = await query
      .selectFrom('accounts')
      .leftJoin('organizations', 'organizations.account_id', 'accounts.id')
      .select(['accounts.id', 'organizations.name'])
      .where('accounts.name', '=', 'first account')
      .execute()
    for (const { id, name: shelter } of unnamed) {
      const name = shelter ?? 'Your shelter'
      const named = { name, search: foldText(name) }
      await query.updateTable('accounts').set(named).where('id', '=', id).execute()
    }
  },
}
