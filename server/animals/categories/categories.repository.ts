import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import { boundedCount } from '../../platform/storage/bounded-count.ts'
import { prepared, preparedRows } from '../../platform/storage/prepared.ts'
import type { Reads } from '../../platform/storage/reads.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { petStatuses } from '../pets/pet.ts'
import type { Category, PetCounts } from './category.ts'

export type CategoryList = { afterId?: bigint | undefined; limit: number }

export const findCategory = async (query: Kysely<Tables>, id: bigint): Promise<Category | undefined> => {
  const [row] = await findRow(query, { id })
  return row && toCategory(row)
}

const findRow = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('categories').selectAll().where('id', '=', id).where(isShown),
)

/** Most categories are shown. If many are not, a longer read continues in a worker. */
export const listCategories = async (reads: Reads, { afterId, limit }: CategoryList): Promise<Category[]> => {
  const next = await nextRows(reads.here, { afterId, limit })
  const shown = next.filter(isRowShown)
  const isWhole = next.length < limit || shown.length === limit
  return isWhole ? shown.map(toCategory) : lookOn(reads, { afterId, limit })
}

const lookOn = async ({ here, beside }: Reads, { afterId, limit }: CategoryList): Promise<Category[]> => {
  const next = await nextRows(here, { afterId, limit: MAX_ROWS_SCANNED })
  const shown = next.filter(isRowShown)
  const isEnough = shown.length >= limit || next.length < MAX_ROWS_SCANNED
  if (isEnough) return shown.slice(0, limit).map(toCategory)
  return (await shownRows(beside(), { afterId, limit })).map(toCategory)
}

const isRowShown = ({ name, available, pending, sold }: Row): boolean =>
  name !== null || available > 0n || pending > 0n || sold > 0n

/** The category of each species. */
export const listSpeciesCategories = prepared((query) =>
  query
    .selectFrom('species_categories')
    .innerJoin('categories', 'categories.id', 'species_categories.category_id')
    .select(['species', 'category_id', 'name'])
    .orderBy('category_id')
    .orderBy('species')
    // There are ten.
    .limit(100),
)

export const isOfSpecies = async (query: Kysely<Tables>, id: bigint): Promise<boolean> => {
  const found = await query
    .selectFrom('species_categories')
    .select('species')
    .where('category_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Every category that has a name, and every id in use, up to `limit`. */
export const listCategoryNames = (
  query: Kysely<Tables>,
  limit: number,
): Promise<{ id: bigint; name: string | null }[]> =>
  query.selectFrom('categories').select(['id', 'name']).orderBy('id').limit(limit).execute()

const after = (query: Kysely<Tables>, { afterId, limit }: CategoryList) => {
  const select = query.selectFrom('categories').selectAll().orderBy('id').limit(limit)
  return afterId === undefined ? select : select.where('id', '>', afterId)
}
const nextRows = prepared(after)
const shownRows = prepared((query, page: CategoryList) => after(query, page).where(isShown))

export const countCategories = async ({ beside }: Reads): Promise<number> => countShown(beside(), {})

const countShown = boundedCount((query) => query.selectFrom('categories').where(isShown))

/** Categories scanned before a list is left to a longer read. */
const MAX_ROWS_SCANNED = 250

/**
 * Counts animals by status, of one category or of all. Many categories are added up in a worker.
 */
export const readInventory = async ({ here, beside }: Reads, id?: bigint): Promise<PetCounts> => {
  const [few] = await sums(here, { id, look: MAX_INVENTORY_ROWS })
  if (Number(few?.looked) < MAX_INVENTORY_ROWS) return toInventory(few)
  const [all] = await sums(beside(), {})
  return toInventory(all)
}

const MAX_INVENTORY_ROWS = 1_000

const toInventory = (row: Partial<Record<keyof PetCounts, bigint | null>> | undefined): PetCounts => ({
  available: Number(row?.available),
  pending: Number(row?.pending),
  sold: Number(row?.sold),
})

const sums = prepared((query, { id, look }: { id?: bigint | undefined; look?: number }) => {
  const all = query.selectFrom('categories').select([...petStatuses])
  const some = id === undefined ? all : all.where('id', '=', id)
  return query
    .selectFrom((look === undefined ? some : some.limit(look)).as('some'))
    .select(({ fn }) => [
      fn.sum<bigint | null>('available').as('available'),
      fn.sum<bigint | null>('pending').as('pending'),
      fn.sum<bigint | null>('sold').as('sold'),
      fn.countAll<bigint>().as('looked'),
    ])
})

/** Names a category, or removes its name. */
export const setCategoryName = async (query: Kysely<Tables>, id: bigint, name: string | null): Promise<void> => {
  await query
    .insertInto('categories')
    .values({ id, name, available: 0n, pending: 0n, sold: 0n })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
    .execute()
}

/** Makes sure that there is a row to lock. */
export const ensureCategory = async (query: Kysely<Tables>, id: bigint): Promise<void> => {
  await query
    .insertInto('categories')
    .values({ id, available: 0n, pending: 0n, sold: 0n })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** A category with neither a name nor animals does not exist. */
const isShown = ({ eb, or }: ExpressionBuilder<Tables, 'categories'>) =>
  or([eb('name', 'is not', null), eb('available', '>', 0n), eb('pending', '>', 0n), eb('sold', '>', 0n)])

type Counts = { id: bigint; available: bigint; pending: bigint; sold: bigint }

/** Changes the numbers of animals of some categories. */
export const changeCounts = preparedRows<Counts, unknown>(['id', 'available', 'pending', 'sold'], (query, rows) =>
  query
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref, eb }) => ({
        available: eb('categories.available', '+', ref('excluded.available')),
        pending: eb('categories.pending', '+', ref('excluded.pending')),
        sold: eb('categories.sold', '+', ref('excluded.sold')),
      })),
    ),
)

type Row = Selectable<Tables['categories']>

const toCategory = ({ id, name, available, pending, sold }: Row): Category => ({
  id,
  ...(name !== null && { name }),
  petCounts: { available: Number(available), pending: Number(pending), sold: Number(sold) },
})
