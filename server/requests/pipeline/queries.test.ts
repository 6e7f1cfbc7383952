import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { onOneEngine, type TestApp } from '../../../test/harness/app.ts'

const addPets = async (app: TestApp, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) {
    const added = await app.post('/v1/pets', { name: `Biscuit ${at}`, categoryId: 7 })
    assert.equal(added.statusCode, 201)
  }
}

const idsOf = (response: { json(): { id: number }[] }): number[] => response.json().map(({ id }) => id)

onOneEngine('campaign parameters are ignored, and appear in no link', async (open) => {
  await using app = await open()
  await addPets(app, 3)
  const added = 'utm_source=mail&utm_medium=x&_=17&gclid=a&fbclid=b&msclkid=c'
  for (const path of [`/v1/pets?${added}`, `/v1/pets?limit=2&${added}`, `/v1/pets?_=1&limit=2`]) {
    const response = await app.get(path)
    assert.equal(response.statusCode, 200, path)
    assert.doesNotMatch(String(response.headers.link ?? ''), /utm_|_=|clid/)
  }
  // The cached response is the one for the address without them.
  const [plain, tagged] = [await app.get('/v1/pets?limit=2'), await app.get('/v1/pets?limit=2&_=9')]
  assert.equal(plain.headers.etag, tagged.headers.etag)
  const wrong = await app.get(`/v1/pets?${added}&colour=red`)
  assert.deepEqual(
    [wrong.statusCode, wrong.json().errors.map(({ field }: { field: string }) => field)],
    [400, ['colour']],
  )
})

onOneEngine('a client may ask for unknown parameters to be ignored', async (open) => {
  await using app = await open()
  await addPets(app, 3)
  const lenient = { ...app.key, prefer: 'handling=lenient' }
  const path = '/v1/pets?limit=2&colour=red&page=2'
  const first = await app.inject({ url: path, headers: lenient })
  assert.equal(first.statusCode, 200)
  assert.equal(first.headers['preference-applied'], 'handling=lenient')
  assert.equal(idsOf(first).length, 2)
  // Other clients do not get the response that was cached for it.
  assert.equal((await app.get(path)).statusCode, 400)
  const invalid = await app.inject({ url: '/v1/pets?limit=0&colour=red', headers: lenient })
  assert.equal(invalid.json().code, 'invalid_parameter')
  const both = { ...app.key, prefer: 'handling=lenient, return=total-count' }
  const counted = await app.inject({ url: '/v1/pets?limit=2&x=1', headers: both })
  assert.equal(counted.headers['x-total-count'], '3')
  assert.match(String(counted.headers['preference-applied']), /handling=lenient/)
  assert.match(String(counted.headers['preference-applied']), /return=total-count/)
})

onOneEngine('the error for an unknown parameter suggests the one that was probably meant', async (open) => {
  await using app = await open()
  for (const [sent, meant] of [
    ['page=2', 'cursor'],
    ['per_page=5', 'limit'],
    ['Limit=1', 'limit'],
    ['category_id=1', 'categoryId'],
    ['statsu=sold', 'status'],
    ['colour=red', undefined],
  ]) {
    const response = await app.get(`/v1/pets?${sent}`)
    assert.equal(response.json().code, 'unknown_parameter', sent)
    assert.equal(response.json().errors[0].suggestion, meant, sent)
  }
})

onOneEngine('accepts lists as axios writes them', async (open) => {
  await using app = await open()
  await addPets(app, 3)
  for (const query of ['id[]=1&id[]=3', 'id%5B%5D=1&id%5B%5D=3', 'id=1&id[]=3', 'id[]=1,3']) {
    const response = await app.get(`/v1/pets?${query}`)
    assert.equal(response.statusCode, 200, `${query}: ${response.body}`)
    assert.deepEqual(idsOf(response), [1, 3], query)
  }
  const wrong = await app.get('/v1/pets?limit[]=1')
  assert.deepEqual([wrong.json().code, wrong.json().errors[0].suggestion], ['unknown_parameter', 'limit'])
})

