import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The message of PostgreSQL's protocol for a commit: a query without parameters. */
const COMMIT = Buffer.from('commit\0')

/** The fate of connections when a commit is sent. */
type Cut = 'none' | 'before the commit' | 'after the commit'

/** A proxy for PostgreSQL that can cut connections before or after a commit is executed. */
export const cuttingProxy = async (port: number) => {
  let cut: Cut = 'none'
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    let isMute = false
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        // PostgreSQL still executes what it has received.
        target.end()
      })
    }
    client.on('data', (bytes: Buffer) => {
      if (!bytes.includes(COMMIT) || cut === 'none') return void target.write(bytes)
      if (cut === 'before the commit') return void client.destroy()
      isMute = true
      target.write(bytes)
    })
    target.on('data', (bytes) => (isMute ? client.destroy() : client.write(bytes)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(how: Cut) {
      cut = how
    },
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
