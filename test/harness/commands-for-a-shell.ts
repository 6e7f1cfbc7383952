import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { runCommand } from './commands.ts'

/**
 * Runs the commands of a shell in a process that is already running, because starting one is most of their cost.
 * `define` returns a shell function that prints the same output and errors as the command, and fails like it.
 */
export const commandsForAShell = async (cwd: string) => {
  const server = createServer(async (request, response) => {
    const [count, ...rest] = (await text(request)).split('\0')
    const args = rest.slice(0, Number(count))
    const environment = Object.fromEntries(
      rest.slice(Number(count)).flatMap((line) => {
        const at = line.indexOf('=')
        return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : []
      }),
    )
    const { code, seen } = await runCommand({ args, environment, cwd })
    response.writeHead(code === 0 ? 200 : 500).end(seen)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    define: (name: string) =>
      `${name}() { { printf '%s\\0' "$#" "$@"; env -0; } | command curl -sS --fail-with-body --data-binary @- http://127.0.0.1:${port}/; }`,
    [Symbol.dispose]: () => void server.close().closeAllConnections(),
  }
}
