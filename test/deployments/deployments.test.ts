import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { freePort } from '../harness/free-port.ts'
import { startHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'
import { mailServer } from '../harness/mail-server.ts'
import { type PrivatePostgres, startPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { startReceiver } from '../harness/receiver.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { startS3 } from '../harness/s3.ts'
import { newFolder } from '../harness/temporary-folder.ts'
import { composeDeployment, readCompose, uidOf } from './compose.ts'
import { whyNoContainers } from './container.ts'
import { type Image, layOutImage } from './image.ts'
import { kubernetesDeployment, secretNames, whyNoManifests } from './kubernetes.ts'
import { startDeployment } from './running.ts'
import { spendFirstDay } from './shelter.ts'
import type { Shipped, Surroundings } from './shipped.ts'
import { systemdDeployment } from './systemd.ts'

// Runs what we ship as it is shipped, without Docker: the settings, volumes, users and limits are those of the files.

const cannot = whyNoContainers()
const skip = cannot ?? false
const skipReplicas = cannot ?? whyNoPostgres() ?? false
/** Each of these takes minutes. */
const skipLong = process.env.TORTURE ? false : 'npm run torture runs it'

const SECRET_KEY = 'a secret key of tests and of nobody else'
const PUBLIC_URL = 'https://adopt.example.org'

let image: Promise<Image> | undefined
const theImage = (): Promise<Image> => {
  image ??= layOutImage()
  return image
}

let postgres: Promise<PrivatePostgres> | undefined
/** An empty database that belongs to a role without other rights. */
const newDatabase = async (): Promise<{ address: string; name: string }> => {
  postgres ??= startPostgres()
  const server = await postgres
  const address = await server.create()
  const name = new URL(address).pathname.slice(1)
  const client = new Client(server.url('postgres'))
  await client.connect()
  const { rows } = await client.query(`select 1 from pg_roles where rolname = 'store'`)
  if (rows.length === 0) await client.query('create role store login')
  await client.query(`alter database ${name} owner to store`)
  await client.end()
  return { address: `127.0.0.1:${server.port}`, name }
}
after(async () => (await postgres)?.stop())

/** What a deployment needs around it, and what a test adds because all of it is on one machine. */
const surroundings = async (
  t: TestContext,
  addresses: Record<string, string>,
): Promise<Surroundings & Awaited<ReturnType<typeof startReceivers>>> => {
  const ports = await Promise.all(Array.from({ length: 16 }, freePort))
  return {
    ...(await startReceivers(t)),
    addresses,
    settings: () => ({
      PORT: String(ports.pop()),
      METRICS_PORT: String(ports.pop()),
      // Receivers here are not public.
      WEBHOOK_ALLOW_PRIVATE: 'true',
      // A machine that is busy with other tests is neither overloaded nor without its database.
      ...{ OVERLOAD_DELAY_MS: '60000', DATABASE_DEADLINE_MS: '10000', REDIS_DEADLINE_MS: '1000' },
      LOG_SLOW_MS: '60000',
    }),
  }
}

const startReceivers = async (t: TestContext) => {
  const [mail, receiver] = [await mailServer(), await startReceiver()]
  t.after(async () => {
    await mail.close()
    await receiver[Symbol.asyncDispose]()
  })
  return { mail, receiver }
}

test('compose.yaml: every replica stores and serves photos, and sends mail and webhooks, also after a restart', {
  skip: skipReplicas || (whyNoHaproxy() ?? false),
}, async (t) => {
  const { command = [] } = readCompose({ POSTGRES_PASSWORD: 'x', SECRET_KEY }).valkey ?? {}
  const redis = await privateRedis(command.slice(1))
  if (!redis) return t.skip(skipWithoutRedis)
  await using _redis = redis
  const database = await newDatabase()
  const around = await surroundings(t, {
    'postgres:5432/store': `${database.address}/${database.name}`,
    'redis://valkey:6379': redis.url,
    '172.30.53.2': '127.0.0.1',
  })
  const { mail, receiver } = around
  const variables = {
    ...{ POSTGRES_PASSWORD: 'password', SECRET_KEY, PUBLIC_URL },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'mail@example.org' },
  }
  const shipped = composeDeployment(await theImage(), variables, around)
  await using running = await startDeployment(shipped)
  assert.equal(running.replicas.length, 3)
  const addresses = running.replicas.map(({ address }) => new URL(address).host)
  await using balancer = await startHaproxy(addresses)
  const { address } = balancer
  await spendFirstDay({ shipped, running, address, publicUrl: PUBLIC_URL, mail, receiver })
})

const folders = { kubernetes: true, 'kubernetes-shared-volume': false }
for (const [folder, hasBucket] of Object.entries(folders)) {
  test(`deploy/${folder}: every replica stores and serves photos, and sends mail and webhooks, also after a restart`, {
    skip: skipLong || skipReplicas || (whyNoManifests(folder) ?? false),
  }, async (t) => {
    const redis = await privateRedis()
    if (!redis) return t.skip(skipWithoutRedis)
    await using _redis = redis
    const [database, s3] = [await newDatabase(), await startS3()]
    t.after(() => s3.close())
    const around = await surroundings(t, { '192.0.2.1': '127.0.0.1' })
    const { mail, receiver } = around
    const { accessKeyId, secretAccessKey } = s3.credentials
    const values: Record<string, string> = {
      ...{ SECRET_KEY, SMTP_URL: mail.url, REDIS_URL: redis.url },
      DATABASE_URL: `postgres://store:password@${database.address}/${database.name}`,
      MEDIA_URL: `s3://${accessKeyId}:${secretAccessKey}@${s3.bucket}/photos?endpoint=${s3.endpoint}`,
    }
    // No more than the file says that the Secret has.
    const names = secretNames().filter((name) => hasBucket || name !== 'MEDIA_URL')
    const secret = Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
    const shipped = kubernetesDeployment({
      ...{ image: await theImage(), folder, secret, surroundings: around },
    })
    await using running = await startDeployment(shipped)
    const [{ address } = assert.fail(), ...others] = running.replicas
    assert.ok(others.length >= 1)
    const publicUrl = 'https://api.example.org'
    await spendFirstDay({ shipped, running, address, publicUrl, mail, receiver })
  })
}

test('without a value that replicas need, a pod of deploy/kubernetes does not start', {
  skip: skip || (whyNoManifests('kubernetes') ?? false),
}, async (t) => {
  const around = await surroundings(t, {})
  const values = Object.fromEntries(secretNames().map((name) => [name, 'x']))
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'MEDIA_URL']) {
    const { [name]: _, ...secret } = values
    const options = { image: await theImage(), folder: 'kubernetes', secret, surroundings: around }
    assert.throws(() => kubernetesDeployment(options), new RegExp(`couldn't find key ${name}`))
  }
})

