import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../sdk/mod.ts'
import { testApp } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { startReceiver } from './harness/receiver.ts'
import { typedIn } from './harness/typed.ts'

test('webhooks: add, test, list, disable, rotate, deliveries, remove', async () => {
  await using app = await testApp({ settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  await using target = await startReceiver()
  const { key } = await app.createKey('pro')
  const ADOPTION_URL = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const webhooks = (...args: string[]) => typedIn({ ADOPTION_URL, ADOPTION_KEY: key }, ['webhooks', ...args])
  const done = async (...args: string[]) => {
    const { code, output, errors } = await webhooks(...args)
    assert.deepEqual([code, errors], [0, []], args.join(' '))
    return output
  }

  const added = await done('add', target.url, '--types', 'pet.created,pet.deleted')
  const [, secret = ''] = /^Webhook 1 .*\n\n {2}(whsec_\S+)$/.exec(added) ?? assert.fail(added)
  assert.equal(await done('test', '1'), 'It arrived (204).')
  const sent = await target.gets(1)
  const { type } = await verifyWebhook(sent.body, sent.headers, secret, { nowMs: app.clock.nowMs })
  assert.equal(type, 'webhook.test')
  assert.match(await done('list'), /^ID .*\n1 .*\/hook +pet\.created,pet\.deleted +working$/)
  assert.match(await done('disable', '1'), / disabled$/)
  assert.equal(JSON.parse(await done('enable', '1', '--json')).enabled, true)
  assert.match(await done('rotate-secret', '1'), /whsec_/)

  await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })
  await eventually('it was delivered', async () => {
    const [delivery] = JSON.parse(await done('deliveries', '1', '--json'))
    return delivery?.status === 'succeeded'
  })
  const [, row = ''] = (await done('deliveries', '1')).split('\n')
  const [id = ''] = row.split(' ')
  assert.match(row, /^evt_\d+ +pet\.created +succeeded +1 +\S+Z +- +204$/)
  assert.match(await done('delivery', '1', id), /^pet\.created: succeeded, .*\nResponse: 204\n\n\{"id":"evt_/s)
  assert.equal(JSON.parse(await done('redeliver', '1', id, '--json')).id, id)
  assert.equal(await done('remove', '1'), 'Webhook 1 was deleted.')

  // Commander prints the error; check only that nothing was sent.
  assert.equal((await webhooks('add', target.url, '--types', 'pet.eaten')).code, 2)
  assert.equal((await app.get('/v1/webhooks', app.bearer(key))).body, '[]')
})
