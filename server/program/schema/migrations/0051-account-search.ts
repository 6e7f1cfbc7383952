import type { Kysely } from 'kysely'
import { foldText } from '../../../platform/search-text.ts'
import type { Step } from '../../../platform/storage/migration.ts'

type Row = { id: bigint; name: string }
type Named = Record<'accounts' | 'api_keys', Row & { search: string | null }>

/** The columns that accounts and keys are searched by. Rows of older programs have none, and are found by their name. */
export const accountSearch: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    const query = db as Kysely<Named>
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
