// A pet store on Elysia and Bun, as somebody would write it in an afternoon.
import { Database } from 'bun:sqlite'
import { bearer } from '@elysiajs/bearer'
import { Elysia, t } from 'elysia'
import { rateLimit } from 'elysia-rate-limit'

const db = new Database(process.env.STORE, { create: true })
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, categoryId INTEGER NOT NULL, status TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS pets_status ON pets (status, id);
  CREATE INDEX IF NOT EXISTS pets_category ON pets (categoryId, id);`)
const find = db.prepare('SELECT id, name, categoryId, status FROM pets WHERE id = ?')
const insert = db.prepare('INSERT INTO pets (name, categoryId, status) VALUES (?, ?, ?)')

const status = t.Union([t.Literal('available'), t.Literal('pending'), t.Literal('sold')])

const app = new Elysia()
  .use(bearer())
  .use(
    rateLimit({
      duration: 60_000,
      max: 1_000_000_000,
      generator: (request) => request.headers.get('authorization') ?? '',
    }),
  )
  .onBeforeHandle(({ bearer, set }) => {
    if (bearer === process.env.KEY) return
    set.status = 401
    return { code: 'invalid_api_key', message: 'invalid key', status: 401 }
  })
  .get(
    '/v1/pets',
    ({ query: { limit, status, categoryId } }) => {
      const where = [
        ...(status === undefined ? [] : ['status = ?']),
        ...(categoryId === undefined ? [] : ['categoryId = ?']),
      ]
      // Bun caches the statements of `query` by their text.
      return db
        .query(`SELECT id, name, categoryId, status FROM pets
          ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY id LIMIT ?`)
        .all(...[status, categoryId].filter((value) => value !== undefined), limit)
    },
    {
      query: t.Object({
        limit: t.Integer({ minimum: 1, maximum: 100, default: 20 }),
        status: t.Optional(status),
        categoryId: t.Optional(t.Integer()),
      }),
    },
  )
  .get(
    '/v1/pets/:petId',
    ({ params: { petId }, set }) => {
      const found = find.get(petId)
      if (found) return found
      set.status = 404
      return { code: 'pet_not_found', message: 'no such animal', status: 404 }
    },
    { params: t.Object({ petId: t.Integer() }) },
  )
  .post(
    '/v1/pets',
    ({ body: { name, categoryId, status = 'available' }, set }) => {
      const { lastInsertRowid } = insert.run(name, categoryId, status)
      const id = Number(lastInsertRowid)
      set.status = 201
      set.headers.location = `/v1/pets/${id}`
      return { id, name, categoryId, status }
    },
    {
      body: t.Object({
        name: t.String({ minLength: 1, maxLength: 255 }),
        categoryId: t.Integer(),
        status: t.Optional(status),
      }),
    },
  )
  .listen({ hostname: '127.0.0.1', port: 0 })

console.log(JSON.stringify({ msg: 'ready', address: `http://127.0.0.1:${app.server.port}` }))
process.once('SIGTERM', () => process.exit(0))
