import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, onOneEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { whyNoPostgres } from '../../../test/harness/postgres.ts'
import { holdRestored } from '../../../test/harness/restored.ts'
import { startS3 } from '../../../test/harness/s3.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { seal, unseal } from './sealed-key.ts'

const run = (app: TestApp) => app.service.runRoutine('backups.run')

type Admin = Awaited<ReturnType<typeof adminOf>>

const readStatus = async (admin: Admin) => (await admin.get('/v1/backup-status')).json()

/** Waits for a backup after `previous`. The server makes it by itself too, within a second. */
const nextBackup = async (app: TestApp, admin: Admin, previous?: string): Promise<string> => {
  await run(app)
  let name: string | undefined
  await eventually('the next backup', async () => {
    name = (await readStatus(admin)).lastBackup?.name
    return name !== undefined && name !== previous
  })
  return String(name)
}

const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d.*Z$/.test(name))
        .toSorted()
    : []

const photosIn = (folder: string): number =>
  existsSync(join(folder, 'photos'))
    ? readdirSync(join(folder, 'photos'), { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
        .length
    : 0

const addPhoto = async (app: TestApp, petId: number): Promise<number> => {
  const response = await app.inject({
    method: 'POST',
    url: `/v1/pets/${petId}/photos`,
    headers: { ...app.key, 'content-type': 'image/jpeg' },
    payload: await jpeg(90 + petId, 60),
  })
  assert.equal(response.statusCode, 201, response.body)
  return response.json().id
}

onEachEngine(
  'a backup is made at once, then when it is due, and only the newest are kept, with their photos',
  async (open) => {
    using folder = temporaryFolder()
    const settings = { BACKUP_URL: folder.path, BACKUP_SCHEDULE: '03:00', BACKUP_KEEP: '2' }
    await using app = await open({ settings })
    const admin = await adminOf(app)
    const first = await nextBackup(app, admin)
    const { lastBackup, missed, location, schedule } = await readStatus(admin)
    assert.deepEqual([missed, location, schedule], [0, folder.path, '03:00'])
    assert.equal(lastBackup.hasSecretKey, true)
    const { id: petId } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
    const photoId = await addPhoto(app, petId)
    await run(app)
    assert.deepEqual(namesIn(folder.path), [first], 'the next one is not due yet')
    app.clock.advance(DAY_MS)
    const second = await nextBackup(app, admin, first)
    const files = photosIn(folder.path)
    assert.ok(files > 0)

    const url = `/v1/photos/${photoId}`
    const removed = await app.inject({ method: 'DELETE', url, headers: app.key })
    assert.equal(removed.statusCode, 204, removed.body)
    app.clock.advance(DAY_MS)
    const third = await nextBackup(app, admin, second)
    assert.deepEqual(namesIn(folder.path), [second, third])
    assert.equal(photosIn(folder.path), files, 'the second backup needs the photo')
    app.clock.advance(DAY_MS)
    const fourth = await nextBackup(app, admin, third)
    assert.deepEqual(namesIn(folder.path), [third, fourth])
    assert.equal(photosIn(folder.path), 0, 'no backup has the photo any more')
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.includes('.part')),
      [],
    )
  },
)

onOneEngine('missed backups show in the API, the metrics and the log, and end with a success', async (open) => {
  using folder = temporaryFolder()
  const place = join(folder.path, 'backups')
  // A file is where the folder should be.
  writeFileSync(place, '')
  const settings = { BACKUP_URL: place, BACKUP_SCHEDULE: 'every 1h' }
  await using app = await open({ settings })
  const admin = await adminOf(app)
  const lateness = async () => {
    const { missed, isOverdue } = await readStatus(admin)
    return [missed, isOverdue]
  }
  const missedMetric = async () => {
    const { body } = await app.inject({ url: '/metrics' })
    return /^adoption_backup_missed (\d+)$/m.exec(body)?.[1]
  }
  await run(app)
  await eventually('the failure', async () => 'lastFailure' in (await readStatus(admin)))
  assert.match((await readStatus(admin)).lastFailure.message, /backups/)
  assert.deepEqual(await lateness(), [0, false])
  assert.ok(app.logLines.some((line) => line.includes('the backup failed')))
  app.clock.advance(HOUR_MS)
  assert.deepEqual(await lateness(), [1, false])
  app.clock.advance(HOUR_MS)
  assert.deepEqual(await lateness(), [2, true])
  await eventually('the metric', async () => (await missedMetric()) === '2')
  rmSync(place)
  app.clock.advance(HOUR_MS)
  await nextBackup(app, admin)
  assert.deepEqual(await lateness(), [0, false])
  assert.equal((await readStatus(admin)).lastFailure, undefined)
  assert.equal(namesIn(place).length, 1)
})

