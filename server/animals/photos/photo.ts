import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { linesPattern } from '../../platform/http/patterns.ts'

/** Of one animal. */
export const MAX_PHOTOS = 20
/** 15 MB. */
export const MAX_PHOTO_BYTES = 15_000_000

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

const Focus = Type.Object(
  {
    x: fraction('From the left (0) to the right (1).'),
    y: fraction('From the top (0) to the bottom (1).'),
  },
  {
    additionalProperties: false,
    description: 'The point to keep in view where the photo is cropped.',
  },
)
export type Focus = Static<typeof Focus>

const Variant = Type.Object(
  {
    width: Type.Integer({ description: 'In pixels.' }),
    height: Type.Integer({ description: 'In pixels.' }),
    format: Type.Unsafe<'webp' | 'jpeg'>({ enum: ['webp', 'jpeg'] }),
    url: Type.String({
      description:
        'Where everybody can read the file. It never changes. In events it is a path on this server.',
    }),
    bytes: Type.Integer({ description: 'Size of the file.' }),
  },
  { description: 'One rendering of the photo.' },
)
export type Variant = Static<typeof Variant>

export const Photo = Type.Object(
  {
    id: Int64({ description: 'Assigned by the store.' }),
    petId: Int64({ description: 'The animal.' }),
    alt: Type.Optional(
      Type.String({ description: 'What the photo shows, for people who do not see it.' }),
    ),
    focus: Type.Optional(Focus),
    width: Type.Integer({ description: 'Width of the upright original, in pixels.' }),
    height: Type.Integer({ description: 'Height of the upright original, in pixels.' }),
    placeholder: Type.String({
      description: 'A thumbhash in Base64, to show while the photo loads.',
    }),
    variants: Type.Array(Variant, {
      description:
        'In widths of 320, 640, 1280 and 2048 pixels, never enlarged: a narrower photo has its own width instead. Each as ' +
        'WebP and JPEG.',
    }),
    createdAt: Type.String({
      format: 'date-time',
      description: 'When it was added (RFC 3339, UTC).',
    }),
  },
  { $id: 'Photo', description: 'A photo of an animal, upright and without metadata.' },
)
export type Photo = Static<typeof Photo>

/** As events have it. */
export const PetPhotos = Type.Object(
  {
    petId: Int64({ description: 'The animal.' }),
    photos: Type.Array(Photo, { description: 'All of its photos, in order.' }),
  },
  { $id: 'PetPhotos', description: 'The photos of an animal.' },
)
export type PetPhotos = Static<typeof PetPhotos>

export const PhotoPatch = Type.Unsafe<{ alt?: string | null; focus?: Focus | null }>(
  Type.Object(
    {
      alt: Type.Optional(
        Type.Unsafe({
          type: ['string', 'null'],
          maxLength: 1_000,
          pattern: linesPattern,
          'x-rule': 'must have no control characters but line breaks and tabs',
          description: 'What the photo shows. At most 1,000 characters. `null` removes it.',
          examples: ['Biscuit, a black dog, sits on the grass'],
        }),
      ),
      focus: Type.Optional(
        Type.Unsafe({
          ...Focus,
          type: ['object', 'null'],
          description: 'The point to keep in view. `null` removes it.',
        }),
      ),
    },
    {
      $id: 'PhotoPatch',
      additionalProperties: false,
      description: 'Changes to a photo (RFC 7396).',
    },
  ),
)
export type PhotoPatch = Static<typeof PhotoPatch>

export const PhotoOrder = Type.Array(Int64({ examples: [1] }), {
  $id: 'PhotoOrder',
  maxItems: MAX_PHOTOS,
  description: 'The ids of all photos of an animal, each once. The first one is shown in lists.',
})
export type PhotoOrder = Static<typeof PhotoOrder>

export const PhotoPath = Type.Object(
  { photoId: Int64({ description: 'Identifier of the photo.' }) },
  { 'x-not-found': 'photo_not_found' },
)

/** With addresses that a client can use as they are. */
export const addressed = (photo: Photo, origin: string): Photo => ({
  ...photo,
  variants: photo.variants.map((variant) => ({ ...variant, url: origin + variant.url })),
})

export const photoLocation = (id: bigint): string => `/v1/photos/${id}`

/** The photos of an animal after a change. Those of a draft concern the account of the animal alone. */
export type PhotosAfter = { after: PetPhotos; ownerId: bigint; isPublished: boolean }

export type PhotoChange =
  | ({ kind: 'photo added'; photoId: bigint } & PhotosAfter)
  | ({ kind: 'photo changed'; photoId: bigint; fields: readonly string[] } & PhotosAfter)
  | ({ kind: 'photo removed'; photoId: bigint } & PhotosAfter)
  | ({ kind: 'photos ordered'; petId: bigint } & PhotosAfter)
