import type { AccountReview } from '../../accounts/accounts/account-review.ts'
import { checkIfMatch } from '../../platform/http/etag.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import type { Actor } from '../../requests/access/ownership.ts'
import type { Author } from '../../requests/author/author.ts'
import { requestError } from '../../requests/errors/request.errors.ts'
import { species } from '../profiles/profile-values.ts'
import {
  type CategoryList,
  countCategories,
  ensureCategory,
  findCategory,
  isOfSpecies,
  listCategories,
  listSpeciesCategories,
  readInventory,
  setCategoryName,
} from './categories.repository.ts'
import { categoryError } from './category.errors.ts'
import type { Category, CategoryChange, CategoryPatch, NewCategory, PetCounts, SpeciesCategory } from './category.ts'

type Deps = {
  database: Database<CategoryChange, Author>
  accounts: Pick<AccountReview, 'checkReviewed' | 'actsForStore'>
}

/** The caller who names a category; an operator's command has none. */
type Namer = { author: Author; caller?: Actor }

export type CategoriesService = ReturnType<typeof categoriesService>

export const categoriesService = ({ database, accounts }: Deps) => {
  /** Names are shared: staff and the oldest account may set any, others only a missing one. */
  const checkMayName = async (
    { query }: Trx,
    caller: Actor | undefined,
    before: Pick<Category, 'name'> | undefined,
  ): Promise<void> => {
    if (!caller || (await accounts.actsForStore(query, caller))) return
    await accounts.checkReviewed(query, caller)
    if (before?.name !== undefined) throw requestError('not_owner', { message: nameIsTaken })
  }

  const get = async (trx: Trx, id: bigint, ifMatch: string | undefined): Promise<Category> => {
    // Animals of this very commit count too.
    await trx.settle()
    await trx.lock('categories', id)
    const category = await findCategory(trx.query, id)
    if (!category) throw categoryError('category_not_found')
    checkIfMatch(ifMatch, category)
    return category
  }

  const rename = async (trx: Trx<CategoryChange>, id: bigint, name: string): Promise<Category> => {
    await setCategoryName(trx.query, id, name)
    const category = await get(trx, id, undefined)
    trx.record({ kind: 'category named', after: category })
    return category
  }

  return {
    list: (client: Client, list: CategoryList): Promise<Category[]> => listCategories(readsFor(database, client), list),
    /** The category of each species, in the order of the species. */
    listSpecies: async (): Promise<SpeciesCategory[]> => {
      const rows = await listSpeciesCategories(database.read, {})
      return species.flatMap((one) => {
        const row = rows.find((found) => found.species === one)
        return row ? { species: one, categoryId: row.category_id, name: row.name ?? one } : []
      })
    },
    count: (client: Client): Promise<number> => countCategories(readsFor(database, client)),
    find: (id: bigint): Promise<Category | undefined> => findCategory(database.read, id),
    inventory: (client: Client, id?: bigint): Promise<PetCounts> => readInventory(readsFor(database, client), id),

    /** Names a category, whether or not it exists. `isNew` says that it did not exist. */
    put: (
      { author, caller }: Namer,
      id: bigint,
      { name }: NewCategory,
      ifMatch: string | undefined,
    ): Promise<{ category: Category; isNew: boolean }> =>
      database.writeAs(author, async (trx) => {
        await trx.settle()
        // Checked before any write, as a failure would rerun other changes in the same transaction.
        const known = await findCategory(trx.query, id)
        if (ifMatch !== undefined) checkIfMatch(ifMatch, known)
        if (known?.name !== name) await checkMayName(trx, caller, known)
        await ensureCategory(trx.query, id)
        await trx.lock('categories', id)
        const before = await findCategory(trx.query, id)
        checkIfMatch(ifMatch, before)
        if (before?.name === name) return { category: before, isNew: false }
        await checkMayName(trx, caller, before)
        return { category: await rename(trx, id, name), isNew: before === undefined }
      }),

    /**
     * Creates a category with a name, and calls `onMade` in its transaction. Returns false if it exists: somebody else
     * has named it, or added animals to it.
     */
    make: (
      author: Author,
      { id, name }: { id: bigint; name: string },
      onMade: (trx: Trx) => Promise<void>,
    ): Promise<boolean> =>
      database.writeAs(author, async (trx) => {
        await trx.settle()
        await ensureCategory(trx.query, id)
        await trx.lock('categories', id)
        if (await findCategory(trx.query, id)) return false
        await rename(trx, id, name)
        await onMade(trx)
        return true
      }),

    /** Undoes `make`, unless the category has animals or another name by now. */
    unmake: async (trx: Trx<CategoryChange>, { id, name }: { id: bigint; name: string }): Promise<void> => {
      // Animals of this very commit count too.
      await trx.settle()
      await trx.lock('categories', id)
      const category = await findCategory(trx.query, id)
      if (!category || category.name !== name || hasAnimals(category)) return
      if (await isOfSpecies(trx.query, id)) return
      await setCategoryName(trx.query, id, null)
      trx.record({ kind: 'category unnamed', id })
    },

    update: (
      { author, caller }: Namer,
      id: bigint,
      { name }: CategoryPatch,
      ifMatch: string | undefined,
    ): Promise<Category> =>
      database.writeAs(author, async (trx) => {
        const before = await get(trx, id, ifMatch)
        if (name === undefined || name === before.name) return before
        await checkMayName(trx, caller, before)
        return rename(trx, id, name)
      }),

    /** Removes the name. Throws `category_in_use` while animals belong to the category. */
    remove: ({ author, caller }: Namer, id: bigint, ifMatch: string | undefined): Promise<void> =>
      database.writeAs(author, async (trx) => {
        const category = await get(trx, id, ifMatch)
        await checkMayName(trx, caller, category)
        if (hasAnimals(category)) throw categoryError('category_in_use')
        if (await isOfSpecies(trx.query, id)) {
          throw categoryError('category_in_use', { message: isOfSpeciesText })
        }
        await setCategoryName(trx.query, id, null)
        trx.record({ kind: 'category unnamed', id })
      }),
  }
}

const hasAnimals = ({ petCounts: { available, pending, sold } }: Category): boolean => available + pending + sold > 0

const isOfSpeciesText = 'This is the category of a species. Rename it instead.'
const nameIsTaken = 'This category has a name, which only staff of the store and its oldest account can change.'
