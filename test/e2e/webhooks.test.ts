import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Received, startReceiver } from '../harness/receiver.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const settings = { BOOTSTRAP_KEY: key, WEBHOOK_ALLOW_PRIVATE: 'true' }

const post = async (server: Server, path: string, body: object) => {
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const answer = await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal(answer.status, 201, answer.body)
  return answer.json()
}

const idsOf = (requests: Received[]) => requests.map(({ headers }) => headers['webhook-id'])

const succeeded = async (server: Server): Promise<number> => {
  const answer = await server.fetch('/v1/webhooks/1/deliveries', { headers: bearer(key) })
  return answer.json().filter(({ status }: { status: string }) => status === 'succeeded').length
}

test('a killed process resumes its queue, and repeats interrupted deliveries with the same id', async () => {
  using folder = temporaryFolder()
  await using receiver = await startReceiver('hang')
  let secret = ''
  {
    await using server = await startServer({ folder: folder.path, settings })
    const made = await post(server, '/v1/webhooks', { url: receiver.url, types: ['pet.created'] })
    secret = made.secret
    for (let at = 0; at < 20; at += 1) await post(server, '/v1/pets', { name: `${at}`, categoryId: 1 })
    await eventually('attempts are under way', () => receiver.received.length >= 4)
    await server.kill()
  }
  const before = receiver.received.splice(0)
  receiver.behave(200)
  await using server = await startServer({ folder: folder.path, settings })
  await eventually('all are delivered', async () => (await succeeded(server)) === 20)
  const names = new Set<string>()
  for (const { body, headers } of receiver.received) {
    const event = new Webhook(secret).verify(body, headers as Record<string, string>)
    names.add((event as { data: { name: string } }).data.name)
  }
  assert.equal(names.size, 20)
  const after = new Set(idsOf(receiver.received))
  for (const id of idsOf(before)) assert.ok(after.has(id), id as string)
})

test('a process that is stopped does not wait for a receiver that hangs, and loses nothing', async () => {
  using folder = temporaryFolder()
  await using receiver = await startReceiver('hang')
  {
    await using server = await startServer({ folder: folder.path, settings })
    await post(server, '/v1/webhooks', { url: receiver.url, types: ['pet.created'] })
    await post(server, '/v1/pets', { name: 'Biscuit', categoryId: 1 })
    await receiver.gets(1)
    assert.equal(await server.stop(), 0)
    assert.equal(server.wasForced(), false)
  }
  receiver.behave(200)
  await using server = await startServer({ folder: folder.path, settings })
  await eventually('it is delivered', async () => (await succeeded(server)) === 1)
  assert.equal(new Set(idsOf(receiver.received)).size, 1)
})
