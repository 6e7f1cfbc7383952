// The baseline: node:http that sends to every request what another server sends for LIST_PATH.
// usage: node bench/bare-server.ts PORT KEY
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { LIST_PATH } from './request.ts'

const [, , port = '', key = ''] = process.argv
// Headers that node:http adds to every response itself.
const added = new Set(['date', 'connection', 'keep-alive'])

// The same host as in the load, because responses contain links to the requested host.
const headers = { Host: '127.0.0.1', Authorization: `Bearer ${key}` }
const [answer] = (await once(get({ port, path: LIST_PATH, headers }), 'response')) as [IncomingMessage]
const body = await text(answer)
const keepAliveSeconds = /timeout=(\d+)/.exec(String(answer.headers['keep-alive']))?.[1] ?? '5'
// A flat array of names and values is the fastest form that writeHead accepts.
const sent: string[] = []
for (let at = 0; at < answer.rawHeaders.length; at += 2) {
  const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2)
  if (!added.has(name.toLowerCase())) sent.push(name, value)
}

const options = { keepAliveTimeout: Number(keepAliveSeconds) * 1_000 }
const server = createServer(options, (_request, response) => {
  response.writeHead(200, sent)
  response.end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
console.log(JSON.stringify({ msg: 'ready', address }))
await once(process, 'SIGTERM')
server.close()
server.closeAllConnections()
