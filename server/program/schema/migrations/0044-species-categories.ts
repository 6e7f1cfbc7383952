import type { Kysely } from 'kysely'
import type { Step } from '../../../platform/storage/migration.ts'

/** The category name of each species, and other names by which an existing category is recognized. */
const names: Readonly<Record<string, readonly [string, ...string[]]>> = {
  dog: ['Dogs', 'Dog'],
  cat: ['Cats', 'Cat'],
  rabbit: ['Rabbits', 'Rabbit'],
  smallFurry: ['Small pets', 'Small pet'],
  bird: ['Birds', 'Bird'],
  horse: ['Horses', 'Horse'],
  reptile: ['Reptiles', 'Reptile'],
  fish: ['Fish'],
  barnyard: ['Farm animals', 'Farm animal'],
  other: ['Other', 'Others', 'Other animals', 'Other animal'],
}
/** High enough to avoid the ids of existing categories, which programs number from 1. */
const FIRST_ID = 1_000_001n

type Tables = {
  categories: { id: bigint; name: string | null; available: bigint; pending: bigint; sold: bigint }
  species_categories: { species: string; category_id: bigint }
}

/** Gives each species a category, so that a new store has categories for its first animal. */
export const speciesCategories: Step = {
  version: '1.2.0',
  isAdditive: true,
  // Only the tables of this step.
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('species_categories')
      .addColumn('species', 'text', (column) => column.notNull().primaryKey())
      .addColumn('category_id', 'bigint', (column) => column.notNull())
      .execute()
    await fill(db as Kysely<Tables>)
  },
}

const fill = async (db: Kysely<Tables>): Promise<void> => {
  const known = await db.selectFrom('categories').select(['id', 'name']).orderBy('id').execute()
  const taken = new Set(known.map(({ id }) => BigInt(id)))
  const byName = new Map<string, bigint>()
  for (const { id, name } of known) {
    const plain = (name ?? '').trim().toLowerCase()
    if (plain !== '' && !byName.has(plain)) byName.set(plain, BigInt(id))
  }
  let id = FIRST_ID
  for (const [species, [name, ...others]] of Object.entries(names)) {
    let categoryId = [name, ...others].flatMap((one) => byName.get(one.toLowerCase()) ?? [])[0]
    if (categoryId === undefined) {
      while (taken.has(id)) id += 1n
      categoryId = id
      taken.add(id)
      const none = { available: 0n, pending: 0n, sold: 0n }
      await db
        .insertInto('categories')
        .values({ id, name, ...none })
        .execute()
    }
    await db.insertInto('species_categories').values({ species, category_id: categoryId }).execute()
  }
}
