import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { directResponses } from './direct-response.ts'
import { closeLingering, isDrained } from './lingering-close.ts'
import { messageCutter } from './message-cutter.ts'
import { type HttpSocket, watchParser } from './node-internals.ts'

/**
 * One request at a time for each connection. A client may send many at once, and one chunk off the wire holds hundreds:
 * Node would start them all in one go. Here the next is taken up when the response to the last is out and every other
 * connection has had its turn. A connection that sends ahead, or a head in pieces, or a body in chunks, is read by us from
 * then on: Node's parser gets one request, and the rest goes back into the socket. Any other is read and parsed below, which
 * is faster.
 */
export const requestTurns = (server: Server, direct: Direct) => {
  const turns = new WeakMap<Socket, Turns>()
  server.on('connection', (socket) => turns.set(socket, takeTurns(socket, direct)))
  return {
    /** A head has been read that announces a body. */
    expectBody(request: IncomingMessage): void {
      turns.get(request.socket)?.expectBody(request)
    },

    /** Length of the request line of a head that could not be read, as far as it has come. */
    lineBytes: (socket: Socket): number => turns.get(socket)?.lineBytes() ?? 0,
  }
}

type Turns = ReturnType<typeof takeTurns>
type Direct = Pick<ReturnType<typeof directResponses>, 'of'>

// A part of a buffer: some releases of Node.js 24 take an empty buffer for the end of the connection.
const NOTHING = Buffer.alloc(1).subarray(1)
/** Of a body in chunks so much is parsed in one turn: each byte may be a chunk, which takes as long as a long one. */
const CHUNKED_TURN_BYTES = 4_096

const takeTurns = (socket: HttpSocket, direct: Direct) => {
  const cutter = messageCutter()
  const { onHead, leaveTimeout } = direct.of(socket)
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void]
  const onEnd = socket.listeners('end').at(-1) as () => void
  let goOn: (() => void) | undefined
  let isWaiting = false
  let readsBytes = false
  let isEnded = false

  const stopWatching = watchParser(socket, {
    onHead,
    onStopped(stopped, rest) {
      goOn = stopped.goOn
      readBytes()
      expectBody(stopped.incoming)
      putBack(rest)
      if (!socket._httpMessage) awaitTurn()
    },
    onPartialHead(bytes) {
      cutter.cut(bytes, 0)
      readBytes()
    },
    onLeft(rest) {
      readBytes()
      putBack(rest)
    },
  })
  socket.destroySoon = () => {
    readBytes()
    closeLingering(socket)
  }
  socket.removeListener('end', onEnd)
  socket.once('end', () => {
    isEnded = true
    // Who has ended its side still gets the response it waits for; a stream it would hardly listen to.
    const { headersSent = false, writableEnded = false } = socket._httpMessage ?? {}
    if (headersSent && !writableEnded) socket.destroy()
    else if (!goOn) onEnd()
  })

  /** With a listener for its bytes, Node no longer parses below the socket, and its own listener is ours to call. */
  const readBytes = () => {
    if (readsBytes) return
    readsBytes = true
    leaveTimeout()
    stopWatching()
    socket.on('data', receive)
    socket.removeListener('data', parse)
  }

  function receive(bytes: Buffer): void {
    let at = 0
    // Behind CONNECT a connection has no parser any more.
    while (at < bytes.length && socket.parser && !isDrained(socket, bytes.length - at)) {
      if (isWaiting || (socket._httpMessage && mustWait(socket._httpMessage))) {
        putBack(bytes.subarray(at))
        return
      }
      const body = chunkedBody()
      const end = body
        ? at + cutter.cut(bytes.subarray(at, at + CHUNKED_TURN_BYTES), 0)
        : cutter.cut(bytes, at)
      parse(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end))
      at = end
      if (at === bytes.length || !body || body.complete) continue
      // Where the parser has paused the socket, whoever reads the body resumes it.
      const isHeld = socket.isPaused()
      putBack(bytes.subarray(at))
      if (!isHeld) awaitTurn()
      return
    }
  }

  /** That of the request under way, while it has not come to its end. */
  const chunkedBody = (): IncomingMessage | undefined => {
    const request = socket._httpMessage?.req
    const isInChunks = request?.headers['transfer-encoding'] !== undefined
    return isInChunks && !request.complete ? request : undefined
  }

  const awaitTurn = () => {
    isWaiting = true
    setImmediate(takeUp)
  }

  /** What waits, waits in the socket, which reads no more than its buffer holds. */
  const putBack = (bytes: Buffer) => {
    socket.pause()
    if (bytes.length > 0) socket.unshift(bytes)
    // Who asks for a body makes Node resume the socket.
    if (isWaiting || !socket._httpMessage?.req.complete) return
    isWaiting = true
    socket._httpMessage.once('close', () => setImmediate(takeUp))
  }

  const takeUp = () => {
    isWaiting = false
    const goOnNow = socket.writable ? goOn : undefined
    goOn = undefined
    if (goOnNow) {
      goOnNow()
      // A request without a body is over with its head, which the parser has still to see.
      parse(NOTHING)
      if (isEnded) onEnd()
    }
    socket.resume()
  }

  const expectBody = ({ headers }: IncomingMessage) => {
    const length = headers['content-length']
    if (readsBytes && length !== undefined) cutter.expectBody(Number(length))
  }

  return { expectBody, lineBytes: cutter.lineBytes }
}

/** The next request waits for the response to this one, and a body until somebody asks for it. */
const mustWait = ({ req }: { req: IncomingMessage }): boolean =>
  req.complete || req.readableFlowing === null