onOneEngine('without the setting, there are no backups and no metrics of them', async (open) => {
  await using app = await open()
  const admin = await adminOf(app)
  assert.deepEqual(await readStatus(admin), { isOn: false, missed: 0, isOverdue: false })
  assert.equal((await app.get('/v1/backup-status')).statusCode, 403)
  const { body } = await app.inject({ url: '/metrics' })
  assert.doesNotMatch(body, /^adoption_backup/m)
})

onOneEngine('a restored store that nobody has confirmed replaces no backups', async (open) => {
  using store = temporaryFolder()
  using folder = temporaryFolder()
  const before = await open({ folder: store.path })
  await holdRestored(before)
  await before.close()
  const settings = {
    DATABASE_URL: before.databaseUrl,
    BACKUP_URL: folder.path,
    BACKUP_SCHEDULE: 'every 1h',
  }
  await using app = await open({ settings })
  await app.service.runRoutine('maintenance.refresh')
  await run(app)
  assert.deepEqual(namesIn(folder.path), [])
})

test('three replicas make one backup', { skip: whyNoPostgres() ?? false }, async () => {
  using folder = temporaryFolder()
  using media = temporaryFolder()
  const settings = {
    BACKUP_URL: folder.path,
    BACKUP_SCHEDULE: 'every 1h',
    MEDIA_URL: media.path,
  }
  const clock = testClock()
  await using first = await testApp({ engine: 'postgres', settings, clock })
  const others = { ...settings, DATABASE_URL: first.databaseUrl }
  await using second = await testApp({ settings: others, clock })
  await using third = await testApp({ settings: others, clock })
  const admin = await adminOf(first)
  let last: string | undefined
  for (let round = 1; round <= 2; round += 1) {
    await Promise.all([run(second), run(third)])
    last = await nextBackup(first, admin, last)
    await Promise.all([run(second), run(third)])
    assert.equal(namesIn(folder.path).length, round)
    clock.advance(HOUR_MS)
  }
})

onOneEngine('photos that are in S3 are not copied, and the backup says where they are', async (open) => {
  using folder = temporaryFolder()
  const s3 = await startS3('photos')
  await using app = await open({
    settings: {
      BACKUP_URL: folder.path,
      MEDIA_URL: 's3://photos/paws',
      AWS_ENDPOINT_URL: s3.endpoint,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
  })
  const admin = await adminOf(app)
  const first = await nextBackup(app, admin)
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  await addPhoto(app, id)
  app.clock.advance(DAY_MS)
  const name = await nextBackup(app, admin, first)
  const manifest = JSON.parse(readFileSync(join(folder.path, name, 'manifest.json'), 'utf8'))
  assert.equal(manifest.photos.keptIn, 's3://photos/paws')
  assert.ok(manifest.photos.files > 0)
  assert.equal(photosIn(folder.path), 0)
})

onOneEngine('the next backup removes the files of a killed one', async (open) => {
  using folder = temporaryFolder()
  const old = join(folder.path, '2001-01-01T00-00-00-000Z.part')
  mkdirSync(old)
  writeFileSync(join(old, 'store.db'), 'half')
  await using app = await open({ settings: { BACKUP_URL: folder.path } })
  await nextBackup(app, await adminOf(app))
  assert.equal(existsSync(old), false)
  assert.equal(namesIn(folder.path).length, 1)
})

test('a sealed text opens only with its passphrase, and only unchanged', async () => {
  const sealed = await seal('the secret', 'a long passphrase é')
  assert.equal(sealed.includes('the secret'), false)
  assert.equal(await unseal(sealed, 'a long passphrase e\u0301'), 'the secret')
  await assert.rejects(unseal(sealed, 'a long passphrase'), /is not the passphrase/)
  const changed = JSON.parse(sealed)
  changed.text = Buffer.from('something else').toString('base64')
  await assert.rejects(unseal(JSON.stringify(changed), 'a long passphrase é'), /not the passphrase/)
  await assert.rejects(unseal('{}', 'a long passphrase é'), /damaged/)
})
