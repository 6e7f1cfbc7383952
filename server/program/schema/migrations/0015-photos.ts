import type { Kysely } from 'kysely'
import { idColumn } from '../../../platform/storage/columns.ts'
import type { Step } from '../../../platform/storage/migration.ts'

export const photos: Step = {
  version: '1.1.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('photos')
      .addColumn('id', ...idColumn(db))
      .addColumn('pet_id', 'bigint', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('alt', 'text')
      .addColumn('focus_x', 'double precision')
      .addColumn('focus_y', 'double precision')
      .addColumn('width', 'bigint', (column) => column.notNull())
      .addColumn('height', 'bigint', (column) => column.notNull())
      .addColumn('placeholder', 'text', (column) => column.notNull())
      .addColumn('variants', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('photos_pet').on('photos').columns(['pet_id', 'position', 'id']).execute()
    await db.schema
      .createTable('photo_files')
      .addColumn('photo_id', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('photo_files_key', ['photo_id', 'name'])
      .execute()
    await db.schema.createIndex('photo_files_name').on('photo_files').columns(['name', 'photo_id']).execute()
    await db.schema
      .createTable('media_files')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('touched_at', 'bigint', (column) => column.notNull())
      .addColumn('removing', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('media_files_touched').on('media_files').columns(['touched_at', 'name']).execute()
  },
}
