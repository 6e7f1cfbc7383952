import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { type BrokenSetUp, doctorFinds } from '../harness/doctor.ts'
import { eventually } from '../harness/eventually.ts'
import { startPgbouncer, whyNoPgbouncer } from '../harness/pgbouncer.ts'
import { type PrivatePostgres, startPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { cli, startServer } from '../harness/server.ts'
import { newFolder } from '../harness/temporary-folder.ts'

const skip = whyNoPostgres() ?? false
let postgres: PrivatePostgres

before(async () => {
  if (!skip) postgres = await startPostgres({ fsync: true })
})
after(() => postgres?.stop())

const SECRET_KEY = 'the same key on all replicas'

/** Settings without a fault, for a database of this address. */
const settingsFor = (DATABASE_URL: string) => ({
  DATABASE_URL,
  SECRET_KEY,
  MEDIA_URL: newFolder('store'),
  PORT: '0',
  DATABASE_DEADLINE_MS: '20000',
})

const execute = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

/** An empty database of this name, and of a role of the same name without other rights. */
const createOwned = async (name: string, options = ''): Promise<string> => {
  const admin = postgres.url('postgres')
  await execute(admin, `create role ${name} login`)
  await execute(admin, `create database ${name} owner ${name} ${options}`)
  const url = new URL(postgres.url(name))
  url.username = name
  return url.href
}

/** An upgraded database. */
const createStore = async (name: string): Promise<string> => {
  const url = await createOwned(name)
  await cli(settingsFor(url), 'migrate')
  return url
}

const faults: Record<string, (t: TestContext) => Promise<BrokenSetUp>> = {
  'a PostgreSQL that refuses connections': async () => ({
    settings: settingsFor('postgres://me:hunter2@127.0.0.1:9/x'),
    check: 'store',
    state: 'fail',
    found: /ECONNREFUSED/,
    advice: /is running/,
  }),

  'a database that does not exist': async () => ({
    settings: settingsFor(postgres.url('nothing')),
    check: 'store',
    state: 'fail',
    found: /"nothing" does not exist/,
    advice: /create the database/,
  }),

  'a role that does not exist': async () => {
    const url = new URL(postgres.url('postgres'))
    url.username = 'nobody_here'
    return {
      settings: settingsFor(url.href),
      check: 'store',
      state: 'fail',
      found: /role "nobody_here" does not exist/,
      advice: /user and password/,
    }
  },

  'a database that is read-only': async () => {
    const url = await createStore('frozen')
    await execute(url, 'alter database frozen set default_transaction_read_only = on')
    return {
      settings: settingsFor(url),
      check: 'writes',
      state: 'fail',
      found: /standby, or read-only/,
      advice: /primary/,
    }
  },

  'a schema of a later version': async () => {
    const url = await createStore('later')
    await execute(url, `insert into kysely_migration values ('9999-later', '2030-01-01')`)
    return {
      settings: settingsFor(url),
      check: 'schema',
      state: 'fail',
      found: /later/,
      advice: /start the version/,
    }
  },

  'a database with an encoding of few characters': async () => {
    const options = `encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`
    return {
      settings: settingsFor(await createOwned('latin', options)),
      check: 'encoding',
      state: 'fail',
      found: /encoding LATIN1/,
      advice: /ENCODING UTF8/,
    }
  },

  'a role that may not create tables': async () => {
    const url = await createOwned('guest')
    await execute(postgres.url('guest'), 'revoke create on schema public from public, guest')
    await execute(postgres.url('guest'), 'alter database guest owner to current_user')
    return {
      settings: settingsFor(url),
      check: 'permissions',
      state: 'fail',
      found: /may not create tables/,
      advice: /GRANT CREATE/,
    }
  },

  'a server that loses commits in a power cut': async (t) => {
    const settings = { full_page_writes: 'off', synchronous_commit: 'off' }
    const unsafe = await startPostgres({ fsync: true, settings })
    t.after(() => unsafe.stop())
    const own = settingsFor(await unsafe.create())
    const server = await startServer({ folder: '', settings: own })
    t.after(() => server.kill())
    assert.ok(server.output.some((line) => line.includes('PostgreSQL has full_page_writes=off: ')))
    return {
      settings: own,
      check: 'durability',
      state: 'fail',
      found: /^full_page_writes=off$/,
      advice: /turn them on in postgresql\.conf/,
    }
  },

  'a role that may only read': async () => {
    const url = await createStore('reader')
    const admin = postgres.url('reader')
    await execute(admin, 'alter database reader owner to current_user')
    await execute(admin, 'reassign owned by reader to current_user')
    await execute(admin, 'grant select on all tables in schema public to reader')
    return {
      settings: settingsFor(url),
      check: 'permissions',
      state: 'fail',
      found: /may not read and write \d+ tables, such as/,
      advice: /OWNER TO|GRANT/,
    }
  },

  'a role that may not read at all': async () => {
    const url = await createStore('blind')
    await execute(postgres.url('blind'), 'reassign owned by blind to current_user')
    return {
      settings: settingsFor(url),
      check: 'store',
      state: 'fail',
      found: /permission denied for table/,
      advice: /OWNER TO|GRANT/,
    }
  },

  'one table that the role may not write': async () => {
    const url = await createStore('partly')
    await execute(postgres.url('partly'), 'revoke insert on orders from partly')
    return {
      settings: settingsFor(url),
      check: 'permissions',
      state: 'fail',
      found: /may not read and write the table orders/,
      advice: /GRANT/,
    }
  },

  'a role that does not own the tables': async () => {
    const url = await createStore('guest_writer')
    const admin = postgres.url('guest_writer')
    await execute(admin, 'alter table orders owner to current_user')
    await execute(admin, 'grant all on orders to guest_writer')
    return {
      settings: settingsFor(url),
      check: 'permissions',
      state: 'warn',
      found: /does not own the table orders/,
      advice: /OWNER TO/,
    }
  },

  'a table that is gone': async () => {
    const url = await createStore('torn')
    await execute(url, 'drop table used_tickets')
    return {
      settings: settingsFor(url),
      check: 'schema',
      state: 'fail',
      found: /has lost the table used_tickets/,
      advice: /restore a backup/,
    }
  },

  'an empty database beside the key of a store': async () => {
    const url = await createOwned('mistyped')
    const folder = newFolder('store')
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'secret.key'), 'a key of a store', { mode: 0o600 })
    const { SECRET_KEY: _, ...settings } = settingsFor(url)
    return {
      settings,
      within: ['env', '--chdir', folder],
      check: 'schema',
      state: 'warn',
      found: /data\/secret\.key is the key of a store/,
      advice: /name of the database/,
    }
  },

  'a search path that hides the store': async () => {
    const url = await createStore('hidden')
    await execute(url, 'create schema other')
    await execute(url, 'alter role hidden set search_path = other')
    return {
      settings: settingsFor(url),
      check: 'schema',
      state: 'fail',
      found: /schema other is empty, and public has a store/,
      advice: /search_path = public/,
    }
  },

  'a search path without a schema': async () => {
    const url = await createOwned('lost')
    await execute(url, 'alter role lost set search_path = nowhere')
    return {
      settings: settingsFor(url),
      check: 'permissions',
      state: 'fail',
      found: /no schema of search_path exists/,
      advice: /GRANT CREATE/,
    }
  },

  'a password that expires soon': async () => {
    const url = await createOwned('leaving')
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    await execute(postgres.url('postgres'), `alter role leaving valid until '${inAnHour}'`)
    return {
      settings: settingsFor(url),
      check: 'password',
      state: 'warn',
      found: /expires at/,
      advice: /VALID UNTIL/,
    }
  },

  'a short lock timeout': async () => {
    const url = await createOwned('hasty')
    await execute(postgres.url('postgres'), `alter role hasty set lock_timeout = '10ms'`)
    return {
      settings: settingsFor(url),
      check: 'timeouts',
      state: 'warn',
      found: /lock_timeout=10ms/,
      advice: /SET it to 0/,
    }
  },

  'a replication slot that nobody reads': async (t) => {
    const url = await createOwned('slotted')
    const admin = postgres.url('slotted')
    await execute(admin, `select pg_create_physical_replication_slot('left_behind', true)`)
    t.after(() => execute(admin, `select pg_drop_replication_slot('left_behind')`))
    return {
      settings: settingsFor(url),
      check: 'replication slots',
      state: 'warn',
      found: /nobody reads the slot left_behind/,
      advice: /pg_drop_replication_slot/,
    }
  },

  'a standby that every write waits for': async (t) => {
    const url = await createStore('waiting')
    await postgres.requireStandby(true)
    t.after(() => postgres.requireStandby(false))
    return {
      settings: settingsFor(url),
      check: 'writes',
      state: 'fail',
      found: /waits for a standby .*none is connected/,
      advice: /availability\.md/,
    }
  },

  'an archive that cannot be written': async (t) => {
    const options = { archive_mode: 'on', archive_command: 'false' }
    const server = await startPostgres({ fsync: true, settings: options })
    t.after(() => server.stop())
    const url = await server.create()
    await execute(url, `select pg_switch_wal()`)
    await eventually('the archiver has tried', async () => {
      const rows = await execute(url, 'select failed_count from pg_stat_archiver')
      return Number(rows[0]?.failed_count) > 0
    })
    return {
      settings: settingsFor(url),
      check: 'archive',
      state: 'warn',
      found: /cannot archive [0-9A-F]+/,
      advice: /archive_command/,
    }
  },

  'too few connections for staging': async () => {
    const url = await createOwned('paired')
    await execute(postgres.url('postgres'), 'create database paired_staging owner paired')
    await execute(postgres.url('postgres'), 'alter role paired connection limit 39')
    const STAGING_DATABASE_URL = url.replace(/paired$/, 'paired_staging')
    return {
      settings: { ...settingsFor(url), STAGING: 'on', STAGING_DATABASE_URL },
      check: 'connections',
      state: 'warn',
      found: /the role allows 39 connections, and a replica opens up to 40, 20 of them for staging/,
      advice: /40 for each replica/,
    }
  },

  'a role with few connections': async () => {
    const url = await createOwned('few')
    await execute(postgres.url('postgres'), 'alter role few connection limit 5')
    return {
      settings: settingsFor(url),
      check: 'connections',
      state: 'warn',
      found: /allows 5 connections/,
      advice: /raise/,
    }
  },

  'photos that other replicas cannot read': async () => {
    const { MEDIA_URL: _, ...settings } = settingsFor(await createOwned('alone'))
    return {
      settings,
      check: 'photos',
      state: 'fail',
      found: /other replicas cannot read/,
      advice: /s3:\/\/.*share/,
    }
  },

  'another folder of photos than that of a replica': async () => {
    const url = await createStore('apart')
    const marker = `('server-other', ${Date.now()}, 0)`
    await execute(url, `insert into media_files (name, touched_at, removing) values ${marker}`)
    return {
      settings: settingsFor(url),
      check: 'photos',
      state: 'fail',
      found: /another replica stores its photos/,
      advice: /the same for all/,
    }
  },
}

for (const [name, prepare] of Object.entries(faults)) {
  test(`doctor finds ${name}`, { skip }, async (t) => doctorFinds(await prepare(t)))
}

test('doctor finds a PgBouncer that shares sessions', {
  skip: skip || (whyNoPgbouncer() ?? false),
}, async () => {
  const url = await createOwned('pooled')
  await using pooler = await startPgbouncer(url, { pool_mode: 'transaction' })
  await doctorFinds({
    settings: settingsFor(pooler.url),
    check: 'store',
    state: 'fail',
    found: /pool_mode=transaction/,
    advice: /pool_mode=session/,
  })
})
