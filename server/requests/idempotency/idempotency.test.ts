import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { onEachEngine, onOneEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf, everyScope, keyOfOther } from '../../../test/harness/applications.ts'
import { tester } from '../../../test/harness/author.ts'
import { testClock } from '../../../test/harness/clock.ts'
import { openSqlite } from '../../../test/harness/open-store.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { IDEMPOTENCY_MS } from './idempotency.service.ts'

const biscuit = { name: 'Biscuit', categoryId: 7 }

const post = (app: TestApp, key: string, body: unknown = biscuit, headers = {}) =>
  app.post('/v1/pets', body, { 'idempotency-key': key, ...headers })

const countPets = async (app: TestApp): Promise<number> => (await app.get('/v1/pets?limit=100')).json().length

onEachEngine('the same request with the same key gets the same response, and adds nothing', async (testApp) => {
  await using app = await testApp()
  const first = await post(app, 'order 66 ~!')
  assert.equal(first.statusCode, 201)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  for (let count = 0; count < 3; count += 1) {
    const again = await post(app, 'order 66 ~!')
    assert.equal(again.statusCode, 201)
    assert.equal(again.body, first.body)
    assert.equal(again.headers.location, first.headers.location)
    assert.equal(again.headers['content-type'], first.headers['content-type'])
    assert.equal(again.headers['idempotent-replayed'], 'true')
  }
  assert.equal(await countPets(app), 1)
})

onEachEngine('a key in quotes is the same key as without them', async (testApp) => {
  await using app = await testApp()
  const first = await post(app, 'abc')
  for (const [key, isReplay] of [
    ['"abc"', 'true'],
    ['"a\\"c\\\\"', undefined],
    ['a"c\\', 'true'],
    // Not a string of RFC 9651, so the quotes are part of the key.
    ['"abc', undefined],
    ['"a"c"', undefined],
  ] as const) {
    const { statusCode, headers, body } = await post(app, key)
    assert.deepEqual([statusCode, headers['idempotent-replayed']], [201, isReplay], key)
    if (key === '"abc"') assert.equal(body, first.body)
  }
  assert.equal(await countPets(app), 4)
  for (const key of ['""', `"${'a'.repeat(256)}"`]) {
    assert.equal((await post(app, key)).json().code, 'invalid_idempotency_key', key)
  }
  assert.equal((await post(app, `"${'a'.repeat(255)}"`)).statusCode, 201)
})

onEachEngine('a body that differs only in white space or escapes is the same request', async (testApp) => {
  await using app = await testApp()
  const first = await post(app, 'k', '{"name":"Biscuit","categoryId":7}')
  for (const text of [
    '{ "name" : "Biscuit" ,\n "categoryId" : 7 }',
    '{"name":"\\u0042iscuit","categoryId":7}',
    '{"name":"Biscuit","categoryId":7.0}',
  ]) {
    const again = await post(app, 'k', text)
    assert.equal(again.body, first.body, text)
    assert.equal(again.headers['idempotent-replayed'], 'true')
  }
})

onEachEngine('a used key with another body is 422 idempotency_key_reused and adds nothing', async (testApp) => {
  await using app = await testApp()
  await post(app, 'k', '{"name":"x","categoryId":9007199254740992}')
  for (const text of [
    '{"name":"x","categoryId":9007199254740993}',
    '{"name":"x ","categoryId":9007199254740992}',
    '{"name":"x","categoryId":9007199254740992,"status":"available"}',
  ]) {
    const other = await post(app, 'k', text)
    assert.deepEqual([other.statusCode, other.json().code], [422, 'idempotency_key_reused'])
    assert.equal(other.headers['idempotent-replayed'], undefined)
  }
  assert.equal(await countPets(app), 1)
})

onEachEngine('two accounts may use the same key; two keys of one account share it', async (testApp) => {
  await using app = await testApp()
  const one = await app.createKey()
  const two = await app.service.keys.create(tester, one.accountId, { name: 'second' })
  const other = await app.createKey()
  const first = await post(app, 'k', biscuit, app.bearer(one.key))
  const same = await post(app, 'k', biscuit, app.bearer(two.key))
  const apart = await post(app, 'k', { name: 'Other', categoryId: 1 }, app.bearer(other.key))
  assert.equal(same.body, first.body)
  assert.deepEqual([apart.statusCode, apart.json().id], [201, 2])
})

onEachEngine('a response is stored for 24 hours, then its key can be used again', async (testApp) => {
  const clock = testClock()
  await using app = await testApp({ clock })
  await post(app, 'k')
  clock.advance(IDEMPOTENCY_MS - 1)
  assert.equal((await post(app, 'k')).headers['idempotent-replayed'], 'true')
  clock.advance(1)
  const fresh = await post(app, 'k', { name: 'Other', categoryId: 1 })
  assert.equal(fresh.statusCode, 201)
  assert.equal(fresh.headers['idempotent-replayed'], undefined)
  clock.advance(IDEMPOTENCY_MS - 1)
  assert.equal((await post(app, 'k')).statusCode, 422)
})

test('a stored response survives the process', async () => {
  using folder = temporaryFolder()
  const clock = testClock()
  const before = await testApp({ folder: folder.path, clock })
  const owner = await before.createKey()
  const first = await post(before, 'k', biscuit, before.bearer(owner.key))
  await before.close()
  await using after = await testApp({ folder: folder.path, clock })
  const again = await post(after, 'k', biscuit, after.bearer(owner.key))
  assert.equal(again.body, first.body)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(await countPets(after), 1)
})

