import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../harness/connection.ts'
import { newKey } from '../harness/keys.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const REQUESTS = 2_000
const TURNS = 100
const STATUS_LINE = 'HTTP/1.1 200'

test(`while ${REQUESTS} requests sent at once are served, another client is served ${TURNS} times`, async () => {
  using folder = temporaryFolder()
  const key = newKey()
  await using server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  const head = `Host: a\r\nAuthorization: Bearer ${key}\r\n`
  const pets = JSON.stringify({ pets: Array(100).fill({ name: 'Biscuit', categoryId: 7 }) })
  using other = await connect(server.port)
  other.send(
    `POST /v1/pets:batch HTTP/1.1\r\n${head}Content-Type: application/json\r\n` +
      `Content-Length: ${pets.length}\r\n\r\n${pets}`,
  )
  assert.equal((await other.answer())?.status, 200)

  const greedy = await connect(server.port)
  let served = 0
  let tail = ''
  greedy.socket.removeAllListeners('data')
  greedy.socket.on('data', (bytes: Buffer) => {
    const text = tail + bytes.toString('latin1')
    served += text.split(STATUS_LINE).length - 1
    tail = text.slice(1 - STATUS_LINE.length)
  })
  greedy.send(`GET /v1/events?limit=100 HTTP/1.1\r\n${head}\r\n`.repeat(REQUESTS))
  // All at once, so that the order in which the server serves them does not depend on how soon this process runs.
  other.send(`GET /v1/rate-limit HTTP/1.1\r\n${head}\r\n`.repeat(TURNS))
  for (let turns = 0; turns < TURNS; turns += 1) {
    assert.equal((await other.answer())?.status, 200)
  }
  assert.ok(served < REQUESTS, `all ${served} requests were served before`)
  while (served < REQUESTS) await new Promise((resolve) => setTimeout(resolve, 10))
  greedy.close()
})
