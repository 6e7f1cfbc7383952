import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, test } from 'node:test'
import { createSecureContext } from 'node:tls'
import { certificateAuthority, whyNoCertificates } from '../../../test/harness/certificates.ts'
import { startForwardProxy } from '../../../test/harness/forward-proxy.ts'
import { startReceiver } from '../../../test/harness/receiver.ts'
import { sendRequest } from '../../platform/http/outbound.ts'
import { noProxies, useProxies } from '../../platform/http/proxies.ts'
import { sender } from './sender.ts'
import { type Resolve, targetGuard } from './target-guard.ts'

const PUBLIC = '93.184.216.34'

afterEach(() => useProxies(noProxies))

const route = (proxy: { url: string }, resolvesNames = false) => {
  const url = new URL(proxy.url)
  useProxies({ http: url, https: url, noProxy: '', resolvesNames })
}

const post = (url: string) => ({
  url,
  headers: { 'webhook-id': 'evt_1' },
  body: '{}',
  signal: new AbortController().signal,
})

const sendWith = (resolve: Resolve) =>
  sender({ guard: targetGuard({ resolve, allowPrivate: false }), timeoutMs: 60_000 })

test('the proxy gets the checked address, not a name that it could resolve differently', async () => {
  await using receiver = await startReceiver(200)
  await using proxy = await startForwardProxy({ routes: { [`${PUBLIC}:80`]: receiver.port } })
  route(proxy)
  const outcome = await sendWith(async () => [PUBLIC])(post('http://hooks.example.org/hook'))
  assert.deepEqual(outcome, { statusCode: 200, isConnected: true })
  assert.deepEqual(proxy.asked, [`CONNECT ${PUBLIC}:80`])
  assert.equal(receiver.received[0]?.headers.host, 'hooks.example.org')
})

test('names and addresses that are not public never reach the proxy', async () => {
  await using proxy = await startForwardProxy()
  for (const resolvesNames of [false, true]) {
    route(proxy, resolvesNames)
    for (const [url, addresses] of [
      ['http://hooks.example.org/', ['10.0.0.1']],
      ['http://hooks.example.org/', [PUBLIC, '169.254.169.254']],
      ['https://hooks.example.org/', ['::1']],
      ['http://127.0.0.1/', []],
      ['http://[::ffff:10.0.0.1]/', []],
      ['http://metadata.internal/', [PUBLIC]],
    ] as const) {
      const { statusCode, fault } = await sendWith(async () => [...addresses])(post(url))
      assert.equal(statusCode, undefined)
      assert.match(fault ?? '', /not public/, url)
    }
  }
  assert.deepEqual(proxy.asked, [])
})

test('a name that does not resolve here reaches only a proxy that resolves names', async () => {
  await using receiver = await startReceiver(200)
  await using proxy = await startForwardProxy({ routes: { 'hooks.example.org': receiver.port } })
  const send = sendWith(() => Promise.reject(new Error('the name does not resolve')))
  route(proxy)
  const refused = await send(post('http://hooks.example.org/hook'))
  assert.deepEqual([refused.fault, proxy.asked], ['the name does not resolve', []])
  route(proxy, true)
  assert.equal((await send(post('http://hooks.example.org/hook'))).statusCode, 200)
  assert.deepEqual(proxy.asked, ['POST http://hooks.example.org/hook'])
})

test('a proxy that refuses or is unreachable is named to the operator alone, and no direct connection is made', async () => {
  await using proxy = await startForwardProxy()
  route(proxy)
  const faults: string[] = []
  const send = sender({
    guard: targetGuard({ resolve: async () => [PUBLIC], allowPrivate: false }),
    timeoutMs: 60_000,
    onProxyFault: ({ message }) => void faults.push(message),
  })
  const unsent = {
    statusCode: undefined,
    isConnected: false,
    fault: "the request could not be sent through the operator's proxy",
  }
  proxy.refuse(403)
  assert.deepEqual(await send(post('https://hooks.example.org/')), unsent)
  assert.deepEqual(faults, [`the proxy ${proxy.host} refused the connection (403)`])
  for (const resolvesNames of [false, true]) {
    faults.length = 0
    route({ url: 'http://user:secret@127.0.0.1:1' }, resolvesNames)
    for (const url of ['https://hooks.example.org/', 'http://hooks.example.org/'])
      assert.deepEqual(await send(post(url)), unsent)
    for (const fault of faults) assert.match(fault, /^the proxy 127\.0\.0\.1:1: .*ECONNREFUSED/)
    assert.equal(faults.length, 2)
  }
})

test('through the proxy, certificates are verified for the name', {
  skip: whyNoCertificates(),
}, async () => {
  using authority = certificateAuthority()
  const { cert, key } = authority.issue('hooks.example.org')
  const hosts: unknown[] = []
  const server = createServer({ cert, key }, ({ headers }, response) => {
    hosts.push(headers.host)
    response.writeHead(204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await using proxy = await startForwardProxy({
    routes: { [`${PUBLIC}:443`]: port },
    credentials: 'store:p%40ss',
  })
  const lookup = targetGuard({ resolve: async () => [PUBLIC], allowPrivate: false }).lookupFor(
    new URL('https://hooks.example.org/'),
  )
  assert.ok(lookup)
  route({ url: proxy.url.replace('p%40ss', encodeURIComponent('p%40ss')) })
  const secureContext = createSecureContext({ ca: authority.root.cert })
  const send = (host: string) => sendRequest(new URL(`https://${host}/`), { lookup, secureContext })
  const response = await send('hooks.example.org')
  assert.deepEqual([response.statusCode, hosts], [204, ['hooks.example.org']])
  response.resume()
  await assert.rejects(send('other.example.org'), /altnames|other\.example\.org/)
  await assert.rejects(sendRequest(new URL('https://hooks.example.org/'), { lookup }), /certificate/)
  server.closeAllConnections()
  server.close()
})
