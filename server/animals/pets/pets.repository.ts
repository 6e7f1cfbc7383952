import { type Kysely, type Selectable, sql } from 'kysely'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import type { Database } from '../../platform/storage/database.ts'
import { hasManyWriters } from '../../platform/storage/engine.ts'
import { inIndexOrder } from '../../platform/storage/index-order.ts'
import { prepared, preparedInsert, preparedRows } from '../../platform/storage/prepared.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { dayAt, instant } from '../../platform/time.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import { foldName, type NewPet, type OwnedPet, type Pet, type PetFilter, type PetStatus, searchedName } from './pet.ts'
import {
  FEW_NAMES,
  hasMoreNames,
  isAmongNames,
  MANY_NAMES,
  type NameRange,
  namesFrom,
  whoseNameBegins,
} from './pet-names.repository.ts'

/** The SQL of animals. Each function takes the connection or transaction it runs on. */
export type PetList = {
  filter: PetFilter
  /** Whether the newest come first. */
  descending: boolean
  /** The id of the last animal on the previous page. */
  afterId?: bigint | undefined
  /** The most animals to return. */
  limit: number
}

export const insertPet = async (
  query: Kysely<Tables>,
  { name, categoryId, status = 'available' }: NewPet,
  addition: Addition,
): Promise<Pet> => {
  const id = await insertRow(query, newRow({ name, categoryId, status }, addition))
  return { id, name, categoryId, status }
}

/** The owner of added animals, and the time. */
type Addition = { ownerId: bigint; nowMs: number }

const newRow = ({ name, categoryId, status }: Required<NewPet>, { ownerId, nowMs }: Addition): NewRow => ({
  ...namesOf(name),
  category_id: categoryId,
  status,
  account_id: ownerId,
  added_at: instant(nowMs),
  waiting_since: status === 'sold' ? null : dayAt(nowMs),
})

const namesOf = (name: string) => {
  const name_folded = foldName(name)
  return { name, name_folded, name_search: searchedName(name, name_folded) }
}

/**
 * On SQLite, an insert of several rows first copies each page that it changes, for a rollback; up
 * to this many rows, single inserts are faster.
 */
const FEW_ROWS = 100

/**
 * Adds many animals, each with its own or an assigned id. Returns those with an assigned id, in the
 * given order.
 */
export const insertPets = async (
  query: Kysely<Tables>,
  pets: readonly (NewPet & { id?: bigint })[],
  addition: Addition,
): Promise<Pet[]> => {
  const rows = pets.map(({ id, name, categoryId, status = 'available' }) => ({
    id,
    ...newRow({ name, categoryId, status }, addition),
  }))
  await insertOwnIds(
    query,
    rows.filter((row): row is typeof row & { id: bigint } => row.id !== undefined),
  )
  const others = rows.filter(({ id }) => id === undefined)
  if (others.length <= FEW_ROWS && !hasManyWriters(query)) {
    return Promise.all(pets.filter(({ id }) => id === undefined).map((pet) => insertPet(query, pet, addition)))
  }
  const given = await insertGivenIds(query, others)
  // Ids are assigned in the order of the rows, but no engine guarantees the order of returned rows.
  return given.sort((one, other) => (one.id < other.id ? -1 : 1))
}

type NewRow = Pick<Selectable<Tables['pets']>, (typeof newColumns)[number]>
const newColumns = [
  'name',
  'name_folded',
  'category_id',
  'status',
  'account_id',
  'name_search',
  'added_at',
  'waiting_since',
] as const

const insertRow = preparedInsert<NewRow>(newColumns, (query, row) => query.insertInto('pets').values(row))

const insertOwnIds = preparedRows<NewRow & { id: bigint }, unknown>(['id', ...newColumns], (query, rows) =>
  query.insertInto('pets').values(rows),
)

const insertGivenIds = preparedRows<NewRow, Pet>(newColumns, (query, rows) =>
  query.insertInto('pets').values(rows).returning(columns).$narrowType<Pet>(),
)

/**
 * Those of `ids` that exist, locked until the end of the transaction on an engine with concurrent
 * writers.
 */
