import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { newKey } from '../harness/keys.ts'
import { readResponses } from './responses.ts'

/** Bytes to send, one for each character, and the expected outcome. */
export type Framing = {
  send: string
  /** A word for each response, in order: see `readResponses`. */
  expect: string
  /**
   * The client then closes its side; otherwise it sends another request, whose response shows where the bytes ended.
   */
  ended?: true
}
export type Framings = Record<string, Framing>

/** Names each of the texts, which share an outcome. */
export const each = (
  texts: readonly string[],
  { name, send, expect, ended }: { name: string; send: (text: string) => string } & Omit<Framing, 'send'>,
): Framings =>
  Object.fromEntries(
    texts.map((text) => [`${name} ${shown(text)}`, { send: send(text), expect, ...(ended && { ended }) }]),
  )

const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 40)}...${text.length}` : text)

/** A key of an account whose limits no test reaches. */
export const key = newKey()
export const host = 'Host: a\r\n'
export const authorization = `Authorization: Bearer ${key}\r\n`
export const get = (fields = '', { line = 'GET /v1/pets?limit=1 HTTP/1.1' } = {}): string =>
  `${line}\r\n${host}${authorization}${fields}\r\n`

/** A body that adds an animal, and the name in it. */
export const body = '{"name":"Biscuit","categoryId":7}'
export const post = (fields: string, content = body, { version = '1.1' } = {}): string =>
  `POST /v1/pets HTTP/${version}\r\n${host}${authorization}Content-Type: application/json\r\n${fields}\r\n${content}`
export const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
export const postChunked = (chunks: string): string => post('Transfer-Encoding: chunked\r\n', chunks)

/** Closes its connection, and is recognized by its id. */
const probe = get('X-Request-Id: probe\r\nConnection: close\r\n')

export const wholeOf = ({ send, ended }: Framing): Buffer => Buffer.from(ended ? send : send + probe, 'latin1')

/**
 * The responses of the service until it closes the connection, as words. `cuts` are the positions at which the bytes
 * are split into pieces.
 */
export const outcomeOf = async (port: number, framing: Framing, cuts: readonly number[] = []): Promise<string> => {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true })
  const received: Buffer[] = []
  let isOver = false
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket
    // A reset is one way to close the connection.
    .on('error', () => {})
    .on('data', (bytes: Buffer) => received.push(bytes))
    .once('end', () => {
      isOver = true
      socket.end()
    })
    .once('close', () => {
      isOver = true
    })
  const bytes = wholeOf(framing)
  let from = 0
  for (const to of [...cuts, bytes.length]) {
    if (isOver) break
    socket.write(bytes.subarray(from, to))
    from = to
    // Usually enough for the service to read this piece first.
    if (to < bytes.length) await turn()
  }
  if (framing.ended && !isOver) socket.end()
  await closed
  return readResponses(Buffer.concat(received))
}
