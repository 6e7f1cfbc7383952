import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { systemClock as clock } from '../../server/platform/clock.ts'
import { openDatabase } from '../../server/program/open-database.ts'
import { confirmRestore } from '../../server/program/restore-confirmation.ts'
import { unconfirmedRestoreSql } from '../../server/requests/maintenance/restores.repository.ts'
import { tester } from '../harness/author.ts'
import { type Finding, isFault } from '../harness/doctor.ts'
import { engines, freshDatabase } from '../harness/engines.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { openForChanges } from '../harness/notified.ts'
import { patientDatabase } from '../harness/patient-database.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()

const addPet = async (server: Server): Promise<string> => {
  const { status, json } = await server.fetch('/v1/pets', {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Biscuit', categoryId: 7 }),
  })
  return status === 201 ? 'added' : json().code
}

const ready = async (server: Server): Promise<string[]> => (await server.fetch('/readyz')).json().reasons ?? []

/** The warnings of `doctor`, which fails for nothing. */
const warnings = async (server: Server): Promise<string[]> => {
  const { stdout } = await server.cli('doctor', '--json').catch((error) => error)
  const findings: Finding[] = JSON.parse(stdout)
  assert.deepEqual(findings.filter(isFault), [])
  return findings.filter(({ state }) => state === 'warn').map(({ check }) => check)
}

const readyLine = (server: Server): Record<string, unknown> =>
  JSON.parse(server.output.find((line) => line.includes('"msg":"ready"')) ?? '{}')

for (const engine of engines) {
  test(`${engine}: MAINTENANCE=read-only applies from the start to the restart without it`, async () => {
    using folder = temporaryFolder()
    const store = await freshDatabase(engine, folder.path)
    const settings = { DATABASE_URL: store.url, MEDIA_URL: `${folder.path}/media` }
    try {
      const before = await startServer({
        folder: folder.path,
        settings: { ...settings, BOOTSTRAP_KEY: key },
      })
      assert.equal(await addPet(before), 'added')
      assert.equal(readyLine(before).readOnly, undefined)
      assert.equal(await before.stop(), 0)

      const other = newKey()
      await using during = await startServer({
        folder: folder.path,
        settings: { ...settings, MAINTENANCE: 'read-only', BOOTSTRAP_KEY: other },
      })
      assert.equal(readyLine(during).readOnly, 'MAINTENANCE=read-only')
      assert.equal(await addPet(during), 'read_only')
      const pets = await during.fetch('/v1/pets', { headers: bearer(key) })
      assert.deepEqual([pets.status, pets.json().length], [200, 1])
      assert.deepEqual(await ready(during), ['read_only'])
      assert.equal((await during.fetch('/readyz?require=write')).status, 503)
      assert.ok((await warnings(during)).includes('maintenance'))
      // The server itself adds nothing either.
      assert.equal((await during.fetch('/v1/pets', { headers: bearer(other) })).status, 401)
      assert.doesNotMatch(during.output.join('\n'), /no users yet/)
      assert.equal(await during.stop(), 0)

      await using after = await startServer({ folder: folder.path, settings })
      assert.equal(await addPet(after), 'added')
      assert.deepEqual(await ready(after), [])
    } finally {
      await store.remove()
    }
  })

  test(`${engine}: running servers detect a restore and its confirmation`, async () => {
    using folder = temporaryFolder()
    const store = await freshDatabase(engine, folder.path)
    const settings = {
      DATABASE_URL: store.url,
      MEDIA_URL: `${folder.path}/media`,
      BOOTSTRAP_KEY: key,
    }
    const start = () => startServer({ folder: folder.path, settings })
    try {
      await using first = await start()
      await using second = engine === 'postgres' ? await start() : undefined
      const servers = [first, ...(second ? [second] : [])]
      const all = (what: string, reasons: string[]) =>
        Promise.all(servers.map((server) => eventually(what, async () => `${await ready(server)}` === `${reasons}`)))
      const database = await openDatabase(patientDatabase(store.url))
      await database.write(async ({ query }) => {
        for (const text of unconfirmedRestoreSql(Date.now())) await sql.raw(text).execute(query)
      })
      await database.close()
      await all('it is noticed', ['read_only', 'restore_unconfirmed'])
      for (const server of servers) assert.equal(await addPet(server), 'read_only')
      assert.ok((await warnings(first)).includes('restore'))
      await eventually('the log says so', () =>
        first.output.some((line) => line.includes('degraded: the store was restored')),
      )

      const confirming = await openForChanges(store.url, { clock })
      await confirmRestore({ database: confirming, clock })(tester)
      await confirming.close()
      await all('the confirmation is noticed', [])
      for (const server of servers) assert.equal(await addPet(server), 'added')
      assert.deepEqual(
        (await warnings(first)).filter((check) => check === 'restore'),
        [],
      )
      await eventually('the log says so', () =>
        first.output.some((line) => line.includes('no longer degraded: the store was restored')),
      )
    } finally {
      await store.remove()
    }
  })
}
