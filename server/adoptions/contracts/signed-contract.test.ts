import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf } from '../../../test/harness/applications.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { newFolder } from '../../../test/harness/temporary-folder.ts'
import { orphanedContracts } from './orphaned-contracts.service.ts'
import { removeOrphanedContracts } from './signed-contracts.repository.ts'
import { writingIn } from './writing.ts'

const customer = { name: 'Ada Lovelace', email: 'ada@example.org', phone: '+44 20 7946 0000' }
const send = (app: TestApp, method: 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: app.key, ...(payload && { payload }) })
const put = (app: TestApp, url: string, payload: object) => send(app, 'PUT', url, payload)

/** An approved order for a published animal. */
const approved = async (app: TestApp) => {
  await put(app, `/v1/accounts/${app.accountId}/organization`, {
    name: 'Tierheim Süd',
    address: { city: 'Berlin', country: 'DE' },
  })
  const pet = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  const profile = { species: 'dog', sex: 'female', birthDate: '2023-04-12', birthDateExact: true }
  await put(app, `/v1/pets/${pet.id}/profile`, { ...profile, microchip: '276098102345678' })
  const order = (await app.post('/v1/store/orders', { petId: pet.id, customer })).json()
  const path = `/v1/store/orders/${order.id}`
  await send(app, 'PATCH', path, { status: 'approved' })
  return {
    path,
    petId: pet.id as number,
    orderId: order.id as number,
    step: (status: string, more = {}) => send(app, 'PATCH', path, { status, ...more }),
    print: async (query = '') => (await app.get(`${path}/contract${query}`)).json(),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

onEachEngine('the contract stays byte for byte as it was signed, whatever changes afterwards', async (open) => {
  await using app = await open()
  const { path, petId, step, print } = await approved(app)
  const photos = `/v1/pets/${petId}/photos`
  await app.post(photos, await jpeg(800, 600), { 'content-type': 'image/jpeg' })
  assert.equal((await print()).state, 'draft')
  assert.match((await print('?locale=fr-FR&timeZone=Europe/Paris')).html, /<dt>Race<\/dt>/)
  const reader = await app.siblingKey(['orders:read'])
  await app.get(`${path}/contract?locale=ar-EG&timeZone=Asia/Tokyo`, reader)
  const delivered = (await step('delivered', { fee: { amount: 22_000, currency: 'EUR' } })).json()
  const first = await print()
  assert.equal(first.state, 'signed')
  // In the language of the last print by a user who may sign it, with the fee at the hand-over and the photo.
  for (const text of ['lang="fr-FR"', '<dt>Race</dt>', '220', 'src="data:image/jpeg;base64,'])
    assert.ok(first.html.includes(text), text)
  assert.equal(first.signed.sha256, sha256(first.html))
  assert.deepEqual(first.signed, delivered.contract)
  assert.equal(first.signed.templateVersion, 'default-1-fr')

  await put(app, `/v1/pets/${petId}/profile`, { species: 'cat' })
  await app.inject({
    method: 'PATCH',
    url: `/v1/pets/${petId}`,
    headers: app.key,
    payload: { name: 'Waffle' },
  })
  for (const { id } of (await app.get(photos)).json()) await send(app, 'DELETE', `/v1/photos/${id}`)
  await put(app, `/v1/accounts/${app.accountId}/organization`, { name: 'Other' })
  await put(app, '/v1/document-templates', { contract: { title: 'New', text: 'New' } })
  await send(app, 'PATCH', path, { fee: null, note: 'Paid' })
  app.clock.advance(5 * 86_400_000)
  assert.deepEqual(await print(), first)
  assert.deepEqual(await print('?locale=en-US&timeZone=Asia/Tokyo'), first)
  await step('returned')
  await send(app, 'DELETE', `/v1/pets/${petId}`)
  assert.deepEqual(await print(), first)
  const { contract } = (await app.get(path)).json()
  assert.deepEqual(contract, first.signed)
})

onEachEngine(
  'a contract that nobody printed is signed in the language of the country, and undoing the hand-over discards it',
  async (open) => {
    await using app = await open()
    const { path, step, print } = await approved(app)
    await step('delivered')
    const first = await print()
    assert.match(first.html, /lang="de-DE"[\s\S]*<dt>Geboren<\/dt><dd><bdi>12\. April 2023/)
    app.clock.advance(2_000)
    const undone = await app.post(`${path}/undo`, '')
    assert.deepEqual([undone.statusCode, undone.json().contract], [200, undefined])
    assert.deepEqual(await storedContracts(app), [])
    assert.equal((await print()).state, 'draft')

    await step('delivered', { fee: { amount: 9_900, currency: 'EUR' } })
    const second = await print()
    assert.notEqual(second.signed.sha256, first.signed.sha256)
    await step('returned', { returnReason: 'Allergies' })
    await app.post(`${path}/undo`, '')
    assert.deepEqual(await print(), second)
  },
)

const storedContracts = (app: TestApp) =>
  app.service.database.read.selectFrom('signed_contracts').select('html').execute()

onEachEngine(
  'erasing the customer deletes the contract and keeps its SHA-256, date and template version',
  async (open) => {
    await using app = await open()
    const { path, step, print } = await approved(app)
    await step('delivered')
    const { signed } = await print()
    await send(app, 'DELETE', `${path}/customer`)
    assert.equal((await print()).code, 'customer_erased')
    assert.deepEqual(await storedContracts(app), [])
    const { contract, customer } = (await app.get(path)).json()
    assert.deepEqual([contract, customer], [signed, undefined])
  },
)

onEachEngine('retention deletes the contract of an application', async (open) => {
  await using app = await open({ settings: { APPLICATION_RETENTION_DAYS: '2' } })
  const store = applicationsOf(app)
  const url = String((await store.apply({ petId: await store.addPet() })).headers.location)
  const order = (await app.post(`${url}/approve`, {})).json()
  const path = `/v1/store/orders/${order.id}`
  await send(app, 'PATCH', path, { status: 'delivered' })
  const { signed } = (await app.get(`${path}/contract`)).json()
  app.clock.advance(2 * 86_400_000)
  await app.service.runRoutine('applications.erase')
  assert.deepEqual(await storedContracts(app), [])
  const printed = await app.get(`${path}/contract`)
  assert.deepEqual([printed.statusCode, printed.json().code], [409, 'customer_erased'])
  assert.deepEqual((await app.get(path)).json().contract, signed)
})

onEachEngine(
  'an animal that was handed over by an older release is printed as it is today, and the contract says so',
  async (open) => {
    await using app = await open()
    const { orderId, petId, step, print } = await approved(app)
    await step('delivered')
    await app.service.database.write(async ({ query }) => {
      await query.deleteFrom('signed_contracts').execute()
      const columns = { contract_sha256: null, contract_signed_at: null, contract_template: null }
      await query.updateTable('orders').set(columns).where('id', '=', BigInt(orderId)).execute()
    })
    await put(app, `/v1/pets/${petId}/profile`, { species: 'cat' })
    const printed = await print('?locale=en')
    assert.deepEqual([printed.state, printed.signed], ['notStored', undefined])
    assert.match(printed.html, /Not the signed copy[\s\S]*<bdi>Cat<\/bdi>/)
  },
)

onEachEngine('a contract whose customer an older replica has erased is deleted by a routine', async (open) => {
  await using app = await open()
  const { orderId, step } = await approved(app)
  await step('delivered')
  await app.service.runRoutine('contracts.purge')
  assert.equal((await storedContracts(app)).length, 1)
  await app.service.database.write(({ query }) =>
    query
      .updateTable('orders')
      .set({ customer_email: null, customer_name: null })
      .where('id', '=', BigInt(orderId))
      .execute(),
  )
  await app.service.runRoutine('contracts.purge')
  assert.deepEqual(await storedContracts(app), [])
})

onEachEngine('contracts of customers whom an older replica has erased are deleted some at a time', async (open) => {
  await using app = await open()
  for (let count = 0; count < 3; count += 1) await (await approved(app)).step('delivered')
  const { database } = app.service
  await database.write(({ query }) =>
    query.updateTable('orders').set({ customer_email: null, customer_name: null }).execute(),
  )
  const steps: number[] = []
  const removeSome: typeof removeOrphanedContracts = async (query, limit) => {
    const removed = await removeOrphanedContracts(query, limit)
    steps.push(removed)
    return removed
  }
  const { remove } = orphanedContracts({ database, removeSome, limit: 2 })
  await remove(new AbortController().signal)
  assert.deepEqual(steps, [2, 1])
  assert.deepEqual(await storedContracts(app), [])
})

onEachEngine(
  'a contract shows the animal as it is at the hand-over, also when it changes at that moment',
  async (open) => {
    await using app = await open()
    for (let round = 0; round < 3; round += 1) {
      const { petId, orderId, step, print } = await approved(app)
      const rename = (name: string) =>
        app.inject({
          method: 'PATCH',
          url: `/v1/pets/${petId}`,
          headers: app.key,
          payload: { name },
        })
      const names = Array.from({ length: 8 }, (_, at) => `Name ${at}`)
      const [delivered] = await Promise.all([step('delivered'), ...names.map(rename)])
      assert.equal(delivered.statusCode, 200, delivered.body)
      const { html, signed } = await print()
      assert.equal(signed.sha256, sha256(html))
      const name = nameAtHandOver((await app.get('/v1/events?limit=100')).json(), orderId)
      assert.ok(html.includes(`<bdi>${name}</bdi>`), `${name} at the hand-over`)
    }
  },
)

type Event = { type: string; data: { id: number; petId?: number; name?: string; status: string } }

/** The name of the animal in the events before the hand-over. */
const nameAtHandOver = (events: Event[], orderId: number): string | undefined => {
  const at = events.findIndex(
    ({ type, data }) => type === 'order.updated' && data.id === orderId && data.status === 'delivered',
  )
  const petId = events[at]?.data.petId
  return events.slice(0, at).findLast(({ type, data }) => type.startsWith('pet.') && data.id === petId && data.name)
    ?.data.name
}

test('a document is never larger than 1 MB, and large images are scaled', async () => {
  const file = join(newFolder('store'), 'logo.png')
  writeFileSync(file, await noise(400, 380).png().toBuffer())
  await using app = await testApp({ settings: { SITE_LOGO: file } })
  const { petId, step, print } = await approved(app)
  const photo = await noise(2_000, 3_000).jpeg({ quality: 95 }).toBuffer()
  await app.post(`/v1/pets/${petId}/photos`, photo, { 'content-type': 'image/jpeg' })
  const text = `{{parties}}\n\n${'{{adopter.name}} '.repeat(90)}${'ö'.repeat(8_000)}`
  await put(app, '/v1/document-templates', { contract: { title: 'A', text } })
  await step('delivered')
  const { html } = await print()
  assert.equal(html.match(/src="data:image\/jpeg;base64,/g)?.length, 2)
  assert.ok(Buffer.byteLength(html) < 500_000, `${Buffer.byteLength(html)} bytes`)
})

/** An image that hardly compresses. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

test('each country has a language and its most common time zone', () => {
  assert.deepEqual(writingIn('DE'), { locale: 'de-DE', timeZone: 'Europe/Berlin' })
  assert.deepEqual(writingIn('US'), { locale: 'en-US', timeZone: 'America/Detroit' })
  assert.deepEqual(writingIn('BR').locale, 'pt-BR')
  assert.deepEqual(writingIn(undefined), { locale: 'en', timeZone: 'UTC' })
})

onEachEngine('a signed contract is of bounded size, even with a template from an older version', async (open) => {
  await using app = await open()
  const { orderId, step } = await approved(app)
  const website = `https://paws.example/?${'&'.repeat(2_026)}`
  await put(app, `/v1/accounts/${app.accountId}/organization`, { name: 'Paws', website })
  const row = { account_id: BigInt(app.accountId), kind: 'contract', updated_at: 0n }
  const text = '{{organization.website}} '.repeat(95)
  const title = '{{organization.website}}'.repeat(5)
  await app.service.database.write(({ query }) =>
    query
      .insertInto('document_templates')
      .values({ ...row, title, text })
      .execute(),
  )
  assert.equal((await step('delivered')).statusCode, 200)
  const { html } = await app.service.database.read
    .selectFrom('signed_contracts')
    .select('html')
    .where('order_id', '=', BigInt(orderId))
    .executeTakeFirstOrThrow()
  assert.ok(html.includes('paws.example'))
  assert.ok(Buffer.byteLength(html) < 110_000, String(Buffer.byteLength(html)))
})
