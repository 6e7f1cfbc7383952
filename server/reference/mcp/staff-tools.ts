import { type TSchema, Type } from 'typebox'
import { ReportQuery } from '../../adoptions/reports/report.ts'
import { NewPet, PetPatch } from '../../animals/pets/pet.ts'
import { patchFields } from '../../animals/profiles/profile-fields.ts'
import { ListAnimals } from '../../catalogue/animal-list/animal-query.ts'
import { HttpError, validationFailed } from '../../platform/http/http-error.ts'
import { ApiError } from '../../requests/errors/api-error.ts'
import type { ErrorBody } from '../../requests/errors/error-body.ts'
import { listIn, paged } from './public-tools.ts'
import type { Tool } from './tool.ts'
import { idempotencyKey, limit, omit, petId, pick } from './tool-inputs.ts'
import type { Arguments, ToolRequests } from './tool-requests.ts'

const flag = (description: string): TSchema => Type.Optional(Type.Boolean({ description }))

/** A separate tool publishes it. */
const profile = omit(patchFields, ['published', 'videos', 'bondedWith'])

const offset = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 0,
    description: 'How many animals to skip: the `nextOffset` of the previous result.',
  }),
)

/** Tools for staff to work with their account's animals. */
export const staffTools: readonly Tool[] = [
  {
    name: 'list_animals',
    title: 'List our animals',
    description:
      'Lists the animals of your own account: published ones, drafts, and those without a profile, with how long they have ' +
      'waited. `total` is the length of the whole list.',
    scopes: ['pets:read'],
    input: {
      ...pick(ListAnimals.properties, ['q', 'status', 'species', 'waitingOver', 'sort']),
      published: flag('Only animals that are published, or only the others.'),
      hasPhoto: flag('Only animals with (`true`) or without (`false`) a photo.'),
      limit,
      offset,
    },
    async run(given, { get }) {
      const { value, next, total } = await get('/v1/animals', paged(given))
      const animals = listIn(value).map(({ photo: _, ...animal }) => animal)
      return { animals, total, nextOffset: next === undefined ? undefined : Number(next) }
    },
  },
  {
    name: 'get_profile',
    title: "Get an animal's profile",
    description: 'Returns all that is known of an animal of your account, also of a draft. `null` is unknown.',
    scopes: ['pets:read'],
    input: { petId },
    run: async (given, { get }) => (await get(`/v1/pets/${given.petId}/profile`)).value,
  },
  {
    name: 'add_animal',
    title: 'Add an animal',
    description:
      'Adds an animal to your account as a draft that only staff see. Give all that you know of it, and leave out what ' +
      'you do not know. publish_animal makes it public.',
    scopes: ['pets:write'],
    isWrite: true,
    input: {
      name: NewPet.properties.name,
      categoryId: Type.Optional({
        ...NewPet.properties.categoryId,
        description: 'The category of the animal. Default: that of its species.',
      }),
      ...profile,
      species: Type.Unsafe({ ...pick(patchFields, ['species']).species, ...speciesOnly() }),
      idempotencyKey,
    },
    async run({ name, categoryId, idempotencyKey, ...described }, requests) {
      const category = categoryId ?? (await categoryOf(described.species, requests))
      const body = { name, categoryId: category }
      const pet = await requests.send('POST', '/v1/pets', body, idempotencyKey)
      try {
        const saved = await saveProfile({ petId: pet.id, ...described }, idempotencyKey, requests)
        return { ...pet, profile: saved }
      } catch (error) {
        throw withMessage(error, `Animal ${pet.id} was added, but its profile was not saved:`)
      }
    },
  },
  {
    name: 'update_animal',
    title: 'Update an animal',
    description:
      'Changes only the given details of an animal of your account, whether or not it is published; `null` makes a ' +
      'value unknown. Lists are replaced.',
    scopes: ['pets:write'],
    isWrite: true,
    input: {
      petId,
      name: PetPatch.properties.name,
      status: Type.Optional(
        Type.Unsafe({
          enum: ['available', 'pending'],
          description: 'Whether it is available or on hold.',
        }),
      ),
      ...profile,
      idempotencyKey,
    },
    async run({ petId, name, status, idempotencyKey, ...described }, requests) {
      const ofPet = { ...(name !== undefined && { name }), ...(status !== undefined && { status }) }
      const hasPet = Object.keys(ofPet).length > 0
      const hasProfile = Object.keys(described).length > 0
      if (!hasPet && !hasProfile) throw nothingToChange()
      const pets = [{ id: petId, ...ofPet }]
      const saved = hasPet
        ? itemOf(await requests.send('PATCH', '/v1/pets:batch', { pets }, idempotencyKey)).pet
        : undefined
      if (!hasProfile) return saved
      const profile = await saveProfile({ petId, ...described }, idempotencyKey, requests)
      return { ...(saved as object | undefined), profile }
    },
  },
  {
    name: 'publish_animal',
    title: 'Publish an animal',
    description:
      'Shows an animal of your account to the public, or with `published: false` hides it again. Its species must be known.',
    scopes: ['pets:write'],
    isWrite: true,
    input: {
      petId,
      published: Type.Optional(Type.Boolean({ default: true, description: 'False to hide it from the public.' })),
      idempotencyKey,
    },
    run: async ({ petId, published = true, idempotencyKey }, requests) =>
      saveProfile({ petId, published }, idempotencyKey, requests),
  },
  {
    name: 'report_adoptions',
    title: 'Report adoptions',
    description:
      'Counts the adoptions and returns of a period by month and species, and how long the animals had waited.',
    scopes: ['pets:read'],
    input: pick(ReportQuery.properties, ['from', 'to']),
    run: async (given, { get }) => (await get('/v1/reports/adoptions', given)).value,
  },
]

/** A new animal has a species, from which its category follows. */
function speciesOnly() {
  const { enum: values } = pick(patchFields, ['species']).species as unknown as { enum: unknown[] }
  return { enum: values.filter((value) => value !== null), description: 'The species.' }
}

const categoryOf = async (species: unknown, { get }: ToolRequests): Promise<unknown> => {
  const known = listIn((await get('/v1/species')).value)
  return known.find((one) => one.species === species)?.categoryId
}

/** The request for a single profile takes no idempotency key. */
const saveProfile = async (described: Arguments, key: unknown, { send }: ToolRequests): Promise<unknown> =>
  itemOf(await send('POST', '/v1/profiles:batch', { profiles: [described] }, `${key}/profile`)).profile

/** The result of a batch of one. Throws its error. */
const itemOf = ({ results }: Arguments): Arguments => {
  const [item = {}] = listIn(results)
  if (!item.error) return item
  const { code, message: text, status, errors, requiredScope } = item.error as ErrorBody
  throw new ApiError(
    code,
    { status, text },
    { ...(errors && { errors }), ...(requiredScope !== undefined && { requiredScope }) },
  )
}

const withMessage = (error: unknown, before: string): unknown => {
  if (!(error instanceof HttpError)) return error
  const { code, statusCode: status, errors, headers } = error
  const text = `${before} ${error.message} Correct it with update_animal.`
  return new ApiError(code, { status, text }, { ...(errors && { errors }), headers })
}

const nothingToChange = () =>
  validationFailed([{ field: '', code: 'required', message: 'must have at least one field to change' }])
