import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine } from '../../../test/harness/app.ts'
import { auditActions, readActions } from './audit-entry.ts'

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

test('every action that only reads is one of the actions', async () => {
  const known: readonly string[] = auditActions
  assert.deepEqual(
    readActions.filter((action) => !known.includes(action)),
    [],
  )
  // A new action that reads belongs to the list.
  assert.deepEqual(
    known.filter((action) => /\.(?:read|list|stream|print)$/.test(action)).toSorted(),
    readActions.toSorted(),
  )
})
