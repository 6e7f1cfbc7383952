import { type Kysely, sql } from 'kysely'
import { idColumn } from '../../../platform/storage/columns.ts'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

type Db = Kysely<unknown>

/** The history of animals. Earlier entries come from the feed, which does not say who made the change. */
export const history: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Db) {
    await db.schema
      .createTable('pet_history')
      .addColumn('id', ...idColumn(db))
      .addColumn('pet_id', 'bigint', (column) => column.notNull())
      .addColumn('time', 'bigint', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('actor_type', 'text')
      .addColumn('actor_name', 'text')
      .addColumn('fields', 'text')
      .addColumn('status', 'text')
      .addColumn('order_id', 'bigint')
      .addColumn('application_id', 'bigint')
      .execute()
    await sql`create index pet_history_pet on pet_history (pet_id, id)`.execute(db)
    await fill(db)
  },
}

const fill = async (db: Db): Promise<void> => {
  const field = (name: string) =>
    sql.raw(hasManyWriters(db) ? `data::json->>'${name}'` : `json_extract(data, '$.${name}')`)
  const id = (name: string) => sql`cast(${field(name)} as bigint)`
  await sql`
    insert into pet_history (pet_id, time, action, subject, status, order_id, application_id)
    select pet_id, time, action, subject, status, order_id, application_id
    from (
      select sequence, time, order_id, application_id,
        case type
          when 'pet.created' then ${id('id')}
          else ${id('petId')}
        end as pet_id,
        case type
          when 'pet.created' then 'added'
          when 'listing.published' then 'published'
          when 'listing.unpublished' then 'unpublished'
          when 'order.placed' then 'orderPlaced'
          when 'order.updated' then 'orderMoved'
          when 'application.submitted' then 'applicationReceived'
          else 'applicationMoved'
        end as action,
        case
          when order_id is not null then 'order'
          when application_id is not null then 'application'
          else 'pet'
        end as subject,
        case
          when order_id is not null or application_id is not null then ${field('status')}
        end as status,
        lag(${field('status')}) over (partition by order_id, application_id order by sequence) as before
      from events
      where type in ('pet.created', 'listing.published', 'listing.unpublished', 'order.placed',
        'order.updated', 'application.submitted', 'application.updated')
    ) as told
    where pet_id in (select id from pets)
      and (action not in ('orderMoved', 'applicationMoved') or before is null or before <> status)
    order by sequence`.execute(db)
}
