import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, testApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { commands } from '../../../test/harness/import-commands.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { scopes } from '../../requests/access/scope.ts'

type Listed = { id: string; type: string; data: { id: number; name?: string } }

onEachEngine(
  'no webhook receives the events of an import without webhooks, and each receives the next one',
  async (open, t) => {
    await using receiver = await startReceiver()
    await using app = await open({ settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
    const shop = commands(t, app)
    await app.post('/v1/webhooks', { url: receiver.url })
    const sheet = 'Tag,Name,Type,Breed\n1,Rex,Dog,Beagle\n2,Tom,Cat,Siamese\n3,Ann,Dog,Pug\n'
    const map = ['--map', 'Tag=externalId,Name=name,Type=species,Breed=breed', '--json']
    const account = ['--account', String(app.accountId)]
    const file = shop.write('sheet.csv', sheet)
    const done = await shop.run('import', file, ...map, ...account, '--no-webhooks')
    assert.equal(done.added, 3, done.text)
    const events: Listed[] = (await app.get('/v1/events')).json()
    const typesOf = (name: string) => events.flatMap(({ type, data }) => (data.name === name ? type : []))
    for (const name of ['Rex', 'Tom', 'Ann']) assert.deepEqual(typesOf(name), ['pet.created'])

    await app.post('/v1/pets', { name: 'Ordinary', categoryId: 1 })
    await receiver.gets(1)
    const again = shop.write('again.csv', sheet.replace('Pug', 'Whippet').replace('Rex', 'Rexie'))
    const changed = await shop.run('import', again, ...map, ...account, '--no-webhooks')
    assert.equal(changed.updated, 2, changed.text)
    const undone = await shop.run('import', '--undo', String(changed.importId), '--no-webhooks')
    assert.equal(undone.code, 0, undone.text)
    // A webhook reads the feed in order, so earlier events would have arrived by now.
    await app.post('/v1/pets', { name: 'Last', categoryId: 1 })
    await receiver.gets(2)
    const names = receiver.received.map(({ body }) => JSON.parse(body).data.name)
    assert.deepEqual(names, ['Ordinary', 'Last'])
    const undo = ['import', '--undo', String(done.importId)]
    assert.equal((await shop.run(...undo)).code, 0)
    await eventually('the ordinary events of the undoing', async () => {
      const types = receiver.received.map(({ body }) => JSON.parse(body).type)
      return types.filter((type) => type === 'pet.deleted').length === 3
    })
  },
)

test('a webhook has missed nothing if only silent events were removed', async (t) => {
  await using receiver = await startReceiver()
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', EVENT_RETENTION_DAYS: '1' }
  await using app = await testApp({ settings })
  const shop = commands(t, app)
  const admin = app.bearer((await app.createKey('business', { scopes })).key)
  const { key, accountId } = await app.createKey()
  const headers = app.bearer(key)
  const { id } = (await app.post('/v1/webhooks', { url: receiver.url }, headers)).json()
  const suspend = (suspended: boolean) =>
    app.inject({
      method: 'PATCH',
      url: `/v1/accounts/${accountId}`,
      headers: admin,
      payload: { suspended },
    })
  await suspend(true)
  const file = shop.write('pets.csv', 'name,categoryId\nRex,1\nTom,1\n')
  const account = ['--account', String(app.accountId), '--json']
  const done = await shop.run('import', file, ...account, '--no-webhooks')
  assert.equal(done.added, 2, done.text)
  app.clock.advance(2 * 86_400_000)
  await app.service.runRoutine('events.purge')
  await suspend(false)
  assert.equal((await app.get(`/v1/webhooks/${id}`, headers)).json().behind, undefined)
})
