import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine } from '../../../test/harness/app.ts'
import { contributions } from '../../program/contributions.ts'
import type { AuditActionDefinition } from '../../requests/api/audit-action.ts'

type Entry = { action: string }

onEachEngine('changes are listed without reads, page by page', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  for (const name of ['one', 'two', 'three']) {
    await admin.post('/v1/accounts', { name, plan: 'free' })
    for (let reads = 0; reads < 5; reads += 1) await admin.get('/v1/mails')
    await app.service.runRoutine('audit.flush')
  }
  const list = async (query: string) => {
    const { statusCode, body, json, headers } = await admin.get(`/v1/audit-log?${query}`, {
      prefer: 'return=total-count',
    })
    assert.equal(statusCode, 200, body)
    const actions: string[] = json().map(({ action }: Entry) => action)
    return { actions, total: Number(headers['x-total-count']), next: headers['x-next-cursor'] }
  }
  const all = await list('limit=100')
  assert.equal(all.actions.filter((action) => action === 'mail.list').length, 15)
  const changes = await list('limit=100&reads=false')
  assert.deepEqual(
    changes.actions,
    all.actions.filter((action) => action !== 'mail.list'),
  )
  assert.equal(changes.total, changes.actions.length)
  const first = await list('limit=2&reads=false')
  const second = await list(`limit=100&reads=false&cursor=${first.next}`)
  assert.deepEqual([...first.actions, ...second.actions], changes.actions)
  assert.deepEqual((await list('limit=100&reads=true')).actions, all.actions)
  const wrong = await admin.get('/v1/audit-log?reads=no')
  assert.deepEqual([wrong.statusCode, wrong.json().errors[0].field], [400, 'reads'])
})

test('every action that only reads says so', () => {
  const actions = Object.entries<AuditActionDefinition>(contributions.auditActions)
  assert.deepEqual(
    actions.filter(([name]) => /\.(?:read|list|stream|print)$/.test(name)).map(([name]) => name),
    actions.filter(([, { isRead }]) => isRead).map(([name]) => name),
  )
})

onEachEngine('every action has a label, and a group that it shares with others of its kind', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const actions: { action: string; label: string; group: string }[] = (await admin.get('/v1/audit-log/actions')).json()
  assert.deepEqual(
    actions.find(({ action }) => action === 'order.list'),
    {
      action: 'order.list',
      label: 'Listed adoptions',
      group: 'Adoptions',
    },
  )
  assert.deepEqual(
    actions.map(({ action }) => action),
    Object.keys(contributions.auditActions),
  )
  for (const [kind, its] of Map.groupBy(actions, ({ action }) => action.split('.')[0])) {
    assert.equal(new Set(its.map(({ group }) => group)).size, 1, kind)
    assert.ok(
      its.every(({ label }) => /^[A-Z][^.]+$/.test(label)),
      kind,
    )
  }
})
