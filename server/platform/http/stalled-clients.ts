import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Disconnects clients that take nothing of what they were sent for `stallMs`. Node counts a part that the kernel has
 * taken as activity, so a client that reads slowly is kept. Connections that wait for a response are kept too.
 */
export const dropStalled = (
  server: Server,
  { stallMs, isIdle }: { stallMs: number; isIdle: (socket: Socket) => boolean },
): void => {
  server.setTimeout(stallMs, (socket: Socket) => {
    // Reset, because otherwise the kernel would keep what is left for minutes.
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else if (isIdle(socket)) socket.destroy()
    else socket.setTimeout(stallMs)
  })
}
