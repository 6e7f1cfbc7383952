import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { connect } from '../../../test/harness/connection.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { connections } from './connections.ts'
import {
  DirectResponse,
  type Handle,
  type HttpResponse,
  KEEP_ALIVE_MS,
  sendByNode,
  streamOf,
} from './direct-response.ts'
import { createHttpServer } from './http-server.ts'
import { fieldLines } from './node-internals.ts'

const get = (path = '/', more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

const listen = async (handle: Handle) => {
  const { server } = createHttpServer(handle, { stallMs: 30_000, steadyMs: () => 0 })
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    sockets,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const respond = (response: HttpResponse, body = '') => {
  const content = { bytes: Buffer.byteLength(body), body }
  if (response instanceof DirectResponse) response.send(200, '', content)
  else sendByNode(response, 200, '', content)
}

/** What is on the wire until it is over, or the connection is, but for the date. */
const wireOf = async (port: number, head: string, isOver: (text: string) => boolean) => {
  const socket = connectSocket(port, '127.0.0.1').setEncoding('utf8')
  socket.write(head)
  let text = ''
  for await (const part of socket) {
    text += part
    if (isOver(text)) break
  }
  return text.replace(/\r\nDate: [^\r]+ GMT/, '')
}

const fields = ['x-one', 'first', 'link', '<http://here/a?b=c>; rel="next"', 'vary', 'Prefer']
const BODY = '[{"name":"Zoë"}]'

for (const method of ['GET', 'HEAD', 'DELETE']) {
  for (const status of [200, 201, 204, 304, 404, 503]) {
    for (const kind of ['text', 'bytes']) {
      test(`a response in one piece is on the wire as Node's is: ${status} to ${method}, ${kind}`, async () => {
        const isEmpty = status === 204 || status === 304
        const body = kind === 'text' ? BODY : Buffer.from(BODY)
        const bytes = isEmpty ? undefined : Buffer.byteLength(BODY)
        const sent = isEmpty || method === 'HEAD' ? undefined : body
        const direct: boolean[] = []
        await using ours = await listen((_request, response) => {
          direct.push(response instanceof DirectResponse)
          const ours = response as DirectResponse
          ours.send(status, fieldLines(fields), { bytes, body: sent })
        })
        const nodes = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (_request, response) => {
          const length = bytes === undefined ? [] : ['content-length', String(bytes)]
          response.writeHead(status, [...fields, ...length]).end(sent)
        })
        nodes.listen(0, '127.0.0.1')
        await once(nodes, 'listening')
        const head = `${method} / HTTP/1.1\r\nHost: a\r\n\r\n`
        const isOver = (text: string) => text.endsWith(sent === undefined ? '\r\n\r\n' : BODY)
        const { port } = nodes.address() as AddressInfo
        assert.equal(await wireOf(ours.port, head, isOver), await wireOf(port, head, isOver))
        assert.deepEqual(direct, [true])
        nodes.closeAllConnections()
        nodes.close()
      })
    }
  }
}

const others = {
  'HTTP/1.0': 'GET / HTTP/1.0\r\nHost: a\r\n\r\n',
  'a connection that ends': get('/', 'Connection: close\r\n'),
  'a body': get('/', 'Content-Length: 2\r\n').concat('ab'),
  'a body in chunks': get('/', 'Transfer-Encoding: chunked\r\n').concat('0\r\n\r\n'),
  'an expectation': get('/', 'Expect: 100-continue\r\n'),
  'an offer of another protocol': get('/', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'),
}
for (const [what, head] of Object.entries(others)) {
  test(`the response to a request with ${what} is Node's`, async () => {
    const direct: boolean[] = []
    await using server = await listen((_request, response) => {
      direct.push(response instanceof DirectResponse)
      respond(response, 'done')
    })
    const text = await wireOf(server.port, head, (all) => all.endsWith('done'))
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
    assert.deepEqual(direct, [false])
  })
}

const moments = {
  'at once': async () => {},
  later: async () => {
    await turn()
    await turn()
  },
}
for (const [when, wait] of Object.entries(moments)) {
  test(`a response is made a stream ${when}, and the connection serves the next request`, async () => {
    await using server = await listen((request, response) => {
      const write = () => {
        if (request.url !== '/stream') return respond(response, String(request.url))
        const stream: ServerResponse = streamOf(response)
        stream.writeHead(200, { 'content-length': 7 })
        stream.write('one ')
        stream.end('two')
      }
      if (when === 'at once') write()
      else void wait().then(write)
    })
    using connection = await connect(server.port)
    for (const path of ['/a', '/stream', '/b', '/stream', '/stream', '/c']) {
      connection.send(get(path))
      const answer = await connection.answer()
      assert.equal(answer?.body, path === '/stream' ? 'one two' : path)
    }
    // All of them at once, too.
    const paths = ['/d', '/stream', '/e', '/stream', '/f']
    connection.send(paths.map((path) => get(path)).join(''))
    for (const path of paths) {
      const answer = await connection.answer()
      assert.equal(answer?.body, path === '/stream' ? 'one two' : path)
    }
  })
}

test('whoever waits for a response learns that its client has gone, also where it is made a stream later', async () => {
  const closed: string[] = []
  const responses: HttpResponse[] = []
  await using server = await listen((request, response) => {
    responses.push(response)
    const emitter = response as DirectResponse
    emitter.once('close', () => closed.push(String(request.url)))
  })
  for (const path of ['/whole', '/stream']) {
    const connection = await connect(server.port)
    connection.send(get(path))
    await eventually('it is handled', () => String(responses.at(-1)?.req.url) === path)
    connection.socket.resetAndDestroy()
  }
  await eventually('both are closed', () => closed.length === 2)
  assert.deepEqual(closed.toSorted(), ['/stream', '/whole'])
  const [whole, later] = responses as [HttpResponse, HttpResponse]
  respond(whole, 'too late')
  const stream = streamOf(later)
  assert.equal(stream.destroyed, true)
  stream.end('too late')
})

test('a response is sent once', async () => {
  let thrown: unknown
  await using server = await listen((_request, response) => {
    respond(response, 'first')
    try {
      respond(response, 'second')
    } catch (error) {
      thrown = error
    }
    assert.throws(() => streamOf(response), /has been sent/)
    assert.ok(response.headersSent)
  })
  const text = await wireOf(server.port, get(), (all) => all.endsWith('first'))
  assert.doesNotMatch(text, /second/)
  assert.match(String(thrown), /has been sent/)
})

test('a response that was made a stream is sent as that alone, and says how far it is', async () => {
  await using server = await listen((_request, response) => {
    const stream = streamOf(response)
    assert.equal(response.headersSent, false)
    stream.writeHead(201, { 'content-length': 4 }).write('be')
    assert.equal(response.headersSent, true)
    assert.equal(response.statusCode, 201)
    assert.equal((response as DirectResponse).writableEnded, false)
    assert.throws(() => respond(response, 'whole'), /has been sent/)
    stream.end('at')
  })
  const text = await wireOf(server.port, get(), (all) => all.endsWith('beat'))
  assert.doesNotMatch(text, /whole/)
})

test('the next request waits until its client has taken the response', async () => {
  const large = 'x'.repeat(16 * 1024 * 1024)
  const seen: string[] = []
  await using server = await listen((request, response) => {
    seen.push(String(request.url))
    respond(response, request.url === '/large' ? large : 'small')
  })
  const socket = connectSocket(server.port, '127.0.0.1').pause()
  socket.write(get('/large'))
  await eventually('it is handled', () => seen.length === 1)
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

test('a client that has ended its side gets its response, and then the end', async () => {
  await using server = await listen(async (_request, response) => {
    await turn()
    await turn()
    respond(response, 'last')
  })
  const socket = connectSocket({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.setEncoding('utf8').end(get())
  let text = ''
  for await (const part of socket) text += part
  assert.match(text, /\r\n\r\nlast$/)
})

test('a connection is ended when it is idle for longer than it was told, and not while a response is under way', async () => {
  const streams: ServerResponse[] = []
  const due: HttpResponse[] = []
  await using server = await listen((request, response) => {
    if (request.url === '/later') return void due.push(response)
    if (request.url !== '/stream') return respond(response, 'done')
    const stream = streamOf(response)
    stream.writeHead(200, { 'content-length': 5 })
    stream.write('beg')
    streams.push(stream)
  })
  using connection = await connect(server.port)
  const timeout = () => server.sockets[0]?.timeout
  connection.send(get())
  assert.equal((await connection.answer())?.body, 'done')
  assert.equal(timeout(), KEEP_ALIVE_MS + 1_000)
  connection.send(get('/later'))
  await eventually('it is under way', () => due.length === 1)
  assert.ok(!timeout(), `${timeout()} ms`)
  respond(due[0] as HttpResponse, 'later')
  assert.equal((await connection.answer())?.body, 'later')
  assert.equal(timeout(), KEEP_ALIVE_MS + 1_000)
  connection.send(get('/stream'))
  await eventually('it has begun', () => streams.length === 1)
  assert.ok(!timeout(), `${timeout()} ms`)
  streams[0]?.end('un')
  assert.equal((await connection.answer())?.body, 'begun')
  connection.send(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`)
  assert.equal((await connection.answer())?.body, 'done')
  assert.equal(timeout(), KEEP_ALIVE_MS + 1_000)
  connection.send(get())
  assert.equal((await connection.answer())?.body, 'done')
  server.sockets[0]?.emit('timeout')
  await connection.closed
})

test('once the server retires, each response ends its connection', async () => {
  await using server = await listen((_request, response) => respond(response, 'done'))
  connections(server.server).retire()
  const text = await wireOf(server.port, get(), () => false)
  assert.match(text, /\r\nConnection: close\r\n/)
})

test('responses carry the time, and soon that of the next second', async () => {
  await using server = await listen((_request, response) => respond(response, 'done'))
  using connection = await connect(server.port)
  const timeOf = async () => {
    connection.send(get())
    return String((await connection.answer())?.headers.date)
  }
  const fromMs = Date.now()
  const first = await timeOf()
  let next = first
  await eventually('a second is over', async () => {
    next = await timeOf()
    return next !== first
  })
  assert.equal(new Date(next).toUTCString(), next)
  assert.ok(Date.parse(next) > Date.parse(first), `${next} behind ${first}`)
  assert.ok(Date.parse(next) > fromMs - 1_000 && Date.parse(next) <= Date.now(), next)
})
