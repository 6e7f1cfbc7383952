import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { testClock } from '../../../test/harness/clock.ts'
import { planUploads } from '../../requests/plans/plan.ts'
import { type Uploader, type UploadSlot, uploadSlots } from './upload-slots.ts'

type Upload = {
  account: string
  slot: UploadSlot | undefined
  error: { code?: string; headers?: Record<string, string> } | undefined
}

/** Uploads with a clock that is moved by hand. */
const uploads = () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const clock = testClock()
  const take = uploadSlots({ clock })
  return {
    async send(uploader: Uploader): Promise<Upload> {
      const upload: Upload = { account: uploader.account, slot: undefined, error: undefined }
      take(uploader).then(
        (slot) => {
          upload.slot = slot
          // Like an aborted request.
          slot.signal.addEventListener('abort', () => {
            upload.error = slot.signal.reason
            upload.slot = undefined
            slot[Symbol.dispose]()
          })
        },
        (error) => {
          upload.error = error
        },
      )
      await turn()
      return upload
    },
    async pass(ms: number): Promise<void> {
      clock.advance(ms)
      mock.timers.tick(ms)
      await turn()
    },
    [Symbol.dispose]: () => mock.timers.reset(),
  }
}

const free = (account: number, address = `198.51.${account >> 8}.${account & 255}`): Uploader => ({
  account: `free ${account}`,
  address,
  most: planUploads.free,
})
const business = (address = '203.0.113.1'): Uploader => ({
  account: 'business',
  address,
  most: planUploads.business,
})
const active = (all: readonly Upload[]): Upload[] => all.filter(({ slot }) => slot !== undefined)
const end = (upload: Upload | undefined): void => {
  upload?.slot?.[Symbol.dispose]()
}

test('an account can send as many files at a time as its plan allows, and a further one waits', async () => {
  using store = uploads()
  for (const [plan, most] of Object.entries(planUploads)) {
    const uploader = { account: plan, address: `192.0.2.${most}`, most }
    const all: Upload[] = []
    for (let count = 0; count <= most; count += 1) all.push(await store.send(uploader))
    assert.equal(active(all).length, most, plan)
    end(all[0])
    await store.pass(0)
    assert.ok(all.at(-1)?.slot, plan)
    all.forEach(end)
  }
})

test('an upload waits 20 s for a slot, and then gets a Retry-After of 5 s', async () => {
  using store = uploads()
  await store.send(free(1))
  await store.send(free(1))
  const third = await store.send(free(1))
  await store.pass(19_999)
  assert.deepEqual([third.slot, third.error], [undefined, undefined])
  await store.pass(1)
  assert.deepEqual([third.error?.code, third.error?.headers], ['rate_limit_exceeded', { 'retry-after': '5' }])
  // Its own uploads never give way to it.
  assert.equal((await store.send(free(2))).error, undefined)
})

test('however many accounts send slowly, another one gets the slot of the slowest upload of the account with the most', async () => {
  using store = uploads()
  const all: Upload[] = []
  for (let round = 0; round < 2; round += 1)
    for (let account = 0; account < 120; account += 1) all.push(await store.send(free(account)))
  // Only accounts without an upload get one of the last 20.
  assert.equal(active(all).length, 180)
  for (let account = 120; account < 140; account += 1) all.push(await store.send(free(account)))
  assert.equal(active(all).length, 200)
  const counts = Map.groupBy(active(all), ({ account }) => account)
  const most = active(all).filter(({ account }) => counts.get(account)?.length === 2)
  const slowest = most[7]
  for (const upload of active(all)) upload.slot?.received(upload === slowest ? 10 : 1_000)
  const wanted = await store.send(business())
  // None of them counts as slow yet.
  assert.equal(wanted.slot, undefined)
  await store.pass(2_000)
  assert.ok(wanted.slot)
  assert.equal(slowest?.error?.code, 'rate_limit_exceeded')
  assert.equal(active(all).length, 199)
  // If each account has one upload, none gives way to an account that has one already.
  const second = await store.send(business())
  await store.pass(10_000)
  assert.equal(second.slot, undefined)
  assert.equal(active(all).length, 199)
})

test('if all uploads come from one address, an account without any still gets a slot', async () => {
  using store = uploads()
  const address = '2001:db8::1'
  const all: Upload[] = []
  for (let account = 0; account < 30; account += 1)
    for (let count = 0; count < 2; count += 1) all.push(await store.send(free(account, address)))
  assert.equal(active(all).length, 50)
  assert.ok((await store.send(free(999))).slot)
  // Uploads of the last accounts wait too, and these have none yet, so they come first.
  await store.pass(25_000)
  const wanted = await store.send(business(address))
  await store.pass(2_000)
  assert.ok(wanted.slot)
})

test('an upload that has been received does not give way', async () => {
  using store = uploads()
  const address = '192.0.2.1'
  for (let account = 0; account < 25; account += 1)
    for (let count = 0; count < 2; count += 1) (await store.send(free(account, address))).slot?.complete()
  const wanted = await store.send(business(address))
  await store.pass(20_000)
  assert.equal(wanted.error?.code, 'rate_limit_exceeded')
})
