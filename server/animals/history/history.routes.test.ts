import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { typed } from '../../../test/harness/typed.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

type Headers = Record<string, string>
type Entry = {
  action: string
  time: string
  actor?: { type: string; name?: string }
  fields?: string[]
} & Record<string, unknown>

const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }

const send = (
  app: TestApp,
  method: 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  { payload, headers = app.key }: { payload?: object; headers?: Headers } = {},
) => app.inject({ method, url, headers, ...(payload && { payload }) })

const historyOf = async (app: TestApp, petId: number, headers = app.key): Promise<Entry[]> =>
  (await app.get(`/v1/pets/${petId}/history?limit=100`, headers)).json()

/** Compact entries, oldest first. */
const summaries = (entries: readonly Entry[]) =>
  entries
    .toReversed()
    .map(({ action, status, fields }) => [action, status ?? fields].filter((part) => part !== undefined).join(' '))

onEachEngine(
  'the history of an animal says what happened, who did it and when, even after events have expired',
  async (open) => {
    await using app = await open()
    const mia = await peopleOf(app).add('manager', { accountId: app.accountId })
    const { headers } = mia
    const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 }, headers)).json()
    const url = `/v1/pets/${id}`
    await send(app, 'PATCH', url, { payload: { name: 'Waffle' }, headers })
    const profile = { species: 'dog', microchip: '276098102345678', published: true }
    await send(app, 'PUT', `${url}/profile`, { payload: profile, headers })
    const photo = (
      await app.post(`${url}/photos`, await jpeg(40, 30), {
        ...headers,
        'content-type': 'image/jpeg',
      })
    ).json()
    await send(app, 'PATCH', `/v1/photos/${photo.id}`, { payload: { alt: 'Waffle' }, headers })
    const application = { petId: id, formId: 1, applicant: customer, answers: {} }
    await app.post('/v1/applications', application)
    const [{ id: applicationId }] = (await app.get('/v1/applications')).json()
    const order = (await app.post(`/v1/applications/${applicationId}/approve`, {}, headers)).json()
    const orderUrl = `/v1/store/orders/${order.id}`
    await send(app, 'PATCH', orderUrl, { payload: { status: 'delivered' }, headers })
    await app.post(`${orderUrl}/undo`, '', headers)
    await send(app, 'PATCH', orderUrl, { payload: { status: 'delivered' }, headers })
    await send(app, 'PATCH', orderUrl, { payload: { status: 'returned' }, headers })
    await send(app, 'PATCH', url, { payload: { status: 'pending' } })
    await send(app, 'PATCH', orderUrl, { payload: { note: 'Lives with Ada' } })
    await send(app, 'DELETE', `${orderUrl}/customer`)
    app.clock.advance(40 * 86_400_000)
    await app.service.runRoutine('events.purge')

    const entries = await historyOf(app, id)
    const after = summaries(entries)
    // An approval of an application and its order have the same time.
    assert.deepEqual(after.splice(7, 3).toSorted(), [
      'applicationMoved approved',
      'orderMoved approved',
      'orderPlaced placed',
    ])
    assert.deepEqual(after, [
      'added',
      'changed name',
      'profileChanged species,microchip',
      'published',
      'photoAdded',
      'photoChanged alt',
      'applicationReceived submitted',
      'orderMoved delivered',
      'orderUndone approved',
      'orderMoved delivered',
      'orderMoved returned',
      'unpublished',
      'moved pending',
      'orderChanged note',
      'orderChanged customer,note',
    ])
    const unpublished = entries.find(({ action }) => action === 'unpublished')
    assert.equal(unpublished?.orderId, order.id, 'the return did it')
    assert.deepEqual(entries.at(-1), {
      id: entries.at(-1)?.id,
      time: '2026-11-20T12:00:00.000Z',
      action: 'added',
      actor: { type: 'user', name: 'manager 1' },
    })
    assert.doesNotMatch(JSON.stringify(entries), /Lovelace|ada@|Lives with|276098/)
    // A name stays after the person is deleted.
    const admin = await adminOf(app)
    const gone = await send(app, 'DELETE', `/v1/users/${mia.id}`, { headers: admin.headers })
    assert.equal(gone.statusCode, 204)
    assert.equal((await historyOf(app, id)).at(-1)?.actor?.name, 'manager 1')
  },
)

