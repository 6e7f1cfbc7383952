import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Photo } from '../../server/animals/photos/photo.ts'
import { DAY_MS } from '../../server/platform/durations.ts'
import { testApp } from '../harness/app.ts'
import { testClock } from '../harness/clock.ts'
import { freshDatabase } from '../harness/engines.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { whyNoPostgres } from '../harness/postgres.ts'
import { rounds } from '../harness/rounds.ts'
import { startS3 } from '../harness/s3.ts'
import { cli, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const headers = bearer(key)
const settings = { BOOTSTRAP_KEY: key }
const UPLOADS = rounds({ usual: 12, torture: 100 })

type Shown = Pick<Photo, 'variants'> & { id: number }

const addPet = async (server: Server): Promise<number> => {
  const body = JSON.stringify({ name: 'Biscuit', categoryId: 7 })
  const json = { ...headers, 'content-type': 'application/json' }
  return (await server.fetch('/v1/pets', { method: 'POST', headers: json, body })).json().id
}

const upload = async (server: Server, petId: number, file: Buffer): Promise<Shown> => {
  const response = await server.fetch(`/v1/pets/${petId}/photos`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/jpeg' },
    body: new Uint8Array(file),
  })
  assert.equal(response.status, 201, response.body)
  return response.json()
}

const listOf = async (server: Server, petId: number): Promise<Shown[]> =>
  (await server.fetch(`/v1/pets/${petId}/photos`, { headers })).json()

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

const namesOf = (photos: readonly Shown[]): string[] => {
  const urls = photos.flatMap(({ variants }) => variants.map(({ url }) => url))
  return [...new Set(urls.map((url) => url.split('/').at(-1) ?? ''))].toSorted()
}

const serves = async (server: Server, photos: readonly Shown[]): Promise<void> => {
  for (const name of namesOf(photos)) {
    const response = await fetch(`${server.address}/media/${name}`)
    assert.equal(response.status, 200, name)
    await response.arrayBuffer()
  }
}

type Store = { settings: Record<string, string>; files: () => string[] }

const inFolder = (folder: string): Store => ({
  settings: { DATABASE_URL: `sqlite:${join(folder, 'store.db')}` },
  files: () => filesIn(join(folder, 'media')),
})

const inBucket = async (t: TestContext): Promise<Store> => {
  const [{ url, remove }, s3] = [await freshDatabase('postgres'), await startS3()]
  t.after(async () => {
    await Promise.all([remove(), s3.close()])
  })
  const { accessKeyId, secretAccessKey } = s3.credentials
  const bucket = `s3://${accessKeyId}:${secretAccessKey}@${s3.bucket}/store?region=eu-central-1&endpoint=${s3.endpoint}`
  // The S3 server stores a file for the bytes and one for each kind of metadata.
  const files = () =>
    filesIn(join(s3.directory, s3.bucket, 'store')).flatMap((name) =>
      name.endsWith('._S3rver_object') ? [name.slice(0, -'._S3rver_object'.length)] : [],
    )
  return { settings: { DATABASE_URL: url, MEDIA_URL: bucket }, files }
}

const afterKill = async (folder: string, store: Store): Promise<void> => {
  const options = { folder, settings: { ...settings, ...store.settings } }
  await using server = await startServer(options)
  const pets: number[] = []
  for (let count = 0; count < UPLOADS; count += 20) pets.push(await addPet(server))
  const acknowledged: Shown[] = []
  const uploads = Array.from({ length: UPLOADS }, async (_, at) => {
    const file = await jpeg(300 + at, 200)
    const photo = await upload(server, pets[Math.floor(at / 20)] ?? 0, file)
    acknowledged.push(photo)
  })
  const over = Promise.allSettled(uploads)
  await eventually('some photos are there', () => acknowledged.length >= UPLOADS / 3)
  await server.kill()
  await over
  const kept = new Set(acknowledged.map(({ id }) => id))

  await using again = await startServer(options)
  const photos: Shown[] = []
  for (const petId of pets) photos.push(...(await listOf(again, petId)))
  const found = new Set(photos.map(({ id }) => id))
  for (const id of kept) assert.ok(found.has(id), String(id))
  await serves(again, photos)
  await again.stop()

  const clock = testClock(Date.now())
  await using app = await testApp({ folder, clock, settings: store.settings })
  await app.service.runRoutine('photos.find')
  clock.advance(2 * DAY_MS)
  await app.service.runRoutine('photos.sweep')
  assert.deepEqual(store.files(), namesOf(photos))
}

const promise = 'after a kill -9 every acknowledged photo is there with its files, and no file is left after the sweep'

test(`${promise} (SQLite, folder)`, async () => {
  using folder = temporaryFolder()
  await afterKill(folder.path, inFolder(folder.path))
})

// The behaviour is the same as with a folder, and a bucket starts slowly, so this is a long test.
const skip = whyNoPostgres() ?? !process.env.TORTURE

test(`${promise} (PostgreSQL, S3)`, { skip }, async (t) => {
  using folder = temporaryFolder()
  await afterKill(folder.path, await inBucket(t))
})

test('backup, restore and copy include photos', async () => {
  using folder = temporaryFolder()
  const { path } = folder
  const file = join(path, 'monday.db')
  let petId = 0
  let photos: Shown[] = []
  {
    await using server = await startServer({ folder: path, settings })
    petId = await addPet(server)
    await upload(server, petId, await jpeg(90, 60))
    photos = await listOf(server, petId)
    const { stdout } = await server.cli('backup', file, '--json')
    assert.equal(JSON.parse(stdout).photoFiles, photos[0]?.variants.length)
    await server.stop()
  }
  using other = temporaryFolder()
  const environment = {
    ...basicEnvironment,
    DATABASE_URL: `sqlite:${join(other.path, 'store.db')}`,
  }
  await cli(environment, 'restore', file)
  const copied = join(other.path, 'copied')
  await cli(environment, 'copy', '--to', `sqlite:${join(copied, 'store.db')}`)
  for (const place of [other.path, copied]) {
    await using server = await startServer({ folder: place, settings })
    assert.deepEqual(namesOf(await listOf(server, petId)), namesOf(photos))
    await serves(server, photos)
  }
})
