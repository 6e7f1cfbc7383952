import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'
import { tester } from '../../../test/harness/author.ts'
import { servingTimeMs } from '../../../test/harness/cpu-time.ts'
import { openForChanges } from '../../../test/harness/notified.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { systemClock as clock } from '../../platform/clock.ts'
import { upward } from '../../program/upward.ts'
import type { Call } from '../../requests/api/operation.ts'
import { idempotency } from '../../requests/idempotency/idempotency.service.ts'
import { petServices } from '../animals.module.ts'
import { profileOperations } from './profiles.routes.ts'

test('an atomic batch with an animal of another account is rejected before it writes, so that no other work in its commit is rerun', async () => {
  using folder = temporaryFolder()
  const database = await openForChanges(join(folder.path, 'store.db'), { clock })
  const config = { strictCategories: false, requirePhoto: false }
  const { pets, profiles } = petServices({ ...upward, config, database, clock })
  const operations = profileOperations({
    profiles,
    idempotency: idempotency({ database, clock }),
    checkProfile: ({ value }) => ({ value }),
  })
  const replaceAll = operations.find(({ id }) => id === 'updateProfiles')
  const add = (accountId: bigint) =>
    database.writeAs(tester, (trx) => Promise.resolve(pets.create(trx, { accountId }, { name: 'Rex', categoryId: 1n })))
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

const BATCHES = 6

test('other requests are served while batches of profiles are written', async () => {
  await using app = await testApp()
  const publish = async (batch: number): Promise<(description: string) => Promise<number>> => {
    const pets = Array.from({ length: 100 }, () => ({ name: 'Rex', categoryId: batch }))
    const { results } = (await app.post('/v1/pets:batch', { pets })).json()
    return async (description) => {
      const profiles = results.map(({ pet }: { pet: { id: number } }) => ({
        petId: pet.id,
        published: true,
        species: 'dog',
        breeds: { primary: 'Collie' },
        description,
        tags: ['calm'],
        colors: ['black'],
      }))
      return (await app.post('/v1/profiles:batch', { profiles })).statusCode
    }
  }
  const batches: ((description: string) => Promise<number>)[] = []
  for (let batch = 1; batch <= BATCHES; batch += 1) batches.push(await publish(batch))
  // A pause caused by the program is in every series; a garbage collection is not.
  const measured: { longest: number; all: number }[] = []
  const isShared = () => measured.some(({ longest, all }) => longest < all / 4)
  for (let attempt = 0; attempt < 4 && !isShared(); attempt += 1) {
    const held = heldMs()
    const description = `Calm and friendly, ${attempt}. `.repeat(10)
    const statuses = await Promise.all(batches.map((send) => send(description)))
    measured.push(held.end())
    assert.deepEqual(new Set(statuses), new Set([200]))
  }
  assert.ok(isShared(), `in one piece, of all, in ms: ${JSON.stringify(measured)}`)
})

/** How long this thread is busy between two turns of the event loop: at most, and in total. */
const heldMs = () => {
  const began = servingTimeMs(process.pid)
  let [last, longest, isOver] = [began, 0, false]
  const look = () => {
    const now = servingTimeMs(process.pid)
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  look()
  return {
    end: () => {
      look()
      isOver = true
      return { longest, all: last - began }
    },
  }
}
