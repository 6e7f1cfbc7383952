import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { connect } from '../../../test/harness/connection.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { announcesBody } from './body.ts'
import { connections } from './connections.ts'
import { createHttpServer } from './http-server.ts'
import { isAfterLast } from './raw-error.ts'
import type { Handle } from './request-queue.ts'

const get = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

const respond = (response: ServerResponse, body = '') => {
  const { req } = response
  const isUnread = !req.readableEnded && announcesBody(req)
  const closes = isUnread ? ['connection', 'close'] : []
  response.writeHead(200, ['content-length', String(Buffer.byteLength(body)), ...closes]).end(body)
}

const readBody = async (request: IncomingMessage): Promise<string> => Buffer.concat(await request.toArray()).toString()

const listen = async (handle: Handle) => {
  const { server, queues } = createHttpServer(handle, { stallMs: 30_000 })
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  server.on('clientError', async (error, socket) => {
    if (isAfterLast(error)) return
    await queues.incomplete(socket as Socket)
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    queues,
    port: (server.address() as AddressInfo).port,
    sockets,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server that responds after a moment with the path, and tracks how many requests were in progress at once. */
const slowEcho = async () => {
  const seen = { most: 0, now: 0, paths: [] as string[] }
  const server = await listen(async (request, response) => {
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    seen.paths.push(request.url ?? '')
    const body = request.method === 'POST' ? await readBody(request) : ''
    await turn()
    await turn()
    seen.now -= 1
    respond(response, `${request.url} ${body}`)
  })
  return { seen, ...server }
}

const answersOf = async (connection: Awaited<ReturnType<typeof connect>>, count: number) => {
  const bodies: string[] = []
  while (bodies.length < count) {
    const answer = await connection.answer()
    if (!answer) break
    bodies.push(answer.body)
  }
  return bodies
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`)

test('pipelined requests are served one at a time, in order', async () => {
  await using server = await slowEcho()
  using connection = await connect(server.port)
  const paths = numbered(300)
  connection.send(paths.map(get).join(''))
  assert.deepEqual(
    await answersOf(connection, paths.length),
    paths.map((path) => `${path} `),
  )
  assert.equal(server.seen.most, 1)
})

const tricky = '{"a":"\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"}'
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const chunked = (path: string, body: string, trailer = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n` +
  `${body.length.toString(16)};a=b\r\n${body}\r\n0\r\n${trailer}\r\n`

for (const size of [1, 2, 3, 5, 7, 64, 100_000]) {
  test(`bodies of either framing end correctly in pieces of ${size} bytes`, async () => {
    await using server = await slowEcho()
    using connection = await connect(server.port)
    const sent = [
      get('/1'),
      post('/2', tricky),
      `\r\n${get('/3')}`,
      chunked('/4', tricky),
      chunked('/5', tricky, 'X-Trailer: 1\r\n'),
      post('/6', ''),
      get('/7'),
    ].join('')
    for (let at = 0; at < sent.length; at += size) {
      connection.send(sent.slice(at, at + size))
      if (size < 100) await turn()
    }
    assert.deepEqual(await answersOf(connection, 7), [
      '/1 ',
      `/2 ${tricky}`,
      '/3 ',
      `/4 ${tricky}`,
      `/5 ${tricky}`,
      '/6 ',
      '/7 ',
    ])
    assert.equal(server.seen.most, 1)
  })
}

test('beyond 16 waiting requests their connection is paused, and all of them are served', async () => {
  await using server = await slowEcho()
  using connection = await connect(server.port)
  const paths = numbered(2_000)
  connection.send(paths.map(get).join(''))
  const [socket] = server.sockets
  assert.ok(socket)
  await eventually('the connection is paused', () => socket.isPaused())
  assert.deepEqual(
    await answersOf(connection, paths.length),
    paths.map((path) => `${path} `),
  )
  assert.equal(socket.isPaused(), false)
})

test('connections that fill the memory with waiting requests are closed, and others are served', async () => {
  const held: ServerResponse[] = []
  await using server = await listen((request, response) => {
    if (request.url === '/') held.push(response)
    else respond(response, 'served')
  })
  const clients = await Promise.all(Array.from({ length: 40 }, () => connect(server.port)))
  for (const { send } of clients) send('GET / HTTP/1.1\r\n\r\n'.repeat(3_600))
  await eventually('one was closed', () => server.sockets.some((socket) => socket.destroyed))
  await eventually('all have sent', () => server.sockets.every((socket) => socket.destroyed || socket.isPaused()))
  assert.ok(server.sockets.some((socket) => !socket.destroyed))
  using other = await connect(server.port)
  other.send(get('/other'))
  assert.equal((await other.answer())?.body, 'served')
  for (const { close } of clients) close()
})

for (const [name, second, status] of [
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', undefined],
  ['an upgrade', 'GET /2 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: b\r\n\r\n', '/2 '],
] as const) {
  test(`${name} after another request waits for its response, and does not cut it off`, async () => {
    await using server = await slowEcho()
    using connection = await connect(server.port)
    connection.send(get('/1') + second + get('/3'))
    const wanted = status === undefined ? ['/1 '] : ['/1 ', status, '/3 ']
    assert.deepEqual(await answersOf(connection, 3), wanted)
  })
}

const upgrade = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: b\r\n'

test('requests that follow an upgrade in one chunk get responses', async () => {
  await using server = await slowEcho()
  using connection = await connect(server.port)
  const first = `GET /1 HTTP/1.1\r\n${upgrade}\r\n`
  connection.send(get('/0') + first + get('/2') + post('/3', tricky))
  assert.deepEqual(await answersOf(connection, 4), ['/0 ', '/1 ', '/2 ', `/3 ${tricky}`])
  connection.send(first + get('/2'))
  assert.deepEqual(await answersOf(connection, 2), ['/1 ', '/2 '])
  assert.equal(server.seen.most, 1)
})

test('malformed data after an upgrade is detected at once', async () => {
  await using server = await slowEcho()
  using connection = await connect(server.port)
  connection.send(`GET /1 HTTP/1.1\r\n${upgrade}\r\nno request\r\n\r\n`)
  assert.deepEqual(await answersOf(connection, 2), ['/1 '])
  await connection.closed
})

for (const [name, framing] of [
  ['of known length', 'Content-Length: 4\r\n\r\nbody'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n'],
] as const) {
  test(`an upgrade with a body ${name} is the last request of its connection`, async () => {
    await using server = await slowEcho()
    using connection = await connect(server.port)
    connection.send(`POST /1 HTTP/1.1\r\n${upgrade}${framing}${get('/2')}`)
    const answer = await connection.answer()
    assert.deepEqual([answer?.body, answer?.headers.connection], ['/1 body', 'close'])
    await connection.closed
  })
}

for (const [name, isLater] of [
  ['in one go', false],
  ['later', true],
] as const) {
  test(`a request after a trailer that closes the connection, sent ${name}, sees it close`, async () => {
    await using server = await slowEcho()
    using connection = await connect(server.port)
    const first =
      'POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nConnection: close\r\n\r\n'
    connection.send(first + (isLater ? '' : get('/2')))
    assert.deepEqual(await answersOf(connection, 1), ['/1 body'])
    if (isLater) connection.send(get('/2'))
    assert.equal(await connection.answer(), undefined)
    assert.deepEqual(server.seen.paths, ['/1'])
  })
}

test('two requests and the end of the connection in one chunk get both responses', async () => {
  await using server = await slowEcho()
  for (const second of [get('/2'), post('/2', 'body')]) {
    using connection = await connect(server.port, { allowHalfOpen: true })
    connection.send(get('/1') + second)
    connection.end()
    assert.equal((await answersOf(connection, 3)).length, 2)
    await connection.closed
  }
})

test('while a response is in progress, further input stays in the socket', async () => {
  const begun: ServerResponse[] = []
  await using server = await listen((_request, response) => void begun.push(response))
  using connection = await connect(server.port)
  const bytes = Buffer.from(get().repeat(50_000))
  connection.send(bytes)
  await once(server.sockets[0] as Socket, 'pause')
  for (let turns = 0; turns < 200; turns += 1) await turn()
  assert.equal(begun.length, 1)
  assert.ok((server.sockets[0]?.bytesRead ?? 0) < 300_000, `${server.sockets[0]?.bytesRead} bytes`)
  connection.close()
})

test('other connections are served between two requests of one connection', async () => {
  const order: string[] = []
  await using server = await listen((request, response) => {
    order.push(request.url ?? '')
    respond(response)
  })
  using greedy = await connect(server.port)
  using other = await connect(server.port)
  greedy.send(get('/greedy').repeat(2_000))
  await greedy.answer()
  other.send(get('/other'))
  await other.answer()
  assert.ok(order.length < 1_000, `${order.length} requests before the other's`)
  assert.equal((await answersOf(greedy, 1_999)).length, 1_999)
})

test('a chunked body stays in the socket while nothing reads it', async () => {
  const requests: IncomingMessage[] = []
  await using server = await listen((request) => void requests.push(request))
  using connection = await connect(server.port)
  const chunk = `1000\r\n${'a'.repeat(4_096)}\r\n`
  connection.send(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`)
  connection.send(chunk.repeat(1_000))
  while (requests.length === 0) await turn()
  const [request] = requests as [IncomingMessage]
  // The body is requested, but never read.
  request.on('readable', () => {})
  for (let turns = 0; turns < 500; turns += 1) await turn()
  assert.ok(request.readableLength < 200_000, `${request.readableLength} bytes`)
  assert.ok((server.sockets[0]?.bytesRead ?? 0) < 1_000_000)
})

test('a client that ends its side after many requests gets all its responses', async () => {
  await using server = await slowEcho()
  using connection = await connect(server.port, { allowHalfOpen: true })
  connection.send(get().repeat(50))
  connection.end()
  assert.equal((await answersOf(connection, 51)).length, 50)
  await connection.closed
})

test('a request with Connection: close is the last to be served', async () => {
  await using server = await slowEcho()
  using connection = await connect(server.port)
  const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  connection.send(get('/1') + last + get('/3').repeat(10))
  assert.deepEqual(await answersOf(connection, 12), ['/1 ', '/last '])
  assert.deepEqual(server.seen.paths, ['/1', '/last'])
})

test('a client that disconnects midway leaves nothing in progress', async () => {
  await using server = await slowEcho()
  const connection = await connect(server.port)
  connection.send(get().repeat(1_000))
  await connection.answer()
  connection.socket.resetAndDestroy()
  await connection.closed
  using next = await connect(server.port)
  next.send(get('/next'))
  assert.deepEqual(await answersOf(next, 1), ['/next '])
  assert.ok(server.seen.paths.length < 1_000)
})

test('an unread body closes the connection, and its sender can read the response', async () => {
  await using server = await listen((_request, response) => respond(response, 'no, thank you'))
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 400000\r\n\r\n'
  for (const sent of [head, head + 'a'.repeat(300_000)]) {
    using connection = await connect(server.port, { allowHalfOpen: true })
    connection.send(sent)
    const answer = await connection.answer()
    assert.equal(answer?.body, 'no, thank you')
    assert.equal(answer?.headers.connection, 'close')
    const timer = setInterval(() => connection.send('a'), 5)
    await connection.closed
    clearInterval(timer)
  }
})

test('a handler is notified when its client disconnects', async () => {
  const closed: string[] = []
  const responses: ServerResponse[] = []
  await using server = await listen((request, response) => {
    responses.push(response)
    response.once('close', () => closed.push(String(request.url)))
  })
  const connection = await connect(server.port)
  connection.send(get('/gone') + get('/waiting'))
  await eventually('the request is handled', () => responses.length === 1)
  connection.socket.resetAndDestroy()
  await eventually('the response is closed', () => closed.length === 1)
  for (let turns = 0; turns < 20; turns += 1) await turn()
  assert.equal(responses.length, 1)
})

test('the next request waits until the client has received the response', async () => {
  const large = 'x'.repeat(16 * 1024 * 1024)
  const seen: string[] = []
  await using server = await listen((request, response) => {
    seen.push(String(request.url))
    respond(response, request.url === '/large' ? large : 'small')
  })
  const socket = connectSocket(server.port, '127.0.0.1').pause()
  socket.write(get('/large'))
  await eventually('the request is handled', () => seen.length === 1)
  socket.write(get('/next'))
  for (let turns = 0; turns < 200; turns += 1) await turn()
  assert.deepEqual(seen, ['/large'])
  let bytes = 0
  for await (const part of socket) {
    bytes += part.length
    if (seen.length === 2 && String(part).endsWith('small')) break
  }
  assert.ok(bytes > large.length)
})

test('a request that timed out behind earlier requests is still served', async () => {
  const held: ServerResponse[] = []
  await using server = await listen(async (request, response) => {
    if (request.url === '/held') held.push(response)
    else respond(response, await readBody(request))
  })
  using connection = await connect(server.port)
  const late = 'POST /late HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n'
  connection.send(get('/held') + late)
  await eventually('the request is waiting', () => held.length === 1)
  const [socket] = server.sockets
  assert.ok(socket)
  await eventually('the other request waits', () => server.queues.extend(socket))
  respond(held[0] as ServerResponse, 'held')
  assert.equal((await connection.answer())?.body, 'held')
  connection.send('body')
  assert.equal((await connection.answer())?.body, 'body')
})

test('after the server retires, each response closes its connection', async () => {
  await using server = await listen((_request, response) => respond(response, 'done'))
  connections(server.server).retire()
  using connection = await connect(server.port)
  connection.send(get())
  assert.equal((await connection.answer())?.headers.connection, 'close')
  await connection.closed
})
