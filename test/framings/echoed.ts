import { authorization, get, host } from './wire.ts'

const line = '\r\nInjected: yes'
const encoded = '%0d%0aInjected:%20yes'

/** Requests of which the response headers repeat a part, or would if they were built carelessly. */
export const echoed: readonly string[] = [
  // The link to the next page.
  ...[encoded, '%00', '%0a', '%E2%80%A8', '%C4%8D%C4%8A', '"<>', '>;rel="prev"', '\xe9', '\xc4\x8d\xc4\x8a'].flatMap(
    (text) => [
      get('', { line: `GET /v1/pets?limit=1&name=${text} HTTP/1.1` }),
      get('', { line: `GET /v1/pets?limit=1&${text}=1 HTTP/1.1` }),
      get('', { line: `GET /v1/events?limit=1&types=${text} HTTP/1.1` }),
      get('', { line: `GET http://a${text}/v1/pets?limit=1 HTTP/1.1` }),
      get('', { line: `GET /${text} HTTP/1.1` }),
      get('', { line: `GET /docs/${text}/ HTTP/1.1` }),
      get('', { line: `GET /media/${text} HTTP/1.1` }),
      get('', { line: `GET //${text}/.. HTTP/1.1` }),
    ],
  ),
  // The id of the request.
  ...[
    encoded,
    `a${line}`,
    'a\tb',
    'a b',
    '\xe9',
    '\xc4\x8d\xc4\x8a',
    'a'.repeat(129),
    '',
    '"',
    'a\r\nX-Request-Id: b',
  ].map((text) => get(`X-Request-Id: ${text}\r\n`)),
  // The origin of a page.
  ...[encoded, `http://b${line}`, '\xe9', 'null', '*', 'http://b, http://c'].flatMap((text) => [
    get(`Origin: ${text}\r\n`),
    get(`Origin: ${text}\r\nAccess-Control-Request-Method: POST\r\n`, {
      line: 'OPTIONS /v1/pets HTTP/1.1',
    }),
    get(`Origin: http://b\r\nAccess-Control-Request-Method: ${text}\r\nAccess-Control-Request-Headers: ${text}\r\n`, {
      line: 'OPTIONS /v1/pets HTTP/1.1',
    }),
  ]),
  // The address at which the server was reached.
  ...[`a${encoded}`, 'a\xe9', 'a\xc4\x8d\xc4\x8a', 'a%00', 'a"', "a'"].flatMap((text) => [
    get(`X-Forwarded-Host: ${text}\r\nX-Forwarded-Proto: ${text}\r\n`),
    get(`Forwarded: host=${text};proto=${text}\r\n`),
    `GET /v1/pets?limit=1 HTTP/1.1\r\n${host.replace('a', text)}${authorization}\r\n`,
  ]),
  // Preferences, entity tags and accepted formats.
  ...[encoded, '\xe9', '"', `a${line}`].flatMap((text) => [
    get(`Prefer: return=${text}\r\n`),
    get(`Prefer: count=${text}, wait=${text}\r\n`),
    get(`If-None-Match: "${text}"\r\n`),
    get(`Accept: ${text}\r\nAccept-Encoding: ${text}\r\nAccept-Language: ${text}\r\n`),
    get(`Range: bytes=${text}\r\nTraceparent: ${text}\r\n`),
    get(`Idempotency-Key: ${text}\r\nContent-Length: 0\r\n`, { line: 'POST /v1/pets HTTP/1.1' }),
    get(`Cookie: session=${text}\r\n`, { line: 'GET /docs HTTP/1.1' }),
  ]),
]
