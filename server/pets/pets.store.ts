import type { Kysely } from 'kysely'
import { inIndexOrder } from '../platform/storage/index-order.ts'
import { prepared } from '../platform/storage/prepared.ts'
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

export const countPets = async (query: Kysely<Tables>, filter: PetFilter): Promise<number> => {
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
