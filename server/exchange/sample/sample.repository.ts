import type { Kysely } from 'kysely'
import type { OrderStatus } from '../../adoptions/orders/order.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
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

/** Returns those without a photo. */
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

/** Finds one of them; the newest, should an animal have been imported with its id. */
export const findSampleAnimal = (
  query: Kysely<Tables>,
  accountId: bigint,
  externalId: string,
): MaybePromise<{ id: bigint } | undefined> => andThen(sampleAnimal(query, { accountId, externalId }), ([row]) => row)

const sampleAnimal = prepared((query, { accountId, externalId }: { accountId: bigint; externalId: string }) =>
  query
    .selectFrom('profiles')
    .innerJoin('pets', 'pets.id', 'profiles.pet_id')
    .select('pets.id')
    .where('profiles.external_id', '=', externalId)
    .where('pets.account_id', '=', accountId)
    .orderBy('pets.id', 'desc')
    .limit(1),
)

export type PlacedOrder = {
  id: bigint
  status: OrderStatus
  /** The account that placed it. */
  accountId: bigint
  email: string | null
}

/** The orders of an animal, newest first. */
export const listOrdersOf = async (query: Kysely<Tables>, petId: bigint): Promise<PlacedOrder[]> =>
  // The values are those of `OrderStatus`.
  (await ordersOf(query, { petId })) as PlacedOrder[]

const ordersOf = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('orders')
    .select(['id', 'status', 'account_id as accountId', 'customer_email as email'])
    .where('pet_id', '=', petId)
    .orderBy('id', 'desc'),
)

/** Whether an animal has notes, applications, or photos other than its picture. */
export const hasAdditions = async (
  query: Kysely<Tables>,
  { petId, pictureText }: { petId: bigint; pictureText: string },
): Promise<boolean> => {
  const photos = await photosOf(query, { petId })
  const isDrawn = photos.length <= 1 && photos.every(({ alt }) => alt === pictureText)
  if (!isDrawn) return true
  const [note] = await noteOf(query, { petId })
  const [application] = await applicationFor(query, { petId })
  return (note ?? application) !== undefined
}

const photosOf = prepared((query, { petId }: { petId: bigint }) =>
  query.selectFrom('photos').select('alt').where('pet_id', '=', petId),
)

const noteOf = prepared((query, { petId }: { petId: bigint }) =>
  query.selectFrom('pet_notes').select('id').where('pet_id', '=', petId).limit(1),
)

const applicationFor = prepared((query, { petId }: { petId: bigint }) =>
  query.selectFrom('applications').select('id').where('pet_id', '=', petId).limit(1),
)
