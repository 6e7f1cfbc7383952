import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { closeLingering, isDrained } from './lingering-close.ts'
import { messageCutter } from './message-cutter.ts'

/**
 * The response that is under way is Node's to know. Keeping it here would have it outlive its time in the young
 * generation: a fifth of what a request costs.
 */
export type HttpSocket = Socket & {
  _httpMessage?: (ServerResponse & { req: IncomingMessage }) | null
}

/**
 * One request at a time for each connection. A client may send many at once, and one chunk off the wire holds hundreds:
 * Node would parse and start them all in one go. Here the parser is given one, the rest goes back into the socket, and
 * the next is taken up when its response is out and every other connection has had its turn.
 */
export const requestTurns = (server: Server) => {
  const turns = new WeakMap<Socket, Turns>()
  server.on('connection', (socket) => turns.set(socket, takeTurns(socket)))
  return {
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

const takeTurns = (socket: HttpSocket) => {
  const { cut, expectBody, lineBytes } = messageCutter()
  let isWaiting = false

  // With a listener for its bytes, Node no longer parses below the socket, and its own listener is ours to call.
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void]
  socket.on('data', receive)
  socket.removeListener('data', parse)
  socket.destroySoon = () => closeLingering(socket)
  socket.once('end', () => {
    // Who has ended its side still gets the response it waits for; a stream it would hardly listen to.
    const { headersSent = false, writableEnded = false } = socket._httpMessage ?? {}
    if (headersSent && !writableEnded) socket.destroy()
  })

  function receive(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length && !isDrained(socket, bytes.length - at)) {
      if (isWaiting || (socket._httpMessage && mustWait(socket._httpMessage))) {
        putBack(bytes.subarray(at))
        return
      }
      const end = cut(bytes, at)
      parse(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end))
      at = end
    }
  }

  /** What waits, waits in the socket, which reads no more than its buffer holds. */
  const putBack = (bytes: Buffer) => {
    const response = socket._httpMessage
    socket.pause()
    socket.unshift(bytes)
    // Who asks for a body makes Node resume the socket.
    if (isWaiting || !response?.req.complete) return
    isWaiting = true
    response.once('close', () => setImmediate(takeUp))
  }

  const takeUp = () => {
    isWaiting = false
    socket.resume()
  }

  return { expectBody, lineBytes }
}

/** The next request waits for the response to this one, and a body until somebody asks for it. */
const mustWait = ({ req }: { req: IncomingMessage }): boolean =>
  req.complete || req.readableFlowing === null
