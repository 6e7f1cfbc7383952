import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, onOneEngine } from '../../../test/harness/app.ts'

onEachEngine('an account is created, found, listed and updated', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const created = await admin.post('/v1/accounts', { name: 'Paws', plan: 'pro' })
  assert.equal(created.statusCode, 201)
  const account = created.json()
  assert.deepEqual(account, {
    id: account.id,
    name: 'Paws',
    plan: 'pro',
    perMinute: 300,
    perDay: 10_000,
    suspended: false,
    reviewedAt: new Date(app.clock.nowMs()).toISOString(),
    createdAt: new Date(app.clock.nowMs()).toISOString(),
  })
  const url = `/v1/accounts/${account.id}`
  assert.equal(created.headers.location, url)
  const found = await admin.get(url)
  assert.deepEqual(found.json(), account)
  assert.equal(found.headers.etag, created.headers.etag)
  assert.deepEqual((await admin.get('/v1/accounts')).json().at(-1), account)

  const changed = await admin.patch(url, { name: 'Paws & Co', plan: 'free' })
  assert.equal(changed.statusCode, 200)
  const expected = { ...account, name: 'Paws & Co', plan: 'free', perMinute: 60, perDay: 1_000 }
  assert.deepEqual(changed.json(), expected)
  assert.deepEqual((await admin.get(url)).json(), expected)
  assert.deepEqual((await admin.patch(url, {})).json(), expected)
})

onEachEngine('a new plan applies from the next request, and requests already counted stay counted', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { key, accountId } = await app.createKey('pro')
  const ask = async () => {
    const { statusCode, headers } = await app.get('/v1/pets', app.bearer(key))
    return [statusCode, Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining'])]
  }
  const change = (patch: object) => admin.patch(`/v1/accounts/${accountId}`, patch)
  assert.deepEqual(await ask(), [200, 300, 299])
  await change({ plan: 'business' })
  assert.deepEqual(await ask(), [200, 1_000, 998])
  await change({ plan: 'enterprise', perMinute: 2, perDay: 500 })
  assert.deepEqual(await ask(), [429, 2, 0])
  await change({ perMinute: 4, perDay: 500 })
  assert.deepEqual(await ask(), [200, 4, 1])
  const limits = (await app.get('/v1/rate-limit', app.bearer(key))).json()
  assert.equal(limits.plan, 'enterprise')
  await change({ plan: 'free' })
  assert.deepEqual(await ask(), [200, 60, 56])
})

onEachEngine('own limits are for enterprise only, both or neither, and null removes them', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const own = { perMinute: 12, perDay: 3_456 }
  const made = await admin.post('/v1/accounts', { name: 'Big', plan: 'enterprise', ...own })
  const { id, perMinute, perDay } = made.json()
  assert.deepEqual({ perMinute, perDay }, own)
  const url = `/v1/accounts/${id}`
  const limits = async (patch: object) => {
    const answer = await admin.patch(url, patch)
    assert.equal(answer.statusCode, 200, answer.body)
    return [answer.json().perMinute, answer.json().perDay]
  }
  assert.deepEqual(await limits({ perDay: 9 }), [12, 9])
  assert.deepEqual(await limits({ name: 'Bigger' }), [12, 9])
  assert.deepEqual(await limits({ perMinute: null, perDay: null }), [1_000_000, 1_000_000_000])
  assert.deepEqual(await limits(own), [12, 3_456])
  assert.deepEqual(await limits({ plan: 'pro' }), [300, 10_000])
  // The own limits are gone, and do not come back with the plan.
  assert.deepEqual(await limits({ plan: 'enterprise' }), [1_000_000, 1_000_000_000])
  await limits(own)

  const faults = async (answer: ReturnType<typeof admin.patch>) => {
    const { statusCode, body, json } = await answer
    assert.deepEqual([statusCode, json().code], [400, 'validation_failed'], body)
    return json().errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)
  }
  const account = { name: 'x', plan: 'pro' }
  for (const [answer, ...expected] of [
    [admin.post('/v1/accounts', { ...account, perMinute: 5 }), 'perMinute invalid_value'],
    [admin.post('/v1/accounts', { ...account, ...own }), 'perMinute invalid_value', 'perDay invalid_value'],
    [admin.post('/v1/accounts', { ...account, plan: 'enterprise', perDay: 5 }), 'perMinute required'],
    [admin.patch(url, { perMinute: null }), 'perMinute required'],
    [admin.patch(url, { plan: 'free', perDay: 5 }), 'perDay invalid_value'],
  ] as const) {
    assert.deepEqual(await faults(answer), expected)
  }
  assert.deepEqual(await limits({}), [12, 3_456], 'nothing was changed')
})

