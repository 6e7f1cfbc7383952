import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { adopterOf } from './sample-adopters.ts'

/** Pictures are rendered at a low priority, which takes long on a busy machine. */
const BUSY_MS = 600_000

type Order = { id: number; status: string; customer?: { email: string } }

const until = (app: TestApp, wanted: string) =>
  eventually(
    `the sample is ${wanted}`,
    async () => {
      // The clock stands still, and so do the limits of the account.
      await sleep(250)
      const sample = (await app.get('/v1/sample')).json()
      assert.ok(!sample.problem, sample.problem)
      return sample.status === wanted
    },
    BUSY_MS,
  )

onEachEngine("another account's orders for sample animals are neither approved nor removed", async (open) => {
  await using app = await open()
  const other = app.bearer((await app.createKey()).key)
  assert.equal((await app.post('/v1/sample', '')).statusCode, 200)
  // One of each kind for which the sample places an order itself.
  const ordered = new Map<string, Order>()
  for (const name of ['Bruno', 'Olive', 'Teddy']) {
    await eventually(
      `${name} is there`,
      async () => {
        await sleep(100)
        const [pet] = (await app.get(`/v1/pets?name=${name}`)).json()
        if (!pet) return false
        // The address says nothing about who placed the order.
        const { email } = adopterOf(BigInt(pet.id))
        const customer = { name: 'Ada Lovelace', email }
        const placed = await app.post('/v1/store/orders', { petId: pet.id, customer }, other)
        assert.equal(placed.statusCode, 201, placed.body)
        ordered.set(name, placed.json())
        return true
      },
      BUSY_MS,
    )
  }
  const check = async () => {
    for (const [name, { id, customer }] of ordered) {
      const found: Order = (await app.get(`/v1/store/orders/${id}`, other)).json()
      assert.deepEqual([name, found.status, found.customer], [name, 'placed', customer])
    }
  }
  await until(app, 'added')
  await check()
  const removing = await app.inject({ method: 'DELETE', url: '/v1/sample', headers: app.key })
  assert.equal(removing.statusCode, 200, removing.body)
  await until(app, 'absent')
  await check()
  const sample = (await app.get('/v1/sample')).json()
  assert.equal(sample.kept, 3)
  // What stays are ordinary animals: no sample is added to them.
  app.clock.advance(3_600_000)
  const again = await app.post('/v1/sample', '')
  assert.deepEqual([again.statusCode, again.json().code], [409, 'account_has_animals'])
})
