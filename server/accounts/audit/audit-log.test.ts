import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { adminOf } from '../../../test/harness/admin.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { engines } from '../../../test/harness/engines.ts'
import { testAuditKeys } from '../../../test/harness/notified.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { scopes } from '../../requests/access/scope.ts'
import type { AuditEntry } from './audit-entry.ts'
import { verifyAudit } from './audit-verification.ts'

type Admin = Awaited<ReturnType<typeof adminOf>>

const customer = { name: 'Erika Mustermann', email: 'erika@example.org', phone: '+49 30 123456' }

const entriesOf = async (app: TestApp, admin: Admin, query = ''): Promise<AuditEntry[]> => {
  await app.service.runRoutine('audit.flush')
  const response = await admin.get(`/v1/audit-log?limit=100${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const verify = async (app: TestApp) => {
  const database = await app.openDatabase()
  try {
    return await verifyAudit(database.read, testAuditKeys)
  } finally {
    await database.close()
  }
}

for (const engine of engines) {
  test(`each change has an entry with its actor, its action and its request, in order (${engine})`, async () => {
    await using app = await testApp({ engine })
    const admin = await adminOf(app)
    const own = (requestId: string) => ({ 'x-request-id': requestId })
    const pet = (await admin.post('/v1/pets', { name: 'Rex', categoryId: 7 }, own('r-1'))).json()
    await admin.patch(`/v1/pets/${pet.id}`, { name: 'Max', categoryId: 8 }, own('r-2'))
    await admin.patch(`/v1/pets/${pet.id}`, { name: 'Max' }, own('r-nothing'))
    const placed = await admin.post('/v1/store/orders', { petId: pet.id, customer }, own('r-3'))
    const order = placed.json()
    const path = `/v1/store/orders/${order.id}`
    await admin.patch(path, { status: 'approved', note: 'after six' }, own('r-4'))
    await admin.remove(`${path}/customer`, own('r-5'))
    const pets = [{ name: 'a', categoryId: 7 }, { name: 'b', categoryId: 7 }, { name: 'c' }]
    await admin.post('/v1/pets:batch', { pets }, own('r-6'))
    const account = (await admin.post('/v1/accounts', { name: 'x', plan: 'free' }, own('r-7'))).json()
    await admin.patch(`/v1/accounts/${account.id}`, { plan: 'pro' }, own('r-8'))
    await admin.patch(`/v1/accounts/${account.id}`, { suspended: true }, own('r-9'))
    const entries = (await entriesOf(app, admin)).reverse()
    const shown = entries
      .filter(({ requestId }) => requestId?.startsWith('r-'))
      .map(({ requestId, action, target, fields }) => [
        requestId,
        action,
        `${target.type} ${target.id}`,
        fields?.join(' '),
      ])
    assert.deepEqual(shown, [
      ['r-1', 'pet.create', `pet ${pet.id}`, undefined],
      ['r-2', 'pet.update', `pet ${pet.id}`, 'name categoryId'],
      ['r-3', 'order.place', `order ${order.id}`, undefined],
      ['r-3', 'pet.update', `pet ${pet.id}`, 'status'],
      ['r-4', 'order.approve', `order ${order.id}`, 'status note'],
      ['r-5', 'customer.erase', `order ${order.id}`, undefined],
      ['r-5', 'order.update', `order ${order.id}`, 'customer note'],
      ['r-6', 'pet.batch', `account ${admin.accountId}`, undefined],
      ['r-7', 'account.create', `account ${account.id}`, undefined],
      ['r-8', 'account.update', `account ${account.id}`, 'plan perMinute perDay'],
      ['r-9', 'account.suspend', `account ${account.id}`, 'suspended suspendedAt'],
    ])
    for (const entry of entries.filter(({ requestId }) => requestId?.startsWith('r-'))) {
      const actor = { type: 'key', id: Number(admin.id), name: 'tests' }
      assert.deepEqual([entry.actor, entry.address], [actor, '127.0.0.1'])
    }
    assert.deepEqual(
      entries.map(({ id }) => Number(id)),
      entries.map((_, at) => at + 1),
    )
    assert.deepEqual((await verify(app)).findings, [])
  })

  test(`reads of customers are logged within a second, without customers' data (${engine})`, async () => {
    await using app = await testApp({ engine })
    const admin = await adminOf(app)
    const pet = (await admin.post('/v1/pets', { name: 'Rexington', categoryId: 7 })).json()
    const placed = await admin.post('/v1/store/orders', {
      petId: pet.id,
      customer,
      note: 'Zimmer 9',
    })
    const order = placed.json()
    await admin.get(`/v1/store/orders/${order.id}`)
    await admin.get('/v1/store/orders')
    await admin.get(`/v1/store/orders?petId=${pet.id}`)
    await admin.get('/v1/events')
    await admin.get('/v1/events?type=pet.created')
    await admin.get(`/v1/store/orders/${Number(order.id) + 1}`)
    await admin.get('/v1/pets')
    // A patch that changes nothing still shows the customer.
    await admin.patch(`/v1/store/orders/${order.id}`, {})
    const once = { 'idempotency-key': 'one' }
    const second = (await admin.post('/v1/pets', { name: 'Maximiliane', categoryId: 7 })).json()
    const again = () => admin.post('/v1/store/orders', { petId: second.id, customer }, once)
    const { id: secondId } = (await again()).json()
    assert.equal((await again()).headers['idempotent-replayed'], 'true')
    const entries = (await entriesOf(app, admin)).reverse()
    const account = `account ${admin.accountId}`
    assert.deepEqual(
      entries
        .filter(({ action }) => /read|list|stream/.test(action))
        .map(({ action, target }) => [action, `${target.type} ${target.id}`]),
      [
        ['order.read', `order ${order.id}`],
        ['order.list', account],
        ['order.list', `pet ${pet.id}`],
        ['event.list', account],
        ['order.read', `order ${order.id}`],
        ['order.read', `order ${secondId}`],
      ],
    )
    await admin.remove(`/v1/store/orders/${order.id}/customer`)
    const database = await app.openDatabase()
    const rows = await database.read.selectFrom('audit_log').selectAll().execute()
    await database.close()
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    // Too long to occur in a random id.
    for (const value of [...Object.values(customer), 'Zimmer 9', 'Rexington', 'Maximiliane']) {
      assert.ok(!text.includes(value), value)
    }
    assert.deepEqual((await verify(app)).findings, [])
  })

  test(`the log is filtered by actor, action and target, and paged by cursors (${engine})`, async () => {
    await using app = await testApp({ engine })
    const admin = await adminOf(app)
    for (const name of ['a', 'b', 'c']) await admin.post('/v1/pets', { name, categoryId: 1 })
    await admin.patch('/v1/pets/2', { name: 'd' })
    const some = async (query: string) =>
      (await entriesOf(app, admin, query)).map(({ action, target }) => `${action} ${target.id}`)
    assert.deepEqual(await some('&target=pet:2'), ['pet.update 2', 'pet.create 2'])
    assert.deepEqual(
      await some('&action=pet.create&target=pet'),
      [3, 2, 1].map((id) => `pet.create ${id}`),
    )
    assert.equal((await some(`&actor=key:${admin.id}&action=pet`)).length, 4)
    assert.equal((await some(`&actor=${admin.id}&action=pet`)).length, 4)
    assert.deepEqual(await some('&actor=user'), [])
    assert.deepEqual(await some('&target=pet:9223372036854775807'), [])
    const first = await admin.get('/v1/audit-log?limit=2&action=pet')
    const cursor = String(first.headers['x-next-cursor'])
    const next = await admin.get(`/v1/audit-log?limit=2&action=pet&cursor=${cursor}`)
    assert.deepEqual(
      [...first.json(), ...next.json()].map(({ target }: AuditEntry) => Number(target.id)),
      [2, 3, 2, 1],
    )
    assert.equal((await admin.get(`/v1/audit-log?cursor=${cursor}`)).json().code, 'invalid_cursor')
    for (const query of [
      'actor=nobody',
      'target=pet:9999999999999999999',
      'actor=key:',
      'target=pet:x',
      'action=pet.fly',
      'limit=0',
    ]) {
      const refused = await admin.get(`/v1/audit-log?${query}`)
      assert.deepEqual([refused.statusCode, refused.json().code], [400, 'invalid_parameter'], query)
    }
  })
}

