import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf, keyOfOther, publishableKey } from '../../../test/harness/applications.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { AuditEntry } from '../../accounts/audit/audit-entry.ts'
import type * as people from './person.ts'

type Headers = Record<string, string>
type Case = { id: number; petId?: number; petName?: string; status: string }
type Person = people.Person & { applicationCount: number; orderCount: number }
type PersonDetails = people.PersonDetails & { applications: Case[]; orders: (Case & { fee?: object })[] }

const ada = { name: 'Ada Lovelace', email: 'ada@example.org' }

/** Requests of applicants and adopters to an account, and the parts that it can see. */
const storeOf = (app: TestApp, headers: Headers = app.key) => {
  const store = applicationsOf(app, headers)
  return {
    ...store,
    apply: async (applicant: object, fields: object = {}): Promise<string> => {
      const sent = await store.apply({ applicant, ...fields })
      assert.equal(sent.statusCode, 201, sent.body)
      return String(sent.headers.location)
    },
    order: async (customer: object, petId?: number): Promise<string> => {
      const placed = await store.post('/v1/store/orders', {
        petId: petId ?? (await store.addPet()),
        customer,
      })
      assert.equal(placed.statusCode, 201, placed.body)
      return String(placed.headers.location)
    },
    list: async (query = ''): Promise<Person[]> => (await store.get(`/v1/people${query}`)).json(),
    person: async (id: string): Promise<PersonDetails> => (await store.get(`/v1/people/${id}`)).json(),
  }
}

onEachEngine('the applications and orders of an email address are one person, however it is written', async (open) => {
  await using app = await open()
  const store = storeOf(app)
  const petId = await store.addPet()
  const firstMs = app.clock.nowMs()
  const application = await store.apply({ ...ada, phone: '+44 20 7946 0000' }, { petId })
  app.clock.advance(1_000)
  await store.patch(application, { status: 'declined' })
  const order = await store.order({ name: 'Ada Byron', email: ' ADA@Example.ORG'.trim() }, petId)
  for (const status of ['approved', 'delivered', 'returned']) {
    await store.patch(order, {
      status,
      ...(status === 'returned' && { returnReason: 'Too big.' }),
    })
  }
  app.clock.advance(1_000)
  await store.apply({ name: 'Grace Hopper', email: 'grace@example.org' })
  const [grace, person, ...others] = await store.list()
  assert.deepEqual(others, [])
  assert.equal(grace?.name, 'Grace Hopper')
  const times = {
    firstSeenAt: new Date(firstMs).toISOString(),
    lastSeenAt: new Date(firstMs + 1_000).toISOString(),
  }
  assert.deepEqual(person, {
    id: person?.id,
    name: 'Ada Byron',
    email: 'ADA@Example.ORG',
    applicationCount: 1,
    orderCount: 1,
    ...times,
  })
  const { applications, orders, ...details } = await store.person(person.id)
  assert.deepEqual(details, {
    id: person.id,
    name: 'Ada Byron',
    email: 'ADA@Example.ORG',
    phone: '+44 20 7946 0000',
    names: ['Ada Byron', 'Ada Lovelace'],
    isComplete: true,
    ...times,
  })
  const now = times.lastSeenAt
  assert.deepEqual(applications, [
    {
      id: 1,
      petId,
      petName: 'Biscuit',
      status: 'declined',
      createdAt: times.firstSeenAt,
      updatedAt: now,
      closedAt: now,
    },
  ])
  assert.deepEqual(orders, [
    {
      id: 1,
      petId,
      petName: 'Biscuit',
      status: 'returned',
      returnReason: 'Too big.',
      createdAt: now,
      updatedAt: now,
    },
  ])
  // This key lacks the scope for the names of animals.
  const reader = await app.siblingKey(['applications:read', 'orders:read'])
  const { petName, ...rest } = (await app.get(`/v1/people/${person.id}`, reader)).json().orders[0]
  assert.deepEqual([petName, rest.petId], [undefined, petId])
})

