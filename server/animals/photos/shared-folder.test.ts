import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { whyNoPostgres } from '../../../test/harness/postgres.ts'
import { cli } from '../../../test/harness/server.ts'
import { newFolder } from '../../../test/harness/temporary-folder.ts'
import { HOUR_MS } from '../../platform/durations.ts'

const skip = whyNoPostgres() ?? false

/** The log's warnings about the folder of photos. */
const warningsOf = ({ logLines }: TestApp): string[] =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level === 'warn' && /photos|uploads/.test(msg))
    .map(({ msg }) => msg)

/** The report of `doctor` about photos with the settings of a replica. */
const doctor = async (settings: Record<string, string>) => {
  const { stdout } = await cli({ PORT: '0', ...settings }, 'doctor', '--json').catch((e) => e)
  const findings: { check: string; state: string; found: string; advice?: string }[] = JSON.parse(stdout)
  return findings.filter(({ check }) => check === 'photos')
}

/** Replicas on one database, each with the given folder. */
const replicasWith = async (t: TestContext, folders: readonly string[]) => {
  const [first = '', ...others] = folders
  // `doctor` compares the rows with the time of the system.
  const clock = testClock(Date.now())
  const apps = [await testApp({ engine: 'postgres', clock, settings: { MEDIA_URL: first } })]
  /** The first one last, because its database is the one of all. */
  const closeAll = async () => {
    for (const app of apps.splice(0).toReversed()) await app.close()
  }
  t.after(closeAll)
  const DATABASE_URL = apps[0]?.databaseUrl ?? ''
  for (const MEDIA_URL of others) {
    apps.push(await testApp({ engine: 'postgres', clock, settings: { DATABASE_URL, MEDIA_URL } }))
  }
  return { apps, clock, DATABASE_URL, closeAll }
}

test('replicas with one folder of photos are not warned, and doctor passes', {
  skip,
}, async (t) => {
  const folder = newFolder('store')
  const { apps, DATABASE_URL, closeAll } = await replicasWith(t, [folder, folder, folder])
  assert.deepEqual(apps.flatMap(warningsOf), [])
  const [finding, ...others] = await doctor({ DATABASE_URL, MEDIA_URL: folder })
  assert.deepEqual([finding?.state, others], ['ok', []])
  await closeAll()
  assert.deepEqual(readdirSync(folder), [], 'a stopping server removes its marker')
})

test('a replica with its own folder of photos logs a warning, and doctor fails for each of them', {
  skip,
}, async (t) => {
  const [one, other] = [newFolder('store'), newFolder('store')]
  const { apps, DATABASE_URL } = await replicasWith(t, [one, other])
  const [first, second] = apps
  assert.ok(first && second)
  assert.deepEqual(warningsOf(first), [])
  assert.match(warningsOf(second).join('\n'), /another replica stores its photos in .*MEDIA_URL/)
  for (const MEDIA_URL of [one, other]) {
    const [finding] = await doctor({ DATABASE_URL, MEDIA_URL })
    assert.equal(finding?.state, 'fail', MEDIA_URL)
    assert.match(finding?.advice ?? '', /MEDIA_URL.*all replicas/)
  }
  // The first one notices at its next check.
  await first.service.runRoutine('photoStorage.check')
  assert.match(warningsOf(first).join('\n'), /another replica stores its photos/)
  await first.service.runRoutine('photoStorage.check')
  assert.equal(warningsOf(first).length, 1, 'it is logged once')
})

test('the folder of a replica that was killed is ignored after an hour', {
  skip,
}, async (t) => {
  const [one, other] = [newFolder('store'), newFolder('store')]
  const { apps, clock, DATABASE_URL } = await replicasWith(t, [one])
  const [first] = apps
  assert.ok(first)
  clock.advance(HOUR_MS)
  const settings = { DATABASE_URL, MEDIA_URL: other }
  await using later = await testApp({ engine: 'postgres', clock, settings })
  assert.deepEqual(warningsOf(later), [])
  // Its marker is removed with unused files.
  clock.advance(25 * HOUR_MS)
  await later.service.runRoutine('photoStorage.check')
  await later.service.runRoutine('photos.sweep')
  const markers = await first.openDatabase()
  const rows = await markers.read.selectFrom('media_files').select('name').execute()
  await markers.close()
  assert.deepEqual(
    rows.map(({ name }) => name),
    readdirSync(other),
  )
})

test('with PostgreSQL or Redis, the default folder is one that other replicas cannot read', {
  skip,
}, async () => {
  await using app = await testApp({ engine: 'postgres', settings: { MEDIA_URL: '' } })
  assert.match(warningsOf(app).join('\n'), /data\/media on this machine.*MEDIA_URL/)
  assert.equal((await app.get('/v1/pets')).statusCode, 200)
  const [finding] = await doctor({ DATABASE_URL: app.databaseUrl })
  assert.deepEqual([finding?.state, /MEDIA_URL/.test(finding?.advice ?? '')], ['fail', true])
  const folder = newFolder('store')
  const REDIS_URL = 'redis://127.0.0.1:1'
  const DATABASE_URL = `sqlite:${join(folder, 'store.db')}`
  assert.equal((await doctor({ DATABASE_URL, REDIS_URL }))[0]?.state, 'fail')
  assert.equal((await doctor({ DATABASE_URL }))[0]?.state, 'ok')
})

test('a folder that is not writable is reported at the start and by doctor', async () => {
  const folder = newFolder('store')
  const settings = {
    DATABASE_URL: `sqlite:${join(folder, 'store.db')}`,
    MEDIA_URL: '/dev/null/photos',
    UPLOAD_DIR: '/dev/null/uploads',
  }
  const { MEDIA_URL, UPLOAD_DIR } = settings
  await using app = await testApp({ settings: { MEDIA_URL, UPLOAD_DIR } })
  const warnings = warningsOf(app).join('\n')
  assert.match(warnings, /cannot write photos to \/dev\/null\/photos.*MEDIA_URL/)
  assert.match(warnings, /cannot write uploads to \/dev\/null\/uploads.*UPLOAD_DIR/)
  const findings = await doctor(settings)
  assert.deepEqual(
    findings.map(({ state }) => state),
    ['fail', 'fail'],
  )
})