onEachEngine('only a success is stored: after an error the key can be used again', async (testApp) => {
  await using app = await testApp()
  assert.equal((await post(app, 'k', { name: 'x' })).statusCode, 400)
  assert.equal((await post(app, 'k', '{')).statusCode, 400)
  const wrongType = await post(app, 'k', 'x', { 'content-type': 'text/plain' })
  assert.equal(wrongType.statusCode, 415)
  const good = await post(app, 'k')
  assert.equal(good.statusCode, 201)
  assert.equal(good.headers['idempotent-replayed'], undefined)
})

onOneEngine('a key that is empty, too long or not printable is 400 invalid_idempotency_key', async (testApp) => {
  await using app = await testApp()
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'é', 'a\u007f']) {
    const response = await post(app, key)
    assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_idempotency_key'], JSON.stringify(key))
  }
  for (const key of ['x', 'x'.repeat(255), ' ', '"quoted"', '~', '{}']) {
    assert.equal((await post(app, key)).statusCode, 201, key)
  }
})

onEachEngine('only one of several concurrent equal requests is executed, the others get 409', async (testApp) => {
  await using app = await testApp()
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(app, 'k')))
  const created = answers.filter(({ statusCode }) => statusCode === 201)
  assert.equal(new Set(created.map(({ body }) => body)).size, 1)
  assert.equal(created.filter(({ headers }) => !headers['idempotent-replayed']).length, 1)
  for (const answer of answers) {
    if (answer.statusCode === 201) continue
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'idempotency_key_in_use'])
    assert.equal(answer.headers['retry-after'], '1')
  }
  assert.equal(await countPets(app), 1)
  assert.equal((await post(app, 'k')).headers['idempotent-replayed'], 'true')
})

onEachEngine('concurrent requests with different keys are all executed', async (testApp) => {
  await using app = await testApp()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => post(app, `k${at}`)))
  assert.ok(answers.every(({ statusCode }) => statusCode === 201))
  assert.equal(await countPets(app), 30)
})

onEachEngine('a replay counts like any request, and reads ignore the header', async (testApp) => {
  await using app = await testApp()
  await post(app, 'k')
  const replay = await post(app, 'k')
  assert.equal(replay.headers['x-ratelimit-remaining'], '998')
  const read = await app.get('/v1/pets', { ...app.key, 'idempotency-key': 'k' })
  assert.equal(read.statusCode, 200)
  assert.equal(read.headers['idempotent-replayed'], undefined)
})

onEachEngine(
  'a response to a request that changed nothing is not stored; one that changed something is',
  async (testApp) => {
    await using app = await testApp()
    const batch = (key: string, pets: unknown[]) => app.post('/v1/pets:batch', { pets }, { 'idempotency-key': key })
    const [good, bad] = [biscuit, { wrong: 1 }]
    for (let count = 0; count < 2; count += 1) {
      const refused = await batch('a', [bad, bad])
      assert.equal(refused.json().results[1].status, 400)
      assert.equal(refused.headers['idempotent-replayed'], undefined)
    }
    // The request changed nothing, so its key can be used again.
    assert.equal((await batch('a', [good])).json().results[0].status, 201)
    assert.equal((await batch('a', [bad])).json().code, 'idempotency_key_reused')
    const part = await batch('b', [good, bad])
    assert.equal((await batch('b', [good, bad])).body, part.body)
    assert.equal(await countPets(app), 2)
  },
)

test('stored responses that an erasure must change are found by an index', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'store.db')
  await (await openSqlite({ path })).close()
  const database = new DatabaseSync(path)
  const plan = database
    .prepare('explain query plan select body from idempotency_keys where location = ?')
    .all('/v1/store/orders/1')
  database.close()
  assert.match(String(plan[0]?.detail), /USING INDEX idempotency_keys_location/)
})

onEachEngine(
  'responses stored for a user, or for a caller who acts for the store, are not replayed to others',
  async (testApp) => {
    await using app = await testApp()
    const other = applicationsOf(app, (await keyOfOther(app)).headers)
    const url = String((await other.apply({ petId: await other.addPet() })).headers.location)
    const people = peopleOf(app)
    const staff = await people.add('admin')
    const key = { 'idempotency-key': 'approval' }
    const approve = (headers: Record<string, string>) => app.post(`${url}/approve`, {}, { ...headers, ...key })
    const approval = await approve(staff.headers)
    assert.equal(approval.statusCode, 201, approval.body)
    assert.equal((await approve(staff.headers)).headers['idempotent-replayed'], 'true')
    const colleague = await people.add('admin')
    const { key: secret } = await app.createKey('enterprise', { scopes: everyScope })
    for (const headers of [colleague.headers, app.bearer(secret)])
      assert.equal((await approve(headers)).json().code, 'invalid_transition')
    // The oldest account is the one that staff act as.
    const plain = await approve(app.key)
    assert.deepEqual([plain.statusCode, plain.json().code], [404, 'application_not_found'])
    const member = await people.add('manager', { accountId: app.accountId })
    const added = await post(app, 'mine', biscuit, member.headers)
    assert.equal((await post(app, 'mine', biscuit, member.headers)).body, added.body)
    assert.notEqual((await post(app, 'mine')).body, added.body)
  },
)
