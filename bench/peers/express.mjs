// A pet store on Express, as somebody would write it in an afternoon.
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import { openStore, PET_STATUSES, ready } from './store.mjs'

const store = openStore(process.env.STORE)
const app = express()
app.disable('x-powered-by')

app.use((request, response, next) => {
  if (request.headers.authorization === `Bearer ${process.env.KEY}`) return next()
  response.status(401).json({ code: 'invalid_api_key', message: 'invalid key', status: 401 })
})
app.use(
  rateLimit({
    windowMs: 60_000,
    limit: 1_000_000_000,
    standardHeaders: 'draft-8',
    legacyHeaders: true,
    keyGenerator: (request) => request.headers.authorization,
  }),
)
app.use(express.json({ limit: '64kb' }))

const invalid = (response, message) => response.status(400).json({ code: 'validation_failed', message, status: 400 })

app.get('/v1/pets', (request, response) => {
  const { limit = '20', status, categoryId } = request.query
  if (!/^\d{1,3}$/.test(limit) || limit < 1 || limit > 100) return invalid(response, 'limit')
  if (status !== undefined && !PET_STATUSES.includes(status)) return invalid(response, 'status')
  if (categoryId !== undefined && !/^\d{1,15}$/.test(categoryId)) return invalid(response, 'categoryId')
  response.json(
    store.list({
      limit: Number(limit),
      status,
      categoryId: categoryId === undefined ? undefined : Number(categoryId),
    }),
  )
})

app.get('/v1/pets/:petId', (request, response) => {
  const pet = store.find(Number(request.params.petId))
  if (pet) return response.json(pet)
  response.status(404).json({ code: 'pet_not_found', message: 'no such animal', status: 404 })
})

app.post('/v1/pets', (request, response) => {
  const { name, categoryId, status } = request.body ?? {}
  if (typeof name !== 'string' || name.length < 1 || name.length > 255) return invalid(response, 'name')
  if (!Number.isInteger(categoryId)) return invalid(response, 'categoryId')
  if (status !== undefined && !PET_STATUSES.includes(status)) return invalid(response, 'status')
  const pet = store.create({ name, categoryId, status })
  response.status(201).location(`/v1/pets/${pet.id}`).json(pet)
})

const server = app.listen(0, '127.0.0.1', () => ready(server))
