import { authorization, each, type Framings, get, host } from './wire.ts'

const MALFORMED = '400-malformed_request'
/** The head is complete, so the next request is served. */
const REFUSED = `${MALFORMED} probe`
const NOTHING_THERE = '404-route_not_found probe'
const SERVED = '200 probe'

const line = (text: string): string => get('', { line: text })
const target = (text: string): string => line(`GET ${text} HTTP/1.1`)
const field = (text: string): string => get(`${text}\r\n`)
const hostOf = (text: string): string => `GET /v1/pets HTTP/1.1\r\n${text}${authorization}\r\n`

/** Control characters except tab, line feed and carriage return. */
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).filter(
  (letter) => !'\t\n\r'.includes(letter),
)
/** Characters that header names cannot contain (RFC 9110 section 5.6.2). */
const delimiters = [...'"(),/;<=>?@[\\]{}']

/** Request lines and headers (RFC 9112 sections 2 to 5). */
export const heads: Framings = {
  ...each(
    [
      'GET\t/v1/pets\tHTTP/1.1',
      ' GET /v1/pets HTTP/1.1',
      '\tGET /v1/pets HTTP/1.1',
      'GET /v1/pets HTTP/1.1 ',
      'GET /v1/pets HTTP/1.1\t',
      'GET /v1/pets HTTP/1.1;a',
      'GET HTTP/1.1',
      'GET  HTTP/1.1',
      '/v1/pets HTTP/1.1',
      'GET',
      'GET ',
      '\ufeffGET /v1/pets HTTP/1.1',
      '\0GET /v1/pets HTTP/1.1',
      'HTTP/1.1 200 OK',
    ],
    { name: 'the request line', send: line, expect: MALFORMED },
  ),
  ...each(
    [
      'HTTP/1.2',
      'HTTP/1.11',
      'HTTP/01.1',
      'HTTP/1',
      'HTTP/1.',
      'HTTP/.1',
      'HTTP/-1.1',
      'HTTP/+1.1',
      'HTTP/1,1',
      'HTTP 1.1',
      'http/1.1',
      'Http/1.1',
      'HTTPS/1.1',
      'HTTP/1.1x',
      'HTTP/1.1\0',
      'ICE/1.0',
      'SIP/2.0',
    ],
    { name: 'the version', send: (text) => line(`GET /v1/pets ${text}`), expect: MALFORMED },
  ),
  ...each(['get', 'Get', 'GE', 'GETT', 'G@T', 'GET\0', 'G\tET', 'BREW', 'FETCH', '"GET"', 'PRI', 'GET:', '__proto__'], {
    name: 'the method',
    send: (text) => line(`${text} /v1/pets HTTP/1.1`),
    expect: MALFORMED,
  }),
  ...each(
    [
      ...controls.map((letter) => `/v1/pets?name=${letter}`),
      '/v1/pets?name=\t',
      '/v1/pets?name=\x7f',
      '/v1/pets?name=a b',
    ],
    { name: 'the target', send: target, expect: MALFORMED },
  ),
  ...each(['a:80', 'a', 'ftp:', 'a/b', '?limit=1', '#', '\\v1\\pets'], {
    name: 'the target',
    send: target,
    expect: MALFORMED,
  }),
  ...each(['http:/v1/pets', 'http:v1/pets', 'http://a b/v1/pets'], {
    name: 'the target',
    send: target,
    expect: MALFORMED,
  }),
  ...each(['http://', 'http:///v1/pets', 'http://b@a/v1/pets', 'http://[::1/v1/pets'], {
    name: 'the target',
    send: target,
    expect: REFUSED,
  }),
  ...each(['*', '//', '//a/v1/pets', '/v1//pets', 'ftp://a/v1/pets', '/v1/./pets', '/v1/%2e/pets'], {
    name: 'the target',
    send: target,
    expect: NOTHING_THERE,
  }),
  ...each(
    ['http://a/v1/pets', 'HTTP://A/v1/pets', 'https://a/v1/pets', 'http://[::1]:80/v1/pets', '/v1/pets?', '/%761/pets'],
    { name: 'the target', send: target, expect: SERVED },
  ),
  ...each(['/v1/pets#a', '/v1/pets?#?'], {
    name: 'the target',
    send: target,
    expect: '400-unknown_parameter probe',
  }),
  ...each(['\r\n', '\r\n\r\n', '\r\n'.repeat(100), '\n', '\n\n'], {
    name: 'before the request line',
    send: (text) => text + get(),
    expect: SERVED,
  }),
  ...each([' \r\n', '\0\r\n', '\xef\xbb\xbf'], {
    name: 'before the request line',
    send: (text) => text + get(),
    expect: MALFORMED,
  }),
  ...each(['\n', '\r', '\r\r\n', '\n\r', '\r\n ', '\r \n', '\x0b\r\n', '\x85'], {
    name: 'a line that ends in',
    send: (text) => get().replaceAll('\r\n', text),
    expect: MALFORMED,
  }),
  ...each(['\n', '\r', '\r\r\n', '\n\r'], {
    name: 'a request line that ends in',
    send: (text) => get().replace('\r\n', text),
    expect: MALFORMED,
  }),
  ...each(['\n', '\r', '\r\r\n', '\n\r'], {
    name: 'a header field that ends in',
    send: (text) => get(`A: b${text}`),
    expect: MALFORMED,
  }),
  ...each(['\n', '\r', '\r\r\n'], {
    name: 'a head that ends in',
    send: (text) => `GET /v1/pets HTTP/1.1\r\n${host}${authorization}${text}`,
    expect: MALFORMED,
  }),
  ...each(
    [
      'A',
      'A b',
      ': b',
      ':',
      ' A: b',
      '\tA: b',
      'A : b',
      'A\t: b',
      'A\r: b',
      'A\n: b',
      'A B: c',
      'A\0: b',
      'A\x7f: b',
      'A\xe9: b',
      'A: b\r\n c',
      'A: b\r\n\tc',
      'A:\r\n b',
      'A: b\r\n \r\nB: c',
    ],
    { name: 'the header field', send: field, expect: MALFORMED },
  ),
  ...each(
    delimiters.map((letter) => `A${letter}b: c`),
    { name: 'the header field', send: field, expect: MALFORMED },
  ),
  ...each(
    [...controls, '\r', '\n', '\x7f'].map((letter) => `A: b${letter}c`),
    { name: 'the header field', send: field, expect: MALFORMED },
  ),
  ...each(
    [
      'A: b\tc',
      'A:\tb\t',
      'A:b',
      'A:',
      'A:   ',
      'A::b',
      'A: b: c',
      'A: \xe9',
      'A: \xff\x80',
      'A: "\\"',
      "!#$%&'*+-.^_`|~09: b",
      '__proto__: a',
      'constructor: a\r\nconstructor: b',
      'toString: a',
      'hasOwnProperty: a\r\nhasOwnProperty: b',
      'Content_Length: 5',
      'Transfer_Encoding: chunked',
      'X-Content-Length: 5',
      'Cookie: a=b\r\nCookie: c=d',
      'X-HTTP-Method-Override: DELETE',
      'Keep-Alive: timeout=1',
      'Upgrade: h2c',
      'Connection: Host, Authorization',
      'TE: trailers, chunked',
      'Trailer: Host',
    ],
    { name: 'the header field', send: field, expect: SERVED },
  ),
  ...each(
    [
      '',
      'Host:\r\n',
      'Host: \t\r\n',
      'Host: a b\r\n',
      'Host: a/b\r\n',
      'Host: a@b\r\n',
      'Host: a:b\r\n',
      'Host: a:999999\r\n',
      'Host: a?b\r\n',
      'Host: a#b\r\n',
      'Host: \xe9\r\n',
      'Host: a\tb\r\n',
      'Host: [::1\r\n',
      'Host: "a"\r\n',
      'Host: http://a\r\n',
      'Host: a\\b\r\n',
      'Host: <a>\r\n',
      'Host: a:\r\n',
      'Host: a\r\nHost: a\r\n',
      'Host: a\r\nhOST: b\r\n',
      'Host: a\r\nHost:\r\n',
      'X-Forwarded-Host: a\r\n',
    ],
    { name: 'as a Host', send: hostOf, expect: REFUSED },
  ),
  ...each(['Host: a\0\r\n', 'Host : a\r\n', ' Host: a\r\n', 'Host\r\n'], {
    name: 'as a Host',
    send: hostOf,
    expect: MALFORMED,
  }),
  ...each(
    [
      'Host: a\r\n',
      'HOST:a\r\n',
      'Host: \ta \t\r\n',
      'Host: a:80\r\n',
      'Host: [::1]:80\r\n',
      'Host: *\r\n',
      'Host: a,b\r\n',
      'Host: 0x7f.1\r\n',
    ],
    {
      name: 'as a Host',
      send: hostOf,
      expect: SERVED,
    },
  ),
  ...each(['Authorization: Bearer a', 'Content-Type: a\r\nContent-Type: b', 'If-Match: "a"\r\nIf-Match: "b"'], {
    name: 'twice the header field',
    send: field,
    expect: REFUSED,
  }),
  'HTTP/1.0 without Host': {
    send: `GET /v1/pets HTTP/1.0\r\n${authorization}\r\n`,
    expect: '200',
  },
  'HTTP/1.0 with an empty Host': {
    send: `GET /v1/pets HTTP/1.0\r\nHost:\r\n${authorization}\r\n`,
    expect: MALFORMED,
  },
  'a request without a single header field': {
    send: 'GET /v1/pets HTTP/1.1\r\n\r\n',
    expect: REFUSED,
  },
  'OPTIONS *': { send: line('OPTIONS * HTTP/1.1'), expect: NOTHING_THERE },
  'a preface of HTTP/2': { send: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', expect: MALFORMED },
  'a hello of TLS': { send: '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', expect: MALFORMED },
  'a hello of SSH': { send: 'SSH-2.0-OpenSSH_9.9\r\n', expect: MALFORMED },
  'a PROXY line': { send: `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${get()}`, expect: MALFORMED },
  'a PROXY header of version 2': {
    send: `\r\n\r\n\0\r\nQUIT\n!\x11\0\x0c${'\x01'.repeat(12)}${get()}`,
    expect: MALFORMED,
  },
  'a request of RESP': { send: '*1\r\n$4\r\nPING\r\n', expect: MALFORMED },
  'a mail': { send: 'EHLO a\r\nMAIL FROM:<a@b>\r\n', expect: MALFORMED },
}