test('the image alone: one server with its volume stores and serves photos, and sends mail and webhooks', {
  skip,
}, async (t) => {
  const around = await surroundings(t, {})
  const { mail, receiver } = around
  const made = await theImage()
  const { config } = made
  const volumes = config.volumes.map((path) => {
    const folder = newFolder('store')
    execFileSync('cp', ['-aT', join(made.folder, path), folder])
    return { path, folder, isShared: false, replica: 'store' }
  })
  const settings = { ...around.settings('store'), PUBLIC_URL, SMTP_URL: mail.url }
  const spec = {
    ...{ image: made.folder, workdir: config.workdir, uid: uidOf(config.user), groups: [] },
    environment: { ...config.environment, ...settings, MAIL_FROM: 'mail@example.org' },
    isReadOnly: false,
    mounts: [...volumes.map(({ path, folder }) => ({ path, source: folder }))],
    memoryBytes: undefined,
  }
  const store = { name: 'store', spec, command: config.command, stopSeconds: 10 }
  await spendOn({ replicas: [store], jobs: [], volumes }, { mail, receiver })
})

test('deploy/systemd: the unit stores and serves photos, and sends mail and webhooks, also after a restart', {
  skip: skipLong || skip,
}, async (t) => {
  const around = await surroundings(t, {})
  const { mail, receiver } = around
  const settings = { PUBLIC_URL, SMTP_URL: mail.url, MAIL_FROM: 'mail@example.org' }
  await spendOn(systemdDeployment(await checkout(), settings, around), { mail, receiver })
})

type Receivers = Awaited<ReturnType<typeof startReceivers>>

const spendOn = async (shipped: Shipped, receivers: Receivers): Promise<void> => {
  await using running = await startDeployment(shipped)
  const [{ address } = assert.fail()] = running.replicas
  await spendFirstDay({ shipped, running, address, publicUrl: PUBLIC_URL, ...receivers })
}

/** The files of the image where the unit has its checkout, with the Node.js that npm installs there. */
const checkout = async (): Promise<Image> => {
  const { folder, config } = await theImage()
  const path = join(newFolder('store'), 'opt')
  mkdirSync(path)
  cpSync(join(folder, config.workdir), join(path, 'adoption-store'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const bin = join(path, 'adoption-store/node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  cpSync(process.execPath, join(bin, 'node'), { dereference: true })
  return { folder: join(path, '..'), config }
}
