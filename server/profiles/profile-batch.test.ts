import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { tester } from '../../test/harness/author.ts'
import { openForChanges } from '../../test/harness/notified.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import type { Call } from '../api/operation.ts'
import { idempotency } from '../idempotency/idempotency.service.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { wirePets } from '../wiring/pets.ts'
import { profileOperations } from './profiles.routes.ts'

test('an atomic batch with an animal of another account is rejected before it writes, so that nobody in its commit is run again', async () => {
  using folder = temporaryFolder()
  const database = await openForChanges(join(folder.path, 'store.db'))
  const config = { strictCategories: false, requirePhoto: false }
  const { pets, profiles } = wirePets({ config, database, clock })
  const operations = profileOperations({
    profiles,
    idempotency: idempotency({ database, clock }),
    checkProfile: ({ value }) => ({ value }),
  })
  const replaceAll = operations.find(({ id }) => id === 'replaceProfiles')
  const add = (accountId: bigint) =>
    database.writeAs(tester, (trx) =>
      Promise.resolve(pets.create(trx, { accountId }, { name: 'Rex', categoryId: 1n })),
    )
  const [own, theirs] = [await add(1n), await add(2n)]
  let runs = 0
  const beside = database.writeAs(tester, async (trx) => {
    runs += 1
    return pets.create(trx, { accountId: 1n }, { name: 'Tom', categoryId: 1n })
  })
  const caller = { kind: 'secret', keyId: 1n, accountId: 1n, scopes: new Set(), plan: 'pro' }
  const body = {
    atomic: true,
    profiles: [own, theirs].map(({ id }) => ({ petId: id, published: false, description: 'x' })),
  }
  const call = { caller, author: tester, body, headers: {}, requestId: 'r' } as unknown as Call
  await assert.rejects(async () => replaceAll?.handle(call), { code: 'validation_failed' })
  await beside
  assert.equal(runs, 1)
  await database.close()
})
