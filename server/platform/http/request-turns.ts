import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { closeLingering, isDrained } from './lingering-close.ts'
import { messageCutter } from './message-cutter.ts'

export type RequestTurns = ReturnType<typeof requestTurns>

/**
 * One request at a time for each connection. A client may send many at once, and one chunk off the wire holds hundreds:
 * Node would parse and start them all in one go. Here the parser is given one, the rest goes back into the socket, and
 * the next is taken up when its response is out and every other connection has had its turn.
 */
export const requestTurns = (server: Server) => {
  const turns = new WeakMap<Socket, Turns>()
  server.on('connection', (socket) => turns.set(socket, takeTurns(socket)))
  return {
    /** A head has been read. */
    began(request: IncomingMessage, response: ServerResponse): void {
      turns.get(request.socket)?.began(request, response)
    },

    /** Length of the request line of a head that could not be read, as far as it has come. */
    lineBytes: (socket: Socket): number => turns.get(socket)?.lineBytes() ?? 0,
  }
}

type Turns = ReturnType<typeof takeTurns>

const takeTurns = (socket: Socket) => {
  const cutter = messageCutter()
  let last: { request: IncomingMessage; response: ServerResponse } | undefined
  let isWaiting = false

  // With a listener for its bytes, Node no longer parses below the socket, and its own listener is ours to call.
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void]
  socket.on('data', receive)
  socket.removeListener('data', parse)
  socket.destroySoon = () => closeLingering(socket)
  socket.once('end', () => {
    // Who has ended its side still gets the response it waits for; a stream it would hardly listen to.
    const isStreaming = last?.response.headersSent && !last.response.writableEnded
    if (isStreaming) socket.destroy()
  })

  function receive(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length && !isDrained(socket, bytes.length - at)) {
      if (isWaiting || isUnderWay() || isUnread()) {
        putBack(bytes.subarray(at))
        return
      }
      const end = cutter.cut(bytes, at)
      parse(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end))
      at = end
    }
  }

  /** Whether a request has come whole, and its response is not out. */
  const isUnderWay = () => last?.request.complete === true && !last.response.closed

  /** Whether a body comes that nobody has asked for; who does makes Node resume the socket. */
  const isUnread = () => last?.request.complete === false && last.request.readableFlowing === null

  /** What waits, waits in the socket, which reads no more than its buffer holds. */
  const putBack = (bytes: Buffer) => {
    socket.pause()
    socket.unshift(bytes)
    if (isWaiting || !isUnderWay()) return
    isWaiting = true
    last?.response.once('close', () => setImmediate(takeUp))
  }

  const takeUp = () => {
    isWaiting = false
    last = undefined
    socket.resume()
  }

  return {
    began(request: IncomingMessage, response: ServerResponse): void {
      last = { request, response }
      const { 'content-length': length } = request.headers
      if (length !== undefined) cutter.expectBody(Number(length))
    },
    lineBytes: cutter.lineBytes,
  }
}
