import { type TSchema, Type } from 'typebox'
import type { PetStatus } from '../../animals/pets/pet.ts'
import { petExample } from '../../animals/pets/pet.ts'
import { MAX_PHOTOS, Photo, photoExample } from '../../animals/photos/photo.ts'
import { type Age, ageBands } from '../../animals/profiles/age.ts'
import { type Profile, PublicProfileSchema } from '../../animals/profiles/profile.ts'
import { publicProfileExample } from '../../animals/profiles/profile-example.ts'
import { Int64 } from '../../platform/http/int64.ts'

const textOrNull = (description: string, rest: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, ...rest })

type Listing = Omit<Profile, 'externalId' | 'microchip' | 'intakeDate'> & {
  id: bigint
  name: string
  status: PetStatus
  categoryId: bigint
  age: Age
  photos: Photo[]
  organization: { id: bigint; name: string | null; city: string | null; country: string | null }
  url: string
  page?: string
  applyUrl?: string
  distanceKm?: number
}

const publicFields = (PublicProfileSchema as unknown as { properties: Record<string, TSchema> }).properties

export const AgeSchema = Type.Unsafe<Age>(
  Type.Object(
    {
      months: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'Whole months since `birthDate`.',
      }),
      band: Type.Unsafe({
        enum: [...ageBands, null],
        description: 'Under 1 year, under 3, under 8, and 8 years and over.',
      }),
    },
    { description: 'The current age; `null` if unknown.' },
  ),
)

export const ListingSchema = Type.Unsafe<Listing>(
  Type.Object(
    {
      id: Int64({ description: 'The animal.', examples: [1] }),
      name: Type.String({ description: 'The name of the animal.' }),
      status: Type.Unsafe<PetStatus>({ $ref: 'PetStatus#' }),
      categoryId: Int64({ description: 'Identifier of its category.' }),
      age: AgeSchema,
      ...publicFields,
      photos: Type.Array(Photo, {
        maxItems: MAX_PHOTOS,
        description: 'The photos in order.',
      }),
      organization: Type.Object(
        {
          id: Int64({ description: 'Identifier of the organization.' }),
          name: textOrNull('The name of its organization; `null` if it has no public details.'),
          city: textOrNull('Its city.'),
          country: textOrNull('Its country (ISO 3166-1).'),
        },
        { description: 'The account that the animal belongs to.' },
      ),
      url: Type.String({ description: 'The API URL of this listing, which needs a key.' }),
      page: Type.Optional(
        Type.String({
          description:
            'The URL of its page on the adoption site, for visitors. Absent if the site is off or does not show the animal.',
        }),
      ),
      applyUrl: Type.Optional(
        Type.String({
          description: 'The URL of the form to apply for it. Absent if it has no page or was adopted.',
        }),
      ),
      distanceKm: Type.Optional(
        Type.Number({
          description: 'Distance of its organization from `near`, if both places are known.',
        }),
      ),
    },
    {
      $id: 'Listing',
      description: 'A published animal.',
      examples: [
        {
          ...petExample,
          age: { months: 30, band: 'young' },
          ...publicProfileExample,
          photos: [photoExample],
          organization: { id: 1, name: 'Paws and Whiskers', city: 'Berlin', country: 'DE' },
          url: 'https://adopt.example.org/v1/listings/1',
          page: 'https://adopt.example.org/adopt/1-luna',
          applyUrl: 'https://adopt.example.org/adopt/1-luna/apply',
        },
      ],
    },
  ),
)

/** Accounts were suspended or restored, and their listings must follow. */
export type ListingsChange = { kind: 'listings settled'; ids: readonly bigint[] }

const counts = (description: string) =>
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description,
  })

export const ListingFacets = Type.Object(
  {
    species: counts('Listings by species.'),
    sex: counts('Listings by sex.'),
    size: counts('Listings by size.'),
    age: counts('Listings by age band.'),
    goodWith: counts('Listings of animals that are known to be good with each.'),
  },
  {
    $id: 'ListingFacets',
    description: 'Number of matching listings by value. Unknown values are not counted.',
    examples: [
      {
        species: { dog: 12, cat: 30 },
        sex: { male: 20, female: 22 },
        size: { small: 25, medium: 10, large: 7, extraLarge: 0 },
        age: { baby: 8, young: 15, adult: 12, senior: 5 },
        goodWith: { children: 18, dogs: 11, cats: 9 },
      },
    ],
  },
)

export const ListingPath = Type.Object(
  { petId: Int64({ description: 'Identifier of the animal.' }) },
  { 'x-not-found': 'listing_not_found' },
)
