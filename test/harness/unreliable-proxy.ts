import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A server at an own address, which can be stopped and started in no time: while it is stopped, connections to that
 * address are refused, as those of a process that has ended.
 */
export const unreliableProxy = async (target: () => number, ownPort = 0) => {
  const sockets = new Set<Socket>()
  const forward = (client: Socket) => {
    const server = connect(target(), '127.0.0.1')
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.pipe(server).pipe(client)
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(forward).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(ownPort)
  const { port } = server.address() as AddressInfo
  const stop = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `http://127.0.0.1:${port}`,
    stop,
    async start() {
      server = await listen(port)
    },
    [Symbol.dispose]: stop,
  }
}
