import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, utimesSync, watch, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { connect } from '../../../test/harness/connection.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { jpeg, picture } from '../../../test/harness/images.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { newFolder } from '../../../test/harness/temporary-folder.ts'
import type { Photo } from './photo.ts'

type Headers = Record<string, string>
type Shown = Omit<Photo, 'id' | 'petId'> & { id: number; petId: number }

const small = await jpeg(40, 30)

/** An account with an animal, as a client of the API. */
const withPet = async (app: TestApp) => {
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const url = `/v1/pets/${id}/photos`
  const add = (file: Buffer = small, headers: Headers = {}) =>
    app.post(url, file, { 'content-type': 'image/jpeg', ...headers })
  const send = (method: 'PUT' | 'PATCH' | 'DELETE', to: string, body?: unknown, more?: Headers) =>
    app.inject({
      method,
      url: to,
      headers: { ...app.key, ...(body !== undefined && json), ...more },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  const publish = () => send('PUT', `/v1/pets/${id}/profile`, { species: 'dog', published: true })
  const list = async (headers?: Headers): Promise<Shown[]> => (await app.get(url, headers)).json()
  return { id: id as number, url, add, send, publish, list }
}

const json = { 'content-type': 'application/json' }
const stranger = async (app: TestApp) => app.bearer((await app.createKey()).key)
const pathOf = (url: string) => new URL(url).pathname

const eventsOf = async (app: TestApp, headers = app.key) =>
  (await app.get('/v1/events?type=pet.photosUpdated&limit=100', headers)).json() as {
    data: { petId: number; photos: Shown[] }
  }[]

onEachEngine('a photo is added, and its files are public', async (open) => {
  await using app = await open()
  const { id, add, list } = await withPet(app)
  const response = await add(await jpeg(800, 600))
  assert.equal(response.statusCode, 201, response.body)
  const photo: Shown = response.json()
  assert.equal(response.headers.location, `/v1/photos/${photo.id}`)
  assert.equal(photo.petId, id)
  assert.deepEqual([photo.width, photo.height], [800, 600])
  assert.deepEqual(
    photo.variants.map(({ width, height, format }) => [width, height, format]),
    [320, 640, 800].flatMap((wide) => [
      [wide, (wide * 3) / 4, 'webp'],
      [wide, (wide * 3) / 4, 'jpeg'],
    ]),
  )
  assert.deepEqual(await list(), [photo])
  assert.deepEqual((await app.get(`/v1/photos/${photo.id}`)).json(), photo)
  for (const { url, bytes, width, height, format } of photo.variants) {
    const file = await app.send({ method: 'GET', url: pathOf(url) })
    assert.equal(file.statusCode, 200)
    assert.equal(file.rawPayload.length, bytes)
    assert.equal(file.headers['content-type'], `image/${format}`)
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.match(String(file.headers['content-security-policy']), /default-src 'none'; sandbox/)
    const found = await sharp(file.rawPayload).metadata()
    assert.deepEqual([found.width, found.height, found.format], [width, height, format])
    const again = { 'if-none-match': String(file.headers.etag) }
    const known = await app.send({ method: 'GET', url: pathOf(url), headers: again })
    assert.equal(known.statusCode, 304)
    const head = await app.send({ method: 'HEAD', url: pathOf(url) })
    assert.equal(head.headers['content-length'], String(bytes))
    assert.equal(head.rawPayload.length, 0)
  }
})

test('a photo can be sent as a form with this single field', async () => {
  await using app = await testApp()
  const { url } = await withPet(app)
  const send = async (form: FormData) => {
    const request = new Request('http://127.0.0.1', { method: 'POST', body: form })
    const type = request.headers.get('content-type') ?? ''
    const body = Buffer.from(await request.arrayBuffer())
    return app.post(url, body, { 'content-type': type })
  }
  const form = (...fields: [string, string | Buffer][]) => {
    const all = new FormData()
    for (const [name, value] of fields) {
      if (typeof value === 'string') all.append(name, value)
      else all.append(name, new File([new Uint8Array(value)], 'any name.txt'))
    }
    return all
  }
  const response = await send(form(['file', small]))
  assert.equal(response.statusCode, 201, response.body)
  assert.equal(response.json().width, 40)
  for (const [fields, field] of [
    [form(['photo', small]), 'photo'],
    [form(['file', small], ['file', small]), 'file'],
    [form(['file', small], ['alt', 'text']), 'alt'],
    [form(['file', 'text']), 'file'],
    [form(), 'file'],
  ] as const) {
    const refused = await send(fields)
    assert.equal(refused.statusCode, 400, refused.body)
    const { code, errors } = refused.json()
    // A form without any parts is malformed.
    if (code === 'malformed_request') continue
    assert.equal(code, 'validation_failed')
    assert.equal(errors[0].field, field)
  }
  const cut = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nab')
  const broken = await app.post(url, cut, { 'content-type': 'multipart/form-data; boundary=x' })
  assert.equal(broken.json().code, 'malformed_request')
  const none = await app.post(url, cut, { 'content-type': 'multipart/form-data' })
  assert.equal(none.json().code, 'malformed_request')
})

test('invalid images are rejected with a reason, and too large files or other types without reading them', async () => {
  await using app = await testApp()
  const { add, list } = await withPet(app)
  const text = await add(Buffer.from('not an image'))
  assert.equal(text.statusCode, 400)
  assert.equal(text.json().code, 'invalid_image')
  assert.equal((await add(Buffer.alloc(0))).json().code, 'invalid_image')
  const type = await add(small, { 'content-type': 'application/json' })
  assert.equal(type.json().code, 'unsupported_media_type')
  const large = await add(Buffer.alloc(15_000_001))
  assert.equal(large.json().code, 'body_too_large')
  assert.match(large.json().message, /15 MB/)
  assert.deepEqual(await list(), [])
})

onEachEngine('only their owner can describe, order and delete photos', async (open) => {
  await using app = await open()
  const { url, add, send, list, publish, id } = await withPet(app)
  const ids: number[] = []
  for (const width of [40, 50, 60]) ids.push((await add(await jpeg(width, 30))).json().id)
  const [first, second, third] = ids
  const photo = `/v1/photos/${second}`
  const etag = String((await app.get(photo)).headers.etag)
  const wanted = { alt: 'A black dog', focus: { x: 0.25, y: 1 } }
  const described = await send('PATCH', photo, wanted, { 'if-match': etag })
  assert.equal(described.statusCode, 200, described.body)
  const { alt, focus }: Shown = described.json()
  assert.deepEqual({ alt, focus }, wanted)
  const late = await send('PATCH', photo, { alt: 'other' }, { 'if-match': etag })
  assert.equal(late.statusCode, 412)
  const cleared = (await send('PATCH', photo, { alt: null, focus: null })).json()
  assert.equal('alt' in cleared || 'focus' in cleared, false)
  for (const body of [{ alt: 'a\u0000' }, { focus: { x: 2, y: 0 } }, { focus: { x: 1 } }, { id: 1 }])
    assert.equal((await send('PATCH', photo, body)).json().code, 'validation_failed')

  const order = `${url}/order`
  assert.deepEqual(
    ((await send('PUT', order, [third, first, second])).json() as Shown[]).map(({ id }) => id),
    [third, first, second],
  )
  for (const body of [[third, first], [third, first, first], [third, first, 999], [], { a: 1 }])
    assert.equal((await send('PUT', order, body)).statusCode, 400)
  await publish()
  const other = await stranger(app)
  for (const [method, to, body] of [
    ['PATCH', photo, { alt: 'mine' }],
    ['DELETE', photo, undefined],
    ['PUT', order, [third, second, first]],
  ] as const)
    assert.equal((await send(method, to, body, other)).json().code, 'not_owner')
  assert.equal((await add(small, other)).json().code, 'not_owner')
  assert.deepEqual(
    (await list(other)).map(({ id }) => id),
    [third, first, second],
  )
  assert.equal((await send('DELETE', `/v1/photos/${third}`)).statusCode, 204)
  assert.equal((await app.get(`/v1/photos/${third}`)).json().code, 'photo_not_found')
  assert.deepEqual(
    (await list()).map(({ id }) => id),
    [first, second],
  )
  const listing = (await app.get(`/v1/listings/${id}`)).json()
  assert.deepEqual(
    listing.photos.map((one: Shown) => one.id),
    [first, second],
  )
  assert.deepEqual((await app.get('/v1/listings')).json()[0].photos, listing.photos)
  assert.deepEqual(listing.photos, await list())
})

onEachEngine('only its owner can see photos of a draft, including in events', async (open) => {
  await using app = await open()
  const { add, list, publish } = await withPet(app)
  const { id } = (await add()).json()
  const other = await stranger(app)
  assert.deepEqual(await list(other), [])
  assert.equal((await app.get(`/v1/photos/${id}`, other)).json().code, 'photo_not_found')
  assert.deepEqual(await eventsOf(app, other), [])
  assert.equal((await eventsOf(app)).length, 1)
  await publish()
  await add(await jpeg(50, 50))
  assert.equal((await list(other)).length, 2)
  const [event] = await eventsOf(app, other)
  assert.equal(event?.data.photos.length, 2)
  assert.match(event?.data.photos[0]?.variants[0]?.url ?? '', /^\/media\/[0-9a-f]{64}\.webp$/)
})

onEachEngine(
  'the visibility of a photo follows its animal, including after unpublishing and in caches',
  async (open) => {
    await using app = await open()
    const { id, url, add, send, publish } = await withPet(app)
    const photo = `/v1/photos/${(await add()).json().id}`
    const admin = await adminOf(app)
    const other = await stranger(app)
    const page = 'https://www.example.org'
    const publishable = async (accountId: bigint | number) => {
      const body = { name: 'page', kind: 'publishable', allowedOrigins: [page] }
      const made = await admin.post(`/v1/accounts/${accountId}/keys`, body)
      assert.equal(made.statusCode, 201, made.body)
      return { ...app.bearer(made.json().key), origin: page }
    }
    const pages = [await publishable(app.accountId), await publishable(admin.accountId)]
    const known = { 'if-none-match': String((await app.get(photo)).headers.etag) }
    const checkSeen = async (isPublished: boolean): Promise<void> => {
      for (const headers of [app.key, other]) {
        const isSeen = isPublished || headers === app.key
        for (const more of [{}, known]) {
          const one = await app.get(photo, { ...headers, ...more })
          assert.equal(one.statusCode, isSeen ? (more === known ? 304 : 200) : 404)
          assert.match(String(one.headers['cache-control']), /no-store|private/)
          assert.match(String(one.headers.vary), /Authorization/)
        }
        const all = await app.get(url, headers)
        assert.equal(all.json().length, isSeen ? 1 : 0)
        assert.match(String(all.headers['cache-control']), /no-store|private/)
      }
      for (const headers of pages) {
        for (const path of [photo, url]) {
          assert.equal((await app.get(path, headers)).json().code, 'insufficient_scope')
        }
        const listing = await app.get(`/v1/listings/${id}`, headers)
        assert.equal(listing.json().photos?.length, isPublished ? 1 : undefined)
      }
      for (const path of [photo, url]) {
        assert.equal((await app.send({ method: 'GET', url: path })).statusCode, 401)
      }
      const code = isPublished ? 'not_owner' : 'photo_not_found'
      assert.equal((await send('PATCH', photo, { alt: 'mine' }, other)).json().code, code)
      assert.equal((await send('DELETE', photo, undefined, other)).json().code, code)
    }
    await checkSeen(false)
    await publish()
    await checkSeen(true)
    await send('PATCH', `/v1/pets/${id}/profile`, { published: false })
    await checkSeen(false)
    await publish()
    await checkSeen(true)
    await send('DELETE', `/v1/pets/${id}`)
    for (const headers of [app.key, other]) {
      assert.equal((await app.get(photo, { ...headers, ...known })).statusCode, 404)
    }
  },
)

onEachEngine('an animal has at most 20 photos, however many are sent at a time', async (open) => {
  await using app = await open()
  const { add, list } = await withPet(app)
  // On a slow machine, uploads that wait too long for a slot are rejected and must be repeated.
  const addAtLast = async (): ReturnType<typeof add> => {
    const response = await add()
    return response.statusCode === 429 ? addAtLast() : response
  }
  const responses = await Promise.all(Array.from({ length: 23 }, addAtLast))
  const codes = responses.map((response) => response.json().code ?? 'added')
  assert.equal(codes.filter((code) => code === 'added').length, 20)
  assert.equal(codes.filter((code) => code === 'photo_limit_reached').length, 3)
  assert.equal((await list()).length, 20)
  assert.equal((await add()).json().code, 'photo_limit_reached')
})

test('a repetition with the same Idempotency-Key adds no second photo', async () => {
  await using app = await testApp()
  const { add, list } = await withPet(app)
  const key = { 'idempotency-key': 'first' }
  const first = await add(small, key)
  const second = await add(small, key)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal(second.body, first.body)
  assert.equal((await add(await jpeg(41, 30), key)).json().code, 'idempotency_key_reused')
  assert.equal((await list()).length, 1)
})

onEachEngine('files are removed a day after the last photo that has them', async (open) => {
  await using app = await open()
  const day = 86_400_000
  const { add, send, id } = await withPet(app)
  const other = await withPet(app)
  const { id: photoId, variants }: Shown = (await add()).json()
  const [url = ''] = variants.map((variant) => pathOf(variant.url))
  const status = async () => (await app.send({ method: 'GET', url })).statusCode
  const second: Shown = (await other.add()).json()
  assert.deepEqual(second.variants, variants)
  await send('DELETE', `/v1/photos/${photoId}`)
  app.clock.advance(2 * day)
  await app.service.runRoutine('photos.sweep')
  assert.equal(await status(), 200)
  assert.equal((await send('DELETE', `/v1/pets/${other.id}`)).statusCode, 204)
  await app.service.runRoutine('photos.sweep')
  assert.equal(await status(), 200)
  app.clock.advance(day)
  await app.service.runRoutine('photos.sweep')
  assert.equal(await status(), 404)
  assert.equal((await add()).statusCode, 201)
  assert.equal(await status(), 200)
  assert.notEqual(id, other.id)
})

test('a file without a row is removed a day after it was found', async () => {
  await using app = await testApp()
  const { add } = await withPet(app)
  const { variants }: Shown = (await add()).json()
  const [url = ''] = variants.map((variant) => pathOf(variant.url))
  const status = async () => (await app.send({ method: 'GET', url })).statusCode
  const database = await app.openDatabase()
  await database.write(async ({ query }) => {
    for (const table of ['photos', 'photo_files', 'media_files'] as const) await query.deleteFrom(table).execute()
  })
  await database.close()
  app.clock.advance(5 * 86_400_000)
  await app.service.runRoutine('photos.sweep')
  assert.equal(await status(), 200)
  await app.service.runRoutine('photos.find')
  app.clock.advance(86_400_000)
  await app.service.runRoutine('photos.sweep')
  assert.equal(await status(), 404)
})

test('with REQUIRE_PHOTO an animal without a photo cannot be published, and the error says so', async () => {
  await using app = await testApp({ settings: { REQUIRE_PHOTO: 'true' } })
  const { id, add, send } = await withPet(app)
  const publish = (body: object) => send('PATCH', `/v1/pets/${id}/profile`, body)
  const fields = async (body: object) =>
    ((await publish(body)).json().errors as { field: string }[]).map(({ field }) => field)
  assert.deepEqual(await fields({ published: true }), ['species', 'photos'])
  assert.deepEqual(await fields({ published: true, species: 'dog' }), ['photos'])
  const { id: photoId } = (await add()).json()
  assert.equal((await publish({ published: true, species: 'dog' })).statusCode, 200)
  await send('DELETE', `/v1/photos/${photoId}`)
  assert.equal((await publish({ sex: 'male' })).statusCode, 200)
})

test('the audit log records who added, changed, reordered and deleted each photo', async () => {
  await using app = await testApp()
  const { url, add, send } = await withPet(app)
  const { id } = (await add()).json()
  const { id: next } = (await add(await jpeg(41, 40))).json()
  await send('PATCH', `/v1/photos/${id}`, { alt: 'Biscuit' })
  await send('PUT', `${url}/order`, [next, id])
  await send('DELETE', `/v1/photos/${id}`)
  const { get } = await adminOf(app)
  const entries: { action: string; target: { type: string; id: number }; fields?: string[] }[] = (
    await get('/v1/audit-log?limit=10')
  ).json()
  const photoEntries = entries.filter(({ action }) => action.startsWith('photo.'))
  assert.deepEqual(photoEntries.map(({ action, target, fields }) => [action, target.type, fields]).reverse(), [
    ['photo.add', 'photo', undefined],
    ['photo.add', 'photo', undefined],
    ['photo.update', 'photo', ['alt']],
    ['photo.order', 'pet', undefined],
    ['photo.delete', 'photo', undefined],
  ])
})

/** The folder in `UPLOAD_DIR` of the user that runs the tests. */
const uploadFolder = `adoption-store-${process.getuid?.()}`

test('an upload is received and rendered in UPLOAD_DIR, and leaves no files there', async () => {
  const UPLOAD_DIR = newFolder('store')
  const own = join(UPLOAD_DIR, uploadFolder)
  mkdirSync(own, 0o700)
  await using app = await testApp({ settings: { UPLOAD_DIR } })
  const { add } = await withPet(app)
  const seen: string[] = []
  using _watching = watching(own, (name) => seen.push(name))
  assert.equal((await add()).statusCode, 201)
  for (const ending of ['.upload', '.webp', '.jpeg'])
    await eventually(ending, () => seen.some((name) => name.endsWith(ending)))
  assert.deepEqual(readdirSync(own), [])
  // A file of a process that was killed.
  writeFileSync(join(own, 'left.upload'), 'left')
  utimesSync(join(own, 'left.upload'), 1, 1)
  // Another process of this machine receives a file, and this one's clock is ahead.
  writeFileSync(join(own, 'other.upload'), 'other')
  utimesSync(join(own, 'other.upload'), new Date(), new Date())
  app.clock.advance(2 * 86_400_000)
  await app.service.runRoutine('photos.sweep')
  assert.deepEqual(readdirSync(own), ['other.upload'])
})

const watching = (folder: string, onFile: (name: string) => void): Disposable => {
  const watcher = watch(folder, (_event, name) => onFile(String(name)))
  return { [Symbol.dispose]: () => watcher.close() }
}

test('uploads are 503 if their folder is not writable, or is writable by others', async () => {
  const shared = newFolder('store')
  mkdirSync(join(shared, uploadFolder))
  chmodSync(join(shared, uploadFolder), 0o777)
  for (const UPLOAD_DIR of ['/dev/null', shared]) {
    await using app = await testApp({ settings: { UPLOAD_DIR } })
    const { add } = await withPet(app)
    const response = await add()
    assert.equal(response.statusCode, 503, response.body)
    assert.equal(response.json().code, 'service_unavailable')
    assert.match(app.logLines.join('\n'), /uploads cannot be written/)
  }
})

test('only files of photos are served below /media', async () => {
  await using app = await testApp()
  for (const name of ['', 'x', `${'0'.repeat(64)}.webp`, `${'0'.repeat(64)}.svg`, '..%2Fstore.db'])
    assert.equal((await app.send({ method: 'GET', url: `/media/${name}` })).statusCode, 404)
})

test('the format of a photo is detected, whatever the request says', async () => {
  await using app = await testApp()
  const { add } = await withPet(app)
  const png = await picture(30, 40).png().toBuffer()
  assert.equal((await add(png, { 'content-type': 'image/gif' })).statusCode, 201)
})

onEachEngine('a file is rejected and not stored if its sender loses permission during the upload', async (open) => {
  const uploads = newFolder('store')
  await using app = await open({ settings: { UPLOAD_DIR: uploads } })
  const { id, list } = await withPet(app)
  await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.service.app.server.address() as AddressInfo
  const people = peopleOf(app)
  const admin = await adminOf(app)
  const [revoked, suspended] = [await app.createKey('pro'), await app.createKey('pro')]
  const [narrowed, disabled] = [await people.add('manager'), await people.add('manager')]
  const petOf = async (headers: Headers): Promise<number> =>
    (await app.post('/v1/pets', { name: 'Rex', categoryId: 1 }, headers)).json().id

  const half = small.length >> 1
  const begin = async (headers: Headers, petId: number) => {
    const sender = await connect(port)
    sender.send(
      `POST /v1/pets/${petId}/photos HTTP/1.1\r\nHost: a\r\nAuthorization: ${headers.authorization}\r\n` +
        `Content-Type: image/jpeg\r\nContent-Length: ${small.length}\r\n\r\n`,
    )
    sender.send(small.subarray(0, half))
    return sender
  }
  const senders = [
    ...(await Promise.all(
      [revoked, suspended].map(async ({ key }) => begin(app.bearer(key), await petOf(app.bearer(key)))),
    )),
    ...(await Promise.all([narrowed, disabled].map(({ headers }) => begin(headers, id)))),
    await begin(app.key, id),
  ]
  const waiting = () => readdirSync(uploads, { recursive: true }).filter((name) => String(name).endsWith('.upload'))
  await eventually('all are being received', () => waiting().length === senders.length)
  await admin.remove(`/v1/keys/${revoked.id}`)
  await admin.patch(`/v1/accounts/${suspended.accountId}`, { suspended: true })
  await admin.patch(`/v1/users/${narrowed.id}`, { role: 'viewer' })
  await admin.patch(`/v1/users/${disabled.id}`, { disabled: true })
  const codes = []
  for (const sender of senders) {
    sender.send(small.subarray(half))
    const answer = await sender.answer()
    codes.push(answer?.status === 201 ? 201 : JSON.parse(answer?.body ?? '').code)
  }
  assert.deepEqual(codes, ['revoked_api_key', 'account_suspended', 'insufficient_scope', 'session_expired', 201])
  await eventually('their files are removed', () => waiting().length === 0)
  assert.equal((await list()).length, 1)
})
