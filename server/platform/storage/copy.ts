import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { hasManyWriters } from './engine.ts'
import type { Migrations } from './migration.ts'
import { DatabaseTooNew, readSchema } from './schema.ts'
import type { Tables } from './tables.ts'

const BATCH_ROWS = 1_000

/** Rows with the columns of any table. */
type Row = Record<string, unknown>
type Query = Kysely<Tables>
type TableName = keyof Tables

/** How to copy each table, in the order of copying. */
export type CopiedTables = { [T in TableName]: CopiedTable<keyof Tables[T] & string> }

type CopiedTable<Column extends string> = ManyRows<Column> | { hasOneRow: true }

type ManyRows<Column extends string> = {
  /** The primary key. */
  key: readonly Column[]
  /** Whether the engine generates the key and never reuses it. */
  hasGeneratedId?: true
  /** Whether a new database already has rows, which those of the source replace. */
  isSeeded?: true
}

type Copy = {
  tables: CopiedTables
  migrations: Migrations
  /** Awaited after each part; if it throws, the copy stops. */
  between: () => Promise<void>
  /** Writes what each engine stores in its own way. */
  finish?: (into: Query) => Promise<void>
}

export type CopiedRows = Record<TableName, number>

/** The target database already has rows. */
class DatabaseNotEmpty extends Error {
  constructor(table: string) {
    super(`the store to copy into is not empty: it has rows in ${table}; nothing was copied`)
    this.name = 'DatabaseNotEmpty'
  }
}

/**
 * Copies all of `source`, as it is at one moment, into `target`, where everything appears at once or not at all. Ids
 * stay the same, and those of deleted rows are not reused. Nobody else may use the target meanwhile, because
 * everything is one long transaction. Returns the number of rows by table; throws `DatabaseNotEmpty`.
 */
export const copyDatabase = (
  source: Database,
  target: Database,
  { tables, migrations, between, finish }: Copy,
): Promise<CopiedRows> =>
  target.write(({ query: into }) =>
    source.read
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (from) => {
        await checkKnown(from, migrations)
        const plans = Object.entries<CopiedTable<string>>(tables)
        await checkEmpty(into, plans)
        const copied: [string, number][] = []
        for (const [table, plan] of plans) copied.push([table, await copyTable({ from, into, between }, table, plan)])
        await finish?.(into)
        return Object.fromEntries(copied) as CopiedRows
      }),
  )

/** Refuses a database of a later version, whose additions would be lost. */
const checkKnown = async (from: Query, migrations: Migrations): Promise<void> => {
  const { strangers } = await readSchema(from as unknown as Kysely<never>, migrations)
  const [stranger] = strangers
  if (stranger) throw new DatabaseTooNew(stranger)
}

const checkEmpty = async (into: Query, plans: readonly [string, CopiedTable<string>][]): Promise<void> => {
  for (const [table, plan] of plans) {
    if ('hasOneRow' in plan || plan.isSeeded) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(into)
    if (rows.length > 0) throw new DatabaseNotEmpty(table)
  }
}

type Copying = Pick<Copy, 'between'> & { from: Query; into: Query }

const copyTable = async (
  { from, into, between }: Copying,
  table: string,
  plan: CopiedTable<string>,
): Promise<number> => {
  if ('hasOneRow' in plan) return copyOnlyRow(from, into, table)
  if (plan.isSeeded) await sql`delete from ${sql.table(table)} where true`.execute(into)
  const copied = await copyRows({ from, into, between }, table, plan.key)
  if (plan.hasGeneratedId) await keepGivenIds(from, into, table, plan.key[0] ?? 'id')
  return copied
}

/** Copies a row that the target also has from the start. */
const copyOnlyRow = async (from: Query, into: Query, table: string): Promise<number> => {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(from)
  const values = Object.entries(rows[0] ?? {}).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(values)}`.execute(into)
  return 1
}

const copyRows = async ({ from, into, between }: Copying, table: string, key: readonly string[]): Promise<number> => {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let copied = 0
  let last: Row | undefined
  for (;;) {
    const place = last && key.map((column) => last?.[column])
    const beyond = place ? sql`where (${columns}) > (${sql.join(place)})` : sql``
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} ${beyond}
      order by ${columns} limit ${sql.lit(BATCH_ROWS)}`.execute(from)
    if (rows.length > 0) copied += await insert(into, table, rows)
    if (rows.length < BATCH_ROWS) return copied
    await between()
    last = rows.at(-1)
  }
}

/**
 * Returns something because statements without a result are not awaited, and a million rows would be in flight at
 * once.
 */
const insert = async (into: Query, table: string, rows: Row[]): Promise<number> => {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const text = sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values ${sql.join(values)} returning 1 as copied`
  return (await text.execute(into)).rows.length
}

/** New ids continue after the highest one that the source ever generated, including ids of deleted rows. */
const keepGivenIds = async (from: Query, into: Query, table: string, column: string): Promise<void> => {
  const highest = await readOne(from, sql`select max(${sql.ref(column)}) as value from ${sql.table(table)}`)
  const given = await readOne(from, givenThrough(from, table, column))
  const through = [highest, given].reduce((most, id) => (id > most ? id : most))
  if (through === 0n) return
  if (hasManyWriters(into)) {
    await sql`select setval(${sequenceOf(table, column)}, ${through})`.execute(into)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(into)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${through})`.execute(into)
}

const givenThrough = (query: Query, table: string, column: string): RawBuilder<unknown> =>
  hasManyWriters(query)
    ? sql`select pg_sequence_last_value(${sequenceOf(table, column)}) as value`
    : sql`select seq as value from sqlite_sequence where name = ${table}`

const sequenceOf = (table: string, column: string): RawBuilder<unknown> =>
  sql`pg_get_serial_sequence(${table}, ${column})::regclass`

const readOne = async (query: Query, text: RawBuilder<unknown>): Promise<bigint> => {
  const { rows } = await (text as RawBuilder<{ value: bigint | null }>).execute(query)
  return rows[0]?.value ?? 0n
}
