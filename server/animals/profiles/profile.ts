import { Type } from 'typebox'
import { Int64 } from '../../platform/http/int64.ts'
import type { ErrorBody } from '../../requests/errors/error-body.ts'
import { profileExample } from './profile-example.ts'
import { patchFields, privateFacts, shownFacts, shownPublished, wholeFields } from './profile-fields.ts'
import type { Coat, Companion, Sex, Size, Species } from './profile-values.ts'

export type Breeds = { primary: string | null; secondary: string | null; mixed: boolean | null }
type GoodWith = Record<Companion, boolean | null>
export type Fee = { amount: number; currency: string }

/** The public data of a published profile. `null` is unknown. */
export type PublicFacts = {
  species: Species | null
  breeds: Breeds
  birthDate: string | null
  birthDateExact: boolean | null
  sex: Sex | null
  size: Size | null
  weightGrams: number | null
  coat: Coat | null
  colors: string[]
  description: string | null
  tags: string[]
  houseTrained: boolean | null
  spayedNeutered: boolean | null
  vaccinated: boolean | null
  declawed: boolean | null
  specialNeeds: string | null
  goodWith: GoodWith
  fee: Fee | null
  bondedWith: bigint[]
  videos: string[]
}

/** The data that only the owner sees. */
export type PrivateFacts = {
  externalId: string | null
  microchip: string | null
  intakeDate: string | null
}

export type Facts = { published: boolean; shown: PublicFacts; hidden: PrivateFacts }

/** A profile as stored. */
export type StoredProfile = Facts & {
  petId: bigint
  publishedAtMs: number | undefined
  /** Undefined if it was never written. */
  updatedAtMs: number | undefined
}

export type PublicProfile = {
  petId: bigint
  published: boolean
  publishedAt: string | null
} & PublicFacts & { updatedAt: string | null }
export type Profile = PublicProfile & Partial<PrivateFacts>

type Parts = 'breeds' | 'goodWith' | 'fee'
type Nullable<Fields> = { [Name in keyof Fields]?: Fields[Name] | null }

/** A request: a whole profile, in which omitted values are unknown, or changes (RFC 7396). */
export type ProfilePatch = Nullable<Omit<PublicFacts, Parts>> &
  Nullable<PrivateFacts> & {
    published?: boolean | null
    breeds?: Partial<Breeds> | null
    goodWith?: Partial<GoodWith> | null
    fee?: Partial<Fee> | null
  }

const time = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })

const petId = Int64({ description: 'The animal.', examples: [1] })

const head = {
  petId,
  published: shownPublished,
  publishedAt: time('When it was published (RFC 3339, UTC); `null` for a draft.'),
}
const tail = { updatedAt: time('When it last changed; `null` if it was never written.') }

export const ProfileSchema = Type.Unsafe<Profile>(
  Type.Object(
    {
      ...head,
      ...shownFacts,
      ...Object.fromEntries(Object.entries(privateFacts).map(([name, fact]) => [name, Type.Optional(fact)])),
      ...tail,
    },
    {
      $id: 'Profile',
      description:
        'The details of an animal beyond its name, category and status. `null` means unknown. `externalId`, ' +
        '`microchip` and `intakeDate` are shown only to the account that the animal belongs to.',
      examples: [profileExample],
    },
  ),
)

/** The profile in events. */
export const PublicProfileSchema = Type.Unsafe<PublicProfile>(
  Type.Object(
    { ...head, ...shownFacts, ...tail },
    { $id: 'PublicProfile', description: 'A profile without the fields that only its owner sees.' },
  ),
)

export const NewProfile = Type.Unsafe<ProfilePatch>(
  Type.Object(wholeFields, {
    $id: 'NewProfile',
    additionalProperties: false,
    description: 'A whole profile. Omitted values become unknown, and `published` false.',
  }),
)

export const ProfilePatchSchema = Type.Unsafe<ProfilePatch>(
  Type.Object(patchFields, {
    $id: 'ProfilePatch',
    additionalProperties: false,
    description:
      'Changes to a profile (RFC 7396). `breeds`, `goodWith` and `fee` are merged, lists are replaced, and `null` makes ' +
      'a value unknown.',
  }),
)

/** Changes to one profile of a batch. */
export type BatchedProfile = ProfilePatch & { petId: bigint }
export const BatchedProfileSchema = Type.Unsafe<BatchedProfile>(
  Type.Object(
    { petId, ...patchFields },
    {
      $id: 'BatchedProfile',
      additionalProperties: false,
      description: 'Changes to a profile (RFC 7396), with the id of its animal.',
    },
  ),
)

/** Up to 100 profiles to update at once. */
export type ProfileBatch = { profiles: unknown[]; atomic?: boolean }
export const ProfileBatchSchema = Type.Unsafe<ProfileBatch>(
  Type.Object(
    {
      profiles: Type.Array(Type.Unsafe({ $ref: 'BatchedProfile#' }), {
        minItems: 1,
        maxItems: 100,
        'x-itemwise': true,
      }),
      atomic: Type.Optional(
        Type.Boolean({
          description: 'Updates all profiles or none. If any is not valid, the response is 400 and lists every issue.',
          default: false,
        }),
      ),
    },
    { $id: 'ProfileBatch', additionalProperties: false, description: 'Profiles to update.' },
  ),
)

export const ProfileBatchResults = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        status: Type.Integer({ description: '200, or the status of `error`.' }),
        profile: Type.Optional(Type.Unsafe<Profile>({ $ref: 'Profile#' })),
        error: Type.Optional(Type.Unsafe<ErrorBody>({ $ref: 'Error#' })),
      }),
      { maxItems: 100 },
    ),
  },
  {
    $id: 'ProfileBatchResults',
    description: 'The result for each profile of a batch.',
    examples: [{ results: [{ status: 200, profile: profileExample }] }],
  },
)

/** A written profile. Only the owner may see drafts. */
export type ProfileChange =
  | {
      kind: 'profile changed'
      after: PublicProfile
      ownerId: bigint
      /** Whether others may see it: it is published, and its account is not suspended. */
      isPublic: boolean
      /** The names of the changed fields. */
      fields: readonly string[]
    }
  /** Several by one request of an account. */
  | { kind: 'profiles changed in bulk'; accountId: bigint }
  | { kind: 'listing published'; after: PublicProfile; ownerId: bigint; isPublic: boolean }
  /** `orderId`: the order whose return did it. */
  | { kind: 'listing unpublished'; petId: bigint; orderId?: bigint }
