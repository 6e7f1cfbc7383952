// The other operations of the service as plain Fastify handlers: the same SQL on the same tables, and the same bodies.
// Plugins check keys and limits. There is no audit log, no history, no validation of bodies and no metrics.
import { DatabaseSync } from 'node:sqlite'
import bearerAuth from '@fastify/bearer-auth'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { adoptions } from './adoptions.mjs'
import { ready } from './store.mjs'

const db = new DatabaseSync(process.env.STORE)
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
const account = Number(process.env.ACCOUNT)
const app = Fastify()
await app.register(rateLimit, {
  max: 1_000_000_000,
  timeWindow: '1 minute',
  keyGenerator: (request) => request.headers.authorization,
})
await app.register(bearerAuth, { keys: new Set([process.env.KEY]) })
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
const nameCategory =
  sql(`INSERT INTO categories (id, name, available, pending, sold) VALUES (?, ?, 0, 0, 0)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name`)
app.put('/v1/categories/:id', ({ params, body }) =>
  write(() => {
    nameCategory.run(Number(params.id), body.name)
    const named = category(findCategory.get(Number(params.id)))
    record('category.updated', named)
    return named
  }),
)

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
const listOfStatus = sql('SELECT * FROM orders WHERE status = ? ORDER BY id LIMIT 21')
app.get('/v1/store/orders', ({ query: { status } }) => {
  const rows = status === undefined ? listOrders.all() : listOfStatus.all(status)
  return rows.slice(0, 20).map(order)
})

const bounds = sql(`SELECT purged_through, (SELECT max(sequence) FROM events) AS newest FROM feed`)
const listEvents = sql(`SELECT sequence, type, time, data FROM events
  WHERE sequence > ? AND (account_id IS NULL OR account_id = ?) ORDER BY sequence LIMIT 21`)
app.get('/v1/events', (_request, reply) => {
  const { purged_through } = bounds.get()
  const events = listEvents.all(purged_through, account).slice(0, 20)
  const text = events.map(
    (event) =>
      `{"id":"evt_${String(event.sequence).padStart(19, '0')}","type":"${event.type}","time":"${time(event.time)}","data":${event.data}}`,
  )
  reply.type('application/json; charset=utf-8').send(`[${text.join(',')}]`)
})

const listWebhooks = sql(`SELECT *, enabled = 1
    AND NOT EXISTS (SELECT id FROM accounts WHERE accounts.id = webhooks.account_id AND suspended_at IS NOT NULL)
    AND NOT EXISTS (SELECT id FROM api_keys WHERE api_keys.id = webhooks.created_by
      AND (revoked_at IS NOT NULL OR expires_at <= ?))
    AND (created_by_user IS NULL OR EXISTS (SELECT id FROM users WHERE users.id = webhooks.created_by_user
      AND disabled_at IS NULL AND role IN ('owner', 'manager'))) AS is_sent
  FROM webhooks WHERE account_id = ? ORDER BY id LIMIT 21`)
app.get('/v1/webhooks', () =>
  listWebhooks.all(Date.now(), account).map((row) => ({
    id: row.id,
    url: row.url,
    types: row.types.split(' '),
    enabled: row.enabled === 1,
    health: row.is_sent === 1 ? 'working' : 'disabled',
    createdAt: time(row.created_at),
  })),
)

const day = 86_400_000
const findAccount = sql('SELECT * FROM accounts WHERE id = ?')
const listDays = sql(`SELECT date, requests, refused FROM usage_days
  WHERE account_id = ? AND date >= ? ORDER BY date`)
app.get('/v1/accounts/:id/usage', ({ params }) => {
  const today = Math.floor(Date.now() / day)
  const dates = Array.from({ length: 30 }, (_, at) => time((today - 29 + at) * day).slice(0, 10))
  if (!findAccount.get(Number(params.id))) throw new Error('no such account')
  const stored = new Map(listDays.all(Number(params.id), dates[0]).map((row) => [row.date, row]))
  return dates.map((date) => stored.get(date) ?? { date, requests: 0, refused: 0 })
})

