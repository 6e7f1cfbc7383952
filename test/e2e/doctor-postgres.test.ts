import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { type BrokenSetUp, doctorFinds } from '../harness/doctor.ts'
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
  ...{ DATABASE_URL, SECRET_KEY, MEDIA_URL: newFolder('store'), PORT: '0' },
  DATABASE_DEADLINE_MS: '20000',
})

const execute = async (url: string, statement: string): Promise<void> => {
  const client = new Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
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
    ...{ check: 'store', state: 'fail', found: /ECONNREFUSED/, advice: /is running/ },
  }),

  'a database that does not exist': async () => ({
    settings: settingsFor(postgres.url('nothing')),
    ...{ check: 'store', state: 'fail' },
    ...{ found: /"nothing" does not exist/, advice: /create the database/ },
  }),

  'a role that does not exist': async () => {
    const url = new URL(postgres.url('postgres'))
    url.username = 'nobody_here'
    return {
      ...{ settings: settingsFor(url.href), check: 'store', state: 'fail' },
      ...{ found: /role "nobody_here" does not exist/, advice: /user and password/ },
    }
  },

  'a database that is read-only': async () => {
    const url = await createStore('frozen')
    await execute(url, 'alter database frozen set default_transaction_read_only = on')
    return {
      ...{ settings: settingsFor(url), check: 'writes', state: 'fail' },
      ...{ found: /standby, or read-only/, advice: /primary/ },
    }
  },

  'a schema of a later version': async () => {
    const url = await createStore('later')
    await execute(url, `insert into kysely_migration values ('9999-later', '2030-01-01')`)
    return {
      ...{ settings: settingsFor(url), check: 'schema', state: 'fail' },
      ...{ found: /later/, advice: /start the version/ },
    }
  },

  'a database with an encoding of few characters': async () => {
    const options = `encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`
    return {
      ...{ settings: settingsFor(await createOwned('latin', options)), check: 'encoding' },
      ...{ state: 'fail', found: /encoding LATIN1/, advice: /ENCODING UTF8/ },
    }
  },

  'a role that may not create tables': async () => {
    const url = await createOwned('guest')
    await execute(postgres.url('guest'), 'revoke create on schema public from public, guest')
    await execute(postgres.url('guest'), 'alter database guest owner to current_user')
    return {
      ...{ settings: settingsFor(url), check: 'permissions', state: 'fail' },
      ...{ found: /may not create tables/, advice: /GRANT CREATE/ },
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
      ...{ settings: own, check: 'durability', state: 'fail' },
      ...{ found: /^full_page_writes=off$/, advice: /turn them on in postgresql\.conf/ },
    }
  },

  'a role with few connections': async () => {
    const url = await createOwned('few')
    await execute(postgres.url('postgres'), 'alter role few connection limit 5')
    return {
      ...{ settings: settingsFor(url), check: 'connections', state: 'warn' },
      ...{ found: /allows 5 connections/, advice: /raise/ },
    }
  },

  'photos that other replicas cannot read': async () => {
    const { MEDIA_URL: _, ...settings } = settingsFor(await createOwned('alone'))
    return {
      ...{ settings, check: 'photos', state: 'fail' },
      ...{ found: /other replicas cannot read/, advice: /s3:\/\/.*share/ },
    }
  },

  'another folder of photos than that of a replica': async () => {
    const url = await createStore('apart')
    const marker = `('server-other', ${Date.now()}, 0)`
    await execute(url, `insert into media_files (name, touched_at, removing) values ${marker}`)
    return {
      ...{ settings: settingsFor(url), check: 'photos', state: 'fail' },
      ...{ found: /another replica stores its photos/, advice: /the same for all/ },
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
    ...{ settings: settingsFor(pooler.url), check: 'store', state: 'fail' },
    ...{ found: /pool_mode=transaction/, advice: /pool_mode=session/ },
  })
})
