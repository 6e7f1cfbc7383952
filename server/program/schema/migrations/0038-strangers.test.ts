import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { findAccount } from '../../../accounts/accounts/accounts.repository.ts'

for (const engine of engines) {
  test(`${engine}: existing accounts are accepted, and unused invitations do not prove an address`, async () => {
    await using old = await oldDatabase(engine, '0038-strangers')
    const user = (id: number, account: string, hash: string) =>
      `insert into users (id, email, name, role, account_id, password_hash, created_at)
        values (${id}, 'u${id}@x.org', 'u', 'admin', ${account}, ${hash}, 9)`
    for (const text of [
      "insert into accounts (id, name, plan, created_at) values (4, 'old', 'free', 77)",
      user(1, 'null', 'null'),
      user(2, '4', "'hash'"),
      user(3, '4', 'null'),
      user(4, '4', 'null'),
      "insert into identities (issuer, subject, user_id, created_at) values ('i', 's', 4, 9)",
    ]) {
      await old.run(text)
    }
    await old.close()
    const database = await openUpgraded(old.url)
    const reviewed = await findAccount(database.read, 4n)
    // As a program of the previous version does beside this one.
    await database.write(async ({ query }) => {
      const added = { id: 5n, name: 'beside', plan: 'free', created_at: 78n }
      await query.insertInto('accounts').values(added).execute()
    })
    const beside = await findAccount(database.read, 5n)
    const users = await database.read.selectFrom('users').selectAll().orderBy('id').execute()
    await database.close()
    assert.deepEqual(
      [reviewed, beside].map((account) => account?.reviewedAtMs),
      [77, 78],
    )
    assert.deepEqual(
      users.map(({ unproven_since }) => unproven_since),
      [null, null, 9n, null],
    )
  })
}
