import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { testApp } from '../harness/app.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

test('GET /metrics is for direct connections from this machine, and 404 for everybody else', async () => {
  await using app = await testApp()
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.send({ url: '/metrics', remoteAddress, headers })).statusCode
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
    assert.equal(await ask(address), 200, address)
  }
  for (const address of ['192.0.2.1', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '127.0.0.1.evil']) {
    assert.equal(await ask(address), 404, address)
  }
  for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded']) {
    assert.equal(await ask('127.0.0.1', { [name]: '127.0.0.1' }), 404, name)
  }
  for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]', '[::1]:80'])
    assert.equal(await ask('127.0.0.1', { host }), 200, host)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000', '[::2]'])
    assert.equal(await ask('127.0.0.1', { host }), 404, host)
  for (const name of ['Via', 'X-Real-IP', 'Origin']) {
    assert.equal(await ask('127.0.0.1', { [name]: 'null' }), 404, name)
  }
})

test('behind a trusted proxy no connection is direct', async () => {
  await using app = await testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
  for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }]) {
    assert.equal((await app.send({ url: '/metrics', headers })).statusCode, 404)
  }
})

test('METRICS_PORT serves only /metrics, which PORT then does not serve', async () => {
  using folder = temporaryFolder()
  const settings = { METRICS_PORT: '0', TRUST_PROXY: '127.0.0.1' }
  await using server = await startServer({ folder: folder.path, settings })
  const ready = server.output.find((line) => line.includes('"msg":"ready"')) ?? ''
  const { metrics } = JSON.parse(ready)
  const scraped = await fetch(`${metrics}/metrics`)
  assert.equal(scraped.status, 200)
  assert.match(scraped.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(scraped.headers.get('access-control-allow-origin'), null)
  assert.match(await scraped.text(), /^adoption_store_up 1$/m)
  for (const [path, method, status] of [
    ['/', 'GET', 404],
    ['/v1/pets', 'GET', 404],
    ['/healthz', 'GET', 404],
    ['/metrics', 'POST', 405],
    ['/metrics?x=1', 'GET', 200],
    ['/metrics', 'HEAD', 200],
  ] as const) {
    const response = await fetch(`${metrics}${path}`, { method })
    assert.equal(response.status, status, `${method} ${path}`)
    const text = await response.text()
    if (status >= 400) assert.equal(JSON.parse(text).status, status)
  }
  assert.equal((await server.fetch('/metrics')).status, 404)
  assert.equal(await server.stop(), 0)
})

const outward = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

test('a connection over the network is not direct', async (t) => {
  if (!outward) return t.skip('this machine has no network')
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path, settings: { HOST: '0.0.0.0' } })
  assert.equal((await fetch(`http://${outward}:${server.port}/metrics`)).status, 404)
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status, 200)
})
