import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, onOneEngine } from '../../../test/harness/app.ts'
import { systemClock } from '../../platform/clock.ts'
import { foldText } from '../../platform/search-text.ts'

type Named = { id: number; name: string }

onEachEngine('accounts are found by parts of their name and by id', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const made: Record<string, number> = {}
  for (const name of ['Tierheim Köln', 'Tierheim Bonn', 'Koln Cats', 'Łódź Paws', "St. Mary's"]) {
    made[name] = (await admin.post('/v1/accounts', { name, plan: 'pro' })).json().id
  }
  const namesOf = async (query: string) => {
    const { statusCode, body, json } = await admin.get(`/v1/accounts?${query}`)
    assert.equal(statusCode, 200, body)
    return json().map(({ name }: Named) => name)
  }
  assert.deepEqual(await namesOf('q=KOLN'), ['Tierheim Köln', 'Koln Cats'])
  assert.deepEqual(await namesOf('q=k%C3%B6ln%20heim'), ['Tierheim Köln'])
  assert.deepEqual(await namesOf('q=lodz'), ['Łódź Paws'])
  assert.deepEqual(await namesOf('q=st.%20mary'), ["St. Mary's"])
  assert.deepEqual(await namesOf(`q=${made['Koln Cats']}`), ['Koln Cats'])
  assert.deepEqual(await namesOf('q=100%25'), [])
  assert.deepEqual(await namesOf('q=_'), [])
  assert.deepEqual(await namesOf('q=!'), [])
  assert.deepEqual(await namesOf('q=99999999999999999999'), [])

  await admin.patch(`/v1/accounts/${made['Koln Cats']}`, { name: 'Bonn Cats' })
  assert.deepEqual(await namesOf('q=koln'), ['Tierheim Köln'])
  assert.deepEqual(await namesOf('q=bonn&plan=free'), [])

  for (const [query, field] of [
    ['q=', 'q'],
    [`q=${'x'.repeat(101)}`, 'q'],
    ['status=gone', 'status'],
    ['plan=gold', 'plan'],
    ['name=x', 'name'],
  ] as const) {
    const { statusCode, json } = await admin.get(`/v1/accounts?${query}`)
    assert.deepEqual([statusCode, json().errors[0].field], [400, field], query)
  }
})

onEachEngine('accounts are listed by their status', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const [open, waiting, stopped, rejected] = await Promise.all(
    ['open', 'waiting', 'stopped', 'rejected'].map(
      async (name) => (await admin.post('/v1/accounts', { name, plan: 'free' })).json().id,
    ),
  )
  await (await app.openDatabase()).write(async ({ query }) => {
    const ids = [waiting, rejected].map(BigInt)
    await query.updateTable('accounts').set({ reviewed_at: null }).where('id', 'in', ids).execute()
  })
  for (const id of [stopped, rejected]) {
    await admin.patch(`/v1/accounts/${id}`, { suspended: true })
  }
  const idsOf = async (status: string) =>
    (await admin.get(`/v1/accounts?status=${status}`)).json().map(({ id }: Named) => id)
  assert.ok((await idsOf('active')).includes(open))
  assert.deepEqual(await idsOf('unreviewed'), [waiting])
  assert.deepEqual((await idsOf('suspended')).toSorted(), [stopped, rejected].toSorted())
  await admin.patch(`/v1/accounts/${waiting}`, { reviewed: true })
  assert.deepEqual(await idsOf('unreviewed'), [])
  assert.ok((await idsOf('active')).includes(waiting))
})

onEachEngine('pages of a search are complete, counted, and bound to it', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  await (await app.openDatabase()).write(async ({ query }) => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      name: `Refugio Peñón ${at % 4 === 0 ? 'Sur' : 'Norte'} ${at}`,
      plan: 'free',
      created_at: 1n,
    }))
    for (let from = 0; from < rows.length; from += 1_000) {
      const some = rows.slice(from, from + 1_000)
      const searchable = some.map((row) => ({ ...row, search: foldText(row.name) }))
      await query.insertInto('accounts').values(searchable).execute()
    }
  })
  const prefer = { prefer: 'return=total-count' }
  const first = await admin.get('/v1/accounts?q=penon+sur&limit=100', prefer)
  assert.equal(first.headers['x-total-count'], '2500')
  const seen: string[] = first.json().map(({ name }: Named) => name)
  let cursor = first.headers['x-next-cursor']
  const wrong = await admin.get(`/v1/accounts?q=penon&cursor=${cursor}`)
  assert.deepEqual([wrong.statusCode, wrong.json().code], [400, 'invalid_cursor'])
  const link = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1]
  assert.equal(new URL(String(link)).searchParams.get('q'), 'penon sur')
  while (cursor) {
    const page = await admin.get(`/v1/accounts?q=penon+sur&limit=100&cursor=${cursor}`)
    seen.push(...page.json().map(({ name }: Named) => name))
    cursor = page.headers['x-next-cursor']
  }
  assert.equal(new Set(seen).size, 2_500)
  assert.ok(seen.every((name) => name.includes('Sur')))

  // A search reads every name in the worst case. Compared with a page of a hundred accounts, which is always fast.
  const best = async (url: string) => {
    const times: number[] = []
    for (let round = 0; round < 7; round += 1) {
      const startMs = systemClock.steadyMs()
      assert.equal((await admin.get(url)).statusCode, 200)
      times.push(systemClock.steadyMs() - startMs)
    }
    return Math.min(...times)
  }
  const [page, search] = [await best('/v1/accounts?limit=100'), await best('/v1/accounts?q=nowhere+at+all')]
  assert.ok(search < 30 * page, `${search} ms, and ${page} ms for a page`)
})

