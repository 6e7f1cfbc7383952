import assert from 'node:assert/strict'
import { readdirSync, renameSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { onEachEngine, onOneEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { connect } from '../../../test/harness/connection.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { newFolder } from '../../../test/harness/temporary-folder.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { planPhotoBytes } from '../../requests/plans/plan.ts'
import { type Photo, rotatedFocus } from './photo.ts'

type Shown = Omit<Photo, 'id' | 'petId'> & { id: number; petId: number }

/** An animal with photos; the first is red at its top left and blue at its bottom right. */
const withPhotos = async (app: TestApp, width = 800, height = 600, key = app.key) => {
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 }, key)).json()
  const url = `/v1/pets/${id}/photos`
  const add = async (file: Buffer): Promise<Shown> =>
    (await app.post(url, file, { ...key, 'content-type': 'image/jpeg' })).json()
  const photo = await add(await jpeg(width, height))
  await add(await jpeg(40, 30))
  const headers = { ...key, 'content-type': 'application/json' }
  await app.inject({
    method: 'PATCH',
    url: `/v1/photos/${photo.id}`,
    headers,
    payload: JSON.stringify({ alt: 'Asleep', focus: { x: 0.3, y: 0.2 } }),
  })
  const rotate = (degrees: unknown, more: Record<string, string> = {}) =>
    app.post(`/v1/photos/${photo.id}/rotate`, { degrees }, { ...key, ...more })
  const list = async (): Promise<Shown[]> => (await app.get(url, key)).json()
  return { id, photo, rotate, list }
}

const pathOf = (url: string) => new URL(url).pathname

/** The colours of the four corners of the largest file, clockwise from the top left. */
const cornersOf = async (app: TestApp, { variants }: Shown): Promise<string[]> => {
  const { url, width, height } = variants.at(-1) ?? assert.fail()
  const { rawPayload } = await app.send({ method: 'GET', url: pathOf(url) })
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [width, height])
  const [right, bottom] = [width - 9, height - 9]
  return [
    [8, 8],
    [right, 8],
    [right, bottom],
    [8, bottom],
  ].map(([x = 0, y = 0]) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 3)
    if (green > 128) return 'white'
    return red > blue ? 'red' : 'blue'
  })
}

onEachEngine('a photo is rotated: its place, description and id stay', async (open) => {
  await using app = await open()
  const { id, photo, rotate, list } = await withPhotos(app)
  assert.deepEqual(await cornersOf(app, photo), ['red', 'white', 'blue', 'white'])
  const response = await rotate(90)
  assert.equal(response.statusCode, 200, response.body)
  const rotated: Shown = response.json()
  assert.deepEqual(await cornersOf(app, rotated), ['white', 'red', 'white', 'blue'])
  assert.deepEqual([rotated.width, rotated.height], [600, 800])
  assert.deepEqual(
    rotated.variants.map(({ width, height }) => [width, height]),
    [320, 600].flatMap((wide) => Array.from({ length: 2 }, () => [wide, Math.round((wide * 4) / 3)])),
  )
  assert.deepEqual(rotated.focus, { x: 0.8, y: 0.3 })
  assert.equal(rotated.alt, 'Asleep')
  assert.deepEqual([rotated.id, rotated.createdAt], [photo.id, photo.createdAt])
  assert.deepEqual((await list())[0], rotated)
  assert.deepEqual((await app.get(`/v1/photos/${photo.id}`)).json(), rotated)

  const [event] = (await app.get('/v1/events?type=pet.photosUpdated&limit=100')).json().slice(-1)
  assert.equal(event.data.photos[0].variants[0].url, pathOf(rotated.variants[0]?.url ?? ''))
  const history = (await app.get(`/v1/pets/${id}/history`)).json()
  assert.ok(history.some(({ action }: { action: string }) => action === 'photoChanged'))

  // Back again, by the other three quarters.
  const upright: Shown = (await rotate(270)).json()
  assert.deepEqual(await cornersOf(app, upright), ['red', 'white', 'blue', 'white'])
  assert.deepEqual([upright.width, upright.height, upright.focus], [800, 600, { x: 0.3, y: 0.2 }])

  // These are the files of the photo as it was added.
  assert.deepEqual(upright.variants, photo.variants)
  assert.equal(upright.placeholder, photo.placeholder)
})

