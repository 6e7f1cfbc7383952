import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { engines } from '../../../test/harness/engines.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { freePort } from '../../../test/harness/free-port.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { oldDatabase } from '../../../test/harness/old-database.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { confirmRestore, holdRestored } from '../../../test/harness/restored.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { openDatabase } from '../../program/open-database.ts'
import { findUnconfirmedRestore, unconfirmedRestoreSql } from './restores.repository.ts'

onEachEngine(
  'mail and webhook deliveries of a restored store wait until the restore is confirmed, and none is lost',
  async (open) => {
    await using receiver = await startReceiver(500)
    const port = await freePort()
    await using app = await open({
      settings: {
        WEBHOOK_ALLOW_PRIVATE: 'true',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'Paws <mail@example.org>',
      },
    })
    const admin = await adminOf(app)
    const { id } = (await app.post('/v1/webhooks', { url: receiver.url })).json()
    const deliveries = async () => (await app.get(`/v1/webhooks/${id}/deliveries`)).json()
    const mails = async () => (await admin.get('/v1/mails')).json()
    await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
    await eventually('an attempt fails', async () => (await deliveries())[0]?.attempts === 1)

    await holdRestored(app)
    const database = await openForChanges(app.databaseUrl, { clock: app.clock })
    await database.writeAs(tester, async (trx) => {
      trx.record({
        kind: 'mail queued',
        mail: {
          kind: 'newApplication',
          to: { address: 'alex@example.org' },
          language: 'en',
          content: { subject: 'Somebody applied', text: [] },
        },
        isByHand: false,
        retentionMs: DAY_MS,
      })
    })
    await database.close()
    // Longer than mail is retried, and longer than a failing webhook stays enabled.
    for (let day = 0; day < 7; day += 1) {
      app.clock.advance(DAY_MS)
      await app.service.runRoutine('maintenance.refresh')
    }
    // The queues are polled once a second.
    await sleep(1_500)
    assert.equal(receiver.received.length, 1)
    const [{ error, status }] = await mails()
    assert.deepEqual([status, error], ['pending', undefined])

    assert.equal(await confirmRestore(app), true)
    assert.equal(await confirmRestore(app), false)
    // Neither a webhook nor mail is abandoned at the first failure after such a long time.
    await receiver.gets(2)
    await eventually('both fail again', async () => {
      const [delivery] = await deliveries()
      const [mail] = await mails()
      return delivery.attempts === 2 && mail.error !== undefined && mail.status === 'pending'
    })
    assert.equal((await app.get(`/v1/webhooks/${id}`)).json().enabled, true)
    await using mailbox = await mailServer({}, port)
    receiver.behave(204)
    await eventually('both arrive', async () => {
      app.clock.advance(60_000)
      const [delivery] = await deliveries()
      const [mail] = await mails()
      return delivery.status === 'succeeded' && mail.status === 'sent'
    })
    assert.equal(mailbox.received.length, 1)
    const [entry] = (await admin.get('/v1/audit-log?action=restore.confirm')).json()
    assert.equal(entry.action, 'restore.confirm')
  },
)

for (const engine of engines) {
  test(`${engine}: a restored backup of an older version is also held after the upgrade`, async () => {
    await using old = await oldDatabase(engine, '0036-unconfirmed-restore')
    for (const text of unconfirmedRestoreSql(1_234)) await old.run(text)
    await old.close()
    const database = await openDatabase(patientDatabase(old.url))
    const restoredAtMs = await findUnconfirmedRestore(database.read)
    await database.close()
    assert.equal(restoredAtMs, 1_234)
  })
}
