import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { encodings, endless, trickle } from '../../../test/harness/hostile-responses.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { boundedFetch, EncodedResponse, exchange } from './outbound.ts'

const limits = { timeoutMs: 60_000, maxBytes: 1_048_576 }
const send = boundedFetch(limits)

test('an encoded response is rejected, and the error names the encoding', async () => {
  await using receiver = await startReceiver()
  const host = new URL(receiver.url).host
  for (const encoding of [...Object.keys(encodings), 'GZIP', 'gzip, br', 'identity, br']) {
    let isClosed = false
    receiver.behave((response) => {
      response.once('close', () => {
        isClosed = true
      })
      // The response never ends, so waiting for its body would hang.
      response.writeHead(200, { 'content-encoding': encoding }).write('x')
    })
    await assert.rejects(send(receiver.url), (error) => {
      assert.ok(error instanceof EncodedResponse)
      assert.match(error.message, new RegExp(`^${host} sent .*content-encoding: ${encoding}\\)`))
      return true
    })
    await eventually('the connection is closed', () => isClosed)
  }
  for (const { headers } of receiver.received) assert.equal(headers['accept-encoding'], 'identity')
  receiver.behave((response) => response.writeHead(200, { 'content-encoding': 'br' }).end())
  await assert.rejects(send(receiver.url, { method: 'HEAD' }), EncodedResponse)
  for (const plain of ['identity', '']) {
    receiver.behave((response) => response.writeHead(200, { 'content-encoding': plain }).end('ok'))
    assert.equal(await (await send(receiver.url)).text(), 'ok')
  }
})

test('a body that is longer than the limit is rejected, at once if its length is known', async () => {
  await using receiver = await startReceiver(endless)
  const tooLong = /is longer than 1048576 bytes/
  await assert.rejects((await send(receiver.url)).text(), tooLong)
  receiver.behave((response) => response.writeHead(200, { 'content-length': 2 ** 40 }).write('x'))
  await assert.rejects((await send(receiver.url)).text(), tooLong)
  receiver.behave((response) => response.writeHead(200).end('x'.repeat(1_048_576)))
  assert.equal((await (await send(receiver.url)).text()).length, 1_048_576)
})

test('a missing head and a trickling body time out', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await using receiver = await startReceiver('hang')
  const silent = assert.rejects(send(receiver.url), /did not respond within 60000 ms/)
  while (receiver.received.length === 0) await new Promise(setImmediate)
  t.mock.timers.tick(59_999)
  await new Promise(setImmediate)
  t.mock.timers.tick(1)
  await silent

  receiver.behave(trickle)
  const { body } = await exchange(new URL(receiver.url), {}, { ...limits, bodyTimeoutMs: 5_000 })
  let isOver = false
  const slow = assert.rejects(
    text(body).finally(() => {
      isOver = true
    }),
    /took longer than 5000 ms/,
  )
  t.mock.timers.tick(4_999)
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  t.mock.timers.tick(1)
  await slow
})

test('only event streams may be endless, and only if that is allowed', async () => {
  await using receiver = await startReceiver()
  const open = boundedFetch({ timeoutMs: 1_000, maxBytes: 10, allowsEventStream: true })
  const long = 'x'.repeat(100)
  const typed = (type: string, status: number) =>
    receiver.behave((response) => response.writeHead(status, { 'content-type': type }).end(long))
  typed('text/event-stream; charset=utf-8', 200)
  assert.equal(await (await open(receiver.url)).text(), long)
  for (const [type, status] of [
    ['application/json', 200],
    ['text/event-stream', 500],
  ] as const) {
    typed(type, status)
    await assert.rejects((await open(receiver.url)).text(), /is longer than 10 bytes/)
  }
  typed('text/event-stream', 200)
  await assert.rejects((await boundedFetch({ ...limits, maxBytes: 10 })(receiver.url)).text())
})

test('sends and returns the same as fetch, except for redirects', async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(201, 'Made', ['set-cookie', 'a=1', 'set-cookie', 'b=2', 'X-Text', 'z'])
    response.end('{"ok":true}')
  })
  const bodies = [
    ['{}', 'text/plain;charset=UTF-8', '{}'],
    [new URLSearchParams({ a: 'ä b' }), 'application/x-www-form-urlencoded', 'a=%C3%A4+b'],
    [new Blob(['blob'], { type: 'image/png' }), 'image/png', 'blob'],
    [new TextEncoder().encode('bytes'), undefined, 'bytes'],
  ] as const
  for (const [body, type, sent] of bodies) {
    const response = await send(receiver.url, { method: 'POST', body, headers: { 'x-own': 'y' } })
    assert.deepEqual([response.status, response.statusText], [201, 'Made'])
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2'])
    assert.equal(response.headers.get('x-text'), 'z')
    assert.deepEqual(await response.json(), { ok: true })
    const received = receiver.received.at(-1)
    assert.equal(received?.body, sent)
    assert.equal(received?.headers['x-own'], 'y')
    assert.equal(received?.headers['content-length'], String(sent.length))
    assert.equal(received?.headers['content-type']?.split(';')[0], type?.split(';')[0])
  }
  for (const status of [204, 304]) {
    receiver.behave(status)
    const response = await send(receiver.url)
    assert.deepEqual([response.status, response.body], [status, null])
  }
  const before = receiver.received.length
  receiver.behave((response) => response.writeHead(302, { location: '/elsewhere' }).end())
  assert.equal((await send(receiver.url)).status, 302)
  assert.equal(receiver.received.length, before + 1)
})

test('a request ends with its signal, and with the connection', async () => {
  await using receiver = await startReceiver('hang')
  const stop = new AbortController()
  const waiting = send(receiver.url, { signal: stop.signal })
  await receiver.gets(1)
  stop.abort(new Error('enough'))
  await assert.rejects(waiting, /enough/)
  receiver.behave(trickle)
  const later = new AbortController()
  const response = await send(receiver.url, { signal: later.signal })
  later.abort()
  await assert.rejects(response.text())
  receiver.behave('reset')
  await assert.rejects(send(receiver.url))
  receiver.behave((response) => response.socket?.end('HTTP/1.1 999 Odd\r\n\r\n'))
  await assert.rejects(send(receiver.url), RangeError)
})
