import { type Static, Type } from 'typebox'
import { type PetStatus, petStatuses } from '../../animals/pets/pet.ts'
import { MAX_PHOTOS, Photo } from '../../animals/photos/photo.ts'
import type { Age } from '../../animals/profiles/age.ts'
import type { Profile, PublicFacts } from '../../animals/profiles/profile.ts'
import { shownFacts, shownPublished } from '../../animals/profiles/profile-fields.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { AgeSchema } from '../listings/listing.ts'
import { animalExample } from './animal-example.ts'

const { id, alt, focus, placeholder } = Photo.properties
const { width, height, format, url } = Photo.properties.variants.items.properties

const Thumbnail = Type.Object({ id, alt, focus, placeholder, width, height, format, url })
export type Thumbnail = Static<typeof Thumbnail>

type Described = Pick<PublicFacts, 'species' | 'breeds' | 'sex' | 'size' | 'birthDate' | 'tags' | 'goodWith'>

/** An animal in the list of its owner. */
export type Animal = Described & {
  id: bigint
  name: string
  status: PetStatus
  categoryId: bigint
  published: boolean
  age: Age
  photo: Thumbnail | null
  waitingSince: string | null
  updatedAt: string | null
  openApplications?: number
  accountId?: bigint
  profile?: Profile
  photos?: Photo[]
}

const textOrNull = (format: string, description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format, description })

export const AnimalSchema = Type.Unsafe<Animal>(
  Type.Object(
    {
      id: Int64({ description: 'The animal.', examples: [1] }),
      name: Type.String({ description: 'The name of the animal.' }),
      status: Type.Unsafe<PetStatus>({ $ref: 'PetStatus#' }),
      categoryId: Int64({ description: 'Identifier of its category.' }),
      published: shownPublished,
      species: shownFacts.species,
      breeds: shownFacts.breeds,
      sex: shownFacts.sex,
      size: shownFacts.size,
      birthDate: shownFacts.birthDate,
      age: AgeSchema,
      tags: shownFacts.tags,
      goodWith: shownFacts.goodWith,
      photo: Type.Unsafe<Thumbnail | null>({
        ...Thumbnail,
        type: ['object', 'null'],
        description: 'The first photo in the smallest size; `null` if there is none.',
      }),
      waitingSince: textOrNull(
        'date',
        'The day since which it has waited for a home: the `intakeDate` of its profile, or the day on which it was ' +
          'added; for a returned animal, the day of the return. `null` for adopted animals.',
      ),
      updatedAt: textOrNull('date-time', 'When the animal, its profile or its photos last changed; `null` if unknown.'),
      openApplications: Type.Optional(
        Type.Integer({
          description: 'Applications for it that are open. Absent without `applications:read`.',
        }),
      ),
      accountId: Type.Optional(
        Int64({
          description: 'The account that the animal belongs to. Only for staff and keys with `admin`.',
        }),
      ),
      profile: Type.Optional(Type.Unsafe<Profile>({ $ref: 'Profile#' })),
      photos: Type.Optional(
        Type.Array(Type.Unsafe<Photo>({ $ref: 'Photo#' }), {
          maxItems: MAX_PHOTOS,
          description: 'All of its photos, in order. Only with `include=photos`.',
        }),
      ),
    },
    {
      $id: 'Animal',
      description: 'An animal with the details that its owner sees in a list.',
      examples: [animalExample],
    },
  ),
)

const counts = (description: string) =>
  Type.Object(
    Object.fromEntries(
      petStatuses.map((status) => [status, Type.Integer({ description: 'Number of animals.' })]),
    ) as Record<PetStatus, ReturnType<typeof Type.Integer>>,
    { description },
  )

export const AnimalCounts = Type.Object(
  {
    total: Type.Integer({ description: 'Animals that match.' }),
    isExact: Type.Boolean({
      description: '`false` if more than 100,000 match. Each number is then a lower bound.',
    }),
    status: counts('Animals by status.'),
    unpublished: counts('Animals whose profile is not published, by status.'),
    withoutPhoto: counts('Animals without a photo, by status.'),
  },
  {
    $id: 'AnimalCounts',
    description: 'Number of animals that match, by status.',
    examples: [
      {
        total: 44,
        isExact: true,
        status: { available: 12, pending: 2, sold: 30 },
        unpublished: { available: 3, pending: 0, sold: 1 },
        withoutPhoto: { available: 2, pending: 0, sold: 4 },
      },
    ],
  },
)
export type AnimalCounts = Static<typeof AnimalCounts>

const values = (description: string) =>
  Type.Array(
    Type.Object({
      value: Type.String({ description: 'The value to pass to the filter.', examples: ['Beagle'] }),
      count: Type.Integer({ description: 'Number of animals.' }),
    }),
    { maxItems: 100, description },
  )

export const AnimalFacets = Type.Object(
  {
    breeds: values('First and second breeds, the most frequent first; 100 at most.'),
    tags: values('Tags, the most frequent first; 100 at most.'),
  },
  {
    $id: 'AnimalFacets',
    description: 'The breeds and tags that animals have.',
    examples: [
      {
        breeds: [
          { value: 'Beagle', count: 7 },
          { value: 'Border Collie', count: 3 },
        ],
        tags: [{ value: 'playful', count: 12 }],
      },
    ],
  },
)
export type AnimalFacets = Static<typeof AnimalFacets>
