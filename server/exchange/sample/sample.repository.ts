import type { Kysely } from 'kysely'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { sampleIds } from './sample-shelter.ts'

/** The sample animals of an account. */
export const listSampleAnimals = (
  query: Kysely<Tables>,
  accountId: bigint,
): MaybePromise<{ id: bigint; externalId: string | null }[]> => sampleAnimals(query, { accountId })

const sampleAnimals = prepared((query, { accountId }: { accountId: bigint }) =>
  query
    .selectFrom('profiles')
    .innerJoin('pets', 'pets.id', 'profiles.pet_id')
    .select(['pets.id', 'external_id as externalId'])
    .where('pets.account_id', '=', accountId)
    .where('external_id', 'like', `${sampleIds}%`)
    .orderBy('pets.id'),
)

/** Those of them that have no photo. */
export const listWithoutPhotos = (
  query: Kysely<Tables>,
  accountId: bigint,
): MaybePromise<{ id: bigint; externalId: string | null }[]> => withoutPhotos(query, { accountId })

const withoutPhotos = prepared((query, { accountId }: { accountId: bigint }) =>
  query
    .selectFrom('profiles')
    .innerJoin('pets', 'pets.id', 'profiles.pet_id')
    .leftJoin('photos', 'photos.pet_id', 'pets.id')
    .select(['pets.id', 'external_id as externalId'])
    .where('pets.account_id', '=', accountId)
    .where('external_id', 'like', `${sampleIds}%`)
    .where('photos.id', 'is', null)
    .orderBy('pets.id'),
)

/** The orders of an animal, newest first. */
export const listOrdersOf = (
  query: Kysely<Tables>,
  petId: bigint,
): MaybePromise<{ id: bigint; status: string }[]> => ordersOf(query, { petId })

const ordersOf = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('pet_id', '=', petId)
    .orderBy('id', 'desc'),
)

/** Removes adoptions of sample animals, which were never real. */
export const removeSampleAdoptions = async (
  query: Kysely<Tables>,
  petId: bigint,
): Promise<void> => {
  await adoptionsOf(query, { petId })
}

const adoptionsOf = prepared((query, { petId }: { petId: bigint }) =>
  query.deleteFrom('adoptions').where('pet_id', '=', petId),
)
