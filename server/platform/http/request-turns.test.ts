import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { connect } from '../../../test/harness/connection.ts'
import { DirectResponse, type Handle, type HttpResponse, sendByNode } from './direct-response.ts'
import { createHttpServer } from './http-server.ts'
import type { HttpSocket } from './node-internals.ts'
import { isAfterLast } from './raw-error.ts'

const get = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

const respond = (response: HttpResponse, body = '') => {
  const content = { bytes: Buffer.byteLength(body), body }
  if (response instanceof DirectResponse) response.send(200, '', content)
  else sendByNode(response, 200, '', content)
}

const readBody = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await request.toArray()).toString()

const listen = async (handle: Handle) => {
  const { server } = createHttpServer(handle, { stallMs: 30_000, steadyMs: () => 0 })
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  server.on('clientError', (error, socket) => isAfterLast(error) || socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server that responds with the path when a moment has passed, and how many it had at once. */
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

test('requests that come at once are served one at a time, in their order', async () => {
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
  test(`bodies of either framing end where they end, in pieces of ${size} bytes`, async () => {
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

test('of a chunk of the shortest requests there are no more than two heads are parsed', async () => {
  let begun = 0
  await using server = await listen(() => {
    begun += 1
  })
  const clients = await Promise.all(Array.from({ length: 200 }, () => connect(server.port)))
  const chunk = 'GET / HTTP/1.1\r\n\r\n'.repeat(3_000)
  const before = process.memoryUsage().heapUsed
  for (const { send } of clients) send(chunk)
  while (begun < clients.length) await turn()
  for (let turns = 0; turns < 50; turns += 1) await turn()
  assert.equal(begun, clients.length)
  const mebibytes = (process.memoryUsage().heapUsed - before) / 2 ** 20
  assert.ok(mebibytes < 50, `${mebibytes} MiB`)
  for (const { close } of clients) close()
})

for (const [name, second, status] of [
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', undefined],
  ['an upgrade', 'GET /2 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: b\r\n\r\n', '/2 '],
] as const) {
  test(`${name} behind another request waits for it, and ends nothing before`, async () => {
    await using server = await slowEcho()
    using connection = await connect(server.port)
    connection.send(get('/1') + second + get('/3'))
    const wanted = status === undefined ? ['/1 '] : ['/1 ', status, '/3 ']
    assert.deepEqual(await answersOf(connection, 3), wanted)
  })
}

for (const [name, first, text] of [
  ['no body', 'GET /1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: b\r\n\r\n', ''],
  [
    'a body of known length',
    'POST /1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: b\r\nContent-Length: 4\r\n\r\nbody',
    'body',
  ],
  [
    'a chunked body',
    'POST /1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: b\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n',
    'body',
  ],
] as const) {
  test(`requests behind an upgrade with ${name}, sent in one go, are responded to`, async () => {
    await using server = await slowEcho()
    using connection = await connect(server.port)
    connection.send(first + get('/2') + get('/3'))
    assert.deepEqual(await answersOf(connection, 3), [`/1 ${text}`, '/2 ', '/3 '])
    connection.send(first + get('/2'))
    assert.deepEqual(await answersOf(connection, 2), [`/1 ${text}`, '/2 '])
    assert.equal(server.seen.most, 1)
  })
}

test('what the parser of a connection has read is copied only where some of it may be left', async () => {
  const copied: string[] = []
  let path = '/1'
  await using server = await listen((_request, response) => respond(response))
  using connection = await connect(server.port)
  connection.send(get(path))
  await answersOf(connection, 1)
  const { parser } = server.sockets[0] as HttpSocket
  assert.ok(parser)
  const { getCurrentBuffer } = parser
  parser.getCurrentBuffer = () => {
    copied.push(path)
    return getCurrentBuffer.call(parser)
  }
  for (path of ['/2', '/3']) {
    const upgrade = path === '/3' ? 'Connection: Upgrade\r\nUpgrade: b\r\n' : ''
    connection.send(`GET ${path} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`)
    await answersOf(connection, 1)
  }
  assert.deepEqual(copied, ['/3'])
})

for (const [name, isLater] of [
  ['in one go', false],
  ['later', true],
] as const) {
  test(`a request behind a trailer that ends the connection, sent ${name}, sees it end`, async () => {
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

test('two requests and the end of their sender in one go are both responded to', async () => {
  await using server = await slowEcho()
  for (const second of [get('/2'), post('/2', 'body')]) {
    using connection = await connect(server.port, { allowHalfOpen: true })
    connection.send(get('/1') + second)
    connection.end()
    assert.equal((await answersOf(connection, 3)).length, 2)
    await connection.closed
  }
})

test('while a response is under way, what else its client sends stays in the socket', async () => {
  const begun: HttpResponse[] = []
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

test('another connection has its turn between two requests of one', async () => {
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

test('another connection has its turn within a body of the shortest chunks', async () => {
  const bytes = 9_000
  let received = 0
  let receivedBefore = Number.NaN
  await using server = await listen(async (request, response) => {
    if (request.url === '/other') receivedBefore = received
    for await (const chunk of request) received += chunk.length
    respond(response)
  })
  using greedy = await connect(server.port)
  using other = await connect(server.port)
  greedy.send(
    `POST /greedy HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(bytes)}0\r\n\r\n`,
  )
  other.send(get('/other'))
  await other.answer()
  assert.ok(receivedBefore < bytes, `${receivedBefore} chunks before the other's request`)
  assert.equal((await greedy.answer())?.status, 200)
  assert.equal(received, bytes)
})

test('a body in chunks waits in the socket while nobody takes it', async () => {
  const requests: IncomingMessage[] = []
  await using server = await listen((request) => void requests.push(request))
  using connection = await connect(server.port)
  const chunk = `1000\r\n${'a'.repeat(4_096)}\r\n`
  connection.send(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`)
  connection.send(chunk.repeat(1_000))
  while (requests.length === 0) await turn()
  const [request] = requests as [IncomingMessage]
  // It is asked for, and then nothing of it is taken.
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

test('a request that asks for the end of its connection is the last that is served', async () => {
  await using server = await slowEcho()
  using connection = await connect(server.port)
  const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  connection.send(get('/1') + last + get('/3').repeat(10))
  assert.deepEqual(await answersOf(connection, 12), ['/1 ', '/last '])
  assert.deepEqual(server.seen.paths, ['/1', '/last'])
})

test('a client that leaves in the middle leaves nothing under way', async () => {
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

test('a body that is not read ends its connection, and its sender can read why', async () => {
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
