import { Socket } from 'node:net'
import { Client } from 'pg'
import type { PostgresServer } from './postgres.ts'

/**
 * Copies of a template. After a test, its database is emptied for the next one, which takes a third of the work of
 * creating one.
 */
export const postgresCopies = (postgres: PostgresServer, template: () => Promise<string>) => {
  let begin: Promise<Beginning> | undefined
  const emptied: string[] = []
  const inUse = new Set<string>()
  const { connected, end } = keptConnections()
  return {
    async take(): Promise<string> {
      const url = emptied.pop() ?? (await postgres.create(await template()))
      begin ??= connected(url, beginningOf)
      await begin
      inUse.add(url)
      return url
    },
    async giveBack(url: string): Promise<void> {
      // A test that closes its app twice must not take the database from the next one.
      if (!inUse.delete(url)) return
      const beginning = await begin
      const isEmptied = beginning && (await connected(url, (client) => empty(client, beginning)).catch(() => false))
      if (isEmptied) emptied.push(url)
      else await drop(url)
    },
    async dropEmptied(): Promise<void> {
      for (const url of emptied.splice(0)) await drop(url)
    },
  }

  async function drop(url: string): Promise<void> {
    await end(url)
    await postgres.drop(url)
  }
}

/**
 * A connection to each database, because connecting is half the work of emptying it. They do not keep the process
 * running.
 */
const keptConnections = () => {
  const kept = new Map<string, { client: Client; socket: Socket }>()
  const opened = async (url: string) => {
    const socket = new Socket()
    const client = new Client({ connectionString: url, stream: () => socket })
    // A test may end the connections of its database.
    client.on('error', () => kept.delete(url))
    await client.connect()
    const made = { client, socket }
    kept.set(url, made)
    return made
  }
  return {
    async connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
      const { client, socket } = kept.get(url) ?? (await opened(url))
      socket.ref()
      try {
        return await work(client)
      } finally {
        socket.unref()
      }
    },
    async end(url: string): Promise<void> {
      const found = kept.get(url)
      kept.delete(url)
      found?.socket.ref()
      await found?.client.end()
    },
  }
}

/** Deleted rows stay in the files, so a test that follows a large one would read more than in a new database. */
const MAX_BYTES = 512 * 1024

/** The content of a database before anybody writes to it. */
type Beginning = {
  /** Identifies the tables, to notice changes to them. */
  schema: string
  /** The rows of non-empty tables, as JSON. */
  rows: Record<string, string>
  /** The sequences that have been used. */
  sequences: Record<string, string>
}

const beginningOf = async (client: Client): Promise<Beginning> => {
  const rows: Beginning['rows'] = {}
  for (const table of await writtenTables(client)) {
    const { rows: found } = await client.query(`select json_agg(t) as all from ${table} t`)
    rows[table] = JSON.stringify(found[0].all)
  }
  const { rows: taken } = await client.query(
    'select sequencename as name, last_value from pg_sequences where last_value is not null',
  )
  const sequences = Object.fromEntries(taken.map(({ name, last_value }) => [name, last_value]))
  return { schema: await schemaOf(client), rows, sequences }
}

/** Empties a database, and returns whether it is like new. */
const empty = async (client: Client, { schema, rows, sequences }: Beginning): Promise<boolean> => {
  // Ends other connections, as dropping the database would.
  await client.query(endOthers)
  if ((await schemaOf(client)) !== schema) return false
  const restored = Object.entries(rows).map(
    ([table, all]) =>
      `insert into ${table} overriding system value
        select * from json_populate_recordset(null::${table}, ${client.escapeLiteral(all)});`,
  )
  const taken = Object.entries(sequences).map(([name, value]) => `select setval('${name}', ${value});`)
  const deleted = (await writtenTables(client)).map((table) => `delete from ${table};`)
  // Without foreign keys, tables can be emptied in any order. A role without this permission gets a new database for
  // each test.
  await client.query(`set session_replication_role = replica; set lock_timeout = '2s';
    ${deleted.join('\n')} select setval(seqrelid, seqstart, false) from pg_sequence;
    ${restored.join('\n')} ${taken.join('\n')}`)
  return true
}

const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/** Tables whose files are not empty, except those of the migrations. */
const writtenTables = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query(`select oid::regclass::text as name, pg_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
      and relname not like '%migration%'`)
  if (rows.some(({ bytes }) => bytes > MAX_BYTES)) throw new Error('too much to delete')
  return rows.map(({ name }) => name)
}

const schemaOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query(`select concat_ws(' ',
    (select count(*) from pg_class), (select count(*) from pg_attribute), (select count(*) from pg_constraint),
    (select count(*) from pg_trigger), (select count(*) from pg_proc), (select count(*) from kysely_migration)) as schema`)
  return rows[0].schema
}