onEachEngine('the list has every person once, last seen first', async (open) => {
  await using app = await open()
  const store = storeOf(app)
  const other = storeOf(app, (await keyOfOther(app)).headers)
  const expected: string[] = []
  for (let count = 0; count < 14; count += 1) {
    const email = `person-${count % 10}@example.org`
    const contact = { name: `Person ${count % 10}`, email }
    if (count % 3 === 0) await store.order(contact)
    // For an animal of another account: seen here as the one who placed it.
    else if (count % 3 === 1) await store.order(contact, await other.addPet())
    else await store.apply(contact)
    const known = expected.indexOf(email)
    if (known >= 0) expected.splice(known, 1)
    expected.unshift(email)
    // Some have the same time.
    if (count % 4 > 0) app.clock.advance(10)
  }
  const whole = await store.list('?limit=100')
  const sorted = whole.map(({ lastSeenAt }) => lastSeenAt)
  assert.deepEqual(sorted, sorted.toSorted().reverse())
  assert.deepEqual(whole.map(({ email }) => email).toSorted(), expected.toSorted())
  const seen: Person[] = []
  let cursor = ''
  for (;;) {
    const page = await store.get(`/v1/people?limit=3${cursor}`, { prefer: 'return=total-count' })
    assert.equal(page.statusCode, 200, page.body)
    assert.equal(page.headers['x-total-count'], '10')
    seen.push(...page.json())
    const next = page.headers['x-next-cursor']
    if (next === undefined) break
    assert.match(String(page.headers.link), new RegExp(`cursor=${next}>; rel="next"`))
    const foreign = await store.get(`/v1/people?limit=3&q=person&cursor=${next}`)
    assert.deepEqual([foreign.statusCode, foreign.json().code], [400, 'invalid_cursor'])
    cursor = `&cursor=${next}`
  }
  assert.deepEqual(seen, whole)
  const counted = whole.find(({ email }) => email === 'person-1@example.org')
  assert.deepEqual([counted?.applicationCount, counted?.orderCount], [1, 1])
  for (const bad of ['x', '', 'AAAAAAAAAAAAAAAAAAAAAAAA']) {
    const response = await store.get(`/v1/people?cursor=${bad}`)
    assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_cursor'], bad)
  }
})

onEachEngine('people are found by any part of a name or an address, and nothing else', async (open) => {
  await using app = await open()
  const store = storeOf(app)
  await store.order({ name: 'José Ñuñez', email: 'jose@example.org' })
  await store.apply({ name: 'Joséphine', email: 'JOSE@example.org' })
  await store.apply({ name: '100% Öl_Fan\\', email: 'oil@example.org' })
  const find = async (q: string) =>
    (await store.list(`?q=${encodeURIComponent(q)}`)).map(({ email }) => email.toLowerCase())
  for (const q of ['jose', 'JOSÉ', 'nune', 'phine', 'ose@ex', 'nunez jose', ' jose@EXAMPLE.org ']) {
    assert.deepEqual(await find(q), ['jose@example.org'], q)
  }
  for (const q of ['100%', '%', 'l_f', '_', '\\', 'öl']) {
    assert.deepEqual(await find(q), ['oil@example.org'], q)
  }
  for (const q of ['josé lovelace', "' or 1=1 --", '%%', '%o', '\u200da\u200d\u0301z', 'x'.repeat(100)]) {
    assert.deepEqual(await find(q), [], q)
  }
  assert.equal((await find('example')).length, 2)
  for (const query of ['?q=', `?q=${'x'.repeat(101)}`, '?email=a', '?q=a&q=b', '?limit=101']) {
    assert.equal((await store.get(`/v1/people${query}`)).statusCode, 400, query)
  }
  for (const path of ['/v1/people', '/v1/applications']) {
    assert.equal((await store.get(`${path}?q=%00`)).json().code, 'invalid_parameter', path)
  }
})

