import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { emptyProfile } from '../../../animals/profiles/profile-facts.ts'
import { listProfiles } from '../../../animals/profiles/profiles.repository.ts'
import { stringifyJson } from '../../../platform/http/json.ts'

const BIG = 9_007_199_254_740_993n

for (const engine of engines) {
  test(`${engine}: bonds get both sides, and those with removed animals and other accounts end`, async () => {
    await using old = await oldDatabase(engine, '0065-bonds')
    for (const id of [1, 2])
      await old.run(`insert into accounts (id, name, plan, created_at) values (${id}, 'a', 'free', 1)`)
    const add = async (id: bigint, bondedWith: bigint[], accountId = 1) => {
      await old.run(
        `insert into pets (id, name, name_folded, category_id, status, account_id) values (${id}, 'x', 'x', 7, 'available', ${accountId})`,
      )
      const { shown } = emptyProfile(id)
      const description = 'says "bondedWith":[4]'
      const facts = stringifyJson({ ...shown, description, bondedWith })
      await old.run(`insert into profiles (pet_id, updated_at, facts) values (${id}, 5, '${facts}')`)
    }
    await add(1n, [2n, 77n])
    await add(2n, [3n, 78n])
    await add(3n, [])
    await add(4n, [5n])
    await add(5n, [4n], 2)
    await add(6n, [BIG])
    await add(BIG, [6n])
    await add(8n, [9n])
    await old.run(
      "insert into pets (id, name, name_folded, category_id, status, account_id) values (9, 'x', 'x', 7, 'available', 1)",
    )
    await old.close()
    const database = await openUpgraded(old.url)
    const ids = [1n, 2n, 3n, 4n, 5n, 6n, BIG, 8n, 9n]
    const profiles = await listProfiles(database.read, ids)
    const bonds = ids.map((id) => profiles.get(id)?.shown.bondedWith)
    await database.close()
    assert.deepEqual(bonds, [[2n], [3n, 1n], [2n], [], [], [BIG], [6n], [9n], undefined])
    assert.ok([...profiles.values()].every(({ updatedAtMs }) => updatedAtMs === 5))
  })
}
