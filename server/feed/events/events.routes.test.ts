import assert from 'node:assert/strict'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'

type Event = {
  id: string
  type: string
  time: string
  data: Record<string, unknown> & { id: number }
}

const addPet = (app: TestApp, name = 'Biscuit') =>
  app.post('/v1/pets', { name, categoryId: 7 }).then((response) => response.json().id as number)

const readAll = async (app: TestApp, query = ''): Promise<Event[]> => {
  const events: Event[] = []
  for (let after = ''; ; ) {
    const page: Event[] = (await app.get(`/v1/events?limit=100${after}${query}`)).json()
    events.push(...page)
    const last = page.at(-1)
    if (!last || page.length < 100) return events
    after = `&after=${last.id}`
  }
}

onEachEngine('every change is in the feed, with the resource after it, in order', async (testApp) => {
  await using app = await testApp()
  const id = await addPet(app)
  const send = (method: 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: app.key, ...(payload && { payload }) })
  await send('PATCH', `/v1/pets/${id}`, { name: 'Crumb' })
  await send('PUT', '/v1/categories/7', { name: 'Dogs' })
  const customer = { name: 'Ada', email: 'ada@example.org' }
  await app.post('/v1/store/orders', { petId: id, customer })
  await send('PATCH', '/v1/store/orders/1', { status: 'cancelled' })
  await send('DELETE', `/v1/pets/${id}`)
  const events = await readAll(app)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.status ?? data.name ?? data.id]),
    [
      ['pet.created', 'available'],
      ['pet.updated', 'available'],
      ['category.updated', 'Dogs'],
      ['order.placed', 'placed'],
      ['pet.updated', 'pending'],
      ['order.updated', 'cancelled'],
      ['pet.updated', 'available'],
      ['pet.deleted', id],
    ],
  )
  assert.deepEqual(events.at(-1)?.data, { id })
  assert.deepEqual(
    events.map(({ id }) => id),
    events.map(({ id }) => id).toSorted(),
  )
  for (const { time } of events) assert.equal(time, '2026-11-20T12:00:00.000Z')
})

onEachEngine('requests that change nothing or are rejected are not in the feed', async (testApp) => {
  await using app = await testApp()
  const id = await addPet(app)
  const patch = (payload: object) => app.inject({ method: 'PATCH', url: `/v1/pets/${id}`, headers: app.key, payload })
  await patch({})
  await patch({ status: 'available', name: 'Biscuit' })
  await patch({ name: '' })
  await app.post('/v1/pets', { name: 'x' })
  assert.equal((await readAll(app)).length, 1)
})

onEachEngine('a replayed POST is one event', async (testApp) => {
  await using app = await testApp()
  const once = { 'idempotency-key': 'k' }
  await app.post('/v1/pets', { name: 'a', categoryId: 1 }, once)
  await app.post('/v1/pets', { name: 'a', categoryId: 1 }, once)
  assert.equal((await readAll(app)).length, 1)
})

onEachEngine('a page leads to the next by Link, X-Next-Cursor and the last id; types filter it', async (testApp) => {
  await using app = await testApp()
  for (let count = 0; count < 5; count += 1) await addPet(app)
  const page = await app.get('/v1/events?limit=2')
  const last = page.json().at(-1).id
  assert.equal(page.headers['x-next-cursor'], last)
  assert.match(String(page.headers.link), new RegExp(`events\\?limit=2&after=${last}>; rel="next"`))
  const rest = await app.get(`/v1/events?after=${last}`)
  assert.equal(rest.json().length, 3)
  assert.equal(rest.headers.link, undefined)
  assert.deepEqual((await app.get('/v1/events?type=pet.deleted')).json(), [])
  assert.equal((await app.get('/v1/events?type=pet.created,pet.deleted')).json().length, 5)
  assert.equal((await app.get('/v1/events?type=pet.created&type=pet.deleted')).json().length, 5)
  assert.equal((await app.get('/v1/events?type=pet.sold')).json().code, 'invalid_parameter')
  const end = rest.json().at(-1).id
  assert.deepEqual((await app.get(`/v1/events?after=${end}`)).json(), [])
})

