import type { EventEmitter } from 'node:events'
import {
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'
import type { Socket } from 'node:net'
import { constants, createDeflateRaw, type ZlibOptions } from 'node:zlib'

// What Node does not document, of a connection, of a response and of what compresses. Only this file, `request-turns.ts`
// and `direct-response.ts` know of it; the version of Node is pinned, and their tests fail if one changes it.

/** Its parser, and the response that is under way. */
export type HttpSocket = Socket & {
  _httpMessage?: DueResponse | null
  parser?: Parser | null
}

type DueResponse = EventEmitter &
  Pick<ServerResponse, 'headersSent' | 'writableEnded'> & { req: IncomingMessage }

type Parser = Record<number, (result: unknown) => void> & {
  constructor: { kOnExecute: number }
  /** Makes a request of a head. What it returns tells the parser how to go on. */
  onIncoming: OnIncoming
  /** The request that it reads. */
  incoming: IncomingMessage | null
  /** While the parser reports on a chunk: that chunk. */
  getCurrentBuffer(): Buffer
  resume(): void
}

type OnIncoming = (incoming: IncomingMessage, shouldKeepAlive: boolean) => number

/** Makes the parser stop behind the head it has just read (llhttp). */
const HPE_PAUSED = 21

type Watch = {
  /**
   * The head of a request that is served now. Where it is all of it, on a connection that stays, `handOver` has Node make
   * its response later on. Otherwise, and where this returns false, Node makes it at once.
   */
  onHead: (incoming: IncomingMessage, handOver: (() => ServerResponse) | undefined) => boolean
  /** A head was read that has to wait; `rest` is what followed it in its chunk, its own body first. */
  onStopped: (stopped: { incoming: IncomingMessage; goOn: () => void }, rest: Buffer) => void
  /** A chunk ended within a head. */
  onPartialHead: (bytes: Buffer) => void
  /** The parser took `rest` for another protocol's, as the message before it asks for an upgrade: it is to be read. */
  onLeft: (rest: Buffer) => void
}

/**
 * Watches the parser of a connection whose bytes it reads itself, below the socket: a head that comes while there is a
 * response under way has to wait, and so has one whose body comes in chunks. Returns what ends that, for when somebody
 * else reads them.
 */
export const watchParser = (
  socket: HttpSocket,
  { onHead, onStopped, onPartialHead, onLeft }: Watch,
) => {
  const { parser } = socket
  if (!parser) return () => {}
  const { kOnExecute } = parser.constructor
  const { onIncoming, [kOnExecute]: onExecute } = parser
  let stopped: { incoming: IncomingMessage; goOn: () => void } | undefined
  let isTunnel = false
  let asksForUpgrade = false
  let hasHead = false

  parser.onIncoming = (incoming, shouldKeepAlive) => {
    isTunnel = incoming.method === 'CONNECT'
    const { upgrade, 'transfer-encoding': coding } = incoming.headers
    asksForUpgrade = upgrade !== undefined
    // The response to one before it in the same chunk may be out already.
    const isFirst = !socket._httpMessage && !hasHead
    hasHead = true
    // Of a body in chunks only its bytes show how many there are.
    if (isFirst && (isTunnel || coding === undefined)) {
      const { httpVersion, headers } = incoming
      const isWhole =
        shouldKeepAlive &&
        httpVersion === '1.1' &&
        !isTunnel &&
        !asksForUpgrade &&
        coding === undefined &&
        headers['content-length'] === undefined &&
        headers.expect === undefined
      const handOver = () => {
        onIncoming(incoming, true)
        return socket._httpMessage as ServerResponse & DueResponse
      }
      const isTaken = onHead(incoming, isWhole ? handOver : undefined)
      return isTaken ? 0 : onIncoming(incoming, shouldKeepAlive)
    }
    // As Node does where no upgrade is offered, and before the parser looks.
    if (!isTunnel) Object.assign(incoming, { upgrade: false })
    const goOn = () => {
      parser.resume()
      onIncoming(incoming, shouldKeepAlive)
    }
    stopped = { incoming, goOn }
    return HPE_PAUSED
  }
  // A copy, as the parser's buffer is that of all connections.
  const restBehind = (result: unknown) =>
    Buffer.from(parser.getCurrentBuffer().subarray(bytesParsed(result)))
  parser[kOnExecute] = (result) => {
    const isWithoutHead = !hasHead
    hasHead = false
    if (stopped) {
      onStopped(stopped, restBehind(result))
      stopped = undefined
      return
    }
    if (isWithoutHead && !socket._httpMessage) onPartialHead(parser.getCurrentBuffer())
    // Behind any other head the parser takes all there is: each look at its buffer is a copy.
    else if (asksForUpgrade && !isTunnel && typeof result === 'number') {
      const rest = restBehind(result)
      if (rest.length > 0) onLeft(rest)
    }
    onExecute?.(result)
  }
  return () => {
    // One that was freed, as behind CONNECT, may be that of another connection by now.
    if (socket.parser === parser) parser.onIncoming = onIncoming
  }
}

const bytesParsed = (result: unknown): number =>
  typeof result === 'number' ? result : (result as { bytesParsed: number }).bytesParsed

/**
 * Header fields, names and values in turn, as the lines that are sent. Throws a `TypeError` for what is none: nothing in
 * a value ends its line.
 */
export const fieldLines = (fields: readonly string[]): string => {
  let lines = ''
  for (let at = 0; at < fields.length; at += 2) {
    const [name = '', value = ''] = [fields[at], fields[at + 1]]
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

type Head = {
  _hasBody: boolean
  _expect_continue: boolean
  _sent100: boolean
  /** Adds what the connection needs to the lines in `begin`, with `fields`, which it looks through as `writeHead` does. */
  _storeHeader(begin: string, fields: readonly string[]): void
}

/**
 * `writeHead` of a response, for header fields that are lines already (`fieldLines`): Node would look at each character of
 * each of them for each response. `bytes` is the length of the body, where that is said.
 */
export const writeHead = (
  response: ServerResponse,
  status: number,
  lines: string,
  bytes?: number,
): void => {
  if (response.headersSent) throw new Error('the head of this response has been sent')
  const head = response as unknown as Head
  response.statusCode = status
  if (status === 204 || status === 304) head._hasBody = false
  // What follows may be the body that was not asked for.
  if (head._expect_continue && !head._sent100) response.shouldKeepAlive = false
  const begin = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}`
  head._storeHeader(begin, bytes === undefined ? [] : ['content-length', String(bytes)])
}

type From = [bytes: Buffer, at: number, length: number]
type Into = [room: Buffer, at: number, length: number]

type Compressing = {
  _handle: { reset(): void; writeSync(flush: number, ...fromInto: [...From, ...Into]): void }
  /** How many bytes were left of the room, and of what was to be compressed. */
  _writeState: Uint32Array
}

const USUAL_ROOM = 64 * 1024

/**
 * Compresses to the deflate format (RFC 1951): to whole bytes, and without a last block, so that others can be added. No
 * text refers to one before it. All take turns in the same memory: for a short text, to prepare it takes longer than to
 * compress. The result is a copy.
 */
export const deflater = (options: ZlibOptions) => {
  const stream = createDeflateRaw(options) as unknown as Compressing
  const { _handle: handle, _writeState: state } = stream
  const usual = Buffer.allocUnsafeSlow(USUAL_ROOM)
  return (bytes: Buffer): Buffer => {
    // What cannot be compressed gets a little longer.
    const most = bytes.length + (bytes.length >> 2) + 64
    const room = most <= usual.length ? usual : Buffer.allocUnsafeSlow(most)
    handle.reset()
    handle.writeSync(constants.Z_SYNC_FLUSH, bytes, 0, bytes.length, room, 0, room.length)
    const [roomLeft = 0, bytesLeft] = state
    if (bytesLeft !== 0 || roomLeft === 0) throw new Error('a text was not compressed')
    const compressed = Buffer.allocUnsafeSlow(room.length - roomLeft)
    room.copy(compressed)
    return compressed
  }
}
