import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, freshDatabase } from '../../../test/harness/engines.ts'
import { patientDatabase } from '../../../test/harness/patient-database.ts'
import { openDatabase } from '../../program/open-database.ts'
import { claimMails } from './mail-claims.repository.ts'
import { insertMailRows } from './mails.repository.ts'

const mail = {
  kind: 'test',
  status: 'pending',
  to_address: 'ada@example.org',
  message_key: 'key',
  to_name: null,
  about: null,
  account_id: null,
  application_id: null,
  from_name: null,
  language: null,
  reply_to: null,
  subject: null,
  sealed_text: null,
  secret_until: null,
  held_reason: null,
  requested_by: null,
  attempts: 0n,
  give_up_at: 9_000n,
  next_attempt_at: 1n,
  last_error: null,
  created_at: 0n,
  remove_at: null,
} as const

for (const engine of engines) {
  test(`no more mail is claimed than there is room for (${engine})`, async () => {
    const store = await freshDatabase(engine)
    const database = await openDatabase(patientDatabase(store.url))
    await database.write(({ query }) =>
      insertMailRows(
        query,
        Array.from({ length: 10 }, () => mail),
      ),
    )
    const claim = { limit: 4, nowMs: 1_000, leasedUntilMs: 2_000 }
    const claimed = await database.write(({ query }) => claimMails(query, claim))
    assert.equal(claimed.length, 4)
    await database.close()
    await store.remove()
  })
}
