import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { nameResolver } from './name-resolver.ts'

/** A name server that knows one name, and ignores queries for others. */
const startNameServer = async (known: string) => {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12)
    const name = question.toString('latin1', 13, end).replaceAll(/[^a-z]/g, '.')
    if (name !== known) return
    const isV4 = question.readUInt16BE(end + 1) === 1
    const answer = isV4 ? [0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 10, 0, 0, 7] : []
    const reply = Buffer.concat([
      question.subarray(0, 2),
      Buffer.from([0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]),
      question.subarray(12, end + 5),
      Buffer.from(isV4 ? [0xc0, 0x0c, ...answer] : []),
    ])
    socket.send(reply, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    [Symbol.dispose]: () => void socket.close(),
  }
}

test('a name resolves to the addresses that its name servers return', async () => {
  using names = await startNameServer('inward.example.org')
  const resolve = nameResolver({ servers: [names.server] })
  assert.deepEqual(await resolve('inward.example.org'), ['10.0.0.7'])
})

test('unresponsive name servers take no longer than the deadline, however many there are', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  using names = await startNameServer('inward.example.org')
  const servers = [names.server, names.server.replace('127.0.0.1', '127.0.0.2')]
  const resolve = nameResolver({ servers, timeoutMs: 60_000 })
  let isGivenUp = false
  const asked = resolve('other.example.org').finally(() => {
    isGivenUp = true
  })
  t.mock.timers.tick(59_999)
  await new Promise(setImmediate)
  assert.equal(isGivenUp, false)
  t.mock.timers.tick(1)
  await assert.rejects(asked)
})