onEachEngine(
  'callers see only the parts of a person that are in applications and orders they may see',
  async (open) => {
    await using app = await open()
    const store = storeOf(app)
    const { headers, accountId } = await keyOfOther(app)
    const other = storeOf(app, headers)
    const petId = await store.addPet()
    await store.apply({ ...ada, name: 'Secret of the first' }, { petId })
    await store.order(ada)
    const [{ id } = assert.fail()] = await store.list()

    // First the other account sees nobody, and then the same person with its own cases.
    const unknown = (await other.get(`/v1/people/${id}`)).json()
    const madeUp = (await other.get('/v1/people/per_x')).json()
    assert.deepEqual([unknown.code, madeUp.code], ['person_not_found', 'person_not_found'])
    assert.deepEqual(await other.list(), [])
    await other.apply({ ...ada, name: 'Ada' })
    const own = await other.person(id)
    assert.deepEqual([own.names, own.applications.length, own.orders], [['Ada'], 1, []])
    const [listed] = await other.list()
    assert.deepEqual([listed?.id, listed?.applicationCount, listed?.orderCount], [id, 1, 0])
    assert.doesNotMatch((await other.get(`/v1/people/${id}/export`)).body, /Secret/)
    assert.deepEqual(await other.list('?q=secret'), [])

    // Callers who act for the store see one person.
    const admin = await adminOf(app)
    const whole: PersonDetails = (await admin.get(`/v1/people/${id}`)).json()
    assert.deepEqual([whole.applications.length, whole.orders.length], [2, 1])
    assert.equal((await admin.get('/v1/people')).json().length, 1)

    const people = peopleOf(app)
    const viewer = await people.add('viewer', { accountId: app.accountId })
    const counselor = await people.add('counselor', { accountId: app.accountId })
    const stranger = await people.add('admin', { accountId })
    assert.equal((await app.get(`/v1/people/${id}`, counselor.headers)).statusCode, 200)
    assert.equal((await app.get(`/v1/people/${id}`, stranger.headers)).json().names.length, 1)
    await people.post('/auth/sign-out', {}, { headers: { cookie: counselor.cookie } })
    for (const [who, status, scope] of [
      [viewer.headers, 403, 'applications:read'],
      [await publishableKey(app), 403, 'applications:read'],
      [await app.siblingKey(['applications:read', 'pets:read']), 403, 'orders:read'],
      [await app.siblingKey(['orders:read', 'pets:read']), 403, 'applications:read'],
      [counselor.headers, 401, undefined],
    ] as const) {
      for (const path of ['', `/${id}`, `/${id}/export`]) {
        const response = await app.get(`/v1/people${path}`, who)
        assert.equal(response.statusCode, status, response.body)
        assert.equal(response.json().requiredScope, scope)
        assert.doesNotMatch(response.body, /Ada|Secret/)
      }
    }
  },
)

onEachEngine('a person is erased completely, but not while anything is open', async (open) => {
  await using app = await open()
  const store = storeOf(app)
  const other = storeOf(app, (await keyOfOther(app)).headers)
  const petId = await store.addPet()
  const application = await store.apply(ada, { petId })
  const order = await store.order(ada)
  const elsewhere = await store.order(ada, await other.addPet())
  await other.apply(ada)
  const [{ id } = assert.fail()] = await store.list()
  const url = `/v1/people/${id}`

  const refused = await store.remove(url)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'person_has_open_cases'])
  assert.match(refused.json().message, /open application 1 and open order 1: /)
  assert.equal((await store.person(id)).orders.length, 2, 'nothing is erased')
  const approved = await store.post(`${application}/approve`, {})
  const placed = `/v1/store/orders/${approved.json().id}`
  assert.match((await store.remove(url)).json().message, /open orders /)
  for (const each of [order, placed]) await store.patch(each, { status: 'cancelled' })

  const people = peopleOf(app)
  const counselor = await people.add('counselor', { accountId: app.accountId })
  const reader = await app.siblingKey(['applications:read', 'orders:read', 'applications:write'])
  for (const who of [counselor.headers, reader, await publishableKey(app)]) {
    const { statusCode } = await app.inject({ method: 'DELETE', url, headers: who })
    assert.equal(statusCode, 403)
  }
  assert.equal((await app.get(`${url}/export`, counselor.headers)).statusCode, 403)
  const exported = (await store.get(`${url}/export`)).json()
  assert.deepEqual([exported.applicant, exported.applications.length, exported.orders.length], [ada, 1, 3])

  const before = await store.get(url)
  const erase = (etag: string) => app.inject({ method: 'DELETE', url, headers: { ...app.key, 'if-match': etag } })
  assert.equal((await erase('"another"')).json().code, 'precondition_failed')
  assert.equal((await store.get(url)).body, before.body)
  const erased = await erase(String(before.headers.etag))
  assert.equal(erased.statusCode, 200, erased.body)
  const remaining = Number(elsewhere.split('/').at(-1))
  assert.deepEqual(erased.json(), {
    applications: 1,
    orders: 2,
    remainingOrders: [remaining],
    notedPets: [],
  })
  for (const each of [application, order, placed, '/v1/events']) {
    const text = (await store.get(each)).body
    assert.doesNotMatch(text.replaceAll(/\{[^{}]*"petId":3[^{}]*\{[^}]*\}[^}]*\}/g, ''), /ada@/, each)
  }
  // Only its own account can erase the customer of an order for another account's animal.
  assert.deepEqual((await store.person(id)).applications, [])
  const again = await store.remove(url)
  assert.deepEqual([again.statusCode, again.json().code], [403, 'not_owner'])
  await other.patch(elsewhere, { status: 'cancelled' })
  assert.equal((await other.remove(`${elsewhere}/customer`)).statusCode, 204)
  assert.equal((await store.remove(url)).json().code, 'person_not_found')
  assert.deepEqual(await store.list(), [])
  // Other accounts' data about the same person is not affected.
  assert.equal((await other.person(id)).applications.length, 1)
  assert.equal((await other.remove(url)).json().code, 'person_has_open_cases')
})

