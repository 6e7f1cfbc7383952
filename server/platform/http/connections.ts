import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const SWEEP_MS = 200

export type Connections = ReturnType<typeof connections>

/** Ends the connections of a server without cutting off a request. */
export const connections = (server: Server) => {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    /** From now on each answer ends its connection, and says so (RFC 9112 section 9.6): clients leave by themselves. */
    retire() {
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
    },
    /** Closes each connection that has no request under way, as it comes to be so. Returns what ends the watch. */
    closeIdle(): () => void {
      const timer = setInterval(() => {
        server.closeIdleConnections()
        // Node takes one that never said anything for a request that is late.
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
      }, SWEEP_MS)
      return () => clearInterval(timer)
    },
  }
}