app.get('/v1/rate-limit', () => ({
  plan: 'enterprise',
  windows: ['minute', 'day'].map((name) => ({
    name,
    limit: 1_000_000_000,
    remaining: 999_999_000,
    resetAt: time(Date.now() + 60_000),
  })),
}))

const findPet = sql('SELECT id, name, category_id AS categoryId, status FROM pets WHERE id = ?')
const listPets = sql(`SELECT id, name, category_id AS categoryId, status FROM pets
  WHERE id IN (?, ?, ?, ?, ?) ORDER BY id LIMIT 21`)
app.get('/v1/pets', ({ query }) => listPets.all(...query.id.split(',').map(Number)))
const updatePet = sql(
  'UPDATE pets SET name = ?, name_folded = ?, category_id = ?, status = ? WHERE id = ?',
)
const insertEvent = sql(
  'INSERT INTO events (type, time, data, order_id, account_id) VALUES (?, ?, ?, ?, NULL)',
)
const count = sql(`INSERT INTO categories (id, available, pending, sold) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET available = categories.available + excluded.available,
    pending = categories.pending + excluded.pending, sold = categories.sold + excluded.sold`)
const record = (type, data, orderId = null) =>
  insertEvent.run(type, Date.now(), JSON.stringify(data), orderId)
const save = (pet) =>
  updatePet.run(pet.name, pet.name.toLowerCase(), pet.categoryId, pet.status, pet.id)

app.patch('/v1/pets/:id', ({ params, body }) =>
  write(() => {
    const pet = { ...findPet.get(Number(params.id)), ...body }
    save(pet)
    record('pet.updated', pet)
    return pet
  }),
)

const insertPet = sql(
  'INSERT INTO pets (name, name_folded, category_id, status) VALUES (?, ?, ?, ?)',
)
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

const moveTo = (id, status, counts) => {
  const pet = { ...findPet.get(id), status }
  save(pet)
  count.run(pet.categoryId, ...counts)
  record('pet.updated', pet)
}
const hasOpen = sql(
  `SELECT id FROM orders WHERE pet_id = ? AND status IN ('placed', 'approved') LIMIT 1`,
)
const insertOrder = sql(`INSERT INTO orders
  (pet_id, status, customer_name, customer_email, expires_at, created_at, updated_at)
  VALUES (?, 'placed', ?, ?, ?, ?, ?) RETURNING *`)
app.post('/v1/store/orders', ({ body }, reply) => {
  const placed = write(() => {
    if (hasOpen.get(body.petId)) throw new Error('the animal has an order')
    const now = Date.now()
    const { name, email } = body.customer
    const row = insertOrder.get(body.petId, name, email, now + 3 * day, now, now)
    const made = order(row)
    record('order.placed', made, made.id)
    moveTo(made.petId, 'pending', [-1, 1, 0])
    return made
  })
  reply.code(201).header('location', `/v1/store/orders/${placed.id}`).send(placed)
})

const removals = ['pets WHERE id', 'profiles WHERE pet_id', 'pet_history WHERE pet_id'].map(
  (rows) => sql(`DELETE FROM ${rows} = ?`),
)
app.delete('/v1/pets/:id', ({ params }, reply) => {
  const id = Number(params.id)
  write(() => {
    if (hasOpen.get(id)) throw new Error('the animal has an order')
    const { categoryId } = findPet.get(id)
    for (const removal of removals) removal.run(id)
    count.run(categoryId, -1, 0, 0)
    record('pet.deleted', { id })
  })
  reply.code(204).send()
})

const updateOrder = sql(
  'UPDATE orders SET status = ?, expires_at = NULL, updated_at = ? WHERE id = ? RETURNING *',
)
app.patch('/v1/store/orders/:id', ({ params, body }) =>
  write(() => {
    findOrder.get(Number(params.id))
    const changed = order(updateOrder.get(body.status, Date.now(), Number(params.id)))
    record('order.updated', changed, changed.id)
    moveTo(changed.petId, 'available', [1, -1, 0])
    return changed
  }),
)

adoptions(app, { sql, write, record, time })

app.addContentTypeParser(
  'application/merge-patch+json',
  { parseAs: 'string' },
  app.getDefaultJsonParser('error', 'error'),
)
await app.listen({ host: '127.0.0.1', port: 0 })
ready(app.server)
