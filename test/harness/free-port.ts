import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections, which could otherwise take the port of a server that restarts. */
const FIRST = 15_000
const LAST = 32_000

/** A port that nothing listens on, chosen at random so that concurrent runs do not choose the same one. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