onEachEngine('only the owner can see the history, page by page, without what they may not read', async (open) => {
  await using app = await open()
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const placer = await app.createKey('business', { name: 'Somebody else' })
  const by = app.bearer(placer.key)
  const order = (await app.post('/v1/store/orders', { petId: id, customer }, by)).json()
  await send(app, 'PATCH', `/v1/store/orders/${order.id}`, {
    payload: { status: 'cancelled' },
    headers: by,
  })
  const url = `/v1/pets/${id}/history`
  assert.equal((await app.get(url, by)).json().code, 'not_owner')
  assert.equal((await app.get('/v1/pets/987/history')).json().code, 'pet_not_found')
  const entries = await historyOf(app, id)
  assert.deepEqual(summaries(entries), ['added', 'orderPlaced placed', 'orderMoved cancelled'])
  assert.doesNotMatch(JSON.stringify(entries), /Somebody else/)
  await namedToNobodyElse(app, { petId: id, by })
  const reader = await app.siblingKey(['pets:read'])
  assert.deepEqual(summaries(await historyOf(app, id, reader)), ['added', 'changed name', 'changed name'])

  const seen: string[] = []
  let next: unknown
  do {
    const page = await app.get(`${url}?limit=1${next ? `&cursor=${next}` : ''}`)
    seen.push(...summaries(page.json()))
    next = page.headers['x-next-cursor']
  } while (next !== undefined)
  assert.deepEqual(seen, summaries(await historyOf(app, id)).toReversed())
  const counted = await app.get(`${url}?limit=1`, { ...app.key, prefer: 'return=total-count' })
  assert.equal(counted.headers['x-total-count'], '6')
})

/**
 * Whatever another account does to an animal, its owner does not see the name of that account's
 * key.
 */
const namedToNobodyElse = async (app: TestApp, { petId, by }: { petId: number; by: Headers }): Promise<void> => {
  const application = { petId, formId: 1, applicant: customer, answers: {} }
  assert.equal((await app.post('/v1/applications', application, by)).statusCode, 201)
  const admin = await app.createKey('business', { name: 'Somebody else', scopes: ['admin'] })
  const url = `/v1/pets/${petId}`
  const headers = app.bearer(admin.key)
  const payload = { name: 'Waffle' }
  assert.equal((await send(app, 'PATCH', url, { payload, headers })).statusCode, 200)
  const [renamed, applied] = await historyOf(app, petId)
  assert.deepEqual([renamed?.actor, applied?.actor], [{ type: 'key' }, { type: 'key' }])
  // Staff belong to no account.
  const staff = await peopleOf(app).add('manager')
  const back = { payload: { name: 'Biscuit' }, headers: staff.headers }
  assert.equal((await send(app, 'PATCH', url, back)).statusCode, 200)
  assert.deepEqual((await historyOf(app, petId))[0]?.actor?.type, 'user')
  assert.match(String((await historyOf(app, petId))[0]?.actor?.name), /^manager/)
}

onEachEngine('the history is removed with the animal', async (open) => {
  await using app = await open()
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const kept = (await app.post('/v1/pets', { name: 'Pepper', categoryId: 7 })).json()
  const last = (await app.post('/v1/pets', { name: 'Ginger', categoryId: 7 })).json()
  await send(app, 'PUT', `/v1/pets/${id}/profile`, {
    payload: { species: 'dog', published: true },
  })
  await send(app, 'DELETE', `/v1/pets/${id}`)
  // Later changes to its order are not recorded, as another animal may be imported with the same
  // id.
  const order = (await app.post('/v1/store/orders', { petId: kept.id, customer })).json()
  const orderUrl = `/v1/store/orders/${order.id}`
  await send(app, 'PATCH', orderUrl, { payload: { status: 'cancelled' } })
  await send(app, 'DELETE', `/v1/pets/${kept.id}`)
  const noted = await send(app, 'PATCH', orderUrl, { payload: { note: 'Wants a cat' } })
  assert.equal(noted.statusCode, 200)
  // Together with others in one commit.
  const names = ['a', 'b', 'c']
  const made = await Promise.all(names.map((name) => app.post('/v1/pets', { name, categoryId: 7 })))
  await Promise.all(made.map((one) => send(app, 'DELETE', `/v1/pets/${one.json().id}`)))
  const database = await app.openDatabase()
  const rows = await database.read.selectFrom('pet_history').select('pet_id').execute()
  await database.close()
  assert.deepEqual(rows, [{ pet_id: BigInt(last.id) }])
})

