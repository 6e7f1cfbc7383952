import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import type { Clock } from '../platform/clock.ts'
import { readCursor } from '../platform/http/cursor.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import { Int64 } from '../platform/http/int64.ts'
import type { Origin } from '../platform/http/origin.ts'
import type { PageCache } from '../platform/http/page-cache.ts'
import {
  cutPage,
  makePage,
  type Page,
  pageParameters,
  sendPage,
  wantsTotalCount,
} from '../platform/http/paging.ts'
import {
  bodyErrors,
  etagHeader,
  idempotencyErrors,
  linkHeaders,
  success,
} from '../platform/http/responses.ts'
import { serialize } from '../platform/http/serialize.ts'
import {
  filterKey,
  NewPet,
  PET_READ_DEPRECATED_MS,
  PET_READ_SUNSET_MS,
  Pet,
  type PetFilter,
  PetStatus,
  Pets,
  petSorts,
} from './pet.ts'
import type { Catalogue, PetsService } from './pets.service.ts'

type Deps = {
  pets: PetsService
  catalogue: Catalogue
  pages: PageCache
  idempotency: Idempotency
  origin: Origin
  clock: Clock
}

const ListPets = Type.Object(
  {
    limit: pageParameters.limit,
    status: Type.Optional(
      Type.Unsafe<PetStatus>({ $ref: 'PetStatus#', description: 'Only animals with this status.' }),
    ),
    cursor: pageParameters.cursor,
    id: Type.Optional(
      Type.Array(Int64(), {
        minItems: 1,
        maxItems: 100,
        description: 'Only animals with these ids, separated by commas.',
      }),
    ),
    categoryId: Type.Optional(Int64({ description: 'Only animals of this category.' })),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Only animals whose name begins so, in upper or lower case.',
      }),
    ),
    sort: Type.Optional(
      Type.Unsafe<PetSort>(
        Type.Enum([...petSorts], {
          default: 'id',
          description: 'Oldest (`id`) or newest (`-id`) first.',
        }),
      ),
    ),
  },
  // Of `id`: a list is one value with commas, not the parameter repeated.
  { additionalProperties: false, explode: false },
)
type PetSort = (typeof petSorts)[number]
/** What a client leaves out is there with its default, once the query is checked. */
type ListPets = Static<typeof ListPets> & { limit: number; sort: PetSort }

const PetPath = Type.Object(
  { petId: Int64({ description: 'Identifier of the animal.' }) },
  { 'x-not-found': 'pet_not_found' },
)

