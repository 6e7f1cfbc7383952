import assert from 'node:assert/strict'
import type { AuditEntry } from '../server/accounts/audit/audit-entry.ts'
import { onEachEngine } from './harness/app.ts'
import { changesOf, sender } from './harness/changes.ts'
import { furnished, operations } from './harness/operations.ts'

// For every operation of the API description: the entries that it leaves in the audit log, or why it leaves none. New
// operations are included automatically, and fail here until they are listed.

/** Operations that show data of customers. Other reads leave no entries. */
const reads: Record<string, string[]> = {
  listOrders: ['order.list account'],
  getOrder: ['order.read order'],
  getContract: ['order.print order'],
  listApplications: ['application.list account'],
  listMails: ['mail.list account'],
  getMail: ['mail.read mail'],
  getApplication: ['application.read application'],
  exportApplicant: ['application.export application'],
  listPeople: ['person.list account'],
  getPerson: ['person.read application'],
  exportPerson: ['person.export application'],
  listEvents: ['event.list account'],
}
const notRecorded: Record<string, string> = {
  previewDocument: 'it changes nothing, and shows sample data',
  previewMail: 'it changes nothing, and shows sample data',
  testWebhook: 'it changes nothing, and sends nothing of the store',
  resetStaging: 'it does nothing in production',
  addSample: 'it does nothing for an account with animals; sample.routes.long.test.ts reads its entry',
  removeSample: 'it does nothing without a sample; sample.routes.long.test.ts reads its entry',
}

onEachEngine('every operation adds an entry to the audit log, or has a reason why not', async (open) => {
  // Nothing listens on this port, so mail stays queued and can be sent again. Mail of the second application is held.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_PER_ACCOUNT_PER_DAY: '1' }
  const settings = { OVERLOAD_DELAY_MS: '60000', ...mail }
  await using app = await open({ settings })
  const store = await furnished(app)
  const watcher = await app.createKey('enterprise', { scopes: ['admin'] })
  const send = sender(app, store.headers)
  const entriesOf = async (requestId: string): Promise<string[]> => {
    await app.service.runRoutine('audit.flush')
    const { json } = await app.get('/v1/audit-log?limit=100', app.bearer(watcher.key))
    const all: AuditEntry[] = json()
    const own = all.filter((entry) => entry.requestId === requestId).reverse()
    assert.ok(own.every(({ actor }) => actor.type === 'key' && Number(actor.id) === Number(store.id)))
    assert.ok(own.every(({ target }) => target.id !== undefined))
    return own.map(({ action, target }) => `${action} ${target.type}`)
  }
  const readers = operations.filter(({ method, id }) => method === 'GET' && id !== 'streamEvents')
  for (const operation of readers) {
    const { statusCode } = await send(operation, store.urlOf(operation))
    assert.ok(statusCode < 300 || reads[operation.id] === undefined, operation.id)
    assert.deepEqual(await entriesOf(operation.id), reads[operation.id] ?? [], operation.id)
  }
  const changes = await changesOf(app, store)
  const changers = operations.filter(({ method }) => method !== 'GET').map(({ id }) => id)
  assert.deepEqual(changers.toSorted(), [...Object.keys(changes), ...Object.keys(notRecorded)].toSorted())
  for (const [id, { entries, url, body }] of Object.entries(changes)) {
    const operation = operations.find((one) => one.id === id)
    assert.ok(operation)
    const { statusCode, body: text } = await send(operation, url ?? store.urlOf(operation), body)
    assert.ok(statusCode < 300, `${id}: ${statusCode} ${text}`)
    assert.deepEqual(await entriesOf(id), entries, id)
  }
})
