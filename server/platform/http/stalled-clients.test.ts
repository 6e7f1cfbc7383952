import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHttpServer } from './http-server.ts'

const STALL_MS = 3_000
const BODY_BYTES = 64_000_000

test('a client that reads nothing for the period is disconnected; one that reads slowly, or waits, is not', async () => {
  const held: ServerResponse[] = []
  const { server } = createHttpServer(
    (request, response) => {
      if (request.url === '/held') held.push(response)
      else response.end(Buffer.alloc(BODY_BYTES))
    },
    { stallMs: STALL_MS },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const join = async (path: string) => {
    const connected = once(server, 'connection')
    const client = connect(port, '127.0.0.1')
      .on('error', () => {})
      .pause()
    client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    const [socket] = (await connected) as [Socket]
    return { client, socket }
  }
  const stalled = await join('/')
  const slow = await join('/')
  const waiting = await join('/held')
  while (!stalled.socket.destroyed) {
    // The kernel must drain a good part of its buffer before the server can send more.
    for (let bytes = 0; bytes < BODY_BYTES / 80 && !slow.socket.destroyed; ) {
      bytes += slow.client.read()?.length ?? 0
      await new Promise(setImmediate)
    }
    await sleep(100)
  }
  assert.equal(slow.socket.destroyed, false)
  assert.equal(waiting.socket.destroyed, false)
  for (const { client } of [slow, waiting]) client.destroy()
  server.closeAllConnections()
  server.close()
})
