import { type Kysely, sql } from 'kysely'
import { codePointText } from '../../../platform/storage/columns.ts'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

type Db = Kysely<unknown>

/** Columns of animals that their list filters and sorts by. The current program fills them. */
export const animalsAtAGlance: Step = {
  version: '1.1.0',
  isAdditive: false,
  async up(db: Db) {
    for (const [column, type] of [
      ['name_search', codePointText(db)],
      ['added_at', 'bigint'],
      ['updated_at', 'bigint'],
      ['returned_on', 'bigint'],
      ['waiting_since', 'bigint'],
      ['published', 'bigint'],
      ['has_photo', 'bigint'],
      ['traits', 'bigint'],
      ['born', 'bigint'],
      ['labels', 'text'],
    ] as const) {
      await db.schema.alterTable('pets').addColumn(column, type).execute()
    }
    await sql`create index pets_account on pets (account_id, id)`.execute(db)
    await fillAdded(db)
  },
}

/** Takes the dates from the feed, as far as it goes back. */
const fillAdded = async (db: Db): Promise<void> => {
  const id = hasManyWriters(db) ? "(data::json->>'id')::bigint" : "json_extract(data, '$.id')"
  await sql`update pets set added_at = created.time
    from (select ${sql.raw(id)} as id, max(time) as time from events
      where type = 'pet.created' group by 1) as created
    where created.id = pets.id`.execute(db)
  await sql`update pets set waiting_since = added_at / 86400000 where status <> 'sold'`.execute(db)
}
