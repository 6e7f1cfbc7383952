import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { certificateAuthority, whyNoCertificates } from '../harness/certificates.ts'
import { eventually } from '../harness/eventually.ts'
import { startForwardProxy } from '../harness/forward-proxy.ts'
import { freePort } from '../harness/free-port.ts'
import { jpeg } from '../harness/images.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { startOidcProvider } from '../harness/oidc-provider.ts'
import { startS3 } from '../harness/s3.ts'
import { cli, cliProgram, startServer } from '../harness/server.ts'
import { startSpanReceiver } from '../harness/span-receiver.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

test('webhooks, S3, single sign-on, traces and photos by URL use the proxy and trust the custom certificate authority', {
  skip: whyNoCertificates(),
}, async (t) => {
  using folder = temporaryFolder()
  using authority = certificateAuthority()
  const { cert, key } = authority.issue('hooks.example.org')
  const received: string[] = []
  const photo = await jpeg()
  const site = createServer({ cert, key }, (request, response) => {
    received.push(`${request.method} ${request.headers.host} ${request.url}`)
    request.resume()
    if (request.method === 'POST') response.writeHead(204).end()
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo)
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const { port } = site.address() as AddressInfo
  site.unref()
  await using proxy = await startForwardProxy({
    routes: { 'hooks.example.org:443': port },
    credentials: 'store:secret',
  })
  const s3 = await startS3()
  t.after(() => s3.close())
  const storePort = await freePort()
  await using provider = await startOidcProvider({
    redirectUri: `http://127.0.0.1:${storePort}/auth/oidc/callback`,
  })
  await using traces = await startSpanReceiver()
  const apiKey = newKey()
  const settings = {
    HTTPS_PROXY: proxy.url,
    HTTP_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: authority.root.certPath,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    BOOTSTRAP_KEY: apiKey,
    MEDIA_URL: `s3://${s3.bucket}`,
    AWS_ENDPOINT_URL: s3.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(traces.url).origin,
    ...provider.settings,
    PORT: String(storePort),
    PUBLIC_URL: `http://127.0.0.1:${storePort}`,
  }
  await using server = await startServer({ folder: folder.path, settings })
  const asked = (part: string) =>
    eventually(`the proxy is asked for ${part}`, () => proxy.asked.some((request) => request.includes(part)))
  const headers = { ...bearer(apiKey), 'content-type': 'application/json' }
  const send = (path: string, body: object) =>
    server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })

  const hook = await send('/v1/webhooks', { url: 'https://hooks.example.org/hook' })
  assert.equal(hook.status, 201, hook.body)
  const pet = await send('/v1/pets', { name: 'Milo', categoryId: 1 })
  assert.equal(pet.status, 201)
  await asked('CONNECT hooks.example.org:443')
  await eventually('the event arrives', () => received.includes('POST hooks.example.org /hook'))

  const upload = { ...bearer(apiKey), 'content-type': 'image/jpeg' }
  const path = `/v1/pets/${pet.json().id}/photos`
  await server.fetch(path, { method: 'POST', headers: upload, body: new Uint8Array(photo) })
  await asked(`${s3.endpoint}/${s3.bucket}`)
  await asked(`${new URL(traces.url).origin}/v1/traces`)
  await server.fetch('/auth/oidc/start', { redirect: 'manual' })
  await asked(`${provider.issuer}/.well-known/openid-configuration`)

  const file = join(folder.path, 'animals.csv')
  writeFileSync(file, 'categoryId,name,photos\n1,Nala,https://hooks.example.org/nala.jpg\n')
  await cliProgram(server.environment, 'import', file, '--photos')
  assert.ok(received.includes('GET hooks.example.org /nala.jpg'))

  const { stdout } = await cliProgram(server.environment, 'doctor', '--json')
  const findings: { check: string; state: string; found: string }[] = JSON.parse(stdout)
  const found = (name: string) => findings.find(({ check }) => check === name)
  const { host } = proxy
  assert.deepEqual(found('outbound proxy'), {
    check: 'outbound proxy',
    state: 'ok',
    found: `https through ${host}, http through ${host}`,
  })
  assert.match(found('own authorities')?.found ?? '', /^1 certificate in .*, valid until \d{4}-/)
  assert.equal(stdout.includes('secret@'), false)
})

test('an unusable proxy or certificate file stops the start with an error that names it', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'ca.pem')
  writeFileSync(file, 'no certificate')
  const wrong = {
    DATABASE_URL: `sqlite:${join(folder.path, 'store.db')}`,
    https_proxy: 'socks5://proxy:1080',
    HTTP_PROXY: 'http://proxy:3128/path',
    NODE_EXTRA_CA_CERTS: file,
  }
  const { code, stderr } = await cli(wrong, 'serve').catch((error) => error)
  assert.equal(code, 1)
  assert.match(stderr, /HTTPS_PROXY must be the http or https address of an HTTP proxy/)
  assert.match(stderr, /HTTP_PROXY must be an address without a path/)
  assert.match(stderr, /NODE_EXTRA_CA_CERTS must name a file of PEM certificates/)
})

test('doctor warns of a proxy that cannot be reached and of one that resolves names', async () => {
  using folder = temporaryFolder()
  await using proxy = await startForwardProxy()
  const examine = async (settings: Record<string, string>) => {
    const environment = { DATABASE_URL: `sqlite:${join(folder.path, 'new.db')}`, PORT: '0' }
    const { stdout } = await cli({ ...environment, ...settings }, 'doctor', '--json').catch((error) => error)
    const findings: { check: string; state: string; found: string }[] = JSON.parse(stdout)
    const finding = findings.find(({ check }) => check === 'outbound proxy')
    return finding && `${finding.state}: ${finding.found}`
  }
  assert.equal(await examine({}), undefined)
  const gone = await examine({ HTTPS_PROXY: 'http://127.0.0.1:1' })
  assert.match(gone ?? '', /^warn: 127\.0\.0\.1:1: connect ECONNREFUSED/)
  const names = { HTTPS_PROXY: proxy.url, PROXY_RESOLVES_NAMES: 'true', NO_PROXY: '10.0.0.0/8' }
  const { host } = proxy
  assert.equal(await examine(names), `warn: https through ${host}, http directly, except 10.0.0.0/8; it resolves names`)
})
