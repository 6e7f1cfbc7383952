import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../api-keys/api-keys.service.ts'
import type { Clock } from '../platform/clock.ts'
import { ApiError } from '../platform/http/errors.ts'
import { sendResource } from '../platform/http/etag.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import { stringifyJson } from '../platform/http/json.ts'
import type { Origin } from '../platform/http/origin.ts'
import type { PageCache } from '../platform/http/page-cache.ts'
import { type Page, readPage, sendPage, wantsTotalCount } from '../platform/http/paging.ts'
import {
  bodyErrors,
  etagHeader,
  idempotencyErrors,
  linkHeaders,
  success,
} from '../platform/http/responses.ts'
import { StoreUnavailable } from '../platform/storage/database.ts'
import {
  filterKey,
  NewPet,
  PET_READ_DEPRECATED_MS,
  PET_READ_SUNSET_MS,
  Pet,
  PetPath,
  PetStatus,
  Pets,
} from './pet.ts'
import { filterOf, ListPets, parametersOf } from './pet-list.ts'
import type { Catalogue, PetsService } from './pets.service.ts'

type Deps = {
  pets: PetsService
  catalogue: Catalogue
  pages: PageCache
  idempotency: Idempotency
  origin: Origin
  clock: Clock
}

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
      const readAt = catalogue.version(request.verdict)
      const page =
        pages.find(key, readAt) ??
        (await readPets(request, reply).catch((error) => {
          // Nothing has changed since it was read, or the version would be another.
          const old = error instanceof StoreUnavailable ? pages.findOld(key, readAt) : undefined
          if (old) return old
          throw error
        }))
      pages.keep(key, page, readAt)
      return sendPage(reply, page, origin(request))
    },
  )

  const readPets = (
    request: FastifyRequest<{ Querystring: ListPets }>,
    reply: FastifyReply,
  ): Promise<Page> => {
    const { sort } = request.query
    const filter = filterOf(request.query)
    const caller = request.caller as Caller
    return readPage({
      request,
      reply,
      list: filterKey(filter, sort),
      path: '/v1/pets',
      parameters: parametersOf(request.query),
      read: (page) => pets.list(caller, { filter, descending: sort === '-id', ...page }),
      count: () => pets.count(caller, filter),
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
            ...etagHeader,
          }),
        },
      },
    },
    (request, reply) =>
      idempotency.once(request, reply, request.caller as Caller, async (trx) => {
        const pet = await pets.create(trx, request.body)
        return { status: 201, location: `/v1/pets/${pet.id}`, body: stringifyJson(pet) }
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
          200: success('The animal.', Type.Ref('Pet#'), etagHeader),
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
      return sendResource(reply, pet)
    },
  )
}

/** Pages are kept by the URL as it was sent: what differs in spelling only is read once more, and never wrong. */
const pageKey = (request: FastifyRequest): string =>
  wantsTotalCount(request) ? `${request.url} total` : request.url

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
