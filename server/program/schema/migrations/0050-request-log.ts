import { type Kysely, sql } from 'kysely'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

/** The request log. On SQLite it is a file of its own, which the server creates. */
export const requestLog: Step = {
  version: '1.3.0',
  isAdditive: true,
  async up(db: Kysely<unknown>) {
    if (!hasManyWriters(db)) return
    await sql`
      create table request_log (
        position bigint primary key, account_id bigint not null, key_id bigint not null,
        status bigint not null, operation_id text not null, request_id text not null,
        details text not null)`.execute(db)
    await sql`create index request_log_account on request_log (account_id, position)`.execute(db)
    await sql`
      create index request_log_successes on request_log (account_id, position)
      where status < 400`.execute(db)
  },
}
