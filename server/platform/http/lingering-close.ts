import type { Socket } from 'node:net'
import type { HttpSocket } from './node-internals.ts'

/** How long a client that goes on sending has to read its response. */
const LINGER_MS = 500
/** How much of what it still sends is read meanwhile, and thrown away. */
const DRAIN_BYTES = 256 * 1024

/** Connections whose input means nothing any more, with the bytes of it that may still be read. */
const closing = new WeakMap<Socket, { drainBytes: number }>()

/** From now on what the client sends is thrown away. */
export const ignoreInput = (socket: Socket): void => {
  if (!closing.has(socket)) closing.set(socket, { drainBytes: DRAIN_BYTES })
}

/** Whether the bytes that came belong to a connection that is closing; takes them if so. */
export const isDrained = (socket: Socket, bytes: number): boolean => {
  const state = closing.get(socket)
  if (!state) return false
  state.drainBytes -= bytes
  if (state.drainBytes <= 0) socket.pause()
  return true
}

export const isClosing = (socket: Socket): boolean => closing.has(socket)

/**
 * Ends our side and waits a moment for the client's (RFC 9112 section 9.6): closing while there is input that nobody
 * has read resets the connection, and a reset can take the response from the client.
 */
export const closeLingering = (socket: Socket): void => {
  ignoreInput(socket)
  const destroy = () => socket.destroy()
  const linger = () => {
    if (socket.readableEnded || socket.destroyed) return destroy()
    const timer = setTimeout(destroy, LINGER_MS)
    socket.once('end', destroy).once('close', () => clearTimeout(timer))
  }
  if (socket.writable) socket.end()
  if (socket.writableFinished) linger()
  else socket.once('finish', linger)
  socket.resume()
}

/**
 * Ends a connection on which Node's parser takes no further request, once the last is responded to. It also obeys a
 * `Connection: close` among the trailers, which nobody else reads: the connection would stay, and serve nothing.
 */
export const endBehindResponse = (socket: HttpSocket): void => {
  if (isClosing(socket)) return
  ignoreInput(socket)
  const due = socket._httpMessage
  if (due) due.once('close', () => closeLingering(socket))
  else closeLingering(socket)
}
