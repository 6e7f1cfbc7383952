import { Client } from 'pg'
import { vectorOf } from '../../server/catalogue/listings/listing-step.repository.ts'
import { LEVELS, timeTokens } from '../../server/catalogue/listings/search-times.ts'
import { stringifyJson } from '../../server/platform/http/json.ts'
import { type Copying, copied, type Row, type Sink } from './listing-copies.ts'

const copiedTables = ['pets', 'profiles', 'listings', 'listing_changes']

/** Writes many listings to a PostgreSQL database. */
export const serverSink = async (url: string, copying: Copying): Promise<Sink> => {
  const client = new Client(url)
  await client.connect()
  const run = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows
  const isCopied = copying.copies > 1
  await run(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`)
  // Their indexes are created after all rows are inserted.
  const tables = ['listing_search', ...(isCopied ? copiedTables : [])]
  const remake = await dropIndexes(run, tables)
  if (isCopied) await run('create temp table texts (pet_id bigint, published_at bigint, tokens tsvector)')
  const insert = async (all: Record<string, readonly Row[]>): Promise<void> => {
    for (const [table, rows] of Object.entries(all)) {
      const columns = Object.keys(rows[0] ?? {})
      await run(
        `insert into ${table} (${columns})
         select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
        [stringifyJson(rows)],
      )
    }
  }
  return {
    insert,
    async index(texts) {
      const rows = texts.map(({ seq, tokens, ...text }) => ({
        ...(isCopied ? text : { seq }),
        tokens: vectorOf(tokens, isCopied ? NO_SEQ : seq),
      }))
      await insert({ [isCopied ? 'texts' : 'listing_search']: rows })
    },
    async multiply() {
      for (let k = 0; k < copying.copies; k += 1) {
        // One copy after the other, so that rows are stored in the order in which they would have been added.
        if (k > 0) for (const table of copiedTables) await copyRows(run, { table, k, copying })
        await run(`insert into listing_search select seq, ${TIMED} from
          (select ${copied('texts', ['seq', 'tokens'], copying)} from texts, ${number(k)}) as found`)
      }
    },
    async end() {
      for (const text of remake) await run(text)
      // Does what autovacuum would do some time after so many changes.
      await run(`select setval('pets_id_seq', (select max(id) from pets))`)
      await run('vacuum analyze')
      await client.end()
    },
  }
}

const NO_SEQ = 0n
/** Replaces the tokens for the time of no `seq` by those of the real one. */
const TIMED = `ts_delete(tokens, array['${timeTokens(NO_SEQ).join("', '")}']) || array_to_tsvector(array[${LEVELS.map(
  (level) => `'z${level}x' || to_hex(seq >> ${level + 20n})`,
)}])`

const number = (k: number): string => `(values (${k})) as copies (k)`

type Run = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

const copyRows = async (
  run: Run,
  { table, k, copying }: { table: string; k: number; copying: Copying },
): Promise<void> => {
  const rows = await run(
    `select column_name as name from information_schema.columns
     where table_name = $1 order by ordinal_position`,
    [table],
  )
  const columns = rows.map(({ name }) => String(name))
  await run(`insert into ${table} (${columns}) select ${copied(table, columns, copying)}
    from ${table}, ${number(k)}
    where ${table === 'pets' ? 'id' : 'pet_id'} <= ${copying.ids}`)
}

/** Drops indexes. Returns the statements that create them again. */
const dropIndexes = async (run: Run, tables: readonly string[]): Promise<string[]> => {
  const keys = await run(
    `select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as made
     from pg_constraint where contype = 'p' and conrelid::regclass::text = any ($1)`,
    [tables],
  )
  const indexes = await run(
    `select indexname as name, indexdef as made from pg_indexes
     where tablename = any ($1) and indexname <> all ($2)`,
    [tables, keys.map(({ name }) => name)],
  )
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (const { place, name } of keys) await run(`alter table ${place} drop constraint ${name}`)
  return [
    ...keys.map(({ place, name, made }) => `alter table ${place} add constraint ${name} ${made}`),
    ...indexes.map(({ made }) => String(made)),
  ]
}
