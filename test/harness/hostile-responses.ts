import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

type Respond = (response: ServerResponse) => void

/** Each `Content-Encoding` that Node.js can decode, and an unknown one. */
export const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  br: brotliCompressSync,
  gzip: gzipSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
  'x-made-up': (text) => Buffer.from(text),
}

/** Responds with an encoded text. */
export const encoded =
  (encoding: string, text: string, type = 'application/json'): Respond =>
  (response) => {
    const body = encodings[encoding]?.(text)
    response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(body)
  }

const PIECE = Buffer.alloc(65_536, ' ')

/** Responds with a body that never ends. */
export const endless: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (!response.destroyed && response.write(PIECE));
  }
  response.on('drain', more)
  more()
}

/** Responds with a body that sends a byte now and then. */
export const trickle: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write(' ')
  // Not `setTimeout`, which the test may have mocked.
  const drip = setInterval(() => response.write(' '), 10)
  response.once('close', () => clearInterval(drip))
}
