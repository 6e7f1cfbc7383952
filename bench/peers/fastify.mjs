// A pet store on Fastify, as somebody would write it in an afternoon.
import { fastifyWithKeys } from './fastify-with-keys.mjs'
import { openStore, PET_STATUSES, ready } from './store.mjs'

const store = openStore(process.env.STORE)
const app = await fastifyWithKeys()

const status = { type: 'string', enum: PET_STATUSES }
const pet = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status,
  },
}

app.get(
  '/v1/pets',
  {
    schema: {
      querystring: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          status,
          categoryId: { type: 'integer' },
        },
      },
      response: { 200: { type: 'array', items: pet } },
    },
  },
  (request, reply) => reply.send(store.list(request.query)),
)

app.get(
  '/v1/pets/:petId',
  {
    schema: {
      params: { type: 'object', properties: { petId: { type: 'integer' } } },
      response: { 200: pet },
    },
  },
  (request, reply) => {
    const found = store.find(request.params.petId)
    if (found) return reply.send(found)
    reply.code(404).send({ code: 'pet_not_found', message: 'no such animal', status: 404 })
  },
)

app.post(
  '/v1/pets',
  {
    schema: {
      body: {
        type: 'object',
        required: ['name', 'categoryId'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 255 },
          categoryId: { type: 'integer' },
          status,
        },
      },
      response: { 201: pet },
    },
  },
  (request, reply) => {
    const created = store.create(request.body)
    reply.code(201).header('location', `/v1/pets/${created.id}`).send(created)
  },
)

await app.listen({ host: '127.0.0.1', port: 0 })
ready(app.server)
