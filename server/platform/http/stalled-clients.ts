import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Disconnects clients that have read nothing of their response for `stallMs`. Node counts each part that the kernel
 * accepts as activity, so slow readers stay connected, and so do connections that wait for a response.
 */
export const dropStalled = (
  server: Server,
  { stallMs, isIdle }: { stallMs: number; isIdle: (socket: Socket) => boolean },
): void => {
  server.setTimeout(stallMs, (socket: Socket) => {
    // Reset the connection, or the kernel would keep the unsent rest for minutes.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else if (isIdle(socket)) socket.destroy()
    else socket.setTimeout(stallMs)
  })
}