onEachEngine(
  'a photo is rendered at most four times, however often it is rotated, and its files stay until it is deleted',
  async (open) => {
    await using app = await open()
    const { photo, rotate } = await withPhotos(app)
    const seen: Shown[] = []
    const counts: number[] = []
    for (let at = 0; at < 8; at += 1) {
      seen.push((await rotate(90)).json())
      counts.push(await renderedBytes(app))
    }
    assert.deepEqual(seen[3]?.variants, photo.variants)
    assert.deepEqual(
      seen.slice(4).map(({ variants }) => variants),
      seen.slice(0, 4).map(({ variants }) => variants),
    )
    const bytes = seen.map(({ variants }) => variants.reduce((sum, one) => sum + one.bytes, 0))
    const [first = 0, second = 0, third = 0, , ...rest] = counts
    assert.deepEqual([second - first, third - second], bytes.slice(1, 3))
    assert.deepEqual(new Set([third, ...rest]), new Set([third]))
    assert.deepEqual(await cornersOf(app, seen[4] ?? photo), ['white', 'red', 'white', 'blue'])

    const urls = new Set(seen.flatMap(({ variants }) => variants.map(({ url }) => pathOf(url))))
    assert.ok(urls.size > photo.variants.length && urls.size <= 4 * photo.variants.length)
    const statuses = async () => {
      const responses = [...urls].map((url) => app.send({ method: 'GET', url }))
      return new Set((await Promise.all(responses)).map(({ statusCode }) => statusCode))
    }
    app.clock.advance(2 * DAY_MS)
    await app.service.runRoutine('photos.sweep')
    assert.deepEqual(await statuses(), new Set([200]))
    const url = `/v1/photos/${photo.id}`
    assert.equal((await app.inject({ method: 'DELETE', url, headers: app.key })).statusCode, 204)
    app.clock.advance(2 * DAY_MS)
    await app.service.runRoutine('photos.sweep')
    assert.deepEqual(await statuses(), new Set([404]))
  },
)

onEachEngine(
  'an account has a number of bytes rendered in a day, by its plan, and then waits without a strike',
  async (open) => {
    await using app = await open()
    const free = app.bearer((await app.createKey('free')).key)
    const { id, rotate } = await withPhotos(app, 800, 600, free)
    assert.equal((await rotate(90)).statusCode, 200)
    const small = await jpeg(50, 40)
    const add = () => app.post(`/v1/pets/${id}/photos`, small, { ...free, 'content-type': 'image/jpeg' })
    app.clock.advance(60_000)
    await setRenderedBytes(app, BigInt(planPhotoBytes.free - 1))
    // The last one may exceed the limit, because its size is known only afterwards.
    assert.equal((await add()).statusCode, 201)
    const rejected = [await add(), await rotate(90)]
    for (const { statusCode, headers, body } of rejected) {
      assert.equal(statusCode, 429)
      assert.equal(headers['retry-after'], String(DAY_MS / 1_000 - 60))
      assert.equal(JSON.parse(body).code, 'photo_quota_exceeded')
    }
    // It was rendered at this angle before.
    assert.equal((await rotate(270)).statusCode, 200)
    const other = await withPhotos(app)
    assert.equal((await other.rotate(90)).statusCode, 200)
    for (let at = 0; at < 15; at += 1) {
      app.clock.advance(2_000)
      assert.equal((await add()).statusCode, 429)
    }
    assert.equal((await app.get('/v1/rate-limit', free)).json().ban, undefined)

    app.clock.advance(DAY_MS - 60_000 - 15 * 2_000 - 1)
    assert.equal((await add()).statusCode, 429)
    app.clock.advance(1)
    assert.equal((await add()).statusCode, 201)
    assert.equal((await rotate(180)).statusCode, 200)

    app.clock.advance(DAY_MS)
    await app.service.runRoutine('photos.sweep')
    assert.equal(await renderedBytes(app), 0)
  },
)

/** Reads or changes the store as another process does. */
const inStore = async <Result>(
  app: TestApp,
  work: (database: Awaited<ReturnType<TestApp['openDatabase']>>) => Promise<Result>,
): Promise<Result> => {
  const database = await app.openDatabase()
  return work(database).finally(() => database.close())
}

const renderedBytes = (app: TestApp): Promise<number> =>
  inStore(app, async ({ read }) => {
    const rows = await read.selectFrom('rendered_bytes').select('bytes').execute()
    return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  })

const setRenderedBytes = (app: TestApp, bytes: bigint) =>
  inStore(app, (database) =>
    database.write(({ query }) => query.updateTable('rendered_bytes').set({ bytes }).execute()),
  )

