import { type Kysely, sql } from 'kysely'
import type { Trx } from './database.ts'
import type { Tables } from './tables.ts'

/** The weaker row lock, which does not delay inserts of rows that refer to this one. */
export const postgresLocks = (query: Kysely<Tables>): Pick<Trx, 'lock' | 'lockName' | 'tryLockName'> => {
  const held = new Set<string>()
  return {
    async lock(table, id) {
      await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(query)
    },
    async lockName(name) {
      if (held.has(name)) return
      held.add(name)
      await lockName(query, name)
    },
    tryLockName: (name) => tryLockName(query, name),
  }
}

export const tryLockName = async (query: Kysely<Tables>, name: string): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(query)
  return rows[0]?.locked === true
}

export const lockName = async (query: Kysely<Tables>, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(query)
}
