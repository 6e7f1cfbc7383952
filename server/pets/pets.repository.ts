import { type Kysely, sql } from 'kysely'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import { hasManyWriters } from '../platform/storage/engine.ts'
import { inIndexOrder } from '../platform/storage/index-order.ts'
import { prepared, preparedRows } from '../platform/storage/prepared.ts'
import type { Reads } from '../platform/storage/reads.ts'
import type { Tables } from '../platform/storage/tables.ts'
import {
  foldName,
  type NewPet,
  type OwnedPet,
  type Pet,
  type PetFilter,
  type PetStatus,
} from './pet.ts'
import {
  FEW_NAMES,
  hasMoreNames,
  idsOfNames,
  MANY_NAMES,
  whoseNameBegins,
} from './pet-names.repository.ts'

/** The SQL of animals. Each function takes the connection or transaction it runs on. */
export type PetList = {
  filter: PetFilter
  /** Whether the newest come first. */
  descending: boolean
  /** The id of the last animal already seen. */
  afterId?: bigint | undefined
  /** The most animals to return. */
  limit: number
}

export const insertPet = async (
  query: Kysely<Tables>,
  { name, categoryId, status = 'available' }: NewPet,
  ownerId: bigint,
): Promise<Pet> => {
  const folded = foldName(name)
  const [row] = await insertRow(query, {
    name,
    name_folded: folded,
    category_id: categoryId,
    status,
    account_id: ownerId,
  })
  if (!row) throw new Error('the insert returned no row')
  return { id: row.id, name, categoryId, status }
}

const insertRow = prepared(
  (query, { name, name_folded, category_id, status, account_id }: NewRow) =>
    query
      .insertInto('pets')
      .values({ name, name_folded, category_id, status, account_id })
      .returning('id'),
)

/** Adds many, each with the id it has, or else with one that it is given. Returns those that were given theirs. */
export const insertPets = async (
  query: Kysely<Tables>,
  pets: readonly (NewPet & { id?: bigint })[],
  ownerId: bigint,
): Promise<Pet[]> => {
  const rows = pets.map(({ id, name, categoryId, status = 'available' }) => ({
    id,
    name,
    name_folded: foldName(name),
    category_id: categoryId,
    status,
    account_id: ownerId,
  }))
  await insertOwnIds(
    query,
    rows.filter((row): row is typeof row & { id: bigint } => row.id !== undefined),
  )
  const given = await insertGivenIds(
    query,
    rows.filter(({ id }) => id === undefined),
  )
  return given.map(toPet)
}

type NewRow = Omit<Row, 'id'> & { name_folded: string; account_id: bigint }
const newColumns = ['name', 'name_folded', 'category_id', 'status', 'account_id'] as const

const insertOwnIds = preparedRows<NewRow & { id: bigint }, unknown>(
  ['id', ...newColumns],
  (query, rows) => query.insertInto('pets').values(rows),
)

const insertGivenIds = preparedRows<NewRow, Row>(newColumns, (query, rows) =>
  query.insertInto('pets').values(rows).returning(['id', 'name', 'category_id', 'status']),
)

