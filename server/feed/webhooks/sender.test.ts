import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { encodings } from '../../../test/harness/hostile-responses.ts'
import { hostileNames, hostileUrls } from '../../../test/harness/hostile-urls.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { isSuccess, sender } from './sender.ts'
import { ForbiddenTarget, type Resolve, targetGuard } from './target-guard.ts'

const resolveNothing: Resolve = () => Promise.reject(new Error('the name does not resolve'))

const post = (url: string) => ({
  url,
  headers: { 'webhook-id': 'evt_1' },
  body: '{"name":"Bärli"}',
  signal: new AbortController().signal,
})

const sendTo = ({ allowPrivate = true, timeoutMs = 60_000, resolve = resolveNothing } = {}) =>
  sender({ guard: targetGuard({ resolve, allowPrivate }), timeoutMs })

test('it posts JSON with the given headers', async () => {
  await using receiver = await startReceiver(200)
  const outcome = await sendTo()(post(receiver.url))
  assert.deepEqual(outcome, { statusCode: 200, isConnected: true })
  const [{ headers, body, url } = assert.fail()] = receiver.received
  assert.equal(url, '/hook')
  assert.equal(body, '{"name":"Bärli"}')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['content-length'], '17')
  assert.equal(headers['webhook-id'], 'evt_1')
  assert.match(headers['user-agent'] ?? '', /animal-adoption-store/)
})

test('any 2xx is a success, and nothing else is', async () => {
  await using receiver = await startReceiver()
  for (const [status, expected] of [
    [200, true] as const,
    [204, true] as const,
    [299, true] as const,
    [304, false] as const,
    [301, false] as const,
    [400, false] as const,
    [410, false] as const,
    [503, false] as const,
  ]) {
    receiver.behave(status)
    const outcome = await sendTo()(post(receiver.url))
    assert.equal(outcome.statusCode, status)
    assert.equal(isSuccess(outcome), expected, String(status))
  }
})

test('a redirect is not followed', async () => {
  await using inner = await startReceiver(200)
  for (const status of [301, 302, 303, 307, 308]) {
    await using receiver = await startReceiver((response) => response.writeHead(status, { location: inner.url }).end())
    assert.equal((await sendTo()(post(receiver.url))).statusCode, status)
  }
  assert.equal(inner.connections(), 0)
})

test('a receiver that hangs, resets, sends nonsense or is unreachable takes no longer than the deadline', async (t) => {
  await using receiver = await startReceiver('hang')
  const send = sendTo()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let isOver = false
  const sent = send(post(receiver.url)).finally(() => {
    isOver = true
  })
  while (receiver.received.length === 0) await new Promise(setImmediate)
  t.mock.timers.tick(59_999)
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  t.mock.timers.tick(1)
  const hung = await sent
  t.mock.timers.reset()
  assert.deepEqual([hung.statusCode, hung.fault], [undefined, 'The operation was aborted'])
  receiver.behave('reset')
  assert.equal((await send(post(receiver.url))).statusCode, undefined)
  receiver.behave((response) => response.socket?.end('SSH-2.0-nonsense\r\n\r\n'))
  assert.equal((await send(post(receiver.url))).statusCode, undefined)
  receiver.behave((response) => response.socket?.end('HTTP/1.1 101 X\r\nUpgrade: y\r\nConnection: Upgrade\r\n\r\n'))
  assert.equal(isSuccess(await send(post(receiver.url))), false)
  assert.equal((await send(post('http://127.0.0.1:1/'))).statusCode, undefined)
})

test('a 2xx counts as success even if its body fails, and reading ends at the deadline', async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(200).write('{')
  })
  // The body never ends.
  const endless = await sendTo({ timeoutMs: 1_000 })(post(receiver.url))
  assert.deepEqual(endless, { statusCode: 200, body: '{', isConnected: true })
  receiver.behave((response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy())
  })
  assert.equal((await sendTo()(post(receiver.url))).statusCode, 200)
})

