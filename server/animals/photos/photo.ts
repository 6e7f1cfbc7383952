import { type Static, Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import { linesPattern } from '../../platform/http/patterns.ts'
import type { Degrees } from '../images/image.ts'

/** The most photos of an animal. */
export const MAX_PHOTOS = 20
/** Four widths, each in two formats. */
const MAX_VARIANTS = 8
/** 15 MB. */
export const MAX_PHOTO_BYTES = 15_000_000

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

const Focus = Type.Object(
  {
    x: fraction('From left (0) to right (1).'),
    y: fraction('From top (0) to bottom (1).'),
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
      description: 'The public URL of the file, which never changes. In events it is a path on this server.',
    }),
    bytes: Type.Integer({ description: 'Size of the file.' }),
  },
  { description: 'One rendering of the photo.' },
)
export type Variant = Static<typeof Variant>

const exampleUrl = (name: string): string => `https://shelter.example.org/media/${name.repeat(16)}`

/** A photo of the animal of the examples. */
export const photoExample = {
  id: 1,
  petId: 1,
  alt: 'Biscuit sits on the grass',
  focus: { x: 0.5, y: 0.3 },
  width: 4_032,
  height: 3_024,
  placeholder: 'HwgCBQC2l062eHrqsqT445Nwsgiy',
  variants: [
    { width: 320, height: 240, format: 'webp', url: `${exampleUrl('5e1f')}.webp`, bytes: 11_204 },
    { width: 320, height: 240, format: 'jpeg', url: `${exampleUrl('c07a')}.jpg`, bytes: 15_730 },
  ],
  createdAt: '2026-11-20T09:30:00.000Z',
} as const

export const Photo = Type.Object(
  {
    id: Int64({ description: 'Assigned by the store.' }),
    petId: Int64({ description: 'The animal.' }),
    alt: Type.Optional(Type.String({ description: 'What the photo shows, for people who cannot see it.' })),
    focus: Type.Optional(Focus),
    width: Type.Integer({ description: 'Width of the upright original, in pixels.' }),
    height: Type.Integer({ description: 'Height of the upright original, in pixels.' }),
    placeholder: Type.String({
      description: 'A thumbhash in Base64, to show while the photo loads.',
    }),
    variants: Type.Array(Variant, {
      maxItems: MAX_VARIANTS,
      description:
        'In widths of 320, 640, 1280 and 2048 pixels, each as WebP and JPEG. Photos are never enlarged: a narrower ' +
        'photo has its own width instead.',
    }),
    createdAt: Type.String({
      format: 'date-time',
      description: 'When it was added (RFC 3339, UTC).',
    }),
  },
  {
    $id: 'Photo',
    description: 'A photo of an animal, upright and without metadata.',
    examples: [photoExample],
  },
)
export type Photo = Static<typeof Photo>

/** The photos in events. */
export const PetPhotos = Type.Object(
  {
    petId: Int64({ description: 'The animal.' }),
    photos: Type.Array(Photo, {
      maxItems: MAX_PHOTOS,
      description: 'All of its photos, in order.',
    }),
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

export const rotations = [90, 180, 270] as const
export type Rotation = (typeof rotations)[number]

export const PhotoRotation = Type.Object(
  {
    degrees: Type.Unsafe<Rotation>({
      type: 'number',
      enum: [...rotations],
      description: 'Clockwise, from how the photo is shown now.',
      examples: [90],
    }),
  },
  {
    $id: 'PhotoRotation',
    additionalProperties: false,
    description: 'By how much to rotate a photo.',
  },
)

type Rendering = Pick<Photo, 'placeholder' | 'variants'>
/** How far a photo is rotated from how it was added, and its rendering at each angle that it has had. */
export type Rotations = { angle: Degrees; renderings: Partial<Record<Degrees, Rendering>> }

/** The rotations of a photo that was never rotated. */
export const unrotated = ({ placeholder, variants }: Photo): Rotations => ({
  angle: 0,
  renderings: { 0: { placeholder, variants } },
})

export const angleAfter = ({ angle }: Rotations, degrees: Rotation): Degrees =>
  rotations.find((one) => one === (angle + degrees) % 360) ?? 0

/** The same part of the picture, after it was rotated. */
export const rotatedFocus = ({ x, y }: Focus, degrees: Rotation): Focus => {
  if (degrees === 180) return { x: rest(x), y: rest(y) }
  return degrees === 90 ? { x: rest(y), y: x } : { x: y, y: rest(x) }
}

/** Rounded, so that `1 - 0.3` is `0.7`. */
const rest = (fraction: number): number => Math.round((1 - fraction) * 1e9) / 1e9

export const PhotoOrder = Type.Array(Int64({ examples: [1] }), {
  $id: 'PhotoOrder',
  maxItems: MAX_PHOTOS,
  description: 'The ids of all photos of an animal, each once. Lists show the first photo.',
})
export type PhotoOrder = Static<typeof PhotoOrder>

export const PhotoPath = Type.Object(
  { photoId: Int64({ description: 'Identifier of the photo.' }) },
  { 'x-not-found': 'photo_not_found' },
)

/** Replaces paths by absolute URLs. */
export const addressed = (photo: Photo, origin: string): Photo => ({
  ...photo,
  variants: photo.variants.map((variant) => ({ ...variant, url: origin + variant.url })),
})

export const photoLocation = (id: bigint): string => `/v1/photos/${id}`

/** The photos of an animal after a change. Only its owner may see those of a draft. */
export type PhotosAfter = { after: PetPhotos; ownerId: bigint; isPublished: boolean }

export type PhotoChange =
  | ({ kind: 'photo added'; photoId: bigint } & PhotosAfter)
  | ({ kind: 'photo changed'; photoId: bigint; fields: readonly string[] } & PhotosAfter)
  | ({ kind: 'photo removed'; photoId: bigint } & PhotosAfter)
  | ({ kind: 'photos ordered'; petId: bigint } & PhotosAfter)
