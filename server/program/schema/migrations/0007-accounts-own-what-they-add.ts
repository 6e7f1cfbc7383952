import { type Kysely, sql } from 'kysely'
import { systemClock } from '../../../platform/clock.ts'
import { hasManyWriters } from '../../../platform/storage/engine.ts'
import type { Step } from '../../../platform/storage/migration.ts'

type Db = Kysely<unknown>

/** The account that owns existing animals if there is no other account. */
const FIRST_ACCOUNT = { name: 'first account', plan: 'business' }

/**
 * Gives every animal and order an account. Existing ones get the oldest account as the default of the new columns, so
 * that this is fast for a store of any size: only events of orders are rewritten.
 */
export const accountsOwnWhatTheyAdd: Step = {
  version: '1.1.0',
  isAdditive: false,

  async up(db: Db) {
    const owner = await ownerOfAll(db)
    await addOwner(db, 'pets', 'account_id', owner)
    await addOwner(db, 'orders', 'account_id', owner)
    await addOwner(db, 'orders', 'owner_account_id', owner)
    await db.schema.alterTable('events').addColumn('owner_account_id', 'bigint').execute()
    await sql`update events set account_id = ${owner} where order_id is not null`.execute(db)
    await addIndexes(db)
    await addScopes(db)
  },

  async notice(db) {
    const { rows } = await sql<{ id: bigint; name: string }>`
      select id, name from accounts order by id limit 2`.execute(db)
    const [oldest, other] = rows
    if (!oldest || !other || !(await hasAny(db, 'pets', 'orders'))) return undefined
    return (
      `every animal and order now belongs to the oldest account, ${oldest.id} (${oldest.name}), and there are ` +
      `others: "accounts transfer --from ${oldest.id} --to ID [--category ID]" moves what is theirs`
    )
  },
}

/**
 * The oldest account, created if there are animals but no account; 0, which no account has, if there is nothing to own.
 */
const ownerOfAll = async (db: Db): Promise<bigint> => {
  const oldest = await sql<{ id: bigint }>`select id from accounts order by id limit 1`.execute(db)
  if (oldest.rows[0]) return oldest.rows[0].id
  if (!(await hasAny(db, 'pets', 'orders'))) return 0n
  const { name, plan } = FIRST_ACCOUNT
  const made = await sql<{ id: bigint }>`
    insert into accounts (name, plan, created_at) values (${name}, ${plan}, ${BigInt(systemClock.nowMs())})
    returning id`.execute(db)
  return made.rows[0]?.id ?? 0n
}

const hasAny = async (db: Db, ...tables: string[]): Promise<boolean> => {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/** Not a foreign key: accounts are never removed, and every new animal would have to check it. */
const addOwner = async (db: Db, table: string, column: string, owner: bigint): Promise<void> => {
  await db.schema
    .alterTable(table)
    .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(sql.lit(owner)))
    .execute()
  // SQLite cannot drop a default, so there an insert without an owner uses that account.
  if (!hasManyWriters(db)) return
  await db.schema
    .alterTable(table)
    .alterColumn(column, (added) => added.dropDefault())
    .execute()
}

/** An account sees the orders for its animals and those it has placed for others', each through an index. */
const addIndexes = async (db: Db): Promise<void> => {
  for (const text of [
    'create index orders_owner on orders (owner_account_id, id)',
    'create index orders_owner_status on orders (owner_account_id, status, id)',
    'create index orders_placed on orders (account_id, id) where account_id <> owner_account_id',
    'create index orders_placed_status on orders (account_id, status, id) where account_id <> owner_account_id',
    'create index events_account on events (account_id, type, sequence) where account_id is not null',
    'create index events_owner on events (owner_account_id, type, sequence) where owner_account_id is not null',
  ]) {
    await sql.raw(text).execute(db)
  }
}

/** The permissions that keys had before, under their current names. */
const addScopes = async (db: Db): Promise<void> => {
  await sql`update api_keys set scopes = scopes || ' categories:write'
    where ' ' || scopes || ' ' like '% pets:write %'
      and ' ' || scopes || ' ' not like '% categories:write %'`.execute(db)
  await sql`update api_keys set scopes = trim(scopes || ' listings:read')
    where ' ' || scopes || ' ' not like '% listings:read %'`.execute(db)
}