onEachEngine('names of users and keys are removed when an animal moves to another account', async (open) => {
  await using app = await open()
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const other = await app.createKey()
  const transfer = ['--from', String(app.accountId), '--to', String(other.accountId)]
  const { code, errors } = await typed(app.databaseUrl, 'accounts', 'transfer', ...transfer)
  assert.equal(code, 0, errors.join('\n'))
  const entries = await historyOf(app, id, app.bearer(other.key))
  assert.deepEqual(summaries(entries), ['added', 'transferred'])
  assert.deepEqual(entries.at(-1)?.actor, { type: 'key' })
})

test('entries that a caller may not see do not slow down the list, however many there are', async () => {
  await using app = await testApp()
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const database = await app.openDatabase()
  await database.write(({ query }) =>
    sql`with recursive place (at) as (select 1 union all select at + 1 from place where at < 200000)
    insert into pet_history (pet_id, time, action, subject)
    select ${id}, 1, 'orderChanged', 'order' from place`.execute(query),
  )
  await database.close()
  const reader = await app.siblingKey(['pets:read'])
  let isWaiting = true
  const counted = app.get(`/v1/pets/${id}/history`, { ...reader, prefer: 'return=total-count' }).finally(() => {
    isWaiting = false
  })
  let served = 0
  for (; isWaiting; served += 1) {
    await app.get('/v1/pets')
    await setImmediate()
  }
  assert.equal((await counted).headers['x-total-count'], '1')
  assert.ok(served > 5, `${served} others were served meanwhile`)
})

const changeProfile = (app: TestApp, id: number, payload: object, headers: Headers) =>
  send(app, 'PATCH', `/v1/pets/${id}/profile`, {
    payload,
    headers: { ...headers, 'content-type': 'application/merge-patch+json' },
  })

onEachEngine("one person's saves within some minutes are one entry of the history, and an event each", async (open) => {
  await using app = await open()
  const scopes = ['pets:read', 'pets:write'] as const
  // Two keys with the same name.
  const [one, other] = [await app.siblingKey(scopes), await app.siblingKey(scopes)]
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 }, one)).json()
  const saves = async (payload: object, by: Headers, afterMs = MINUTE_MS) => {
    app.clock.advance(afterMs)
    const { statusCode, body } = await changeProfile(app, id, payload, by)
    assert.equal(statusCode, 200, body)
  }
  const texts = ['A', 'A quiet', 'A quiet dog']
  for (const description of texts) await saves({ description }, one)
  await saves({ species: 'dog', description: 'A quiet dog.' }, one, 5 * MINUTE_MS)
  const entries = await historyOf(app, id)
  assert.deepEqual(summaries(entries), ['added', 'profileChanged description,species'])
  assert.equal(entries[0]?.time, '2026-11-20T12:08:00.000Z')

  await saves({ size: 'small' }, other)
  await saves({ size: 'medium' }, one)
  await send(app, 'PATCH', `/v1/pets/${id}`, { payload: { name: 'Waffle' }, headers: one })
  await saves({ size: 'large' }, one)
  await saves({ sex: 'female' }, one, 5 * MINUTE_MS + 1)
  assert.deepEqual(summaries(await historyOf(app, id)).slice(2), [
    'profileChanged size',
    'profileChanged size',
    'changed name',
    'profileChanged size',
    'profileChanged sex',
  ])
  const events = (await app.get('/v1/events?limit=100')).json() as { type: string }[]
  assert.equal(events.filter(({ type }) => type === 'pet.profileUpdated').length, 8)
})

onEachEngine('concurrent saves lose no field, and animals of one request get separate entries', async (open) => {
  await using app = await open()
  const { id } = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const other = (await app.post('/v1/pets', { name: 'Pepper', categoryId: 7 })).json()
  const changes = {
    species: 'dog',
    size: 'small',
    sex: 'female',
    description: 'Quiet',
    specialNeeds: 'None',
    microchip: '276098102345678',
  }
  await Promise.all([
    ...Object.entries(changes).map(([name, value]) => changeProfile(app, id, { [name]: value }, app.key)),
    changeProfile(app, other.id, { species: 'cat' }, app.key),
  ])
  const [entry, ...before] = await historyOf(app, id)
  assert.deepEqual(summaries(before), ['added'])
  assert.deepEqual(entry?.fields?.toSorted(), Object.keys(changes).toSorted())
  assert.deepEqual(summaries(await historyOf(app, other.id)), ['added', 'profileChanged species'])
})
