import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/storage/tables.ts'
import { isOfSample, type PlacedOrder } from './sample-adopters.ts'
import { sampleSource } from './sample-import.ts'
import { pictureTexts, sampleIds } from './sample-shelter.ts'

type Query = Kysely<Tables>

export type SampleAnimal = { id: bigint; name: string; externalId: string | null; hasPhoto: boolean }

/** The sample animals of an account. */
export const listSampleAnimals = async (query: Query, accountId: bigint): Promise<SampleAnimal[]> => {
  const rows = await query
    .selectFrom('profiles')
    .innerJoin('pets', 'pets.id', 'profiles.pet_id')
    .select(['pets.id', 'pets.name', 'external_id as externalId'])
    .select(({ selectFrom }) =>
      selectFrom('photos').select('photos.id').whereRef('pet_id', '=', 'pets.id').limit(1).as('photoId'),
    )
    .where('pets.account_id', '=', accountId)
    .where('external_id', 'like', `${sampleIds}%`)
    .orderBy('pets.id')
    .execute()
  return rows.map(({ photoId, ...animal }) => ({ ...animal, hasPhoto: photoId !== null }))
}

/** The orders of an animal, newest first. */
export const listOrdersOf = async (query: Query, petId: bigint): Promise<PlacedOrder[]> => {
  const rows = await query
    .selectFrom('orders')
    .leftJoin('profiles', 'profiles.pet_id', 'orders.pet_id')
    .select(['orders.id', 'status', 'orders.pet_id as petId', 'external_id as externalId'])
    .select(['account_id as accountId', 'owner_account_id as ownerId', 'customer_email as email'])
    .where('orders.pet_id', '=', petId)
    .orderBy('orders.id', 'desc')
    .execute()
  // The values are those of `OrderStatus`.
  return rows as PlacedOrder[]
}

/** Whether there are applications for an animal, or orders that the sample has not placed. */
export const hasOtherRequests = async (query: Query, petId: bigint): Promise<boolean> => {
  const orders = await listOrdersOf(query, petId)
  if (orders.length > 1 || !orders.every(isOfSample)) return true
  const application = query.selectFrom('applications').select('id').where('pet_id', '=', petId).limit(1)
  return (await application.executeTakeFirst()) !== undefined
}

/** The number of photos of some animals, without the pictures of the sample. */
export const countOtherPhotosOf = async (query: Query, petIds: readonly bigint[]): Promise<Map<bigint, number>> => {
  const rows = await query
    .selectFrom('photos')
    .select(['pet_id', ({ fn }) => fn.countAll<bigint>().as('photos')])
    .where('pet_id', 'in', petIds)
    .where(({ eb, or }) => or([eb('alt', 'is', null), eb('alt', 'not in', pictureTexts)]))
    .groupBy('pet_id')
    .execute()
  return new Map(rows.map(({ pet_id, photos }) => [pet_id, Number(photos)]))
}

/** The imports of an account's sample, which end when they are undone. */
export const listSampleImports = async (query: Query, accountId: bigint): Promise<bigint[]> => {
  const rows = await query
    .selectFrom('imports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'is', null)
    .where('source', 'like', sampleSource(accountId, '%'))
    .execute()
  return rows.map(({ id }) => id)
}

export const deleteSampleImports = async (query: Query, ids: readonly bigint[]): Promise<void> => {
  if (ids.length === 0) return
  await query.deleteFrom('import_changes').where('import_id', 'in', ids).execute()
  await query.deleteFrom('imports').where('id', 'in', ids).execute()
}
