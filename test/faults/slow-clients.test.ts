import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type RawAnswer } from '../harness/connection.ts'
import { assertErrorResponse } from '../harness/error-response.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { rounds } from '../harness/rounds.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const CLIENTS = rounds({ usual: 120, torture: 600 })
/** Headers must arrive within 5 s and a request within 8 s, which is checked every half second. */
const GONE_AFTER_MS = 10_000
const TRICKLE_MS = 250
const BODY_BYTES = 1_000
/** Before a request an empty line has no meaning, and must not buy time. */
const EMPTY_LINE = '\r\n'

/** Sends the start at once and the rest byte by byte, whatever the response, until the connection is closed. */
const trickle = async (
  port: number,
  start: string,
): Promise<{ answer: RawAnswer | undefined; goneAfterMs: number }> => {
  using connection = await connect(port, { allowHalfOpen: start !== '' })
  const openedAtMs = performance.now()
  connection.send(start)
  const next = start === '' || start === EMPTY_LINE ? start : 'a'
  const timer = setInterval(() => connection.send(next), TRICKLE_MS)
  const answer = await connection.answer()
  await connection.closed
  clearInterval(timer)
  return { answer, goneAfterMs: performance.now() - openedAtMs }
}

test(`${CLIENTS} clients that trickle or send nothing are disconnected within 10 s, and others are served`, async (t) => {
  using folder = temporaryFolder()
  const key = newKey()
  await using server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
  const head = 'POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const starts = [
    'GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    `${head}Authorization: Bearer ${key}\r\nContent-Length: ${BODY_BYTES}\r\n\r\n{"name":"`,
    // A photo may take longer, but must not be as slow as this.
    `POST /v1/pets/1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1000000\r\n\r\n\xff\xd8`,
    `${head}Content-Length: ${BODY_BYTES}\r\nAuthorization: Bearer ${key}\r\nTransfer-`,
    '',
    EMPTY_LINE,
  ]
  const pet = {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: '{"name":"Biscuit","categoryId":1}',
  }
  assert.equal((await server.fetch('/v1/pets', pet)).json().id, 1)
  const ask = async (): Promise<number> => {
    const sentAtMs = performance.now()
    const { status } = await server.fetch('/v1/pets', { headers: bearer(key) })
    assert.equal(status, 200)
    return performance.now() - sentAtMs
  }
  const aloneMs: number[] = []
  for (let n = 0; n < 100; n += 1) {
    aloneMs.push(await ask())
    await sleep(10)
  }
  let areGone = false
  const slow = Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => trickle(server.port, starts[n % starts.length] ?? '')),
  ).finally(() => {
    areGone = true
  })

  const answeredInMs: number[] = []
  while (!areGone) {
    answeredInMs.push(await ask())
    await sleep(30)
  }
  const clients = await slow

  for (const { answer } of clients) assertErrorResponse(answer, { status: 408, code: 'request_timeout' })
  const longestMs = Math.max(...clients.map(({ goneAfterMs }) => goneAfterMs))
  const slowestMs = Math.max(...answeredInMs)
  const [usualMs, besideMs] = [median(aloneMs), median(answeredInMs)]
  t.diagnostic(`gone after ${longestMs.toFixed()} ms; others at most ${slowestMs.toFixed()} ms`)
  // The longest wait of other clients shows how late this machine may be.
  const lateMs = 5 * Math.max(slowestMs, ...aloneMs)
  assert.ok(longestMs < GONE_AFTER_MS + lateMs, `a slow client was there for ${longestMs} ms`)
  assert.ok(answeredInMs.length > 20, `${answeredInMs.length} requests beside them`)
  assert.ok(besideMs < 5 * usualMs, `others waited ${besideMs} ms, alone ${usualMs} ms`)
})

const median = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0
