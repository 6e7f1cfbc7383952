import type { Socket } from 'node:net'

/** How long a client that keeps sending has to read its response. */
const LINGER_MS = 500

/**
 * Closes our side and waits a moment for the client's (RFC 9112 section 9.6). Closing a connection with unread input
 * resets it, and a reset can destroy the response before the client has read it.
 */
export const closeLingering = (socket: Socket): void => {
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
