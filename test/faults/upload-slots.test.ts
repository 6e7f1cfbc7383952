import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planUploads } from '../../server/requests/plans/plan.ts'
import { runCommand } from '../harness/commands.ts'
import { type Connection, connect } from '../harness/connection.ts'
import { jpeg } from '../harness/images.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const ACCOUNTS = 9
/** As many as there are slots. */
const TRICKLING = 25
/** Fast enough to be received for two minutes. */
const STEP_MS = 1_000
const STEP_BYTES = 80_000

const keyOf = async (server: Server, plan: string): Promise<string> => {
  const args = ['keys', 'create', '--plan', plan, '--name', plan, '--json']
  const { stdout, code, stderr } = await runCommand({ args, environment: server.environment })
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout).key
}

const addPet = async (server: Server, key: string): Promise<number> => {
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const body = '{"name":"Biscuit","categoryId":1}'
  return (await server.fetch('/v1/pets', { method: 'POST', headers, body })).json().id
}

/** Sends a photo that takes minutes. */
const trickle = async (server: Server, key: string, petId: number): Promise<Connection> => {
  const connection = await connect(server.port)
  connection.send(
    `POST /v1/pets/${petId}/photos HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nAuthorization: Bearer ${key}\r\nContent-Length: 14000000\r\n\r\n`,
  )
  return connection
}

test('nine Free accounts that trickle uploads do not prevent others from uploading', async () => {
  using folder = temporaryFolder()
  const settings = { BOOTSTRAP_KEY: newKey(), LOG_LEVEL: 'info' }
  await using server = await startServer({ folder: folder.path, settings })
  const connections: Connection[] = []
  let free = ''
  let freePet = 0
  for (let account = 0; account < ACCOUNTS; account += 1) {
    free = await keyOf(server, 'free')
    freePet = await addPet(server, free)
    for (let count = 0; count < TRICKLING; count += 1) connections.push(await trickle(server, free, freePet))
  }
  const piece = Buffer.alloc(STEP_BYTES)
  const timer = setInterval(() => {
    // Clients that wait for a slot send nothing before they get it.
    for (const [at, connection] of connections.entries()) if (at % TRICKLING < planUploads.free) connection.send(piece)
  }, STEP_MS)
  try {
    const business = await keyOf(server, 'business')
    const petId = await addPet(server, business)
    const body = new Uint8Array(await jpeg(60, 40))
    const headers = { ...bearer(business), 'content-type': 'image/jpeg' }
    const photos = await Promise.all(
      Array.from({ length: 10 }, () => server.fetch(`/v1/pets/${petId}/photos`, { method: 'POST', headers, body })),
    )
    for (const photo of photos) assert.equal(photo.status, 201, photo.body)
    // Longer than any other request may take: a client that waits for a slot is not disconnected before.
    const answers = await Promise.all(connections.slice(-3).map(({ answer }) => answer()))
    for (const answer of answers) {
      assert.equal(answer?.status, 429, answer?.body)
      assert.equal(answer?.headers['retry-after'], '5')
      assert.equal(JSON.parse(answer?.body ?? '').code, 'rate_limit_exceeded')
    }
    const state = (await server.fetch('/v1/rate-limit', { headers: bearer(free) })).json()
    assert.equal(state.ban, undefined)
  } finally {
    clearInterval(timer)
    for (const connection of connections) connection.close()
  }
})
