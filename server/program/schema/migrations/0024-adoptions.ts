import { type Kysely, sql } from 'kysely'
import { idColumn } from '../../../platform/storage/columns.ts'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

type Db = Kysely<unknown>

/** All adoptions and returns, for reports. Earlier ones are filled in as far as the feed goes back. */
export const adoptions: Step = {
  version: '1.1.0',
  isAdditive: false,
  async up(db: Db) {
    await db.schema
      .createTable('adoptions')
      .addColumn('id', ...idColumn(db))
      .addColumn('pet_id', 'bigint', (column) => column.notNull())
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('species', 'text')
      .addColumn('came_on', 'bigint')
      .addColumn('adopted_at', 'bigint')
      .addColumn('returned_at', 'bigint')
      .execute()
    for (const text of [
      'create index adoptions_pet on adoptions (pet_id, id)',
      'create index adoptions_adopted on adoptions (adopted_at)',
      'create index adoptions_returned on adoptions (returned_at) where returned_at is not null',
      'create index adoptions_account_adopted on adoptions (account_id, adopted_at)',
      'create index adoptions_account_returned on adoptions (account_id, returned_at) where returned_at is not null',
    ]) {
      await sql.raw(text).execute(db)
    }
    await fill(db)
    // The day of the last return replaces it.
    await db.schema.alterTable('pets').dropColumn('returned_on').execute()
  },
}

/** An animal is adopted when its status becomes `sold`, and returned when it stops being `sold`. */
const fill = async (db: Db): Promise<void> => {
  const [id, status, species, intake] = (
    hasManyWriters(db)
      ? [
          "(data::json->>'id')::bigint",
          "data::json->>'status'",
          "facts::json->>'species'",
          "intake_date::date - date '1970-01-01'",
        ]
      : [
          "json_extract(data, '$.id')",
          "json_extract(data, '$.status')",
          "json_extract(facts, '$.species')",
          'julianday(intake_date) - 2440587.5',
        ]
  ).map((text) => sql.raw(text))
  await sql`
    insert into adoptions (pet_id, account_id, species, came_on, adopted_at, returned_at)
    select pets.id, pets.account_id, ${species},
      coalesce(spans.back_at / 86400000, cast(${intake} as bigint), pets.added_at / 86400000),
      spans.adopted_at, spans.returned_at
    from (
      select id, at as adopted_at, next_at as returned_at,
        lag(next_at) over (partition by id order by sequence) as back_at
      from (
        select id, status, at, sequence, lead(at) over (partition by id order by sequence) as next_at
        from (
          select ${id} as id, ${status} as status, time as at, sequence,
            lag(${status}) over (partition by ${id} order by sequence) as before
          from events where type in ('pet.created', 'pet.updated')
        ) as states
        where before is not null and (status = 'sold') <> (before = 'sold')
      ) as moves
      where status = 'sold'
    ) as spans
    join pets on pets.id = spans.id
    left join profiles on profiles.pet_id = pets.id
    order by spans.adopted_at, pets.id`.execute(db)
}
