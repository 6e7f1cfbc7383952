import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'

const application = (id: number, accountId: number, key: string, at: number) =>
  `insert into applications (id, account_id, form_id, form_version, status, applicant_name, applicant_email,
      applicant_key, created_at, updated_at)
    values (${id}, ${accountId}, 1, 1, 'submitted', 'x', '${key}', '${key}', ${at}, ${at})`

const mail = (id: number, kind: string, to: string, at: number, about?: string) =>
  `insert into mails (id, kind, status, to_address, about, account_id, message_key, attempts, give_up_at, created_at)
    values (${id}, '${kind}', 'sent', '${to}', ${about ? `'${about}'` : 'null'}, 7, 'k${id}', 1, ${at}, ${at})`

for (const engine of engines) {
  test(`${engine}: earlier mail belongs to the only application that the person can have meant, otherwise to none`, async () => {
    await using old = await oldDatabase(engine, '0027-applications-of-mails')
    for (const text of [
      // Ada's animal went to another account; Bo has sent two applications, the second after the first mail.
      application(1, 8, 'ada@x.org', 10),
      application(2, 7, 'bo@x.org', 20),
      application(3, 7, 'bo@x.org', 40),
      mail(1, 'applicationReceived', 'ada@x.org', 11),
      mail(2, 'invitation', 'ada@x.org', 12),
      mail(3, 'newApplication', 'bo@x.org', 13, 'ada@x.org'),
      mail(4, 'applicationReceived', 'bo@x.org', 21),
      mail(5, 'applicationChanged', 'bo@x.org', 41),
      mail(6, 'applicationReceived', 'cy@x.org', 41),
      mail(7, 'applicationReceived', 'ada@x.org', 9),
    ]) {
      await old.run(text)
    }
    await old.close()
    const { read, close } = await openUpgraded(old.url)
    const rows = await read.selectFrom('mails').select(['id', 'application_id']).orderBy('id').execute()
    await close()
    assert.deepEqual(
      rows.map(({ application_id }) => application_id),
      [1n, null, 1n, 2n, null, null, null],
    )
  })
}