export const petRoutes = (
  app: FastifyInstance,
  { pets, catalogue, pages, idempotency, origin, clock }: Deps,
): void => {
  for (const schema of [PetStatus, NewPet, Pet, Pets]) app.addSchema(schema)

  app.get<{ Querystring: ListPets }>(
    '/pets',
    {
      config: {
        scope: 'pets:read',
        headers: ['Prefer'],
        errors: ['invalid_parameter', 'invalid_cursor'],
      },
      schema: {
        operationId: 'listPets',
        tags: ['animals'],
        summary: 'List animals',
        description:
          'Animals, a page at a time: follow `Link` with `rel="next"`, or send `X-Next-Cursor` as `cursor`.',
        querystring: ListPets,
        response: {
          200: success('A page of animals.', Type.Ref('Pets#'), { ...linkHeaders, ...etagHeader }),
        },
      },
    },
    async (request, reply) => {
      const key = pageKey(request)
      const readAt = catalogue.version()
      const page = pages.find(key) ?? (await readPage(request, reply))
      pages.keep(key, page, readAt)
      return sendPage(reply, page, origin(request))
    },
  )

  const readPage = async (
    request: FastifyRequest<{ Querystring: ListPets }>,
    reply: FastifyReply,
  ): Promise<Page> => {
    const { limit, sort, cursor } = request.query
    const filter = filterOf(request.query)
    const list = filterKey(filter, sort)
    const afterId = cursor === undefined ? undefined : readCursor(cursor, list)
    const found = await pets.list({ filter, descending: sort === '-id', afterId, limit: limit + 1 })
    const { items, lastId } = cutPage(found, limit)
    return makePage({
      body: serialize(reply, 200, items),
      lastId,
      list,
      path: '/v1/pets',
      parameters: parametersOf(request.query),
      totalCount: wantsTotalCount(request) ? await pets.count(filter) : undefined,
    })
  }

  app.post<{ Body: NewPet }>(
    '/pets',
    {
      config: {
        scope: 'pets:write',
        headers: ['Idempotency-Key'],
        errors: [...bodyErrors, ...idempotencyErrors],
      },
      schema: {
        operationId: 'createPet',
        tags: ['animals'],
        summary: 'Add an animal',
        description:
          'With an `Idempotency-Key`, a repeated request adds nothing and is given the first answer again.',
        body: Type.Ref('NewPet#'),
        response: {
          201: success('The animal, with the id it was given.', Type.Ref('Pet#'), {
            Location: { type: 'string', description: 'Path of the animal.' },
          }),
        },
      },
    },
    (request, reply) =>
      idempotency.once(request, reply, request.caller as Caller, async (trx) => {
        const pet = await pets.create(trx, request.body)
        return {
          status: 201,
          location: `/v1/pets/${pet.id}`,
          body: serialize(reply, 201, pet),
        }
      }),
  )

  app.get<{ Params: { petId: bigint } }>(
    '/pets/:petId',
    {
      config: { scope: 'pets:read', errors: ['pet_not_found', 'operation_removed'] },
      schema: {
        operationId: 'getPet',
        tags: ['animals'],
        summary: 'Get an animal',
        description:
          'Will be removed on 5 December 2030: use `GET /pets` with `id` or `status` instead.',
        deprecated: true,
        'x-deprecated-sunset': '2030-12-05',
        params: PetPath,
        response: {
          200: success('The animal.', Type.Ref('Pet#'), { ...deprecationInDocs, ...etagHeader }),
        },
      },
      onRequest: (request, reply, done) => {
        reply.headers(deprecation(origin(request)))
        done(clock.nowMs() >= PET_READ_SUNSET_MS ? new ApiError('operation_removed') : undefined)
      },
    },
    async ({ params: { petId } }, reply) => {
      const pet = await pets.find(petId)
      if (!pet) throw new ApiError('pet_not_found')
      return reply.send(pet)
    },
  )
}

/** Pages are kept by the URL as it was sent: what differs in spelling only is read once more, and never wrong. */
const pageKey = (request: FastifyRequest): string =>
  wantsTotalCount(request) ? `${request.url} total` : request.url

const filterOf = ({ id, status, categoryId, name }: ListPets): PetFilter => ({
  ...(id && { ids: id }),
  ...(status && { status }),
  ...(categoryId !== undefined && { categoryId }),
  ...(name !== undefined && { namePrefix: name }),
})

const parametersOf = ({ limit, status, id, categoryId, name, sort }: ListPets) => ({
  limit: String(limit),
  ...(status && { status }),
  ...(id && { id: id.join(',') }),
  ...(categoryId !== undefined && { categoryId: String(categoryId) }),
  ...(name !== undefined && { name }),
  ...(sort !== 'id' && { sort }),
})

/** RFC 9745 (Deprecation) and RFC 8594 (Sunset). */
const deprecation = (origin: string): Record<string, string> => ({
  deprecation: `@${PET_READ_DEPRECATED_MS / 1_000}`,
  sunset: new Date(PET_READ_SUNSET_MS).toUTCString(),
  link: [
    `<${origin}/docs>; rel="deprecation"; type="text/html"`,
    `<${origin}/docs>; rel="sunset"; type="text/html"`,
    `<${origin}/v1/pets>; rel="successor-version"`,
  ].join(', '),
})

const deprecationInDocs = {
  Deprecation: {
    type: 'string',
    description: 'Since when, as `@` and a Unix timestamp (RFC 9745).',
  },
  Sunset: { type: 'string', description: 'When it goes (RFC 8594).' },
  Link: {
    type: 'string',
    description: 'Why (`deprecation`, `sunset`), and what instead (`successor-version`).',
  },
} as const
