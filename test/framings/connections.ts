import { body, chunk, each, type Framing, type Framings, get, host, post, postChunked } from './wire.ts'

const MALFORMED = '400-malformed_request'
const length = `Content-Length: ${body.length}\r\n`
const chunked = 'Transfer-Encoding: chunked\r\n'
const chunks = `${chunk(body)}0\r\n\r\n`
const list = (fields = '', version = '1.1') => get(fields, { line: `GET /v1/pets?limit=1 HTTP/${version}` })
const awaiting = (fields: string, content: string) => post(`Expect: 100-continue\r\n${fields}`, content)
const head = (target: string, fields = '') =>
  get(`X-Request-Id: head\r\n${fields}`, { line: `HEAD ${target} HTTP/1.1` })
const preflight = get('Origin: http://b\r\nAccess-Control-Request-Method: POST\r\n', {
  line: 'OPTIONS /v1/pets HTTP/1.1',
})

/** The data to send, the expected outcome, and whether the client then closes its side. */
type Row = readonly [name: string, send: string, expect: string, ended?: true]

const rows: readonly Row[] = [
  ['a POST without a body', post('', ''), '400-malformed_json probe'],
  ['nothing at all', '', 'cut', true],
  ['an empty line', '\r\n', 'cut', true],
  ['a request line', 'GET /v1/pets HTTP/1.1\r\n', MALFORMED, true],
  ['a head without its end', get().slice(0, -2), MALFORMED, true],
  ['one request and half of the next', get() + get().slice(0, 40), `200 ${MALFORMED}`, true],
  ['a request', get(), '200 cut', true],
  ['a request with a body', post(length), '201-Biscuit cut', true],
  ['a request in chunks', postChunked(chunks), '201-Biscuit cut', true],
  ['a body that is announced and does not come', post(length, ''), MALFORMED, true],
  ['a body that nobody wants and that does not come', get(length), '200', true],
  ['a request and an empty line', `${get()}\r\n`, '200 cut', true],
  ['three requests', get() + post(length) + get(), '200 201-Biscuit 200 cut', true],
  ['fifty requests', get().repeat(50), `${'200 '.repeat(50)}cut`, true],

  ['a request behind one that asks for the end', list('Connection: close\r\n') + get(), '200'],
  ['garbage behind one that asks for the end', `${list('Connection: close\r\n')}\0\0\r\n\r\n`, '200'],
  ['a request behind a body', post(length) + get(), '201-Biscuit 200 probe'],
  ['a request behind chunks', postChunked(chunks) + get(), '201-Biscuit 200 probe'],
  ['a request behind trailers', postChunked(`${chunk(body)}0\r\nA: b\r\n\r\n`) + get(), '201-Biscuit 200 probe'],
  ['empty lines between requests', `${get()}\r\n\r\n${get()}`, '200 200 probe'],
  ['garbage between requests', `${get()}\0\r\n${get()}`, `200 ${MALFORMED}`],
  ['garbage behind a body', `${post(length)}}${get()}`, `201-Biscuit ${MALFORMED}`],
  ['a request behind one that is refused', list().replace(host, '') + get(), `${MALFORMED} 200 probe`],
  ['a head too long behind a request', get() + get(`A: ${'b'.repeat(40_000)}\r\n`), '200 431-headers_too_large'],
  [
    'a target too long behind a request',
    get() + list().replace('limit=1', 'a'.repeat(9_000)),
    '200 414-uri_too_long probe',
  ],
  ['CONNECT behind a request', `${get()}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`, `200 ${MALFORMED}`],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', MALFORMED],
  ['CONNECT with a body', `CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n${length}\r\n${body}`, MALFORMED],

  ['an awaited body, sent at once', awaiting(length, body), '100 201-Biscuit probe'],
  ['awaited chunks, sent at once', awaiting(chunked, chunks), '100 201-Biscuit probe'],
  ['an expectation of a body of no length', awaiting('Content-Length: 0\r\n', ''), '400-malformed_json'],
  ['an expectation without a body', list('Expect: 100-continue\r\n'), '200'],
  ['an expectation of a body that nobody wants', get(`Expect: 100-continue\r\n${length}`) + body, '200'],
  ['an expectation in another case', post(`Expect: 100-CONTINUE\r\n${length}`), '100 201-Biscuit probe'],
  ['an expectation beside another', post(`Expect: a, 100-continue\r\n${length}`), '100 201-Biscuit probe'],
  ['an expectation twice', post(`Expect: 100-continue\r\nExpect: 100-continue\r\n${length}`), '100 201-Biscuit probe'],
  ['an expectation that is unknown', post(`Expect: a\r\n${length}`), '201-Biscuit probe'],
  ['an expectation of HTTP/1.0', post(`Expect: 100-continue\r\n${length}`, body, { version: '1.0' }), '201-Biscuit'],
  ['an expectation of two lengths', awaiting(length + length, body), MALFORMED],
  ['a client that leaves while it waits', awaiting(length, ''), `100 ${MALFORMED}`, true],

  ['HEAD', head('/v1/pets'), '200 probe'],
  ['HEAD of nothing', head('/v1/nothing'), '404 probe'],
  ['HEAD with a body', head('/v1/pets', length) + body, '200'],
  ['HEAD with a body of no length', head('/v1/pets', 'Content-Length: 0\r\n'), '200 probe'],
  ['HEAD without Host', head('/v1/pets').replace(host, ''), '400 probe'],
  ['HEAD of a page', head('/docs'), '200 probe'],
  ['a preflight', preflight, '204 probe'],
  ['two preflights', preflight + preflight, '204 204 probe'],
  ['a preflight with a body', preflight.replace('\r\n\r\n', `\r\n${length}\r\n${body}`), '204'],
  ['a GET with a body', get(length) + body, '200'],
  ['a GET with chunks', get(chunked) + chunks, '200'],
  ['a DELETE with a body', get(length, { line: 'DELETE /v1/pets/0 HTTP/1.1' }) + body, '404-pet_not_found'],
  ['TRACE', get('', { line: 'TRACE /v1/pets HTTP/1.1' }), '405-method_not_allowed probe'],
]

