import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, onOneEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { openSqlite } from '../../../test/harness/open-store.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { NewPet } from './pet.ts'
import { insertPet } from './pets.repository.ts'

type PetJson = { id: number; name: string; categoryId: number; status: string }

const add = async (app: TestApp, ...pets: object[]): Promise<void> => {
  for (const pet of pets) {
    const { statusCode, body } = await app.post('/v1/pets', { categoryId: 1, ...pet })
    assert.equal(statusCode, 201, body)
  }
}

const addMany = async (app: TestApp, count: number): Promise<void> =>
  add(app, ...Array.from({ length: count }, (_, index) => ({ name: `Pet ${index + 1}` })))

const ids = async (app: TestApp, url: string): Promise<number[]> => {
  const response = await app.get(url)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().map(({ id }: PetJson) => id)
}

const links = (header: unknown): Record<string, string> =>
  Object.fromEntries([...String(header).matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, url, rel]) => [rel, url]))

onEachEngine('GET /v1/pets of an empty store returns an empty array without a next page', async (testApp) => {
  await using app = await testApp()
  const { statusCode, headers, body } = await app.get('/v1/pets')
  assert.equal(statusCode, 200)
  assert.equal(body, '[]')
  assert.equal(headers.link, undefined)
  assert.equal(headers['x-next-cursor'], undefined)
  assert.equal(headers['x-total-count'], undefined)
})

onEachEngine('a page has 20 animals by default, oldest first', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 22)
  assert.deepEqual(
    await ids(app, '/v1/pets'),
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  assert.deepEqual(await ids(app, '/v1/pets?limit=1'), [1])
  assert.equal((await ids(app, '/v1/pets?limit=100')).length, 22)
})

onOneEngine('a limit that is not a plain integer from 1 to 100 is 400 invalid_parameter for limit', async (testApp) => {
  await using app = await testApp()
  for (const value of [
    '0',
    '101',
    '-1',
    '1.5',
    'abc',
    '1e1',
    '0x10',
    '%2B5',
    '+5',
    '05',
    '',
    '-0',
    '1%20',
    '99999999999999999999',
    'null',
    'NaN',
    '%00',
    '%ff',
    '٣',
    '1_0',
    '1,2',
    '0.0',
    ' 1',
  ]) {
    const response = await app.get(`/v1/pets?limit=${value}`)
    assert.equal(response.statusCode, 400, value)
    const { code, errors } = response.json()
    assert.equal(code, 'invalid_parameter', value)
    assert.deepEqual(
      errors.map(({ field }: { field: string }) => field),
      ['limit'],
      value,
    )
  }
})