onEachEngine(
  '`after=now` is an empty page with the position of the end of the feed, whatever was filtered or removed',
  async (testApp) => {
    await using app = await testApp({ settings: { EVENT_RETENTION_DAYS: '1' } })
    const endOf = async (query = ''): Promise<string> => {
      const page = await app.get(`/v1/events?after=now${query}`)
      assert.deepEqual([page.statusCode, page.json()], [200, []])
      return String(page.headers['x-next-cursor'])
    }
    // There is an end to continue from even before anything has happened.
    const start = await endOf()
    const first = await addPet(app)
    const [{ id: firstId, data }] = (await app.get(`/v1/events?after=${start}`)).json()
    assert.equal(data.id, first)
    assert.equal(await endOf(), firstId)
    await addPet(app)
    const end = await endOf('&type=order.placed&limit=1')
    assert.ok(end > firstId)
    assert.deepEqual((await app.get(`/v1/events?after=${end}`)).json(), [])
    const page = await app.get('/v1/events?after=now&limit=5&type=pet.created')
    assert.match(String(page.headers.link), new RegExp(`events\\?limit=5&type=pet.created&after=${end}>; rel="next"`))
    app.clock.advance(86_400_001)
    await app.service.runRoutine('events.purge')
    assert.equal(await endOf(), end)
    const last = await addPet(app)
    const rest: Event[] = (await app.get(`/v1/events?after=${end}`)).json()
    assert.deepEqual(
      rest.map(({ data }) => data.id),
      [last],
    )
  },
)

onEachEngine(
  'an `after` that this feed never returned, or whose successors were removed, is invalid_cursor',
  async (testApp) => {
    await using app = await testApp({ settings: { EVENT_RETENTION_DAYS: '1' } })
    await addPet(app)
    const [{ id: old }] = (await app.get('/v1/events')).json()
    for (const after of ['x', '1', `${old}0`, old.replace(/.$/, '9')]) {
      assert.equal((await app.get(`/v1/events?after=${after}`)).json().code, 'invalid_cursor', after)
    }
    await addPet(app)
    app.clock.advance(86_400_001)
    await addPet(app)
    await app.service.runRoutine('events.purge')
    assert.equal((await app.get(`/v1/events?after=${old}`)).json().code, 'invalid_cursor')
    const kept = (await app.get('/v1/events')).json()
    assert.deepEqual(
      kept.map(({ data }: Event) => data.id),
      [3],
    )
    assert.deepEqual((await app.get(`/v1/events?after=${kept[0].id}`)).json(), [])
  },
)

onEachEngine('the feed replayed from its start rebuilds the animals, their ids exact', async (testApp) => {
  await using app = await testApp()
  await app.post('/v1/pets', '{"name":"exact","categoryId":9223372036854775807}')
  assert.match((await app.get('/v1/events')).body, /"categoryId":9223372036854775807/)
})

onEachEngine(
  'a reader that polls during 1,000 writes by 100 writers sees every event once and in order',
  async (testApp) => {
    await using app = await testApp({ settings: { LOG_LEVEL: 'silent' } })
    const { key } = await app.createKey('enterprise')
    const headers = { ...app.bearer(key), 'content-type': 'application/json' }
    let writing = true
    const write = async (_: unknown, writer: number) => {
      for (let count = 0; count < 10; count += 1) {
        const payload = JSON.stringify({ name: `pet ${count}`, categoryId: writer })
        const request = { method: 'POST', url: '/v1/pets', headers, payload } as const
        assert.equal((await app.send(request)).statusCode, 201)
      }
    }
    const writes = Promise.all(Array.from({ length: 100 }, write)).finally(() => {
      writing = false
    })
    const seen: Event[] = []
    for (let wasWriting = true; wasWriting; ) {
      wasWriting = writing
      for (let page: Event[] = []; ; ) {
        const after = seen.at(-1) ? `&after=${seen.at(-1)?.id}` : ''
        page = (await app.get(`/v1/events?limit=100${after}`, app.bearer(key))).json()
        seen.push(...page)
        if (page.length < 100) break
      }
      await new Promise(setImmediate)
    }
    await writes
    assert.equal(seen.length, 1_000)
    const ids = seen.map(({ id }) => id)
    assert.deepEqual(ids, [...new Set(ids)].sort())
    assert.deepEqual(
      seen.map(({ data }) => data.id).sort((one, other) => one - other),
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    )
  },
)
