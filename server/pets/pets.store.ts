import { type Kysely, sql } from 'kysely'
import { boundedCount } from '../platform/storage/bounded-count.ts'
import { hasManyWriters } from '../platform/storage/engine.ts'
import { inIndexOrder } from '../platform/storage/index-order.ts'
import { prepared, preparedRows } from '../platform/storage/prepared.ts'
import type { Tables } from '../platform/storage/tables.ts'
import { foldName, type NewPet, type Pet, type PetFilter, type PetStatus } from './pet.ts'

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
): Promise<Pet> => {
  const folded = foldName(name)
  const [row] = await insertRow(query, {
    name,
    name_folded: folded,
    category_id: categoryId,
    status,
  })
  if (!row) throw new Error('the insert returned no row')
  return { id: row.id, name, categoryId, status }
}

const insertRow = prepared(
  (query, { name, name_folded, category_id, status }: Omit<Row, 'id'> & { name_folded: string }) =>
    query.insertInto('pets').values({ name, name_folded, category_id, status }).returning('id'),
)

/** Adds many, each with the id it has, or else with one that it is given. Returns those that were given theirs. */
export const insertPets = async (
  query: Kysely<Tables>,
  pets: readonly (NewPet & { id?: bigint })[],
): Promise<Pet[]> => {
  const rows = pets.map(({ id, name, categoryId, status = 'available' }) => ({
    id,
    name,
    name_folded: foldName(name),
    category_id: categoryId,
    status,
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

type NewRow = Omit<Row, 'id'> & { name_folded: string }
const newColumns = ['name', 'name_folded', 'category_id', 'status'] as const

const insertOwnIds = preparedRows<NewRow & { id: bigint }, unknown>(
  ['id', ...newColumns],
  (query, rows) => query.insertInto('pets').values(rows),
)

const insertGivenIds = preparedRows<NewRow, Row>(newColumns, (query, rows) =>
  query.insertInto('pets').values(rows).returning(['id', 'name', 'category_id', 'status']),
)

/** Those there are of `ids`, held until the end of the transaction where others write too. */
export const findPets = async (query: Kysely<Tables>, ids: readonly bigint[]): Promise<Pet[]> => {
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
  const rows = await query.selectFrom('pets').select(columns).where('id', 'in', known).execute()
  return rows.map(toPet)
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

export const listPets = async (
  query: Kysely<Tables>,
  { filter, descending, afterId, limit }: PetList,
): Promise<Pet[]> => {
  // The ids and the beginnings of names have no index that ends in the id.
  const isIndexed = filter.ids === undefined && filter.namePrefix === undefined
  const equal = isIndexed ? equalities(filter) : {}
  const select = filtered(query, isIndexed ? {} : filter)
    .select(columns)
    .limit(limit)
  return (await inIndexOrder(query, select, { equal, afterId, descending }).execute()).map(toPet)
}

/** Up to one more than `MAX_COUNTED`. */
export const countPets = (query: Kysely<Tables>, filter: PetFilter): Promise<number> =>
  boundedCount(query, filtered(query, filter))

/** All of them, however long that takes: for a command, never for a request. */
export const countEveryPet = async (query: Kysely<Tables>, filter: PetFilter): Promise<number> => {
  const { total } = await filtered(query, filter)
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
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

const equalities = ({ categoryId, status }: PetFilter) => ({
  ...(categoryId !== undefined && { category_id: categoryId }),
  ...(status && { status }),
})

const filtered = (query: Kysely<Tables>, { ids, status, categoryId, namePrefix }: PetFilter) => {
  let select = query.selectFrom('pets')
  if (ids) select = select.where('id', 'in', ids)
  if (status) select = select.where('status', '=', status)
  if (categoryId !== undefined) select = select.where('category_id', '=', categoryId)
  if (namePrefix !== undefined) {
    const prefix = foldName(namePrefix)
    // No name has it, and PostgreSQL takes no text with it.
    if (prefix.includes('\0')) return select.where(({ lit }) => lit(false))
    select = select.where('name_folded', '>=', prefix)
    const end = prefixEnd(prefix)
    if (end !== undefined) select = select.where('name_folded', '<', end)
  }
  return select
}

/** The first text, in code point order, that sorts after all texts with this prefix; none after U+10FFFF alone. */
const prefixEnd = (prefix: string): string | undefined => {
  const points = [...prefix]
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0
    if (point === 0x10ffff) continue
    // Surrogates are no characters: the one after U+D7FF is U+E000.
    return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)
  }
  return undefined
}
