import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { closeLingering, isDrained } from './lingering-close.ts'
import { messageCutter } from './message-cutter.ts'

/** Requests that may wait in this process, of all connections: tens of megabytes. Almost all wait in their sockets. */
const MOST_HELD = 10_000

/** What Node keeps at a connection: its parser, and the response that is under way. */
export type HttpSocket = Socket & {
  _httpMessage?: (ServerResponse & { req: IncomingMessage }) | null
  parser?: Parser | null
}

type Parser = Record<number, (result: unknown) => void> & {
  constructor: { kOnExecute: number }
  /** While it parses a chunk: that chunk. */
  getCurrentBuffer(): Buffer
}

type Pending = { request: IncomingMessage; response: ServerResponse }

/**
 * One request at a time for each connection. A client may send many at once, and one chunk off the wire holds hundreds:
 * Node would start them all in one go. Here the next is taken up when the response to the last is out and every other
 * connection has had its turn. A connection that sends ahead, or a head in pieces, is then read by us, so that Node's
 * parser gets one request and the rest goes back into the socket; any other is read and parsed below, which is faster.
 */
export const requestTurns = (server: Server, handle: RequestListener) => {
  const turns = new WeakMap<Socket, Turns>()
  const held = { count: 0 }
  server.on('connection', (socket) => turns.set(socket, takeTurns(socket, handle, held)))
  return {
    take(request: IncomingMessage, response: ServerResponse): void {
      const socket: HttpSocket = request.socket
      if (socket._httpMessage === response) handle(request, response)
      else turns.get(socket)?.hold({ request, response })
    },

    /** A head has been read that announces a body. */
    expectBody({ socket, headers }: IncomingMessage): void {
      const length = headers['content-length']
      if (length !== undefined) turns.get(socket)?.expectBody(Number(length))
    },

    /** Length of the request line of a head that could not be read, as far as it has come. */
    lineBytes: (socket: Socket): number => turns.get(socket)?.lineBytes() ?? 0,
  }
}

type Turns = ReturnType<typeof takeTurns>

const takeTurns = (socket: HttpSocket, handle: RequestListener, held: { count: number }) => {
  const cutter = messageCutter()
  const waiting: Pending[] = []
  let isWaiting = false
  let readsBytes = false
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void]

  watchHeads(socket, (bytes) => {
    cutter.cut(bytes, 0)
    readBytes()
  })
  socket.destroySoon = () => {
    readBytes()
    closeLingering(socket)
  }
  socket.once('end', () => {
    // Who has ended its side still gets the response it waits for; a stream it would hardly listen to.
    const { headersSent = false, writableEnded = false } = socket._httpMessage ?? {}
    if (headersSent && !writableEnded) socket.destroy()
  })
  socket.once('close', () => forget(waiting.length))

  /** With a listener for its bytes, Node no longer parses below the socket, and its own listener is ours to call. */
  const readBytes = () => {
    if (readsBytes) return
    readsBytes = true
    socket.on('data', receive)
    socket.removeListener('data', parse)
  }

  function receive(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length && !isDrained(socket, bytes.length - at)) {
      if (isWaiting || (socket._httpMessage && mustWait(socket._httpMessage))) {
        putBack(bytes.subarray(at))
        return
      }
      const end = cutter.cut(bytes, at)
      parse(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end))
      at = end
    }
  }

  /** What waits, waits in the socket, which reads no more than its buffer holds. */
  const putBack = (bytes: Buffer) => {
    socket.pause()
    socket.unshift(bytes)
    // Who asks for a body makes Node resume the socket.
    if (socket._httpMessage?.req.complete) waitForTurn()
  }

  const waitForTurn = () => {
    if (isWaiting) return
    isWaiting = true
    socket._httpMessage?.once('close', inTurn)
  }

  const inTurn = () => void setImmediate(takeUp)

  const takeUp = () => {
    const next = socket.writable ? waiting.shift() : undefined
    if (!next) {
      isWaiting = false
      socket.resume()
      return
    }
    held.count -= 1
    next.response.once('close', inTurn)
    handle(next.request, next.response)
  }

  const forget = (count: number) => {
    held.count -= count
    waiting.length -= count
  }

  return {
    /** A request was parsed behind another, with the chunk that brought both. */
    hold(pending: Pending): void {
      waiting.push(pending)
      held.count += 1
      readBytes()
      waitForTurn()
      if (held.count > MOST_HELD) socket.destroy()
    },
    expectBody(length: number): void {
      if (readsBytes) cutter.expectBody(length)
    },
    lineBytes: cutter.lineBytes,
  }
}

/** Sees each chunk that Node has parsed below the socket and that ends within a head. */
const watchHeads = (socket: HttpSocket, see: (bytes: Buffer) => void): void => {
  const { parser } = socket
  if (!parser) return
  const { kOnExecute } = parser.constructor
  const goOn = parser[kOnExecute]
  parser[kOnExecute] = (result) => {
    // A head that is whole has its response, which cannot be out as yet.
    if (!socket._httpMessage) see(parser.getCurrentBuffer())
    goOn?.(result)
  }
}

/** The next request waits for the response to this one, and a body until somebody asks for it. */
const mustWait = ({ req }: { req: IncomingMessage }): boolean =>
  req.complete || req.readableFlowing === null