onOneEngine('a path with a trailing slash is a 404 that names the right path', async (open) => {
  await using app = await open()
  await addPets(app, 1)
  for (const path of ['/v1/pets', '/v1/pets/1', '/v1/categories', '/v1/webhooks', '/v1/store/orders']) {
    const response = await app.get(`${path}/?limit=1`)
    assert.deepEqual([response.statusCode, response.json().code], [404, 'route_not_found'], path)
    assert.ok(response.json().message.endsWith(`Use ${path}.`), response.json().message)
  }
  const nowhere = await app.get('/v1/cats/')
  assert.doesNotMatch(nowhere.json().message, /slash/)
})

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
} as const

onOneEngine('reads are compressed for those who accept it, each with its ETag', async (open) => {
  await using app = await open()
  await addPets(app, 100)
  const read = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ url: path, headers: { ...app.key, ...headers } })
  // Twice, because the second response is cached; the largest is compressed on another thread.
  for (const path of ['/v1/pets?limit=50', '/v1/pets?limit=50', '/v1/events?limit=100']) {
    const plain = await read(path)
    assert.match(String(plain.headers.vary), /Accept-Encoding/)
    assert.equal(plain.headers['content-encoding'], undefined)
    const tags = new Set([plain.headers.etag])
    for (const [encoding, decode] of Object.entries(decoders)) {
      const packed = await read(path, { 'accept-encoding': encoding })
      assert.equal(packed.headers['content-encoding'], encoding)
      assert.equal(decode(packed.rawPayload).toString(), plain.body)
      assert.equal(Number(packed.headers['content-length']), packed.rawPayload.length)
      assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2)
      tags.add(packed.headers.etag)
    }
    assert.equal(tags.size, 3)
    // Whichever encoding a client has, it has this version.
    for (const tag of tags) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const again = await read(path, {
          'accept-encoding': encoding,
          'if-none-match': String(tag),
        })
        assert.deepEqual([again.statusCode, again.body], [304, ''], `${tag} ${encoding}`)
      }
    }
  }
  const head = await app.inject({
    method: 'HEAD',
    url: '/v1/pets?limit=50',
    headers: { ...app.key, 'accept-encoding': 'gzip' },
  })
  const got = await read('/v1/pets?limit=50', { 'accept-encoding': 'gzip' })
  assert.deepEqual(
    [head.headers['content-length'], head.headers.etag, head.body],
    [got.headers['content-length'], got.headers.etag, ''],
  )
})

onOneEngine('short reads, errors and exports are not compressed', async (open) => {
  await using app = await open()
  await addPets(app, 1)
  const headers = { ...app.key, 'accept-encoding': 'br, gzip' }
  for (const url of ['/v1/pets/1', '/v1/pets?limit=0', '/v1/nowhere'])
    assert.equal((await app.inject({ url, headers })).headers['content-encoding'], undefined, url)
})

onOneEngine('an ETag of any encoding is a version for If-Match', async (open) => {
  await using app = await open()
  const form = {
    name: 'Long',
    questions: Array.from({ length: 20 }, (_, at) => ({
      id: `question${at}`,
      label: `What would you tell us of it? ${'x'.repeat(60)}`,
      kind: 'text',
    })),
  }
  const made = await app.post('/v1/forms', form)
  assert.equal(made.statusCode, 201, made.body)
  const url = `/v1/forms/${made.json().id}`
  const packed = await app.inject({ url, headers: { ...app.key, 'accept-encoding': 'br' } })
  assert.equal(packed.headers['content-encoding'], 'br')
  const put = (tag: string) =>
    app.inject({
      method: 'PUT',
      url,
      payload: { ...form, name: `${tag} ` },
      headers: { ...app.key, 'if-match': tag },
    })
  const tag = String(packed.headers.etag)
  assert.equal((await put(tag)).statusCode, 200)
  assert.equal((await put(tag)).statusCode, 412)
})
