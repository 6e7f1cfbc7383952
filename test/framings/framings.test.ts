import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect, exchange } from '../harness/connection.ts'
import { seeded } from '../harness/seeded.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { bodies } from './bodies.ts'
import { connections } from './connections.ts'
import { echoed } from './echoed.ts'
import { heads } from './heads.ts'
import { limits } from './limits.ts'
import { unexpected } from './unexpected.ts'
import { body, type Framings, get, key, outcomeOf, post, wholeOf } from './wire.ts'

const folder = temporaryFolder()
let server: Server

before(async () => {
  const settings = { BOOTSTRAP_KEY: key, TRUST_PROXY: '127.0.0.1' }
  server = await startServer({ folder: folder.path, settings })
  // Two, so that a list of one links to the next page.
  for (let animals = 0; animals < 2; animals += 1) {
    const [response] = await exchange(server.port, post(`Content-Length: ${body.length}\r\n`))
    assert.equal(response?.status, 201)
  }
})
after(async () => {
  await server.stop()
  folder.remove()
})

const tables: Record<string, Framings> = {
  'request lines and header fields': heads,
  'bodies of every length that can be claimed': bodies,
  'requests that follow, wait for, or end one another': connections,
  'targets and heads as long as they may be, and longer': limits,
}

for (const [name, table] of Object.entries(tables)) {
  test(`${name} are served or rejected, and nothing is served that was not requested`, async () => {
    assert.deepEqual(await unexpected(server.port, table), {})
  })
}

test('the meaning of a request does not depend on how it is split', async () => {
  const random = seeded(9112)
  const all = { ...heads, ...bodies, ...connections }
  const anywhere = (length: number) => 1 + Math.floor(random() * (length - 1))
  const inTwo = (bytes: Buffer) => [anywhere(bytes.length)]
  assert.deepEqual(await unexpected(server.port, all, inTwo), {})
  const short = Object.entries(all).filter(([, one]) => wholeOf(one).length < 600)
  const some = Object.fromEntries(short.filter(() => random() < 0.03))
  const byteByByte = ({ length }: Buffer) => Array.from({ length: length - 1 }, (_, at) => at + 1)
  assert.deepEqual(await unexpected(server.port, some, byteByByte), {})
})

test('request input can appear in a response header only as part of one value', async () => {
  for (const request of echoed) {
    const outcome = await outcomeOf(server.port, { send: request, expect: '' })
    assert.match(outcome, /^(?:[234]\d\d\S* probe|400-malformed_request)$/, request)
  }
})

test('clients that reset their connections anywhere leave the server working, and its log without errors', async () => {
  const random = seeded(793)
  const loggedBefore = server.output.length
  const sent = [...Object.values(bodies), ...Object.values(connections)]
  for (let at = 0; at < sent.length; at += 20) {
    await Promise.all(
      sent.slice(at, at + 20).map(async (framing) => {
        using connection = await connect(server.port)
        const bytes = wholeOf(framing)
        const isWhole = random() < 0.5
        connection.send(isWhole ? bytes : bytes.subarray(0, Math.ceil(random() * bytes.length)))
        if (random() < 0.5) await new Promise(setImmediate)
        connection.socket.resetAndDestroy()
        await connection.closed
      }),
    )
  }
  const [response] = await exchange(server.port, get())
  assert.equal(response?.status, 200)
  const logged = server.output.slice(loggedBefore).filter((line) => line.startsWith('{'))
  assert.deepEqual(
    logged.filter((line) => JSON.parse(line).level !== 'info'),
    [],
  )
})
