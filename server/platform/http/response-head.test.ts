import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { fieldLines, writeHead } from './node-internals.ts'

const fields = ['x-one', 'first', 'link', '<http://here/a?b=c>; rel="next"', 'vary', 'Prefer']
const BODY = '[{"name":"Zoë"}]'

/** What is on the wire for a request, but for the date, where a server answers as `answer` does. */
const responseTo = async (
  head: string,
  answer: (response: ServerResponse) => void,
): Promise<string> => {
  const server = createServer((_request, response) => answer(response))
  server.on('checkContinue', (_request, response) => answer(response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.end(`${head}\r\nHost: here\r\n\r\n`)
  let text = ''
  for await (const part of socket) text += part
  server.close()
  server.closeAllConnections()
  return text.replace(/\r\nDate: [^\r]+/, '')
}

const heads = {
  'HTTP/1.1': 'GET / HTTP/1.1',
  'HTTP/1.0': 'GET / HTTP/1.0',
  'a client that closes': 'GET / HTTP/1.1\r\nConnection: close',
  'HTTP/1.0 that is kept open': 'GET / HTTP/1.0\r\nConnection: keep-alive',
  'no body wanted': 'HEAD / HTTP/1.1',
  'a body that is not asked for': 'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3',
}
for (const [what, head] of Object.entries(heads)) {
  for (const status of [200, 201, 204, 304, 404, 503]) {
    test(`a head of lines is sent as Node sends one of fields: ${status} to ${what}`, async () => {
      const isEmpty = status === 204 || status === 304
      const bytes = isEmpty ? undefined : Buffer.byteLength(BODY)
      const body = isEmpty ? undefined : BODY
      const ours = await responseTo(head, (response) => {
        writeHead(response, status, fieldLines(fields), bytes)
        response.end(body)
      })
      const length = bytes === undefined ? [] : ['content-length', String(bytes)]
      const nodes = await responseTo(head, (response) => {
        response.writeHead(status, [...fields, ...length]).end(body)
      })
      assert.match(ours, new RegExp(`^HTTP/1.1 ${status} `))
      assert.equal(ours, nodes)
    })
  }
}

test('a response whose length nobody knows is sent in chunks', async () => {
  const text = await responseTo('GET / HTTP/1.1', (response) => {
    writeHead(response, 200, fieldLines(fields))
    response.flushHeaders()
    response.end('one')
  })
  assert.match(text, /\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n$/)
})

test('a response has one head', async () => {
  const text = await responseTo('GET / HTTP/1.1', (response) => {
    writeHead(response, 200, '', 0)
    assert.throws(() => writeHead(response, 500, '', 0), /has been sent/)
    response.end()
  })
  assert.equal(text.split('HTTP/1.1').length, 2)
})

test('no value ends its line, and no name is more than one', () => {
  for (const value of ['a\r\nb: c', 'a\n b', 'a\rb', 'a\0b', 'aā'])
    assert.throws(() => fieldLines(['x-one', value]), { code: 'ERR_INVALID_CHAR' })
  for (const name of ['x: one\r\ny', 'x y', 'x:', ''])
    assert.throws(() => fieldLines([name, 'a']), { code: 'ERR_INVALID_HTTP_TOKEN' })
  assert.equal(fieldLines(['x-one', 'a\tb', 'y', 'é']), 'x-one: a\tb\r\ny: é\r\n')
})
