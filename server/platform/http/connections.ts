import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

const SWEEP_MS = 200

/** Ends the connections of a server without cutting off a request. */
export const connections = (server: Server) => ({
  /** From now on each response ends its connection and says so (RFC 9112 section 9.6). */
  retire() {
    server.prependListener('request', (_request, response) => {
      response.setHeader('Connection', 'close')
    })
  },
  /** Lets nobody in any more, closes each connection when it has nothing under way, and waits for the last. */
  async end(): Promise<void> {
    if (!server.listening) return
    // Those who have knocked by now are let in first.
    await new Promise(setImmediate)
    const timer = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    // The close of `node:http` would also cut off whoever was let in and is just about to send.
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
    clearInterval(timer)
  },
})