/** Whether the connection stays open after HTTP/1.1 requests with these headers. */
const kept = each(
  [
    'keep-alive',
    'Keep-Alive',
    'foo',
    '',
    'closed',
    'xclose',
    'close;',
    '"close"',
    'clo se',
    'te',
    'keep-alive, foo',
    'Content-Length',
    'close/1',
  ],
  { name: 'the Connection', send: (text) => list(`Connection: ${text}\r\n`), expect: '200 probe' },
)
const ends = each(
  [
    'close',
    'Close',
    'CLOSE',
    ' close ',
    'close, foo',
    'foo, close',
    'foo,close',
    'close,',
    ',close',
    'close, keep-alive',
    'keep-alive, close',
    'close\t',
    'Upgrade, close',
    'keep-alive\r\nConnection: close',
    'close\r\nConnection: keep-alive',
  ],
  { name: 'the Connection', send: (text) => list(`Connection: ${text}\r\n`), expect: '200' },
)
const older = each(['', 'Connection: close\r\n', 'Connection: foo\r\n'], {
  name: 'HTTP/1.0 with',
  send: (text) => list(text, '1.0'),
  expect: '200',
})
const olderKept = each(
  ['Connection: keep-alive\r\n', 'Connection: Keep-Alive\r\n', 'Connection: foo, keep-alive\r\n'],
  {
    name: 'HTTP/1.0 with',
    send: (text) => list(text, '1.0'),
    expect: '200 probe',
  },
)

/** The requests on a connection, and when it ends (RFC 9112 section 9). */
export const connections: Framings = {
  ...Object.fromEntries(
    rows.map(([name, send, expect, ended]): [string, Framing] => [name, { send, expect, ...(ended && { ended }) }]),
  ),
  ...kept,
  ...ends,
  ...older,
  ...olderKept,
}
