import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

const SWEEP_MS = 200

/** Closes a server's connections without cutting off requests. */
export const connections = (server: Server) => ({
  /** From now on each response closes its connection and says so (RFC 9112 section 9.6). */
  retire() {
    server.prependListener('request', (_request, response) => {
      response.setHeader('Connection', 'close')
    })
  },
  /** Stops accepting connections, closes each one when it is idle, and waits for the last. */
  async end(): Promise<void> {
    if (!server.listening) return
    // Accept the connections that are already in the backlog.
    await new Promise(setImmediate)
    const timer = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    // `node:http`'s own close would also cut off clients that are connected and about to send a request.
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
    clearInterval(timer)
  },
})