/** Those there are of `ids`, held until the end of the transaction where others write too. */
export const findPets = async (
  query: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<OwnedPet[]> => {
  const newest = await query
    .selectFrom('pets')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  // Of ids that are all new, which is what an import mostly has, there is nothing to look up.
  const known = ids.filter((id) => newest?.id != null && id <= newest.id)
  if (known.length === 0) return []
  if (hasManyWriters(query)) {
    await sql`select from pets where id in (${sql.join(known)}) order by id for no key update`.execute(
      query,
    )
  }
  const rows = await query
    .selectFrom('pets')
    .select([...columns, 'account_id'])
    .where('id', 'in', known)
    .execute()
  return rows.map(toOwnedPet)
}

/**
 * From here on, ids that are given are above `through`. Where others add animals at the same time, they wait for the
 * end of the transaction, which has to do nothing else.
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
  // It changes nothing, and keeps everybody else from taking an id until the commit.
  await sql`alter sequence pets_id_seq increment by 1`.execute(query)
  if (await isAbove()) return
  await sql`select setval('pets_id_seq', ${through})`.execute(query)
}

export const updatePet = async (
  query: Kysely<Tables>,
  { id, name, categoryId, status }: Pet,
): Promise<void> => {
  await query
    .updateTable('pets')
    .set({ name, name_folded: foldName(name), category_id: categoryId, status })
    .where('id', '=', id)
    .execute()
}

export const deletePet = async (query: Kysely<Tables>, id: bigint): Promise<void> => {
  await query.deleteFrom('pets').where('id', '=', id).execute()
}

export const findPet = async (query: Kysely<Tables>, id: bigint): Promise<Pet | undefined> => {
  const row = await query.selectFrom('pets').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toPet(row)
}

/** With whose it is: for who changes it. */
export const findOwnedPet = async (
  query: Kysely<Tables>,
  id: bigint,
): Promise<OwnedPet | undefined> => {
  const [row] = await selectOwned(query, { id })
  return row && toOwnedPet(row)
}

const selectOwned = prepared((query, { id }: { id: bigint }) =>
  query
    .selectFrom('pets')
    .select([...columns, 'account_id'])
    .where('id', '=', id),
)

/** For a request: where it may look at many, it does so beside. */
export const readPets = async (reads: Reads, list: PetList): Promise<Pet[]> => {
  const { query, named } = await readOf(reads, list.filter)
  return listPets(query, { ...list, named })
}

/** Up to one more than `MAX_COUNTED`. */
export const countPets = async (reads: Reads, filter: PetFilter): Promise<number> => {
  const { query, named } = await readOf(reads, filter)
  return boundedCount(query, filtered(query, filter, named))
}

/** How animals are found by their names: first by those, or last. */
type Named = { first: number } | 'last'

const readOf = async (
  { here, beside }: Reads,
  { ids, namePrefix }: PetFilter,
): Promise<{ query: Kysely<Tables>; named: Named }> => {
  if (ids || namePrefix === undefined) return { query: here, named: 'last' }
  if (!(await hasMoreNames(here, namePrefix, FEW_NAMES))) {
    return { query: here, named: { first: FEW_NAMES } }
  }
  const query = beside()
  const isMost = await hasMoreNames(query, namePrefix, MANY_NAMES)
  return { query, named: isMost ? 'last' : { first: MANY_NAMES } }
}

export const listPets = async (
  query: Kysely<Tables>,
  { filter, descending, afterId, limit, named = 'last' }: PetList & { named?: Named | undefined },
): Promise<Pet[]> => {
  // What is found by its id has to be sorted, and then needs no other order.
  const isById = filter.ids !== undefined || (filter.namePrefix !== undefined && named !== 'last')
  const equal = isById ? {} : equalities(filter)
  const { status: _status, categoryId: _category, ...others } = filter
  const select = filtered(query, isById ? filter : others, named)
    .select(columns)
    .limit(limit)
  return (await inIndexOrder(query, select, { equal, afterId, descending }).execute()).map(toPet)
}

/** All of them, however long that takes: for a command, never for a request. */
export const countEveryPet = async (query: Kysely<Tables>, filter: PetFilter): Promise<number> => {
  const { total } = await filtered(query, filter)
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export type OwnedList = {
  categoryId: bigint | undefined
  afterId: bigint | undefined
  limit: number
}

/** The next animals by id, with whose they are. */
export const walkOwnedPets = async (
  query: Kysely<Tables>,
  { categoryId, afterId, limit }: OwnedList,
): Promise<{ id: bigint; ownerId: bigint }[]> => {
  const select = query.selectFrom('pets').select(['id', 'account_id as ownerId']).limit(limit)
  const equal = equalities(categoryId === undefined ? {} : { categoryId })
  return inIndexOrder(query, select, { equal, afterId }).execute()
}

/** Gives some animals of one account to another. Returns those that were still its own. */
export const giveOwnedPets = async (
  query: Kysely<Tables>,
  { from, to, ids }: { from: bigint; to: bigint; ids: bigint[] },
): Promise<bigint[]> => {
  if (hasManyWriters(query)) {
    await sql`select from pets where id in (${sql.join(ids)}) order by id for no key update`.execute(
      query,
    )
  }
  const rows = await query
    .updateTable('pets')
    .set({ account_id: to })
    .where('id', 'in', ids)
    .where('account_id', '=', from)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const columns = ['id', 'name', 'category_id', 'status'] as const

type Row = { id: bigint; name: string; category_id: bigint; status: string }

const toPet = ({ id, name, category_id, status }: Row): Pet => ({
  id,
  name,
  categoryId: category_id,
  // The table's own check holds it to these values.
  status: status as PetStatus,
})

const toOwnedPet = ({ account_id, ...row }: Row & { account_id: bigint }): OwnedPet => ({
  pet: toPet(row),
  ownerId: account_id,
})

const equalities = ({ categoryId, status }: PetFilter) => ({
  ...(categoryId !== undefined && { category_id: categoryId }),
  ...(status && { status }),
})

const filtered = (
  query: Kysely<Tables>,
  { ids, status, categoryId, namePrefix }: PetFilter,
  named: Named = 'last',
) => {
  let select = query.selectFrom('pets')
  if (ids) select = select.where('id', 'in', ids)
  if (status) select = select.where('status', '=', status)
  if (categoryId !== undefined) select = select.where('category_id', '=', categoryId)
  if (namePrefix === undefined) return select
  return select.where(
    named === 'last'
      ? whoseNameBegins(query, namePrefix)
      : sql<boolean>`id in ${idsOfNames(namePrefix, named.first + 1)}`,
  )
}
