import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../test/harness/engines.ts'
import { oldDatabase, openUpgraded } from '../../../../test/harness/old-database.ts'
import { noFacts } from '../../../animals/profiles/profile-facts.ts'
import { maskOf } from '../../../animals/profiles/traits.ts'

for (const engine of engines) {
  test(`${engine}: existing listings and organizations are found by Petfinder's parameters`, async () => {
    await using old = await oldDatabase(engine, '0016-petfinder-filters')
    const goodWith = { children: false, dogs: null, cats: true }
    const facts = JSON.stringify({ ...noFacts.shown, species: 'cat', declawed: true, goodWith })
    for (const text of [
      `insert into accounts (id, name, plan, created_at) values (1, 'one', 'pro', 1)`,
      `insert into organizations (account_id, name, city, postcode, updated_at)
        values (1, 'Tatzen', 'Zürich', 'CH-8001', 1)`,
      `insert into pets (id, name, name_folded, category_id, status, account_id)
        values (1, 'Mia', 'mia', 1, 'available', 1)`,
      `insert into profiles (pet_id, published_at, updated_at, facts) values (1, 5, 5, '${facts}')`,
    ])
      await old.run(text)
    await old.close()
    const { read, close } = await openUpgraded(old.url)
    const place = await read
      .selectFrom('organizations')
      .select(['name_folded', 'city_folded', 'state_folded', 'postcode_folded'])
      .executeTakeFirstOrThrow()
    assert.deepEqual(Object.values(place), ['tatzen', 'zurich', '', 'ch-8001'])
    const { traits } = await read.selectFrom('listings').select('traits').executeTakeFirstOrThrow()
    for (const [term, isIt] of [
      ['declawed:true', true],
      ['declawed:false', false],
      ['notGoodWith:children', true],
      ['notGoodWith:dogs', false],
    ] as const)
      assert.equal((traits & (maskOf([term]) ?? 0n)) !== 0n, isIt, term)
    await close()
  })
}
