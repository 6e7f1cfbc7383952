// The table and the statements that the two peers on Node.js share.
import { DatabaseSync } from 'node:sqlite'

export const PET_STATUSES = ['available', 'pending', 'sold']

export const openStore = (path) => {
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS pets (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, categoryId INTEGER NOT NULL, status TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS pets_status ON pets (status, id);
    CREATE INDEX IF NOT EXISTS pets_category ON pets (categoryId, id);`)
  const find = db.prepare('SELECT id, name, categoryId, status FROM pets WHERE id = ?')
  const insert = db.prepare('INSERT INTO pets (name, categoryId, status) VALUES (?, ?, ?)')
  const lists = new Map()
  return {
    find: (id) => find.get(id),
    create({ name, categoryId, status = 'available' }) {
      const { lastInsertRowid } = insert.run(name, categoryId, status)
      return { id: Number(lastInsertRowid), name, categoryId, status }
    },
    list({ limit = 20, status, categoryId }) {
      const where = [
        ...(status === undefined ? [] : ['status = ?']),
        ...(categoryId === undefined ? [] : ['categoryId = ?']),
      ]
      const sql = `SELECT id, name, categoryId, status FROM pets
        ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY id LIMIT ?`
      if (!lists.has(sql)) lists.set(sql, db.prepare(sql))
      return lists.get(sql).all(...[status, categoryId].filter((v) => v !== undefined), limit)
    },
  }
}

export const ready = (server) => {
  const { port } = server.address()
  console.log(JSON.stringify({ msg: 'ready', address: `http://127.0.0.1:${port}` }))
  process.once('SIGTERM', () => process.exit(0))
}
