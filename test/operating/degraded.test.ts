import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { readMetrics } from '../harness/metrics.ts'
import { startOidcProvider } from '../harness/oidc-provider.ts'
import { startS3 } from '../harness/s3.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const PUBLIC_URL = 'http://store.test'
const unknownFile = `/media/${'0'.repeat(64)}.webp`

const readiness = async (server: Server) => {
  const response = await fetch(`${server.address}/readyz`)
  const { status, reasons = [] } = await response.json()
  return [response.status, status, ...reasons]
}

const gauge = async (server: Server, reason: string): Promise<number | undefined> => {
  const response = await fetch(`${server.address}/metrics`)
  return readMetrics(await response.text()).get(`adoption_degraded{reason="${reason}"}`)
}

/** The levels of log lines about a reason. */
const logged = ({ output }: Server, reason: string): string[] =>
  output.filter((line) => line.includes(`"reason":"${reason}"`)).map((line) => JSON.parse(line).level)

test('a bucket that fails makes the service degraded until it is used successfully again', async () => {
  const bucket = await startS3()
  const { accessKeyId, secretAccessKey } = bucket.credentials
  using folder = temporaryFolder()
  await using server = await startServer({
    folder: folder.path,
    settings: {
      MEDIA_URL: `s3://${accessKeyId}:${secretAccessKey}@${bucket.bucket}/photos?endpoint=${bucket.endpoint}`,
    },
  })
  const use = async () => (await fetch(`${server.address}${unknownFile}`)).status
  assert.equal(await use(), 404)
  assert.deepEqual(await readiness(server), [200, 'ready'])

  await bucket.close()
  // Nothing has used it since.
  assert.deepEqual(await readiness(server), [200, 'ready'])
  for (let times = 0; times < 5; times += 1) assert.equal(await use(), 503)
  assert.deepEqual(await readiness(server), [200, 'degraded', 'media_unavailable'])
  assert.equal((await fetch(`${server.address}/readyz?require=write`)).status, 200)
  assert.equal(await gauge(server, 'media_unavailable'), 1)
  await eventually('it is logged', () => logged(server, 'media_unavailable').length > 0)

  const again = await startS3(bucket.bucket, bucket.port)
  assert.equal(await use(), 404)
  assert.deepEqual(await readiness(server), [200, 'ready'])
  assert.equal(await gauge(server, 'media_unavailable'), 0)
  await eventually('the end is reported', () => logged(server, 'media_unavailable').length > 1)
  assert.deepEqual(logged(server, 'media_unavailable'), ['warn', 'info'])
  await again.close()
})

test('an OpenID Connect provider that fails makes the service degraded until it responds again', async () => {
  await using provider = await startOidcProvider({
    redirectUri: `${PUBLIC_URL}/auth/oidc/callback`,
  })
  using folder = temporaryFolder()
  await using server = await startServer({
    folder: folder.path,
    settings: { ...provider.settings, PUBLIC_URL },
  })
  const reason = 'sign_in_provider_unavailable'
  const start = async () => {
    const response = await fetch(`${server.address}/auth/oidc/start`, {
      redirect: 'manual',
      headers: { host: 'store.test' },
    })
    return response.headers.get('location') ?? ''
  }
  provider.intercept((_, response) => {
    response.writeHead(502).end()
    return true
  })
  for (let times = 0; times < 5; times += 1) assert.match(await start(), /sso_unavailable/)
  assert.deepEqual(await readiness(server), [200, 'degraded', reason])
  assert.equal(await gauge(server, reason), 1)
  await eventually('it is logged', () => logged(server, reason).length > 0)

  provider.intercept(undefined)
  // The service waits two seconds after a failure before it tries again.
  await eventually('it responds', async () => (await start()).startsWith(provider.issuer))
  assert.deepEqual(await readiness(server), [200, 'ready'])
  await eventually('the end is reported', () => logged(server, reason).length > 1)
  assert.deepEqual(logged(server, reason), ['warn', 'info'])
})