test('at most 64 KiB of a response are read, and 2 KiB of it are stored', async () => {
  let sent = 0
  let isClosed = false
  const pour = (response: ServerResponse) => {
    response.once('close', () => {
      isClosed = true
    })
    const more = () => {
      while (!isClosed && response.write(Buffer.alloc(16 * 1024))) sent += 16 * 1024
      if (!isClosed) response.once('drain', more)
    }
    response.writeHead(200)
    more()
  }
  await using receiver = await startReceiver(pour)
  const { statusCode, body } = await sendTo()(post(receiver.url))
  assert.deepEqual([statusCode, body?.length], [200, 2_048])
  await eventually('it hangs up', () => isClosed)
  // The data in the buffers of both sides was sent but not read.
  assert.ok(sent < 32 * 1024 * 1024, `${sent}`)
})

test('a receiver that sends endless interim responses is cut off', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
  const end = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
  await using receiver = await startReceiver((response) => {
    response.socket?.end(hints.repeat(2) + end)
  })
  assert.deepEqual(await sendTo()(post(receiver.url)), { statusCode: 200, isConnected: true })
  receiver.behave((response) => void response.socket?.end(hints.repeat(10_000) + end))
  const { statusCode, fault } = await sendTo()(post(receiver.url))
  assert.deepEqual([statusCode, fault], [undefined, 'too many interim responses (1xx)'])
})

test('an encoded response is judged by its status alone and its body is not read', async () => {
  await using receiver = await startReceiver()
  for (const encoding of Object.keys(encodings)) {
    for (const status of [200, 500]) {
      receiver.behave((response) => {
        // The response never ends, so waiting for its body would hang.
        response.writeHead(status, { 'content-encoding': encoding }).write('x')
      })
      assert.equal((await sendTo()(post(receiver.url))).statusCode, status)
    }
  }
  for (const { headers } of receiver.received) assert.equal(headers['accept-encoding'], 'identity')
})

test('an attempt can be aborted', async () => {
  await using receiver = await startReceiver('hang')
  const given = new AbortController()
  const sending = sendTo()({ ...post(receiver.url), signal: given.signal })
  await receiver.gets(1)
  given.abort()
  assert.equal((await sending).statusCode, undefined)
})

test('hostile URLs are never connected to, nor are names that resolve to private addresses by then', async () => {
  await using receiver = await startReceiver(200)
  await using receiver6 = await startReceiver(200, { host: '::1', port: receiver.port })
  const resolve: Resolve = async (name) => hostileNames.get(name) ?? []
  const send = sendTo({ allowPrivate: false, timeoutMs: 2_000, resolve })
  const urls = [
    ...hostileUrls(receiver.port),
    ...[...hostileNames.keys()].map((name) => `http://${name}:${receiver.port}/hook`),
    `http://nothing.example.org:${receiver.port}/`,
    `https://127.0.0.1:${receiver.port}/`,
    `http://user:pass@127.0.0.1:${receiver.port}/`,
  ]
  for (const url of urls) {
    const { statusCode, fault } = await send(post(url))
    assert.deepEqual([statusCode, fault], [undefined, new ForbiddenTarget().message], url)
  }
  assert.equal(receiver.connections() + receiver6.connections(), 0)
})

test('a name that was public when it was registered is checked again for each connection', async () => {
  await using receiver = await startReceiver(200)
  let address = '8.8.8.8'
  const guard = targetGuard({ resolve: async () => [address], allowPrivate: false })
  const url = `http://rebinding.example.org:${receiver.port}/`
  assert.equal(await guard.fault(url), undefined)
  address = '127.0.0.1'
  const { fault } = await sender({ guard, timeoutMs: 2_000 })(post(url))
  assert.equal(fault, new ForbiddenTarget().message)
  assert.equal(receiver.connections(), 0)
})
