import type { Kysely } from 'kysely'
import { foldText } from '../../../platform/search-text.ts'
import type { Step } from '../../../platform/storage/migration.ts'

type Row = { id: bigint; name: string; search: string | null }
type Tables = {
  accounts: Row
  api_keys: Row
  organizations: { account_id: bigint; name: string }
}

/**
 * The columns that accounts and keys are searched by. Rows of older programs have none, and are found by their name. The
 * account that an older program created gets the name of its shelter.
 */
export const accountSearch: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    const query = db as Kysely<Tables>
    await nameShelter(query)
    for (const table of ['accounts', 'api_keys'] as const) {
      await db.schema.alterTable(table).addColumn('search', 'text').execute()
      for (const { id, name } of await query.selectFrom(table).select(['id', 'name']).execute()) {
        await query
          .updateTable(table)
          .set({ search: foldText(name) })
          .where('id', '=', id)
          .execute()
      }
    }
  },
}

const nameShelter = async (query: Kysely<Tables>): Promise<void> => {
  const unnamed = await query
    .selectFrom('accounts')
    .leftJoin('organizations', 'organizations.account_id', 'accounts.id')
    .select(['accounts.id', 'organizations.name'])
    .where('accounts.name', '=', 'first account')
    .execute()
  for (const { id, name } of unnamed) {
    const shelter = { name: name ?? 'Your shelter' }
    await query.updateTable('accounts').set(shelter).where('id', '=', id).execute()
  }
}