const refusedQueries: [query: string, code: string, field: string][] = [
  ['limit', 'invalid_parameter', 'limit'],
  ['limit=5&limit=5', 'invalid_parameter', 'limit'],
  ['limit=5&limit', 'invalid_parameter', 'limit'],
  ['limit=5&%6Cimit=6', 'invalid_parameter', 'limit'],
  ['status=lost', 'invalid_parameter', 'status'],
  ['status=', 'invalid_parameter', 'status'],
  ['status=Available', 'invalid_parameter', 'status'],
  ['status=available,sold', 'invalid_parameter', 'status'],
  ['status=available&status=sold', 'invalid_parameter', 'status'],
  ['sort=name', 'invalid_parameter', 'sort'],
  ['categoryId=1.0', 'invalid_parameter', 'categoryId'],
  ['categoryId=9223372036854775808', 'invalid_parameter', 'categoryId'],
  ['name=', 'invalid_parameter', 'name'],
  [`name=${'x'.repeat(256)}`, 'invalid_parameter', 'name'],
  ['name=%ff', 'invalid_parameter', 'name'],
  ['name=%zz', 'invalid_parameter', 'name'],
  ['id=', 'invalid_parameter', 'id.0'],
  ['id=1,,2', 'invalid_parameter', 'id.1'],
  ['id=1,x', 'invalid_parameter', 'id.1'],
  ['id=1&id=', 'invalid_parameter', 'id.1'],
  ['id=1&id=x,2', 'invalid_parameter', 'id.1'],
  ['id=1&id=%ff', 'invalid_parameter', 'id'],
  [`id=${Array.from({ length: 101 }, (_, index) => index).join()}`, 'invalid_parameter', 'id'],
  [Array.from({ length: 101 }, (_, index) => `id=${index}`).join('&'), 'invalid_parameter', 'id'],
  [`id=0&${'id=1,2&'.repeat(50)}`, 'invalid_parameter', 'id'],
  [`id=${','.repeat(8_000)}`, 'invalid_parameter', 'id'],
  ['status=sold&status=sold', 'invalid_parameter', 'status'],
  ['name=a&name=b', 'invalid_parameter', 'name'],
  ['page=2', 'unknown_parameter', 'page'],
  ['Limit=5', 'unknown_parameter', 'Limit'],
  ['limit[]=5', 'unknown_parameter', 'limit[]'],
  ['status[]=sold', 'unknown_parameter', 'status[]'],
  ['__proto__=1', 'unknown_parameter', '__proto__'],
  ['constructor=1', 'unknown_parameter', 'constructor'],
  ['=1', 'unknown_parameter', ''],
]

onOneEngine('an invalid query is 400 with the parameter', async (testApp) => {
  await using app = await testApp()
  for (const [query, code, field] of refusedQueries) {
    const response = await app.get(`/v1/pets?${query}`)
    const { statusCode } = response
    assert.deepEqual([statusCode, response.json().code, response.json().errors[0].field], [400, code, field], query)
  }
})

onEachEngine('ids may be repeated, separated by commas, or both', async (testApp) => {
  await using app = await testApp()
  for (const name of ['a', 'b', 'c', 'd']) await app.post('/v1/pets', { name, categoryId: 1 })
  const forms = ['id=1,2,4', 'id=1&id=2&id=4', 'id=1,2&id=4', 'id=1&id=2%2C4']
  const cursors = new Set<string>()
  for (const form of forms) {
    const all = await app.get(`/v1/pets?${form}`)
    assert.deepEqual(
      all.json().map(({ id }: { id: number }) => id),
      [1, 2, 4],
      form,
    )
    const first = await app.get(`/v1/pets?limit=2&${form}`)
    cursors.add(String(first.headers['x-next-cursor']))
    const [, next = ''] = /<[^>]*(\/v1\/[^>]*)>; rel="next"/.exec(String(first.headers.link)) ?? []
    assert.deepEqual((await app.get(next)).json(), all.json().slice(2), next)
  }
  assert.equal(cursors.size, 1, 'the same list, however it is written')
  const hundred = Array.from({ length: 100 }, (_, place) => `id=${place}`).join('&')
  assert.equal((await app.get(`/v1/pets?${hundred}`)).statusCode, 200)
})

onOneEngine('all issues of a query are reported at once', async (testApp) => {
  await using app = await testApp()
  const { code, errors } = (await app.get('/v1/pets?limit=0&status=lost&colour=red')).json()
  assert.equal(code, 'invalid_parameter')
  assert.deepEqual(errors.map(({ field }: { field: string }) => field).sort(), ['colour', 'limit', 'status'])
})

