import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { textOf } from '../../server/catalogue/listings/listing-step.repository.ts'
import { type Copying, copied, type Row, type Sink } from './listing-copies.ts'

/** Writes many listings to an SQLite file. */
export const fileSink = (url: string, copying: Copying): Sink => {
  const connection = new DatabaseSync(url.replace('sqlite:', ''))
  const run = (text: string): void => connection.exec(text)
  const isCopied = copying.copies > 1
  // The database is temporary, so it need not survive a crash while it is filled.
  run('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -1000000')
  // Avoids a second copy of everything in the WAL; nobody else has the file open.
  if (isCopied) run('PRAGMA journal_mode = MEMORY')
  run('BEGIN')
  if (isCopied) makeRoom(connection)
  const insert = async (tables: Record<string, readonly Row[]>): Promise<void> => {
    for (const [table, rows] of Object.entries(tables)) {
      const columns = Object.keys(rows[0] ?? {})
      const statement = connection.prepare(`INSERT INTO ${table} (${columns})
        VALUES (${columns.map(() => '?')})`)
      statement.setReadBigInts(true)
      for (const row of rows) statement.run(...(Object.values(row) as SQLInputValue[]))
    }
  }
  return {
    insert,
    async index(texts) {
      const rows = texts.map(({ seq, tokens, ...text }) =>
        isCopied ? { ...text, tokens: textOf(tokens) } : { rowid: seq, tokens: textOf(tokens) },
      )
      await insert({ [isCopied ? 'texts' : 'listing_search']: rows })
    },
    async multiply() {
      for (let k = 0; k < copying.copies; k += 1) run(`insert into copies values (${k})`)
      for (const table of ['pets', 'profiles', 'listings', 'listing_changes']) {
        multiplyRows(connection, table, copying)
      }
      run(`insert into listing_search (rowid, tokens) select ${copied('texts', ['seq', 'tokens'], copying)}
        from copies cross join texts`)
    },
    async end() {
      run('COMMIT')
      run(isCopied ? 'PRAGMA journal_mode = WAL' : 'PRAGMA wal_checkpoint(TRUNCATE)')
      connection.close()
    },
  }
}

/** Creates tables for rows that are inserted once and then copied. */
const makeRoom = (connection: DatabaseSync): void => {
  connection.exec(`create temp table copies (k integer primary key);
    create temp table texts (pet_id integer primary key, published_at, tokens)`)
}

/** Creates the indexes after all rows are inserted. */
const multiplyRows = (connection: DatabaseSync, table: string, copying: Copying): void => {
  const indexes = connection
    .prepare(`select name, sql from sqlite_schema
      where type = 'index' and tbl_name = ? and sql is not null`)
    .all(table)
  for (const { name } of indexes) connection.exec(`drop index ${name}`)
  const columns = columnsOf(connection, table)
  connection.exec(`insert into ${table} (${columns}) select ${copied(table, columns, copying)}
    from copies cross join ${table} where k > 0`)
  for (const { sql } of indexes) connection.exec(String(sql))
}

const columnsOf = (connection: DatabaseSync, table: string): string[] =>
  connection
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