onOneEngine('every validation issue names its field', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const account = (await admin.post('/v1/accounts', { name: 'x', plan: 'free' })).json()
  for (const [body, ...expected] of [
    [{}, 'name', 'plan'],
    [{ name: ' ', plan: 'gold' }, 'name', 'plan'],
    [{ name: 'x'.repeat(256), plan: 'free' }, 'name'],
    [{ name: 'x', plan: 'enterprise', perMinute: 0, perDay: 1.5 }, 'perMinute', 'perDay'],
    [{ name: 'x', plan: 'enterprise', perMinute: '5', perDay: null }, 'perMinute', 'perDay'],
    [{ name: 'x', plan: 'enterprise', perMinute: 1e12 + 1, perDay: 1 }, 'perMinute'],
    [{ name: 'x', plan: 'free', id: 5 }, 'id'],
  ] as const) {
    const { statusCode, json } = await admin.post('/v1/accounts', body)
    const fields = json().errors.map(({ field }: { field: string }) => field)
    assert.deepEqual([statusCode, fields.sort()], [400, expected.toSorted()], JSON.stringify(body))
  }
  for (const [body, field, message] of [
    [{ perMinute: 'x' }, 'perMinute', 'must be an integer or null'],
    [{ plan: null }, 'plan', 'must be one of free, pro, business, enterprise'],
    [{ name: null }, 'name', 'must be a string'],
    [{ createdAt: 'now' }, 'createdAt', 'is not known here'],
  ] as const) {
    const { statusCode, json } = await admin.patch(`/v1/accounts/${account.id}`, body)
    assert.equal(statusCode, 400)
    assert.ok(
      json().errors.some((fault: Record<string, string>) => fault.field === field && fault.message === message),
      JSON.stringify(json()),
    )
  }
})

onEachEngine('an update with another If-Match is 412 and changes nothing', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const created = await admin.post('/v1/accounts', { name: 'x', plan: 'free' })
  const url = String(created.headers.location)
  const tag = { 'if-match': String(created.headers.etag) }
  const answers = await Promise.all([admin.patch(url, { name: 'one' }, tag), admin.patch(url, { name: 'two' }, tag)])
  // Either may win: where transactions run concurrently, the first to lock the row.
  const [won, lost] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
  assert.deepEqual([won?.statusCode, lost?.statusCode], [200, 412])
  assert.equal(lost?.json().code, 'precondition_failed')
  assert.equal((await admin.get(url)).json().name, won?.json().name)
  const again = { 'if-match': String(won?.headers.etag) }
  assert.equal((await admin.patch(url, { name: 'three' }, again)).statusCode, 200)
})

onEachEngine('accounts are listed a page at a time', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  for (let made = 0; made < 5; made += 1) {
    await admin.post('/v1/accounts', { name: `${made}`, plan: 'free' })
  }
  const seen: number[] = []
  let url: string | undefined = '/v1/accounts?limit=3'
  let total: unknown
  while (url) {
    const page = await admin.get(url, { prefer: 'return=total-count' })
    seen.push(...page.json().map(({ id }: { id: number }) => id))
    total = page.headers['x-total-count']
    url = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7])
  assert.equal(total, '7')
  assert.equal((await admin.get('/v1/accounts?cursor=x')).json().code, 'invalid_cursor')
})

onEachEngine('an Idempotency-Key creates one account however often it is sent', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const send = (name: string) => admin.post('/v1/accounts', { name, plan: 'free' }, { 'idempotency-key': 'one' })
  const first = await send('x')
  const again = await send('x')
  assert.equal(again.body, first.body)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal((await send('y')).statusCode, 422)
  assert.equal((await admin.get('/v1/accounts')).json().length, 3)
})

onEachEngine('an unknown account is 404 account_not_found', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  for (const id of ['999', 'x', '0', '-1', '9223372036854775808']) {
    for (const answer of [
      await admin.get(`/v1/accounts/${id}`),
      await admin.patch(`/v1/accounts/${id}`, {}),
      await admin.get(`/v1/accounts/${id}/keys`),
      await admin.post(`/v1/accounts/${id}/keys`, { name: 'x' }),
      await admin.get(`/v1/accounts/${id}/usage`),
    ]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'account_not_found'], id)
    }
  }
})

onOneEngine('administration needs the scope admin, which a key has only if it was requested', async (testApp) => {
  await using app = await testApp()
  const { accountId, id } = await app.createKey()
  for (const [method, url, payload] of [
    ['GET', '/v1/accounts'],
    ['POST', '/v1/accounts', { name: 'x', plan: 'free' }],
    ['GET', `/v1/accounts/${accountId}`],
    ['PATCH', `/v1/accounts/${accountId}`, { plan: 'enterprise' }],
    ['GET', `/v1/accounts/${accountId}/usage`],
    ['GET', `/v1/accounts/${accountId}/keys`],
    ['POST', `/v1/accounts/${accountId}/keys`, { name: 'x', scopes: ['admin'] }],
    ['GET', `/v1/keys/${id}`],
    ['DELETE', `/v1/keys/${id}`],
    ['POST', `/v1/keys/${id}/rotate`, {}],
    ['GET', '/v1/bans'],
    ['DELETE', `/v1/bans/${id}`],
    // Callers without the scope must not learn which accounts exist.
    ['GET', '/v1/accounts/999'],
    ['DELETE', '/v1/keys/999'],
  ] as const) {
    const { statusCode, json } = await app.inject({
      method,
      url,
      headers: app.key,
      ...(payload && { payload }),
    })
    assert.deepEqual([statusCode, json().code], [403, 'insufficient_scope'], `${method} ${url}`)
  }
})
