import type { Kysely } from 'kysely'
import { nameAt } from '../../animals/media/media.ts'
import type { StoredImage } from '../../animals/photos/photo-media.service.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { pictureTexts } from './sample-shelter.ts'

type Query = Kysely<Tables>

/**
 * The pictures that an account's sample animals have, by their texts. Those of other accounts are not used: anybody can
 * give a photo the text of a sample's picture.
 */
export const listPictures = async (query: Query, accountId: bigint): Promise<Map<string, StoredImage>> => {
  const rows = await query
    .selectFrom('photos')
    .innerJoin('pets', 'pets.id', 'photos.pet_id')
    .select(['alt', 'width', 'height', 'placeholder', 'variants'])
    .where('pets.account_id', '=', accountId)
    .where('alt', 'in', pictureTexts)
    .execute()
  const images = rows.map(({ alt, width, height, placeholder, ...row }) => {
    // Only ever written by the repository of photos.
    const variants = JSON.parse(row.variants) as StoredImage['variants']
    const names = [...new Set(variants.map(({ url }) => nameAt(url)))]
    return [alt ?? '', { width: Number(width), height: Number(height), placeholder, variants, names }] as const
  })
  return new Map(images)
}

export const listOwnAnimals = (
  query: Query,
  { accountId, limit }: { accountId: bigint; limit: number },
): Promise<{ id: bigint }[]> =>
  query.selectFrom('pets').select('id').where('account_id', '=', accountId).orderBy('id').limit(limit).execute()

/** Open orders of the account for animals of others, which must become available again. */
export const listOpenElsewhere = (query: Query, accountId: bigint): Promise<{ id: bigint }[]> =>
  query
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('owner_account_id', '!=', accountId)
    .where('status', 'in', ['placed', 'approved'])
    .execute()

/** Removes every order of these animals, and their adoptions. */
export const removeOrdersOf = async (query: Query, petIds: readonly bigint[]): Promise<void> => {
  const orders = query.selectFrom('orders').select('id').where('pet_id', 'in', petIds)
  await query.deleteFrom('signed_contracts').where('order_id', 'in', orders).execute()
  await query.deleteFrom('orders').where('pet_id', 'in', petIds).execute()
  await query.deleteFrom('adoptions').where('pet_id', 'in', petIds).execute()
}

/** Removes the applications to an account, and the orders of it that are left. */
export const removeCases = async (query: Query, accountId: bigint): Promise<void> => {
  const own = query.selectFrom('applications').select('id').where('account_id', '=', accountId)
  await query.deleteFrom('recent_applications').where('application_id', 'in', own).execute()
  await query.deleteFrom('application_closings').where('application_id', 'in', own).execute()
  await query.deleteFrom('applications').where('account_id', '=', accountId).execute()
  const orders = query
    .selectFrom('orders')
    .select('id')
    .where(({ eb, or }) => or([eb('account_id', '=', accountId), eb('owner_account_id', '=', accountId)]))
  await query.deleteFrom('signed_contracts').where('order_id', 'in', orders).execute()
  await query.deleteFrom('orders').where('id', 'in', orders).execute()
}
