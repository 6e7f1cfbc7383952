import { checkIfMatch } from '../../platform/http/etag.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import { type Client, readsFor } from '../../requests/access/account-reads.ts'
import type { Author } from '../../requests/author/author.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import {
  type CategoryList,
  countCategories,
  ensureCategory,
  findCategory,
  listCategories,
  readInventory,
  setCategoryName,
} from './categories.repository.ts'
import type { Category, CategoryChange, CategoryPatch, NewCategory, PetCounts } from './category.ts'

type Deps = {
  database: Database<CategoryChange, Author>
}

export type CategoriesService = ReturnType<typeof categoriesService>

export const categoriesService = ({ database }: Deps) => {
  const get = async (trx: Trx, id: bigint, ifMatch: string | undefined): Promise<Category> => {
    // Animals that came with this very commit count too.
    await trx.settle()
    await trx.lock('categories', id)
    const category = await findCategory(trx.query, id)
    if (!category) throw new ApiError('category_not_found')
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
    list: (client: Client, list: CategoryList): MaybePromise<Category[]> =>
      listCategories(readsFor(database, client), list),
    count: (client: Client): MaybePromise<number> => countCategories(readsFor(database, client)),
    find: (id: bigint): MaybePromise<Category | undefined> => findCategory(database.read, id),
    inventory: (client: Client, id?: bigint): MaybePromise<PetCounts> =>
      readInventory(readsFor(database, client), id),

    /** Names a category, existing or not. `isNew` says that it did not exist. */
    put: (
      author: Author,
      id: bigint,
      { name }: NewCategory,
      ifMatch: string | undefined,
    ): Promise<{ category: Category; isNew: boolean }> =>
      database.writeAs(author, async (trx) => {
        await trx.settle()
        // Before anything is written: others may share the transaction, and would be run again.
        if (ifMatch !== undefined) checkIfMatch(ifMatch, await findCategory(trx.query, id))
        await ensureCategory(trx.query, id)
        await trx.lock('categories', id)
        const before = await findCategory(trx.query, id)
        checkIfMatch(ifMatch, before)
        if (before?.name === name) return { category: before, isNew: false }
        return { category: await rename(trx, id, name), isNew: before === undefined }
      }),

    /** Names a category that does not exist. False if it does: somebody else has named it, or added animals to it. */
    make: (author: Author, id: bigint, name: string): Promise<boolean> =>
      database.writeAs(author, async (trx) => {
        await trx.settle()
        await ensureCategory(trx.query, id)
        await trx.lock('categories', id)
        if (await findCategory(trx.query, id)) return false
        await rename(trx, id, name)
        return true
      }),

    update: (
      author: Author,
      id: bigint,
      { name }: CategoryPatch,
      ifMatch: string | undefined,
    ): Promise<Category> =>
      database.writeAs(author, async (trx) => {
        const before = await get(trx, id, ifMatch)
        return name === undefined || name === before.name ? before : rename(trx, id, name)
      }),

    /** Takes the name away; throws `category_in_use` while animals belong to the category. */
    remove: (author: Author, id: bigint, ifMatch: string | undefined): Promise<void> =>
      database.writeAs(author, async (trx) => {
        const { petCounts } = await get(trx, id, ifMatch)
        if (petCounts.available + petCounts.pending + petCounts.sold > 0) {
          throw new ApiError('category_in_use')
        }
        await setCategoryName(trx.query, id, null)
        trx.record({ kind: 'category unnamed', id })
      }),
  }
}