onEachEngine('a person with very many applications and orders is erased completely', async (open) => {
  await using app = await open()
  const store = storeOf(app)
  await store.order(ada)
  const database = await app.openDatabase()
  await database.write(async ({ query }) => {
    const base = { account_id: app.accountId, owner_account_id: app.accountId, pet_id: 1n }
    const rows = Array.from({ length: 230 }, () => ({
      ...base,
      status: 'cancelled',
      customer_name: 'Ada',
      customer_email: 'Ada@example.org',
      customer_phone: null,
      note: null,
      application_id: null,
      fee_amount: null,
      fee_currency: null,
      return_reason: null,
      expires_at: null,
      created_at: 1n,
      updated_at: 1n,
    }))
    await query.insertInto('orders').values(rows).execute()
  })
  await database.close()
  const [before] = await store.list()
  assert.equal(before?.orderCount, 1, 'the others contain only their subject')
  await app.service.runRoutine('orders.settleCustomers')
  const [{ id, orderCount, firstSeenAt } = assert.fail()] = await store.list()
  assert.deepEqual([orderCount, firstSeenAt], [231, '1970-01-01T00:00:00.001Z'])
  const shown = await store.person(id)
  assert.deepEqual([shown.orders.length, shown.isComplete], [200, false])
  assert.equal((await store.remove(`/v1/people/${id}`)).json().code, 'person_has_open_cases')
  await store.patch('/v1/store/orders/1', { status: 'cancelled' })
  const erased = (await store.remove(`/v1/people/${id}`)).json()
  assert.deepEqual(erased, {
    applications: 0,
    orders: 231,
    remainingOrders: [],
    notedPets: [],
  })
  assert.deepEqual(await store.list(), [])
})

onEachEngine('each read of a person is in the audit log, without personal data', async (open) => {
  await using app = await open()
  const store = storeOf(app)
  await store.order(ada)
  const [{ id } = assert.fail()] = await store.list('?q=ada')
  await store.person(id)
  await store.get(`/v1/people/${id}/export`)
  await store.get('/v1/people/per_x')
  await app.service.runRoutine('audit.flush')
  const log = await (await adminOf(app)).get('/v1/audit-log?action=person')
  const entries: AuditEntry[] = log.json()
  assert.deepEqual(entries.map(({ action, target }) => [action, target.type, Number(target.id)]).reverse(), [
    ['person.list', 'account', Number(app.accountId)],
    ['person.read', 'order', 1],
    ['person.export', 'order', 1],
  ])
  assert.doesNotMatch(log.body, /ada|per_/i)
})

test('the id of a person survives a restart, like its key', async () => {
  using folder = temporaryFolder()
  const first = await testApp({ folder: folder.path })
  const store = storeOf(first)
  await store.order(ada)
  const [{ id } = assert.fail()] = await store.list()
  assert.doesNotMatch(id, /ada|example/)
  await first.close()
  await using again = await testApp({ folder: folder.path })
  const admin = await adminOf(again)
  assert.equal((await admin.get(`/v1/people/${id}`)).json().name, ada.name)
})
