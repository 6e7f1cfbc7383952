import { type Framings, get, post } from './wire.ts'

const target = (length: number) => get('', { line: `GET ${'/v1/pets?'.padEnd(length, '&')} HTTP/1.1` })
const field = (length: number) => get(`A: ${'b'.repeat(length)}\r\n`)
const TOO_LARGE = '431-headers_too_large'

/** The longest target and head: 8,192 characters, and 32 KiB of names and values. */
export const limits: Framings = {
  'a target of 8,192 characters': { send: target(8_192), expect: '200 probe' },
  'a target of 8,193': { send: target(8_193), expect: '414-uri_too_long probe' },
  'a target of 40,000': { send: target(40_000), expect: '414-uri_too_long' },
  'a target of 200,000': { send: target(200_000), expect: '414-uri_too_long' },
  'a target without an end': {
    send: `GET /${'a'.repeat(200_000)}`,
    expect: '414-uri_too_long',
    ended: true,
  },
  'a method without an end': {
    send: 'A'.repeat(200_000),
    expect: '400-malformed_request',
    ended: true,
  },
  'a field of 32,000 bytes': { send: field(32_000), expect: '200 probe' },
  'a field of 33,000': { send: field(33_000), expect: TOO_LARGE },
  'a field without an end': { send: field(200_000).slice(0, -4), expect: TOO_LARGE, ended: true },
  'a name without an end': { send: get('A'.repeat(200_000)), expect: TOO_LARGE },
  '5,000 fields': { send: get('A: b\r\n'.repeat(5_000)), expect: '200 probe' },
  '40,000 fields': { send: get('A: b\r\n'.repeat(40_000)), expect: TOO_LARGE },
  'fields without an end': {
    send: get('A: b\r\n'.repeat(40_000)).slice(0, -2),
    expect: TOO_LARGE,
    ended: true,
  },
  'a long field before a body': {
    send: post(`A: ${'b'.repeat(33_000)}\r\nContent-Length: 33\r\n`),
    expect: TOO_LARGE,
  },
  'a long field twice': { send: field(20_000) + field(20_000), expect: '200 200 probe' },
}
