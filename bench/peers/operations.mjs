// Other operations of the service as plain Fastify handlers: the same SQL on the same tables, and the same bodies.
// Plugins check keys and limits. There is no audit log, no history, no validation of bodies and no metrics.
import { DatabaseSync } from 'node:sqlite'
import { fastifyWithKeys } from './fastify-with-keys.mjs'
import { ready } from './store.mjs'

const db = new DatabaseSync(process.env.STORE)
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
const app = await fastifyWithKeys()
const sql = (text) => db.prepare(text)

const write = (work) => {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
const time = (ms) => new Date(ms).toISOString()

const category = ({ id, name, available, pending, sold }) => ({
  id,
  ...(name !== null && { name }),
  petCounts: { available, pending, sold },
})
const shown = '(name IS NOT NULL OR available > 0 OR pending > 0 OR sold > 0)'
const findCategory = sql(`SELECT * FROM categories WHERE id = ? AND ${shown}`)
app.get('/v1/categories/:id', ({ params }) => category(findCategory.get(Number(params.id))))

const listCategories = sql('SELECT * FROM categories ORDER BY id LIMIT 21')
app.get('/v1/categories', () => listCategories.all().slice(0, 20).map(category))

const sumCategories = sql(
  'SELECT sum(available) AS available, sum(pending) AS pending, sum(sold) AS sold FROM categories',
)
app.get('/v1/store/inventory', () => sumCategories.get())

const order = (row) => ({
  id: row.id,
  petId: row.pet_id,
  status: row.status,
  customer: { name: row.customer_name, email: row.customer_email },
  ...(row.note !== null && { note: row.note }),
  ...(row.expires_at !== null && { expiresAt: time(row.expires_at) }),
  createdAt: time(row.created_at),
  updatedAt: time(row.updated_at),
})
const findOrder = sql('SELECT * FROM orders WHERE id = ?')
app.get('/v1/store/orders/:id', ({ params }) => order(findOrder.get(Number(params.id))))
const listOrders = sql('SELECT * FROM orders ORDER BY id LIMIT 21')
app.get('/v1/store/orders', () => listOrders.all().slice(0, 20).map(order))

const bounds = sql(`SELECT purged_through, (SELECT max(sequence) FROM events) AS newest FROM feed`)
const listEvents = sql(`SELECT sequence, type, time, data FROM events
  WHERE sequence > ? AND (account_id IS NULL OR account_id = 1) ORDER BY sequence LIMIT 21`)
app.get('/v1/events', (_request, reply) => {
  const { purged_through } = bounds.get()
  const events = listEvents.all(purged_through).slice(0, 20)
  const text = events.map(
    (event) =>
      `{"id":"evt_${String(event.sequence).padStart(19, '0')}","type":"${event.type}","time":"${time(event.time)}","data":${event.data}}`,
  )
  reply.type('application/json; charset=utf-8').send(`[${text.join(',')}]`)
})

const findPet = sql('SELECT id, name, category_id AS categoryId, status FROM pets WHERE id = ?')
const listPets = sql(`SELECT id, name, category_id AS categoryId, status FROM pets
  WHERE id IN (?, ?, ?, ?, ?) ORDER BY id LIMIT 21`)
app.get('/v1/pets', ({ query }) => listPets.all(...query.id.split(',').map(Number)))
const updatePet = sql('UPDATE pets SET name = ?, name_folded = ?, category_id = ?, status = ? WHERE id = ?')
const insertEvent = sql('INSERT INTO events (type, time, data, order_id, account_id) VALUES (?, ?, ?, ?, NULL)')
const count = sql(`INSERT INTO categories (id, available, pending, sold) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET available = categories.available + excluded.available,
    pending = categories.pending + excluded.pending, sold = categories.sold + excluded.sold`)
const record = (type, data, orderId = null) => insertEvent.run(type, Date.now(), JSON.stringify(data), orderId)
const save = (pet) => updatePet.run(pet.name, pet.name.toLowerCase(), pet.categoryId, pet.status, pet.id)

app.patch('/v1/pets/:id', ({ params, body }) =>
  write(() => {
    const pet = { ...findPet.get(Number(params.id)), ...body }
    save(pet)
    record('pet.updated', pet)
    return pet
  }),
)

const insertPet = sql('INSERT INTO pets (name, name_folded, category_id, status) VALUES (?, ?, ?, ?)')
app.post('/v1/pets:batch', ({ body }) =>
  write(() => {
    const results = body.pets.map(({ name, categoryId, status = 'available' }) => {
      const { lastInsertRowid } = insertPet.run(name, name.toLowerCase(), categoryId, status)
      const pet = { id: Number(lastInsertRowid), name, categoryId, status }
      count.run(categoryId, 1, 0, 0)
      record('pet.created', pet)
      return { status: 201, pet }
    })
    return { results }
  }),
)

const hasOpen = sql(`SELECT id FROM orders WHERE pet_id = ? AND status IN ('placed', 'approved') LIMIT 1`)
const insertOrder = sql(`INSERT INTO orders
  (pet_id, status, customer_name, customer_email, expires_at, created_at, updated_at)
  VALUES (?, 'placed', ?, ?, ?, ?, ?) RETURNING *`)
app.post('/v1/store/orders', ({ body }, reply) => {
  const placed = write(() => {
    if (hasOpen.get(body.petId)) throw new Error('the animal has an order')
    const now = Date.now()
    const { name, email } = body.customer
    const row = insertOrder.get(body.petId, name, email, now + 3 * 86_400_000, now, now)
    const made = order(row)
    record('order.placed', made, made.id)
    const pet = { ...findPet.get(made.petId), status: 'pending' }
    save(pet)
    count.run(pet.categoryId, -1, 1, 0)
    record('pet.updated', pet)
    return made
  })
  reply.code(201).header('location', `/v1/store/orders/${placed.id}`).send(placed)
})

app.addContentTypeParser(
  'application/merge-patch+json',
  { parseAs: 'string' },
  app.getDefaultJsonParser('error', 'error'),
)
await app.listen({ host: '127.0.0.1', port: 0 })
ready(app.server)
