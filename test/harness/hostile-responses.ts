import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

type Respond = (response: ServerResponse) => void

/** Each `Content-Encoding` that Node.js could decode, and one that nobody knows. */
export const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  br: brotliCompressSync,
  gzip: gzipSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
  'x-made-up': (text) => Buffer.from(text),
}

/** Responds with a text as one of these encodes it. */
export const encoded =
  (encoding: string, text: string, type = 'application/json'): Respond =>
  (response) => {
    const body = encodings[encoding]?.(text)
    response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(body)
  }

const PIECE = Buffer.alloc(65_536, ' ')

/** Responds with a body that has no end. */
export const endless: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (!response.destroyed && response.write(PIECE));
  }
  response.on('drain', more)
  more()
}

/** Responds with a body of which a byte comes now and then. */
export const trickle: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write(' ')
  // Not `setTimeout`, which the test may have stopped.
  const drip = setInterval(() => response.write(' '), 10)
  response.once('close', () => clearInterval(drip))
}