const unusedHead =
  "update audit_head set last_id = 0, last_mac = '', removed_through = 0, removed_mac = '', key = '', mac = ''"

/**
 * Ways to tamper with a log in which entry `n` is neither the oldest nor among the last three, and
 * the expected findings.
 */
const tampering = (n: number): [what: string, text: string, found: string[]][] => [
  ['nothing', 'select 1', []],
  ['changed', `update audit_log set actor_name = 'me' where id = ${n}`, [`changed ${n}`]],
  ['removed', `delete from audit_log where id = ${n}`, [`missing ${n}`]],
  ['cut off', `delete from audit_log where id > ${n}`, [`truncated ${n + 1}`]],
  [
    'cut off, and the head moved',
    `delete from audit_log where id > ${n};
      update audit_head set last_id = ${n}, last_mac = (select mac from audit_log where id = ${n})`,
    [`head ${n}`],
  ],
  [
    'inserted',
    `insert into audit_log select 99, time, actor_type, actor_id, actor_name, action, target_type,
      target_id, fields, request_id, address, key, mac from audit_log where id = ${n}`,
    ['inserted 99'],
  ],
  ['all removed', 'delete from audit_log', ['truncated']],
  ['all removed, and the head', `delete from audit_log; ${unusedHead}`, ['empty 0']],
]