onEachEngine('a repeated request rotates once, and two people rotate one after the other', async (open) => {
  await using app = await open()
  const { photo, rotate, list } = await withPhotos(app)
  const once = { 'idempotency-key': 'once' }
  const first = await rotate(90, once)
  const again = await rotate(90, once)
  assert.deepEqual(again.json(), first.json())
  assert.equal((await list())[0]?.width, 600)
  assert.equal((await rotate(180, once)).json().code, 'idempotency_key_reused')
  const stale = await rotate(90, { 'if-match': '"old"' })
  assert.equal(stale.json().code, 'precondition_failed')

  const both = await Promise.all([rotate(90), rotate(90)])
  const done = both.filter(({ statusCode }) => statusCode === 200)
  for (const { statusCode, headers } of both)
    if (statusCode !== 200) assert.deepEqual([statusCode, headers['retry-after']], [429, '1'])
  const corners = await cornersOf(app, (await list())[0] ?? assert.fail())
  const quarters = 1 + done.length
  const turned = ['red', 'white', 'blue', 'white']
  for (let at = 0; at < quarters; at += 1) turned.unshift(turned.pop() ?? '')
  assert.deepEqual(corners, turned)
  assert.equal((await list())[0]?.id, photo.id)
})

onOneEngine(
  'only the owner rotates, by 90, 180 or 270 degrees, and a picture that would be too high is not rotated',
  async (open) => {
    await using app = await open()
    const { photo, rotate, list } = await withPhotos(app, 900, 90)
    for (const degrees of [0, 45, 360, -90, '90', null]) {
      const { errors } = (await rotate(degrees)).json()
      assert.equal(errors[0].field, 'degrees')
    }
    const stranger = app.bearer((await app.createKey('business', { scopes: ['pets:read', 'pets:write'] })).key)
    assert.equal((await rotate(90, stranger)).json().code, 'photo_not_found')
    assert.equal((await app.post('/v1/photos/999/rotate', { degrees: 90 })).statusCode, 404)
    const before = await list()
    const high = await rotate(90)
    assert.deepEqual([high.statusCode, high.json().code], [400, 'invalid_image'])
    assert.deepEqual(await list(), before)
    assert.equal((await rotate(180)).json().id, photo.id)
  },
)

test('a failure loses nothing, and leaves no files', async () => {
  const [folder, uploads] = [newFolder('store'), newFolder('store')]
  await using app = await testApp({ settings: { MEDIA_URL: folder, UPLOAD_DIR: uploads } })
  const { photo, rotate, list } = await withPhotos(app)
  const before = await list()
  const name =
    pathOf(photo.variants.at(-1)?.url ?? '')
      .split('/')
      .at(-1) ?? ''
  const file = filesIn(folder).find((one) => one.endsWith(name)) ?? assert.fail()
  renameSync(join(folder, file), join(folder, 'away'))
  const missing = await rotate(90)
  assert.deepEqual([missing.statusCode, missing.headers['retry-after']], [503, '5'])
  assert.deepEqual(await list(), before)
  renameSync(join(folder, 'away'), join(folder, file))
  assert.equal((await rotate(90)).statusCode, 200)
  assert.deepEqual(filesIn(uploads), [])
})

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  )

test('a rotation takes one of the slots for uploads of its account', async () => {
  const uploads = newFolder('store')
  await using app = await testApp({ settings: { UPLOAD_DIR: uploads } })
  await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.service.app.server.address() as AddressInfo
  const free = app.bearer((await app.createKey('free')).key)
  const own = await withPhotos(app, 800, 600, free)
  const small = await jpeg(40, 30)
  const begin = async () => {
    const sender = await connect(port)
    sender.send(
      `POST /v1/pets/${own.id}/photos HTTP/1.1\r\nHost: a\r\nAuthorization: ${free.authorization}\r\n` +
        `Content-Type: image/jpeg\r\nContent-Length: ${small.length}\r\n\r\n`,
    )
    sender.send(small.subarray(0, 100))
    return sender
  }
  const [first, second] = [await begin(), await begin()]
  await eventually('both slots of the plan are taken', () => filesIn(uploads).length === 2)
  let isDone = false
  const rotating = own.rotate(90).finally(() => {
    isDone = true
  })
  // Another account does not wait, and its rotation begins later.
  const other = await withPhotos(app)
  assert.equal((await other.rotate(90)).statusCode, 200)
  assert.equal(isDone, false)
  first.send(small.subarray(100))
  assert.equal((await first.answer())?.status, 201)
  assert.equal((await rotating).statusCode, 200)
  second.send(small.subarray(100))
  assert.equal((await second.answer())?.status, 201)
})

test('the focus turns with the picture', () => {
  const focus = { x: 0.3, y: 0.2 }
  assert.deepEqual(rotatedFocus(focus, 90), { x: 0.8, y: 0.3 })
  assert.deepEqual(rotatedFocus(focus, 180), { x: 0.7, y: 0.8 })
  assert.deepEqual(rotatedFocus(focus, 270), { x: 0.2, y: 0.7 })
})
