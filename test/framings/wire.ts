import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { newKey } from '../harness/keys.ts'
import { readResponses } from './responses.ts'

/** Bytes as they stand, one for each character, and what the service makes of them. */
export type Framing = {
  send: string
  /** One word for each response, in their order: see `readResponses`. */
  expect: string
  /** The client ends its side behind them; else it asks for another response, which says where they ended. */
  ended?: true
}
export type Framings = Record<string, Framing>

/** A name for each of the texts, with what is the same of them all. */
export const each = (
  texts: readonly string[],
  {
    name,
    send,
    expect,
    ended,
  }: { name: string; send: (text: string) => string } & Omit<Framing, 'send'>,
): Framings =>
  Object.fromEntries(
    texts.map((text) => [
      `${name} ${shown(text)}`,
      { send: send(text), expect, ...(ended && { ended }) },
    ]),
  )

const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 40)}...${text.length}` : text)

/** Of an account whose limits no test reaches. */
export const key = newKey()
export const host = 'Host: a\r\n'
export const authorization = `Authorization: Bearer ${key}\r\n`
export const get = (fields = '', { line = 'GET /v1/pets?limit=1 HTTP/1.1' } = {}): string =>
  `${line}\r\n${host}${authorization}${fields}\r\n`

/** What is sent to be stored, and what it is called where it was. */
export const body = '{"name":"Biscuit","categoryId":7}'
export const post = (fields: string, content = body, { version = '1.1' } = {}): string =>
  `POST /v1/pets HTTP/${version}\r\n${host}${authorization}Content-Type: application/json\r\n${fields}\r\n${content}`
export const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
export const postChunked = (chunks: string): string =>
  post('Transfer-Encoding: chunked\r\n', chunks)

/** Ends its connection, and its response shows by its id. */
const probe = get('X-Request-Id: probe\r\nConnection: close\r\n')

export const wholeOf = ({ send, ended }: Framing): Buffer =>
  Buffer.from(ended ? send : send + probe, 'latin1')

/**
 * What the service sends until it closes the connection, as words. `cuts` are the places where what it is sent is cut,
 * as if it came in pieces.
 */
export const outcomeOf = async (
  port: number,
  framing: Framing,
  cuts: readonly number[] = [],
): Promise<string> => {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true })
  const received: Buffer[] = []
  let isOver = false
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket
    // A reset is one way to close.
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
    // Long enough for the service to have read it, if it is not busy.
    if (to < bytes.length) await turn()
  }
  if (framing.ended && !isOver) socket.end()
  await closed
  return readResponses(Buffer.concat(received))
}
