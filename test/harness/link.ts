import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A network link to a port, which passes on what the server sends `delayMs` later. It can be cut, or silenced so that
 * it accepts connections and passes nothing on. Whatever is under way is lost then.
 */
export const startLink = async (port: number, { delayMs = 0 } = {}) => {
  const sockets = new Set<Socket>()
  let isCut = false
  let isSilent = false
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const target = connect(port, '127.0.0.1')
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        target.destroy()
      })
    }
    client.on('data', (bytes) => void (isSilent || target.write(bytes)))
    target.on('data', (bytes) => {
      if (isSilent) return
      const pass = () => void (client.destroyed || client.write(bytes))
      if (delayMs === 0) pass()
      else setTimeout(pass, delayMs)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    silence: () => {
      isSilent = true
    },
    mend: () => {
      isCut = false
      isSilent = false
    },
    [Symbol.dispose]() {
      cut()
      server.close()
    },
  }
}
