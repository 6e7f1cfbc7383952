import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'

// Photos through HAProxy with shortened timeouts: it does the same at 1 s as at 30 s.

const skip = whyNoHaproxy() ?? false
const SHORTENED = [
  ['timeout client 30s', 'timeout client 1s'],
  ['timeout server 30s', 'timeout server 1s'],
] as const
const TIMEOUT_MS = 1_000
const PIECE_MS = 250
const PIECES = 12

/** Reads a request to its end, and later responds with the length of its body. */
const startReplica = async (responseMs: number) => {
  const server = createServer(async (request, response) => {
    let bytes = 0
    for await (const chunk of request) bytes += chunk.length
    if (request.method === 'POST') await sleep(responseMs)
    response.setHeader('x-request-id', 'one').end(String(bytes))
  })
  server.on('error', () => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return {
    place: `127.0.0.1:${address.port}`,
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Sends a body in pieces, with pauses shorter than the timeout. */
const sendSlowly = async (address: string, path: string) => {
  const sent = request(`${address}${path}`, { method: 'POST' })
  const response = once(sent, 'response')
  for (let piece = 0; piece < PIECES; piece += 1) {
    sent.write(Buffer.alloc(1_000))
    await sleep(PIECE_MS)
  }
  sent.end()
  const [{ statusCode }] = await response
  return statusCode
}

test('an upload that is slow but steady passes HAProxy, however long it takes', {
  skip,
}, async () => {
  using replica = await startReplica(0)
  await using haproxy = await startHaproxy([replica.place], SHORTENED)
  assert.ok(PIECES * PIECE_MS > 2 * TIMEOUT_MS)
  assert.equal(await sendSlowly(haproxy.address, '/v1/pets/7/photos'), 200)
})

test('a photo that takes long to render gets its response through HAProxy; anything else gets 504', {
  skip,
}, async () => {
  using replica = await startReplica(3 * TIMEOUT_MS)
  await using haproxy = await startHaproxy([replica.place], SHORTENED)
  const post = async (path: string) => (await fetch(`${haproxy.address}${path}`, { method: 'POST', body: 'x' })).status
  const [photo, other] = await Promise.all([post('/v1/pets/7/photos'), post('/v1/pets')])
  assert.deepEqual([photo, other], [200, 504])
})