export const findPets = async (query: Kysely<Tables>, ids: readonly bigint[]): Promise<OwnedPet[]> => {
  const newest = await query
    .selectFrom('pets')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  // Ids above the newest need no lookup; most ids of an import are.
  const known = ids.filter((id) => newest?.id != null && id <= newest.id)
  if (known.length === 0) return []
  if (hasManyWriters(query)) {
    await sql`select from pets where id in (${sql.join(known)}) order by id for no key update`.execute(query)
  }
  const rows = await query
    .selectFrom('pets')
    .select([...columns, 'account_id'])
    .$narrowType<Pet>()
    .where('id', 'in', known)
    .execute()
  return rows.map(toOwnedPet)
}

/**
 * Makes sure that assigned ids are above `through`. Anybody who adds animals waits for the end of
 * the transaction, which must do nothing else.
 */
export const reserveIds = async (query: Kysely<Tables>, through: bigint): Promise<void> => {
  if (!hasManyWriters(query)) {
    await sql`insert into sqlite_sequence (name, seq) select 'pets', 0
      where not exists (select 1 from sqlite_sequence where name = 'pets')`.execute(query)
    await sql`update sqlite_sequence set seq = max(seq, ${through})
      where name = 'pets'`.execute(query)
    return
  }
  const given = sql<{ value: bigint | null }>`
    select pg_sequence_last_value(pg_get_serial_sequence('pets', 'id')::regclass) as value`
  const isAbove = async () => ((await given.execute(query)).rows[0]?.value ?? 0n) >= through
  if (await isAbove()) return
  // Changes nothing, but locks the sequence until the commit.
  await sql`alter sequence pets_id_seq increment by 1`.execute(query)
  if (await isAbove()) return
  await sql`select setval('pets_id_seq', ${through})`.execute(query)
}

export const updatePet = async (
  query: Kysely<Tables>,
  { id, name, categoryId, status }: Pet,
  nowMs: number,
): Promise<void> => {
  await updateRow(query, {
    id,
    ...namesOf(name),
    category_id: categoryId,
    status,
    updated_at: instant(nowMs),
  })
}

type ChangedRow = Pick<NewRow, 'name' | 'name_folded' | 'name_search' | 'category_id' | 'status'> & {
  id: bigint
  updated_at: bigint
}

const updateRow = prepared(
  (query, { id, ...row }: ChangedRow) => query.updateTable('pets').set(row).where('id', '=', id),
  { isAwaited: false },
)

export const deletePet = async (query: Kysely<Tables>, id: bigint): Promise<void> => {
  await deleteRow(query, { id })
}

const deleteRow = prepared((query, { id }: { id: bigint }) => query.deleteFrom('pets').where('id', '=', id), {
  isAwaited: false,
})

export const findPet = (query: Kysely<Tables>, id: bigint): MaybePromise<Pet | undefined> =>
  andThen(selectPet(query, { id }), ([pet]) => pet)

const selectPet = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('pets').select(columns).$narrowType<Pet>().where('id', '=', id),
)

