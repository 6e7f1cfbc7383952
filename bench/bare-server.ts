// The baseline: node:http that sends one fixed response to every request.
// usage: node bench/bare-server.ts RESPONSE.json
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { headers, body, keepAliveTimeoutMs } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)

// A flat array of names and values is the fastest form that writeHead accepts.
const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
console.log(JSON.stringify({ msg: 'ready', address: `http://127.0.0.1:${port}` }))
await once(process, 'SIGTERM')
server.close()
server.closeAllConnections()
