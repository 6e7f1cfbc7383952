import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, exchange } from '../harness/connection.ts'
import { assertErrorResponse, assertLimitHeaders } from '../harness/error-response.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const key = newKey()
const authorization = `Authorization: Bearer ${key}\r\n`
const host = 'Host: localhost\r\n'
let server: Server

before(async () => {
  server = await startServer({ folder: folder.path, settings: { BOOTSTRAP_KEY: key } })
})
after(async () => {
  await server.stop()
  folder.remove()
})

const servesOn = async () => {
  const { status } = await server.fetch('/v1/pets', { headers: bearer(key) })
  assert.equal(status, 200)
}

const get = (target: string, fields = host + authorization) => `GET ${target} HTTP/1.1\r\n${fields}\r\n`
const post = (fields: string, body = '{}') =>
  `POST /v1/pets HTTP/1.1\r\n${host}${authorization}Content-Type: application/json\r\n${fields}\r\n${body}`

const refused: Record<string, { send: string | Buffer; ended?: true }> = {
  'no Host': { send: get('/v1/pets', authorization) },
  'two Host headers': { send: get('/v1/pets', host + host + authorization) },
  'a Host that is longer than any name': {
    send: get('/v1/pets', `Host: ${'a'.repeat(300)}\r\n${authorization}`),
  },
  'an empty Host': { send: get('/v1/pets', `Host:\r\n${authorization}`) },
  'a Host that is none': { send: get('/v1/pets', `Host: a b/c\r\n${authorization}`) },
  'two Authorization headers': { send: get('/v1/pets', host + authorization + authorization) },
  'both Content-Length and Transfer-Encoding': {
    send: post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
  },
  'Transfer-Encoding before Content-Length': {
    send: post('Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', '0\r\n\r\n'),
  },
  'a Transfer-Encoding that does not end in chunked': {
    send: post('Transfer-Encoding: chunked, gzip\r\n', '0\r\n\r\n'),
  },
  'gzip before chunked': { send: post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n') },
  'chunked twice': { send: post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n') },
  'two Transfer-Encoding headers': {
    send: post('Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
  },
  'a Transfer-Encoding of identity': { send: post('Transfer-Encoding: identity\r\n') },
  'a Transfer-Encoding in HTTP/1.0': {
    send: post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
  },
  'a malformed chunk behind an Upgrade': {
    send: post('Connection: Upgrade\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}XX\r\n'),
  },
  'a malformed trailer behind an Upgrade': {
    send: post(
      'Connection: Upgrade\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked\r\n',
      '2\r\n{}\r\n0\r\nno field\r\n\r\n',
    ),
  },
  'chunk extensions of 62 KB': {
    send: post('Transfer-Encoding: chunked\r\n', `2;${'a'.repeat(62_000)}\r\n{}\r\n0\r\n\r\n`),
  },
  'an absolute-form target with a user': { send: get('http://me@localhost/v1/pets') },
  'an absolute-form target without a host': { send: get('http:///v1/pets') },
  'an absolute-form target in place of Host': {
    send: get('http://localhost/v1/pets', authorization),
  },
  'a chunk of no size': { send: post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n') },
  'a negative Content-Length': { send: post('Content-Length: -2\r\n') },
  'a Content-Length beyond all numbers': { send: post(`Content-Length: ${'9'.repeat(40)}\r\n`) },
  'two Content-Length headers': { send: post('Content-Length: 2\r\nContent-Length: 2\r\n') },
  'a body shorter than its Content-Length': { send: post('Content-Length: 50\r\n'), ended: true },
  'a space before the colon': { send: get('/v1/pets', `${host}Authorization : Bearer ${key}\r\n`) },
  'a folded header': { send: get('/v1/pets', `${host}X-Folded: a\r\n b\r\n${authorization}`) },
  'a header without a name': { send: get('/v1/pets', `${host}: nameless\r\n`) },
  'a NUL in a header': { send: get('/v1/pets', `${host}X-Nul: a\0b\r\n`) },
  'an unknown method': { send: `FETCH /v1/pets HTTP/1.1\r\n${host}\r\n` },
  'a method in lower case': { send: `get /v1/pets HTTP/1.1\r\n${host}\r\n` },
  'a method that is no token': { send: `G@T /v1/pets HTTP/1.1\r\n${host}\r\n` },
  'a version that does not exist': { send: `GET /v1/pets HTTP/9.9\r\n${host}\r\n` },
  'a space in the target': { send: get('/v1/pets?name=a b') },
  CONNECT: { send: `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n` },
  'the preface of HTTP/2': { send: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  'the first bytes of TLS': {
    send: Buffer.from('160301020001000001fc0303', 'hex'),
    ended: true,
  },
  'bytes that are no text': { send: Buffer.from('00ff10fe20fd\r\n\r\n', 'hex'), ended: true },
}

for (const [name, { send, ended = false }] of Object.entries(refused)) {
  test(`${name} gets 400 malformed_request, and others are still served`, async () => {
    const [answer] = await exchange(server.port, send, { ended })
    assertErrorResponse(answer, { status: 400, code: 'malformed_request' })
    await servesOn()
  })
}

test('40 KB of headers get 431', async () => {
  const fields = `X-Long: ${'a'.repeat(1_000)}\r\n`.repeat(40)
  const [answer] = await exchange(server.port, get('/v1/pets', host + authorization + fields))
  assertErrorResponse(answer, { status: 431, code: 'headers_too_large' })
  await servesOn()
})

test('one header of 40 KB gets 431', async () => {
  const field = `X-Long: ${'a'.repeat(40_000)}\r\n`
  const [answer] = await exchange(server.port, get('/v1/pets', host + authorization + field))
  assertErrorResponse(answer, { status: 431, code: 'headers_too_large' })
  await servesOn()
})

test('one header of 40 KB in words gets 431, in one piece or in many', async () => {
  const field = `X-Long: ${'word '.repeat(8_000)}\r\n`
  const request = get('/v1/pets', host + authorization + field)
  using connection = await connect(server.port)
  for (let at = 0; at < request.length; at += 5_000) {
    connection.send(request.slice(at, at + 5_000))
    await sleep(5)
  }
  assertErrorResponse(await connection.answer(), { status: 431, code: 'headers_too_large' })
  await servesOn()
})

test('30 KB of headers are served', async () => {
  const fields = 'X-Short: a\r\n'.repeat(2_400)
  const [answer] = await exchange(server.port, get('/v1/pets', host + authorization + fields))
  assert.equal(answer?.status, 200)
})

for (const length of [9_000, 31_000, 40_000, 60_000, 200_000]) {
  test(`a URL of ${length} bytes gets 414, in one piece or in many`, async () => {
    const request = get(`/v1/pets?name=${'a'.repeat(length)}`)
    const [whole] = await exchange(server.port, request)
    assertErrorResponse(whole, { status: 414, code: 'uri_too_long' })
    // The server may read each piece by itself, or several at once.
    for (const size of [5_000, 30_000]) {
      using connection = await connect(server.port)
      for (let at = 0; at < request.length; at += size) {
        connection.send(request.slice(at, at + size))
        await sleep(5)
      }
      assertErrorResponse(await connection.answer(), { status: 414, code: 'uri_too_long' })
    }
    await servesOn()
  })
}

test('outside the API a URL of 9,000 bytes gets 414, and an unknown transfer coding 400', async () => {
  const [long] = await exchange(server.port, get(`/${'a'.repeat(9_000)}`))
  assert.equal(long?.status, 414)
  const fields = `${host}Transfer-Encoding: gzip, chunked\r\n`
  const [coded] = await exchange(server.port, get('/docs', fields))
  assert.equal(coded?.status, 400)
})

test('links in a response to an absolute-form target have its authority, not that of Host', async () => {
  for (let times = 0; times < 2; times += 1) {
    await server.fetch('/v1/pets', {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: '{"name":"Biscuit","categoryId":7}',
    })
  }
  for (let times = 0; times < 2; times += 1) {
    const [answer] = await exchange(server.port, get('http://shop.example:81/v1/pets?limit=1'))
    assert.match(answer?.headers.link ?? '', /^<http:\/\/shop\.example:81\/v1\/pets\?/)
    const [plain] = await exchange(server.port, get('/v1/pets?limit=1'))
    assert.match(plain?.headers.link ?? '', /^<http:\/\/localhost\/v1\/pets\?/)
  }
})

for (const method of ['TRACE', 'PUT', 'PROPFIND', 'DELETE', 'M-SEARCH', 'QUERY']) {
  test(`${method} /v1/pets gets 405 with Allow`, async () => {
    const request = `${method} /v1/pets HTTP/1.1\r\n${host}${authorization}\r\n`
    const [answer] = await exchange(server.port, request)
    assertErrorResponse(answer, { status: 405, code: 'method_not_allowed' })
    const allowed = (answer?.headers.allow ?? '').split(', ')
    assert.deepEqual(allowed.toSorted(), ['GET', 'HEAD', 'OPTIONS', 'POST'])
    await servesOn()
  })
}

test('an unsupported method still gets 401 first without a key', async () => {
  const [answer] = await exchange(server.port, `TRACE /v1/pets HTTP/1.1\r\n${host}\r\n`)
  assertErrorResponse(answer, { status: 401, code: 'missing_api_key' })
})

for (const id of ['%zz', '%00', '%', '%ff', '%F0%9F%90%88', '..%2f..', '9'.repeat(4_000)]) {
  test(`GET /v1/pets/${id.slice(0, 20)} gets 404 pet_not_found`, async () => {
    const [answer] = await exchange(server.port, get(`/v1/pets/${id}`))
    assertErrorResponse(answer, { status: 404, code: 'pet_not_found' })
    await servesOn()
  })
}

for (const target of ['*', '//', '//v1/pets', '/v1%2Fpets', '/%', 'pets', '/v1/../v1/nothing']) {
  test(`a target like ${target} gets a client error`, async () => {
    const [answer] = await exchange(server.port, get(target))
    assert.match(String(answer?.status), /^40[04]$/)
    assert.match(answer?.headers['content-type'] ?? '', /^application\/json/)
    assert.equal(JSON.parse(answer?.body ?? '').status, answer?.status)
    await servesOn()
  })
}

const served: Record<string, string> = {
  'an absolute-form target': get('http://localhost/v1/pets?limit=1'),
  'an expectation that is unknown': get('/v1/pets', `${host}${authorization}Expect: something\r\n`),
  'HTTP/1.0 without Host': `GET /v1/pets HTTP/1.0\r\n${authorization}\r\n`,
  'a scheme in another case': get('/v1/pets', `${host}Authorization: bEARER ${key}\r\n`),
  'an upgrade that is not offered': get(
    '/v1/pets',
    `${host}${authorization}Connection: Upgrade\r\nUpgrade: websocket\r\n`,
  ),
  'an empty line before the request': `\r\n${get('/v1/pets')}`,
  'a GET with a body': `${get('/v1/pets', `${host}${authorization}Content-Length: 2\r\n`)}{}`,
}

for (const [name, request] of Object.entries(served)) {
  test(`${name} is served`, async () => {
    const [answer] = await exchange(server.port, request)
    assert.equal(answer?.status, 200)
    assertLimitHeaders(answer?.headers ?? {})
  })
}

test('a client that closes its side after the request still gets a response', async () => {
  const [answer] = await exchange(server.port, get('/v1/pets'), { ended: true })
  assert.equal(answer?.status, 200)
})

test('Expect: 100-continue gets 100, and the body is accepted then', async () => {
  using connection = await connect(server.port)
  const body = '{"name":"Biscuit","categoryId":7}'
  connection.send(post(`Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`, ''))
  assert.equal((await connection.answer())?.status, 100)
  connection.send(body)
  assert.equal((await connection.answer())?.status, 201)
})

test('requests sent at once on one connection get their responses in order', async () => {
  const requests = [get('/v1/pets/9'), get('/v1/pets?limit=0'), get('/v1/rate-limit')]
  const answers = await exchange(server.port, requests.join(''), { count: 3 })
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 400, 200],
  )
})

test('a request that asks for the connection to be closed gets its whole response, whatever follows it', async () => {
  const last = get('/v1/rate-limit', `${host}${authorization}Connection: close\r\n`)
  const answers = await exchange(server.port, get('/v1/pets') + last + get('/v1/pets').repeat(500), {
    count: 5,
  })
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.connection]),
    [
      [200, 'keep-alive'],
      [200, 'close'],
    ],
  )
})

test('garbage after a request does not change its response', async () => {
  const body = '{"name":"Biscuit","categoryId":7}'
  const request = post(`Content-Length: ${body.length}\r\n`, body)
  const answers = await exchange(server.port, `${request}garbage\r\n\r\n`, { count: 2 })
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 400],
  )
  assertErrorResponse(answers[1], { status: 400, code: 'malformed_request' })
  await servesOn()
})

test('a malformed request counts for the address, but never makes it reject a key', async () => {
  const remaining = async () => {
    const [answer] = await exchange(server.port, 'garbage\r\n\r\n')
    assertErrorResponse(answer, { status: 400, code: 'malformed_request' })
    return Number(answer?.headers['x-ratelimit-remaining'])
  }
  const first = await remaining()
  assert.equal(await remaining(), Math.max(0, first - 1))
  await servesOn()
})

test('hundreds of concurrent malformed requests leave the server unaffected', async () => {
  const sent = Object.values(refused).flatMap((one) => Array(12).fill(one))
  const answers = await Promise.all(sent.map(({ send, ended = false }) => exchange(server.port, send, { ended })))
  for (const [answer] of answers) {
    assertErrorResponse(answer, { status: 400, code: 'malformed_request' })
  }
  await servesOn()
})
