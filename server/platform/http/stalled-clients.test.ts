import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { dropStalled } from './stalled-clients.ts'

const STALL_MS = 30_000
const BODY_BYTES = 32_000_000

test('a client that takes nothing for the period is disconnected; one that takes a little is not', async () => {
  let nowMs = 0
  const server = createServer((_request, response) => response.end(Buffer.alloc(BODY_BYTES)))
  const check = dropStalled(server, { stallMs: STALL_MS, steadyMs: () => nowMs })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const join = async () => {
    const connected = once(server, 'connection')
    const client = connect(port, '127.0.0.1')
      .on('error', () => {})
      .pause()
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [socket] = (await connected) as [Socket]
    while (socket.writableLength === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    return { client, socket }
  }
  const stalled = await join()
  const slow = await join()
  const idle = connect(port, '127.0.0.1')
  await once(idle, 'connect')

  check()
  for (let periods = 0; periods < 3; periods += 1) {
    nowMs += STALL_MS - 1
    check()
    assert.equal(stalled.socket.destroyed, periods > 0)
    assert.equal(slow.socket.destroyed, false)
    // What the kernel holds of it has to go down by a part before the server sees it go.
    for (let bytes = 0; bytes < BODY_BYTES / 4; ) {
      bytes += slow.client.read()?.length ?? 0
      await new Promise(setImmediate)
    }
  }
  assert.equal(idle.destroyed, false)
  for (const client of [slow.client, idle]) client.destroy()
  server.closeAllConnections()
  server.close()
})