/** With its owner, for changes. */
/** The names of those animals that still exist. */
export const findPetNames = async (query: Kysely<Tables>, ids: readonly bigint[]): Promise<Map<bigint, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await nameRows(query, { ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const nameRows = prepared((query, { ids }: { ids: readonly bigint[] }) =>
  query.selectFrom('pets').select(['id', 'name']).where('id', 'in', ids),
)

export const findOwnedPet = async (query: Kysely<Tables>, id: bigint): Promise<OwnedPet | undefined> => {
  const [row] = await selectOwned(query, { id })
  return row && toOwnedPet(row)
}

const selectOwned = prepared((query, { id }: { id: bigint }) =>
  query
    .selectFrom('pets')
    .select([...columns, 'account_id'])
    .$narrowType<Pet>()
    .where('id', '=', id),
)

/** Reads for requests: a query that may read many rows runs off the main thread. */
export const petReader =
  (database: Pick<Database, 'read' | 'readLong'>) =>
  ({ filter, ...page }: PetList, client: Client): MaybePromise<Pet[]> => {
    // Without a name, an index bounds the rows that are read.
    if (filter.namePrefix === undefined) return listRows(database.read, { ...filter, ...page })
    return andThen(readOf(readsFor(database, client), filter), (found) =>
      found ? listRows(found.query, { ...found.rows, ...page }) : [],
    )
  }

/** Up to one more than `MAX_COUNTED`. */
export const countPets = async (reads: Reads, filter: PetFilter): Promise<number> => {
  const found = await readOf(reads, filter)
  return found ? countRows(found.query, found.rows) : 0
}

/** A page for a command, however long that takes. */
export const listPets = async (query: Kysely<Tables>, list: PetList): Promise<Pet[]> => {
  const { filter, ...page } = list
  const rows = rowsOf(filter)
  return rows ? listRows(query, { ...rows, ...page }) : []
}

/** Counts all matches, however long that takes: for commands, never for requests. */
export const countEveryPet = async (query: Kysely<Tables>, filter: PetFilter): Promise<number> => {
  const rows = rowsOf(filter)
  if (!rows) return 0
  const [row] = await countAllRows(query, rows)
  return Number(row?.total)
}

/**
 * The rows to read, and how to search by name: first if the matches are bounded, otherwise last.
 */
type Rows = Partial<NameRange> & {
  ids?: bigint[] | undefined
  status?: PetStatus | undefined
  categoryId?: bigint | undefined
  nameLimit?: number | undefined
}

/** Undefined if there can be none. */
const rowsOf = ({ ids, status, categoryId, namePrefix }: PetFilter): Rows | undefined => {
  if (namePrefix === undefined) return { ids, status, categoryId }
  const names = namesFrom(namePrefix)
  return names && { ids, status, categoryId, ...names }
}

type Found = { query: Kysely<Tables>; rows: Rows }

const readOf = ({ here, beside }: Reads, filter: PetFilter): MaybePromise<Found | undefined> => {
  const rows = rowsOf(filter)
  if (!rows || rows.ids || rows.nameFrom === undefined) return rows && { query: here, rows }
  const names = { nameFrom: rows.nameFrom, nameTo: rows.nameTo }
  return andThen(hasMoreNames(here, names, FEW_NAMES), (areMany) => {
    if (!areMany) return { query: here, rows: { ...rows, nameLimit: FEW_NAMES + 1 } }
    const query = beside()
    return andThen(hasMoreNames(query, names, MANY_NAMES), (areMost) =>
      areMost ? { query, rows } : { query, rows: { ...rows, nameLimit: MANY_NAMES + 1 } },
    )
  })
}

const listRows = prepared((query, { descending, afterId, limit, ...rows }: Rows & Omit<PetList, 'filter'>) => {
  const { status, categoryId, ...others } = rows
  // Rows found by their ids must be sorted, and then need no other order.
  const isById = rows.ids !== undefined || rows.nameLimit !== undefined
  const equal = {
    ...(categoryId !== undefined && { category_id: categoryId }),
    ...(status !== undefined && { status }),
  }
  const select = filtered(query, isById ? rows : others)
    .select(columns)
    .$narrowType<Pet>()
    .limit(limit)
  return inIndexOrder(query, select, { equal: isById ? {} : equal, afterId, descending })
})

const countRows = boundedCount((query, rows: Rows) => filtered(query, rows))

const countAllRows = prepared((query, rows: Rows) =>
  filtered(query, rows).select(({ fn }) => fn.countAll<bigint>().as('total')),
)

/** The row of an animal. A check constraint restricts its status. */
const columns = ['id', 'name', 'category_id as categoryId', 'status'] as const

const toOwnedPet = ({ account_id, ...pet }: Pet & { account_id: bigint }): OwnedPet => ({
  pet,
  ownerId: account_id,
})

const filtered = (query: Kysely<Tables>, rows: Rows) => {
  const { ids, status, categoryId, nameFrom, nameTo, nameLimit } = rows
  let select = query.selectFrom('pets')
  if (ids) select = select.where('id', 'in', ids)
  if (status !== undefined) select = select.where('status', '=', status)
  if (categoryId !== undefined) select = select.where('category_id', '=', categoryId)
  if (nameFrom === undefined) return select
  const names = { nameFrom, nameTo }
  return select.where(nameLimit === undefined ? whoseNameBegins(query, names) : isAmongNames(query, names, nameLimit))
}