onEachEngine('filters return the matching animals and no others', async (testApp) => {
  await using app = await testApp()
  await add(
    app,
    { name: 'Biscuit', categoryId: 1 },
    { name: 'bisCotti', categoryId: 2, status: 'pending' },
    { name: 'Élan', categoryId: 2, status: 'sold' },
    { name: 'ÉLANA', categoryId: -9, status: 'sold' },
    { name: '100% %_wild', categoryId: 2 },
    { name: '犬太郎', categoryId: 2 },
    { name: '\u{10ffff}last', categoryId: 3 },
    { name: '\ud7ffx', categoryId: 4, status: 'pending' },
    { name: '\ue000x', categoryId: 4, status: 'pending' },
  )
  const shown: [query: string, ids: number[]][] = [
    ['status=sold', [3, 4]],
    ['status=available', [1, 5, 6, 7]],
    ['id=4', [4]],
    ['id=6,2,6,999,-1', [2, 6]],
    ['categoryId=2', [2, 3, 5, 6]],
    ['categoryId=-9', [4]],
    ['categoryId=9223372036854775807', []],
    ['name=bis', [1, 2]],
    ['name=BISCU', [1]],
    ['name=%C3%A9lan', [3, 4]],
    ['name=%C3%89LANA', [4]],
    ['name=lan', []],
    ['name=%25', []],
    ['name=100%25+%25_', [5]],
    ['name=_', []],
    ['name=%E7%8A%AC', [6]],
    ['name=%F4%8F%BF%BF', [7]],
    ['name=%ED%9F%BF', [8]],
    ['name=biscuits', []],
    ['categoryId=2&status=sold&name=e', []],
    ['categoryId=2&status=sold&name=%C3%89', [3]],
    ['sort=-id', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['sort=-id&status=sold&limit=1', [4]],
    ['id=1,2,3&sort=-id', [3, 2, 1]],
  ]
  for (const [query, expected] of shown) {
    assert.deepEqual(await ids(app, `/v1/pets?${query}`), expected, query)
  }
})

onEachEngine('int64 filters are exact beyond 2^53', async (testApp) => {
  await using app = await testApp()
  for (const categoryId of ['9007199254740992', '9007199254740993', '9223372036854775807']) {
    await app.post('/v1/pets', `{"name":"x","categoryId":${categoryId}}`)
  }
  assert.deepEqual(await ids(app, '/v1/pets?categoryId=9007199254740993'), [2])
  assert.deepEqual(await ids(app, '/v1/pets?categoryId=9223372036854775807'), [3])
})

onEachEngine('following Link to the end shows every animal once, in both orders and with filters', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 23)
  await add(app, { name: 'Other', categoryId: 2 })
  for (const [query, expected] of [
    ['limit=5', Array.from({ length: 24 }, (_, index) => index + 1)],
    ['limit=5&sort=-id', Array.from({ length: 24 }, (_, index) => 24 - index)],
    ['limit=6&categoryId=1&name=pET+1', [1, ...Array.from({ length: 10 }, (_, i) => i + 10)]],
    ['limit=12&status=available', Array.from({ length: 24 }, (_, index) => index + 1)],
  ] as const) {
    const seen: number[] = []
    let url: string | undefined = `/v1/pets?${query}`
    while (url) {
      const response = await app.get(url)
      assert.equal(response.statusCode, 200)
      seen.push(...response.json().map(({ id }: PetJson) => id))
      const { next, first } = links(response.headers.link)
      assert.equal(response.headers['x-next-cursor'] === undefined, next === undefined)
      if (!next) break
      assert.ok(next.startsWith('http://localhost:80/v1/pets?'), next)
      assert.equal(new URL(next).searchParams.get('cursor'), response.headers['x-next-cursor'])
      assert.equal(new URL(String(first)).searchParams.get('cursor'), null)
      url = next.slice('http://localhost:80'.length)
    }
    assert.deepEqual(seen, expected, query)
  }
})

onEachEngine('X-Next-Cursor continues after the page, also with another limit', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 5)
  const { headers } = await app.get('/v1/pets?limit=2')
  assert.deepEqual(await ids(app, `/v1/pets?cursor=${headers['x-next-cursor']}&limit=100`), [3, 4, 5])
})

onEachEngine('a page that exactly ends the list has no next page', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 4)
  const { headers } = await app.get('/v1/pets?limit=4')
  assert.equal(headers.link, undefined)
  assert.equal(headers['x-next-cursor'], undefined)
})