const keep = 'create table kept as select * from audit_log; create table kept_head as select * from audit_head'
const putBack = `delete from audit_log; insert into audit_log select * from kept;
  delete from audit_head; insert into audit_head select * from kept_head`

for (const engine of engines) {
  test(`tampering with the log is found, also after old entries were removed (${engine})`, async () => {
    await using app = await testApp({ engine })
    const admin = await adminOf(app)
    const database = await app.openDatabase()
    const run = (text: string) =>
      database.write(async ({ query }) => {
        for (const one of text.split(';')) await sql.raw(one).execute(query)
      })
    const lastId = async () => Number((await entriesOf(app, admin))[0]?.id)
    const addPets = async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await admin.post('/v1/pets', { name, categoryId: 1 })
      return (await lastId()) - 3
    }
    const checkAll = async (n: number) => {
      await run(keep)
      for (const [what, text, expected] of tampering(n)) {
        await run(text)
        const { findings } = await verifyAudit(database.read, testAuditKeys)
        const found = findings.map(({ kind, first }) => `${kind} ${first}`)
        assert.equal(found.length === 0, expected.length === 0, `${what}: ${found}`)
        for (const one of expected) {
          assert.ok(
            found.some((each) => each.startsWith(one)),
            `${what}: ${found}`,
          )
        }
        await run(putBack)
      }
      await run('drop table kept; drop table kept_head')
    }
    await checkAll(await addPets())

    app.clock.advance(399 * DAY_MS)
    const n = await addPets()
    app.clock.advance(2 * DAY_MS)
    await app.service.runRoutine('audit.purge')
    const left = await database.read.selectFrom('audit_log').select('id').orderBy('id').execute()
    assert.equal(left.length, 5)
    await checkAll(n)
    await database.close()
  })
}

test('only administrators can read the log', async () => {
  await using app = await testApp()
  const secret = app.bearer((await app.createKey('pro', { scopes: scopes.filter((scope) => scope !== 'admin') })).key)
  const page = await app.service.keys.create(tester, app.accountId, {
    name: 'page',
    kind: 'publishable',
    allowedOrigins: ['https://a.example'],
  })
  for (const headers of [secret, app.bearer(page.key)]) {
    const response = await app.get('/v1/audit-log', headers)
    assert.deepEqual([response.statusCode, response.json().code], [403, 'insufficient_scope'])
  }
  assert.equal((await app.send({ url: '/v1/audit-log' })).statusCode, 401)
})
