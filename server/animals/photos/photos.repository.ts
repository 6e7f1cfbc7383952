import type { Kysely, Selectable } from 'kysely'
import { prepared } from '../../platform/storage/prepared.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { instant, showTime } from '../../platform/time.ts'
import type { Focus, Photo, Rotations, Variant } from './photo.ts'

/** The SQL of photos. Each function takes the connection or transaction it runs on. */
type Query = Kysely<Tables>

const photoColumns = [
  'id',
  'pet_id',
  'alt',
  'focus_x',
  'focus_y',
  'width',
  'height',
  'placeholder',
  'variants',
  'created_at',
] as const

/** In order, with paths in place of URLs. */
export const listPhotos = async (query: Query, petIds: readonly bigint[]): Promise<Photo[]> => {
  if (petIds.length === 0) return []
  return (await photosOfPets(query, { petIds })).map(toPhoto)
}

const photosOfPets = prepared((query, { petIds }: { petIds: readonly bigint[] }) =>
  query
    .selectFrom('photos')
    .select(photoColumns)
    .where('pet_id', 'in', petIds)
    .orderBy('pet_id')
    .orderBy('position')
    .orderBy('id'),
)

type ShownPet = { ownerId: bigint; isPublished: boolean }

/** The owner of an animal, and whether everybody may see its photos. */
export const findShownPet = async (query: Query, petId: bigint): Promise<ShownPet | undefined> => {
  const [row] = await shownPet(query, { petId })
  if (!row) return undefined
  // Animals of a suspended account are not published.
  const isPublished = row.published_at !== null && row.suspended_at === null
  return { ownerId: row.account_id, isPublished }
}

const shownPet = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('pets')
    .leftJoin('profiles', 'profiles.pet_id', 'pets.id')
    .leftJoin('accounts', 'accounts.id', 'pets.account_id')
    .select(['pets.account_id', 'published_at', 'suspended_at'])
    .where('pets.id', '=', petId),
)

export const findPhoto = async (query: Query, id: bigint): Promise<Photo | undefined> => {
  const [row] = await photoById(query, { id })
  return row && toPhoto(row)
}

const photoById = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('photos').select(photoColumns).where('id', '=', id),
)

/** Undefined if the photo was never rotated. */
export const findRotations = async (query: Query, id: bigint): Promise<Rotations | undefined> => {
  const [row] = await rotationsOf(query, { id })
  // Only ever written by this file.
  return row?.rotations ? (JSON.parse(row.rotations) as Rotations) : undefined
}

const rotationsOf = prepared((query, { id }: { id: bigint }) =>
  query.selectFrom('photos').select('rotations').where('id', '=', id),
)

export const countPhotos = async (query: Query, petId: bigint): Promise<number> => {
  const [row] = await countOfPet(query, { petId })
  return Number(row?.total)
}

const countOfPet = prepared((query, { petId }: { petId: bigint }) =>
  query
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('pet_id', '=', petId),
)

export const countAllPhotos = async (query: Query): Promise<number> => {
  const { total } = await query
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

type NewPhoto = {
  petId: bigint
  alt: string | undefined
  width: number
  height: number
  placeholder: string
  variants: Variant[]
  createdAtMs: number
}

/** Appends a photo to those of its animal, which is locked. */
export const insertPhoto = async (query: Query, photo: NewPhoto): Promise<bigint> => {
  const { petId, alt = null, width, height, placeholder, variants, createdAtMs } = photo
  const last = await query
    .selectFrom('photos')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('pet_id', '=', petId)
    .executeTakeFirst()
  const { id } = await query
    .insertInto('photos')
    .values({
      pet_id: petId,
      alt,
      position: (last?.position ?? 0n) + 1n,
      width: BigInt(width),
      height: BigInt(height),
      placeholder,
      variants: JSON.stringify(variants),
      created_at: instant(createdAtMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updatePhoto = async (
  query: Query,
  { id, alt, focus }: { id: bigint; alt: string | undefined; focus: Focus | undefined },
): Promise<void> => {
  await query
    .updateTable('photos')
    .set({ alt: alt ?? null, focus_x: focus?.x ?? null, focus_y: focus?.y ?? null })
    .where('id', '=', id)
    .execute()
}

type NewImage = Pick<Photo, 'width' | 'height' | 'placeholder' | 'variants'> & {
  focus: Focus | undefined
  rotations: Rotations
}

/** Gives a photo another image. */
export const replaceImage = async (
  query: Query,
  id: bigint,
  { width, height, placeholder, variants, focus, rotations }: NewImage,
): Promise<void> => {
  await query
    .updateTable('photos')
    .set({ width: BigInt(width), height: BigInt(height), placeholder })
    .set({ variants: JSON.stringify(variants), rotations: JSON.stringify(rotations) })
    .set({ focus_x: focus?.x ?? null, focus_y: focus?.y ?? null })
    .where('id', '=', id)
    .execute()
}

export const orderPhotos = async (query: Query, ids: readonly bigint[]): Promise<void> => {
  for (const [place, id] of ids.entries()) await setPosition(query, { id, position: BigInt(place + 1) })
}

const setPosition = prepared((query, { id, position }: { id: bigint; position: bigint }) =>
  query.updateTable('photos').set({ position }).where('id', '=', id),
)

export const deletePhoto = async (query: Query, id: bigint): Promise<void> => {
  await deleteRow(query, { id })
}

const deleteRow = prepared((query, { id }: { id: bigint }) => query.deleteFrom('photos').where('id', '=', id))

export const photoIdsOf = async (query: Query, petId: bigint): Promise<bigint[]> =>
  (await idsOfPet(query, { petId })).map(({ id }) => id)

const idsOfPet = prepared((query, { petId }: { petId: bigint }) =>
  query.selectFrom('photos').select('id').where('pet_id', '=', petId),
)

type Row = Pick<Selectable<Tables['photos']>, (typeof photoColumns)[number]>

const toPhoto = (row: Row): Photo => {
  const { id, pet_id: petId, alt, focus_x: x, focus_y: y, placeholder } = row
  return {
    id,
    petId,
    ...(alt !== null && { alt }),
    ...(x !== null && y !== null && { focus: { x, y } }),
    width: Number(row.width),
    height: Number(row.height),
    placeholder,
    // Only ever written by this file.
    variants: JSON.parse(row.variants) as Variant[],
    createdAt: showTime(row.created_at),
  }
}
