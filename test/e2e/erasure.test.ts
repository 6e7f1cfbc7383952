import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bearer, newKey } from '../harness/keys.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const headers = { ...bearer(key), 'content-type': 'application/json' }
const customer = { name: 'Zyxwvu Tsrqpo', email: 'zyxwvu@tsrqpo.example', phone: '+99 8877665544' }
const note = 'Lives behind the Nmlkji bakery'
const traces = ['Zyxwvu', 'zyxwvu@', '8877665544', 'Nmlkji']

test('after a customer is erased, no file of the embedded database contains a byte of their data', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  const send = async (method: string, path: string, body?: unknown, more: object = {}) => {
    const init = { method, headers: { ...headers, ...more } }
    const response = await server.fetch(path, {
      ...init,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    assert.ok(response.status < 300, `${method} ${path} ${response.status} ${response.body}`)
    return response
  }
  const place = async (n: number, of: object, more: object = {}) => {
    const { id: petId } = (await send('POST', '/v1/pets', { name: `${n}`, categoryId: 1 })).json()
    return (await send('POST', '/v1/store/orders', { petId, ...of }, more)).json().id
  }
  const other = { customer: { name: 'Ada', email: 'ada@example.org' }, note: 'o'.repeat(400) }
  for (let n = 0; n < 20; n += 1) await place(n, other)
  // Each change writes the customer and the note to other places in the file.
  const id = await place(99, { customer, note }, { 'idempotency-key': 'the order' })
  await send('PATCH', `/v1/store/orders/${id}`, { note: `${note}, on the left`.repeat(20) })
  await send('PATCH', `/v1/store/orders/${id}`, { status: 'approved', note })
  for (let n = 20; n < 40; n += 1) await place(n, other)
  await send('PATCH', `/v1/store/orders/${id}`, { status: 'delivered' })

  const found = () =>
    readdirSync(folder.path).flatMap((file) => {
      const content = readFileSync(join(folder.path, file)).toString('latin1')
      return traces.filter((trace) => content.includes(trace)).map((trace) => `${file}: ${trace}`)
    })
  assert.notDeepEqual(found(), [])
  await send('DELETE', `/v1/store/orders/${id}/customer`)
  assert.deepEqual(found(), [])
  assert.equal(await server.stop(), 0)
  assert.deepEqual(found(), [])
})
