import type { FileContents } from '../../platform/storage/sqlite-file.ts'
import { migrations } from './migrations.ts'

/** The content of a file of the embedded database, and its required properties. */
export const storeFile = {
  migrationNames: Object.keys(migrations),
  counted: ['pets', 'categories', 'orders', 'accounts', 'api_keys', 'users', 'events'],
  checks: [
    {
      table: 'categories',
      query: `
        select (select count(*) from pets) as stored,
          coalesce(sum(available + pending + sold), 0) as counted
        from categories`,
      fault: ({ stored, counted }) =>
        stored === counted ? undefined : `it counts ${counted} animals and has ${stored}`,
    },
  ],
} as const satisfies FileContents