onOneEngine('an account of a program without searches is found by its name', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  await (await app.openDatabase()).write(({ query }) =>
    query.insertInto('accounts').values({ name: 'Older Paws', plan: 'free', created_at: 1n }).execute(),
  )
  const found = (await admin.get('/v1/accounts?q=older')).json()
  assert.deepEqual(
    found.map(({ name }: Named) => name),
    ['Older Paws'],
  )
})

onEachEngine('keys are found by name, shown part, state and kind', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const { id } = (await admin.post('/v1/accounts', { name: 'Keys', plan: 'free' })).json()
  const path = `/v1/accounts/${id}/keys`
  const create = async (body: object) => (await admin.post(path, body)).json()
  const site = await create({ name: 'Página web', kind: 'publishable' })
  const robot = await create({ name: 'Robot' })
  const old = await create({ name: 'Old robot' })
  const soon = new Date(app.clock.nowMs() + 3_600_000).toISOString()
  const fair = await create({ name: 'Fair', expiresAt: soon })
  const replaced = await create({ name: 'Replaced' })
  const successor = (await admin.post(`/v1/keys/${replaced.id}/rotate`, { graceSeconds: 7_200 })).json()
  await admin.remove(`/v1/keys/${old.id}`)
  const idsOf = async (query: string) => {
    const { statusCode, body, json } = await admin.get(`${path}?${query}`, {
      prefer: 'return=total-count',
    })
    assert.equal(statusCode, 200, body)
    return json().map((key: Named) => key.id)
  }
  assert.deepEqual(await idsOf('q=pagina'), [site.id])
  assert.deepEqual(await idsOf('q=robot'), [robot.id, old.id])
  assert.deepEqual(await idsOf('q=robot&state=active'), [robot.id])
  assert.deepEqual(await idsOf(`q=${encodeURIComponent(robot.display)}`), [robot.id])
  assert.deepEqual(await idsOf(`q=${fair.id}`), [fair.id])
  assert.deepEqual(await idsOf('kind=publishable'), [site.id])
  assert.deepEqual(await idsOf('state=rotated'), [replaced.id])
  assert.deepEqual(await idsOf('state=revoked'), [old.id])
  assert.deepEqual(await idsOf('state=expired'), [])
  const active = [site.id, robot.id, fair.id, successor.id]
  assert.deepEqual(await idsOf('state=active'), active)
  app.clock.advance(3_600_001)
  assert.deepEqual(await idsOf('state=expired'), [fair.id])
  await admin.patch(`/v1/accounts/${id}`, { suspended: true })
  const stopped = [site.id, robot.id, replaced.id, successor.id]
  assert.deepEqual(await idsOf('state=suspended'), stopped)
  for (const state of ['active', 'rotated', 'banned']) {
    assert.deepEqual(await idsOf(`state=${state}`), [])
  }
})

onEachEngine('operators list the webhooks of every account', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const other = await app.createKey('pro', { scopes: ['webhooks:manage', 'pets:read'] })
  const create = async (key: string, url: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/v1/webhooks',
        payload: { url },
        headers: app.bearer(key),
      })
    ).json().id
  const own = await create(admin.key, 'https://own.example.org/hooks')
  const theirs = await create(other.key, 'https://other.example.org/hooks')
  const list = async (key: string, query = '') => {
    const { statusCode, json, body } = await app.get(`/v1/webhooks${query}`, app.bearer(key))
    assert.equal(statusCode, 200, body)
    return json().map(({ id, accountId }: { id: number; accountId?: number }) => [id, accountId])
  }
  assert.deepEqual(await list(admin.key), [[own, undefined]])
  assert.deepEqual(await list(admin.key, '?allAccounts=true'), [
    [own, Number(admin.accountId)],
    [theirs, Number(other.accountId)],
  ])
  assert.deepEqual(await list(other.key, '?allAccounts=true'), [[theirs, undefined]])
  const page = await app.get('/v1/webhooks?allAccounts=true&limit=1', app.bearer(admin.key))
  const cursor = page.headers['x-next-cursor']
  const next = await list(admin.key, `?allAccounts=true&limit=1&cursor=${cursor}`)
  assert.deepEqual(next, [[theirs, Number(other.accountId)]])
})
