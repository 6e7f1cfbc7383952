import type { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, type LimitNode, SqliteDialect, SqliteQueryCompiler } from 'kysely'
import type { DatabaseWatch } from './database.ts'
import { DirectAdapter, type InsertDirect } from './direct-adapter.ts'
import { statementsOf } from './sqlite-connection.ts'
import type { Tables } from './tables.ts'

/**
 * Adapts `node:sqlite` to Kysely's SQLite dialect, which was made for better-sqlite3, and compiles each statement
 * once. Prepared queries bypass Kysely's driver, which would make them asynchronous.
 */
export const kyselyOf = (connection: DatabaseSync, watch?: DatabaseWatch): Kysely<Tables> => {
  const prepare = statementsOf(connection, watch)
  const close = () => connection.isOpen && connection.close()
  const sqlite = new SqliteDialect({ database: { prepare, close } })
  const insert: InsertDirect = (sql, parameters) => BigInt(prepare(sql).run(parameters).lastInsertRowid)
  const adapter = new DirectAdapter({ prepare: (sql) => prepare(sql).all, insert })
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => sqlite.createDriver(),
    createQueryCompiler: () => new OnceCompiled(),
    createIntrospector: (db) => sqlite.createIntrospector(db),
  }
  return new Kysely<Tables>({ dialect })
}

/**
 * If a limit is a bare parameter, SQLite plans by its value, and recompiles the statement on each run, which takes
 * longer than reading a page. It plans only once for a computed limit.
 */
class OnceCompiled extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }
}
