import { type Static, Type } from 'typebox'
import { accountError } from '../../accounts/accounts/account.errors.ts'
import { Int64 } from '../../platform/http/int64.ts'
import { Name, ShownName } from '../../platform/http/name.ts'
import { wordsOf } from '../../platform/search-text.ts'
import { type Actor, checkOwner } from '../../requests/access/ownership.ts'
import type { ErrorBody } from '../../requests/errors/error-body.ts'

export const petStatuses = ['available', 'pending', 'sold'] as const

export const PetStatus = Type.Unsafe<(typeof petStatuses)[number]>(
  Type.Enum([...petStatuses], { $id: 'PetStatus', description: 'Availability of an animal.' }),
)
export type PetStatus = Static<typeof PetStatus>

const statusReference = Type.Unsafe<PetStatus>({ $ref: 'PetStatus#' })

const nameDocs = {
  description:
    'The name, stored exactly as sent. 1-255 characters; not blank; no control characters or unpaired surrogates.',
  examples: ['Biscuit'],
}
const petName = Name(nameDocs)

const categoryId = Int64({
  description: 'Identifier of the category the animal belongs to.',
  examples: [7],
})

/** The data of a new animal. `status` is `available` if omitted. */
export const NewPet = Type.Object(
  { name: petName, categoryId, status: Type.Optional(statusReference) },
  { $id: 'NewPet', additionalProperties: false, description: 'An animal to add.' },
)
export type NewPet = Static<typeof NewPet>

/** The animal of the examples. */
export const petExample = {
  id: 1,
  name: 'Biscuit',
  categoryId: 7,
  status: 'available',
}

/** An animal as shown. */
export const Pet = Type.Object(
  {
    id: Int64({ description: 'Assigned by the service on creation.', examples: [1] }),
    name: ShownName(nameDocs),
    categoryId,
    // Optional in the specification, but responses always have it, and clients may rely on that.
    status: statusReference,
  },
  { $id: 'Pet', description: 'An animal.', examples: [petExample] },
)
export type Pet = { id: bigint; name: string; categoryId: bigint; status: PetStatus }

/** A stored animal, with its owner, who is not published. */
export type OwnedPet = { pet: Pet; ownerId: bigint }

export const Pets = Type.Array(Type.Unsafe<Pet>({ $ref: 'Pet#' }), {
  $id: 'Pets',
  maxItems: 100,
  description: 'A page of animals.',
})

/** Changes to an animal (RFC 7396). */
export const PetPatch = Type.Object(
  {
    name: Type.Optional(petName),
    categoryId: Type.Optional(categoryId),
    status: Type.Optional(statusReference),
  },
  { $id: 'PetPatch', additionalProperties: false, description: 'Changes to an animal.' },
)
export type PetPatch = Static<typeof PetPatch>

/** The next statuses of each status; keeping it is not a change. */
export const petMoves = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
} as const satisfies Record<PetStatus, readonly PetStatus[]>

export const PetPath = Type.Object(
  { petId: Int64({ description: 'Identifier of the animal.' }) },
  { 'x-not-found': 'pet_not_found' },
)

/** Up to 100 animals to add at once. */
export const PetBatch = Type.Object(
  {
    pets: Type.Array(Type.Unsafe<NewPet>({ $ref: 'NewPet#' }), {
      minItems: 1,
      maxItems: 100,
      'x-itemwise': true,
    }),
    atomic: Type.Optional(
      Type.Boolean({
        description: 'Adds all animals or none. If any is not valid, the response is 400 and lists every issue.',
        default: false,
      }),
    ),
  },
  { $id: 'PetBatch', additionalProperties: false, description: 'Animals to add.' },
)
export type PetBatch = { pets: unknown[]; atomic?: boolean }

/** Changes to one animal of a batch. */
export const BatchedPetPatch = Type.Object(
  {
    id: Int64({ description: 'The animal to update.', examples: [1] }),
    ...PetPatch.properties,
  },
  {
    $id: 'BatchedPetPatch',
    additionalProperties: false,
    description: 'Changes to an animal, with its id.',
  },
)
export type BatchedPetPatch = Static<typeof BatchedPetPatch>

/** Up to 100 animals to update at once. */
export const PetUpdateBatch = Type.Object(
  {
    pets: Type.Array(Type.Unsafe<BatchedPetPatch>({ $ref: 'BatchedPetPatch#' }), {
      minItems: 1,
      maxItems: 100,
      'x-itemwise': true,
    }),
    atomic: Type.Optional(
      Type.Boolean({
        description:
          'Updates all animals or none. If any change is rejected, the response is 400 and lists every issue.',
        default: false,
      }),
    ),
  },
  { $id: 'PetUpdateBatch', additionalProperties: false, description: 'Animals to update.' },
)
export type PetUpdateBatch = { pets: unknown[]; atomic?: boolean }

/** The result for each animal of a batch, in order. */
export const PetBatchResults = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        status: Type.Integer({
          description: '201 for an added animal, 200 for an updated one, or the status of `error`.',
        }),
        pet: Type.Optional(Type.Unsafe<Pet>({ $ref: 'Pet#' })),
        error: Type.Optional(Type.Unsafe<ErrorBody>({ $ref: 'Error#' })),
      }),
      { maxItems: 100 },
    ),
  },
  {
    $id: 'PetBatchResults',
    description: 'The result for each animal of a batch.',
    examples: [
      {
        results: [
          { status: 201, pet: petExample },
          { status: 201, pet: { ...petExample, id: 2, name: 'Pepper' } },
        ],
      },
    ],
  },
)
export type PetBatchResults = Static<typeof PetBatchResults>

/** The account parameter of operations that add animals. */
export const ForAccount = Type.Object(
  {
    accountId: Type.Optional(
      Int64({
        description:
          'The account that the animal belongs to. Default: your own account; for staff, the oldest one. Only staff ' +
          'and keys with `admin` can choose another account.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ForAccount = Static<typeof ForAccount>

type AddCall = { caller: Actor; query: ForAccount }
/** Finds an account. */
type FindAccount = (id: bigint) => Promise<object | undefined>

/** The owner of a new animal. Throws `not_owner` and `account_not_found`. */
export const ownerFor = async (
  { caller, query: { accountId } }: AddCall,
  findAccount: FindAccount,
): Promise<{ accountId: bigint }> => {
  if (accountId === undefined || accountId === caller.accountId) return caller
  checkOwner(caller, accountId)
  if (!(await findAccount(accountId))) throw accountError('account_not_found')
  return { accountId }
}

export const petSorts = ['id', '-id'] as const

/** The filters of a list of animals. */
export type PetFilter = {
  ids?: bigint[]
  status?: PetStatus
  categoryId?: bigint
  /** The beginning of the name, ignoring case. */
  namePrefix?: string
}

/** The form in which names are compared: `name` filters ignore case. */
export const foldName = (name: string): string => name.toLowerCase()

/** The words of a name for the search of parts; null if they equal the result of `foldName`. */
export const searchedName = (name: string, folded: string): string | null => {
  if (PLAIN.test(folded)) return null
  const words = wordsOf(name).join(' ')
  return words === folded ? null : words
}

/** Most names: folding does not change them. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/

/** `GET /v1/pets/{petId}` works until just before this instant (docs/guides/deprecated-read.md). */
export const PET_READ_SUNSET_MS = Date.UTC(2030, 11, 5)
/** When the operation was declared deprecated. */
export const PET_READ_DEPRECATED_MS = Date.UTC(2025, 11, 5)