onOneEngine('links start with PUBLIC_URL, or else with the host of the request', async (testApp) => {
  const settings = { PUBLIC_URL: 'https://api.example.test/v1' }
  await using named = await testApp({ settings })
  await addMany(named, 2)
  const { headers } = await named.get('/v1/pets?limit=1')
  assert.ok(links(headers.link).next?.startsWith('https://api.example.test/v1/pets?'))

  await using asked = await testApp()
  await addMany(asked, 2)
  for (const host of ['store.test:8080', 'other.test', 'store.test:8080']) {
    const answer = await asked.get('/v1/pets?limit=1', { ...asked.key, host })
    assert.ok(links(answer.headers.link).next?.startsWith(`http://${host}/v1/pets?`))
  }
})

onEachEngine('a cursor of another list is 400 invalid_cursor', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 3)
  const cursor = (await app.get('/v1/pets?limit=1&status=available')).headers['x-next-cursor']
  for (const query of ['', 'status=sold', 'status=available&categoryId=1', 'sort=-id', 'name=p']) {
    const response = await app.get(`/v1/pets?${query}&cursor=${cursor}`)
    assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_cursor'], query)
    assert.equal(response.json().errors[0].field, 'cursor')
  }
  const orders = await app.get(`/v1/store/orders?cursor=${cursor}`)
  assert.equal(orders.json().code, 'invalid_cursor')
})

onEachEngine('a cursor that is cut, lengthened or edited in any character is 400 invalid_cursor', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 2)
  const { key } = await app.createKey('enterprise')
  const cursor = String((await app.get('/v1/pets?limit=1')).headers['x-next-cursor'])
  const edits = new Set(['', `${cursor}A`, `${cursor}=`, ` ${cursor}`, '!', 'null', '%00'])
  for (let at = 0; at < cursor.length; at += 1) {
    edits.add(cursor.slice(0, at))
    for (const other of 'AQgw-_z09') {
      edits.add(cursor.slice(0, at) + other + cursor.slice(at + 1))
    }
  }
  edits.delete(cursor)
  assert.ok(edits.size > 200)
  for (const edited of edits) {
    const response = await app.get(`/v1/pets?cursor=${edited}`, app.bearer(key))
    assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_cursor'], edited)
  }
})

onEachEngine('Prefer: return=total-count returns the length of the whole filtered list', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 5)
  await add(app, { name: 'Sold', status: 'sold' })
  for (const [url, prefer, count] of [
    ['/v1/pets?limit=2', 'return=total-count', '6'],
    ['/v1/pets?limit=2', 'respond-async, RETURN="total-count"; x=1', '6'],
    ['/v1/pets?status=sold', 'return=total-count', '1'],
    ['/v1/pets?limit=2', 'return=minimal', undefined],
    ['/v1/pets?limit=2', 'return=total-counts', undefined],
  ] as const) {
    const { headers } = await app.get(url, { ...app.key, prefer })
    assert.equal(headers['x-total-count'], count, prefer)
    assert.equal(headers['preference-applied'], count === undefined ? undefined : 'return=total-count')
    assert.match(String(headers.vary), /Prefer/)
  }
  // The same page without the preference is not the cached one.
  assert.equal((await app.get('/v1/pets?limit=2')).headers['x-total-count'], undefined)
})

onOneEngine('a client with the same page gets 304, by weak comparison and with several ETags', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 3)
  for (const url of ['/v1/pets?limit=2', '/v1/pets/1', '/v1/store/orders']) {
    const { headers } = await app.get(url)
    const etag = String(headers.etag)
    assert.match(etag, /^"[\x21\x23-\x7e]+"$/, 'strong')
    for (const known of [etag, `W/${etag}`, `"x", W/"y" , ${etag}`, `"a,b",${etag}`, '*', ' * ']) {
      const answer = await app.get(url, { ...app.key, 'if-none-match': known })
      assert.equal(answer.statusCode, 304, known)
      assert.equal(answer.body, '')
      assert.equal(answer.headers.etag, etag)
      assert.equal(answer.headers.link, headers.link)
      assert.equal(answer.headers['cache-control'], headers['cache-control'])
      assert.equal(answer.headers.vary, headers.vary)
    }
    for (const known of ['"x"', etag.slice(1, -1), `${etag.slice(0, -1)}x"`, '', '"*"', 'W/""']) {
      const answer = await app.get(url, { ...app.key, 'if-none-match': known })
      assert.equal(answer.statusCode, 200, known)
    }
  }
})

onOneEngine('HEAD returns the headers of GET without a body, and 304 like GET', async (testApp) => {
  await using app = await testApp()
  await addMany(app, 3)
  for (const url of ['/v1/pets?limit=2', '/v1/pets/1', '/v1/pets/9', '/v1/pets?limit=0']) {
    const get = await app.get(url)
    const head = await app.inject({ method: 'HEAD', url, headers: app.key })
    assert.equal(head.statusCode, get.statusCode)
    assert.equal(head.body, '')
    for (const name of ['etag', 'link', 'x-next-cursor', 'content-type', 'deprecation', 'sunset']) {
      assert.equal(head.headers[name], get.headers[name], `${name} of ${url}`)
    }
    if (get.statusCode !== 200) continue
    assert.equal(head.headers['content-length'], get.headers['content-length'])
    const known = { ...app.key, 'if-none-match': String(get.headers.etag) }
    assert.equal((await app.inject({ method: 'HEAD', url, headers: known })).statusCode, 304)
  }
})

onEachEngine('a page is never stale: acknowledged changes are in the next response', async (testApp) => {
  await using app = await testApp()
  let etag: unknown
  for (let count = 0; count < 20; count += 1) {
    const before = await app.get('/v1/pets?limit=100')
    assert.equal(before.json().length, count)
    assert.notEqual(before.headers.etag, etag)
    etag = before.headers.etag
    // The second response comes from the cache.
    assert.equal((await app.get('/v1/pets?limit=100')).headers.etag, etag)
    await addMany(app, 1)
    const known = { ...app.key, 'if-none-match': String(etag) }
    assert.equal((await app.get('/v1/pets?limit=100', known)).statusCode, 200)
  }
})

onEachEngine('responses read during a create are not served after it', async (testApp) => {
  await using app = await testApp()
  for (let count = 1; count <= 20; count += 1) {
    const created = app.post('/v1/pets', { name: 'x', categoryId: 1 })
    const reads = Array.from({ length: 4 }, () => app.get('/v1/pets?limit=100'))
    await created
    assert.equal((await app.get('/v1/pets?limit=100')).json().length, count)
    await Promise.all(reads)
    assert.equal((await app.get('/v1/pets?limit=100')).json().length, count)
  }
})

onOneEngine('a cached page is not served to a key that may not read animals', async (testApp) => {
  await using app = await testApp()
  await app.get('/v1/pets')
  const { key } = await app.createKey('free', { scopes: ['orders:read'] })
  assert.equal((await app.get('/v1/pets', app.bearer(key))).statusCode, 403)
})

test('a page changes soon after another process has changed the store', async () => {
  using folder = temporaryFolder()
  await using app = await testApp({ folder: folder.path })
  const { key } = await app.createKey('enterprise')
  assert.deepEqual((await app.get('/v1/pets')).json(), [])
  const other = await openSqlite({ path: `${folder.path}/store.db` })
  const pet: NewPet = { name: 'From afar', categoryId: 1n }
  await other.write(async (trx) => insertPet(trx.query, pet, { ownerId: 1n, nowMs: Date.now() }))
  await other.close()
  await eventually('in the list', async () => {
    const response = await app.get('/v1/pets', app.bearer(key))
    return response.json().length === 1
  })
})
