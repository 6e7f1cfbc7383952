import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { startHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'
import { jpeg, picture } from '../harness/images.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { mailServer } from '../harness/mail-server.ts'
import { oldDatabase } from '../harness/old-database.ts'
import { type PrivatePostgres, startPostgres, whyNoPostgres } from '../harness/postgres.ts'
import { startReceiver } from '../harness/receiver.ts'
import { privateRedis, skipWithoutRedis } from '../harness/redis.ts'
import { startS3 } from '../harness/s3.ts'
import { newFolder } from '../harness/temporary-folder.ts'
import { composeDeployment, readCompose, uidOf } from './compose.ts'
import { startContainer, whyNoContainers } from './container.ts'
import { type Image, layOutImage } from './image.ts'
import { kubernetesDeployment, secretNames } from './kubernetes.ts'
import { whyNoMemoryGroup } from './memory-group.ts'
import { filesIn, runStep, startDeployment } from './running.ts'
import { spendFirstDay, uploadPhoto } from './shelter.ts'
import type { Shipped, Surroundings } from './shipped.ts'
import { systemdDeployment } from './systemd.ts'

// Runs what we ship without Docker, with the settings, volumes, users and limits of the shipped files.

const cannot = whyNoContainers()
const skip = cannot ?? false
const skipReplicas = cannot ?? whyNoPostgres() ?? false
/** Ends tests that hang, even on a slow machine; no test relies on it. */
const timeout = 240_000

const root = new URL('../../', import.meta.url).pathname
const SECRET_KEY = 'a secret key of tests and of nobody else'
const PUBLIC_URL = 'https://adopt.example.org'

let image: Promise<Image> | undefined
const theImage = (): Promise<Image> => {
  image ??= layOutImage()
  return image
}

let postgres: Promise<PrivatePostgres> | undefined
/** The values of a Secret, with addresses that nothing connects to. */
const validValues: Record<string, string> = {
  SECRET_KEY,
  REDIS_URL: 'redis://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  DATABASE_URL: 'postgres://127.0.0.1:1/x',
  MEDIA_URL: 's3://a:b@photos?region=eu',
  BACKUP_URL: 's3://a:b@backups?region=eu',
  BACKUP_PASSPHRASE: 'a passphrase of tests',
}

/** An empty database of a role without other rights. */
const newDatabase = async (): Promise<{ address: string; name: string }> => {
  // `doctor` fails where commits are not durable.
  postgres ??= startPostgres({ fsync: true })
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

/** The services that a deployment needs, and settings that a test needs because everything is on one machine. */
const surroundings = async (
  t: TestContext,
  addresses: Record<string, string>,
): Promise<Surroundings & Awaited<ReturnType<typeof startReceivers>>> => {
  const ports = await Promise.all(Array.from({ length: 32 }, freePort))
  return {
    ...(await startReceivers(t)),
    addresses,
    settings: () => ({
      PORT: String(ports.pop()),
      METRICS_PORT: String(ports.pop()),
      // The receivers of these tests are not public.
      WEBHOOK_ALLOW_PRIVATE: 'true',
      // On a machine that is busy with other tests, delays are neither overload nor an unavailable database.
      OVERLOAD_DELAY_MS: '60000',
      DATABASE_DEADLINE_MS: '10000',
      REDIS_DEADLINE_MS: '1000',
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

test('compose.yaml: every replica stores and serves photos, and sends mail and webhooks, even after a restart', {
  skip: skipReplicas || (whyNoHaproxy() ?? false),
  timeout,
}, async (t) => {
  const { command = [] } = readCompose({ POSTGRES_PASSWORD: 'x', SECRET_KEY }).valkey ?? {}
  const redis = await privateRedis(command.slice(1))
  if (!redis) return t.skip(skipWithoutRedis)
  t.after(() => redis[Symbol.asyncDispose]())
  const database = await newDatabase()
  const around = await surroundings(t, {
    'postgres:5432/store': `${database.address}/${database.name}`,
    'redis://valkey:6379': redis.url,
    '172.30.53.2': '127.0.0.1',
  })
  const { mail, receiver } = around
  const variables = {
    POSTGRES_PASSWORD: 'password',
    SECRET_KEY,
    PUBLIC_URL,
    SMTP_URL: mail.url,
    MAIL_FROM: 'mail@example.org',
  }
  const shipped = composeDeployment(await theImage(), variables, around)
  const running = await startDeployment(t, shipped)
  assert.equal(running.replicas.length, 3)
  const addresses = running.replicas.map(({ address }) => new URL(address).host)
  const balancer = await startHaproxy(addresses)
  t.after(() => balancer[Symbol.asyncDispose]())
  const { address } = balancer
  await spendFirstDay({ shipped, running, address, publicUrl: PUBLIC_URL, mail, receiver })
})

const folders = { kubernetes: true, 'kubernetes-shared-volume': false }
for (const [folder, hasBucket] of Object.entries(folders)) {
  test(`deploy/${folder}: every replica stores and serves photos, sends mail and webhooks, even after a restart, and its job backs everything up`, {
    skip: skipReplicas,
    timeout,
  }, async (t) => {
    const redis = await privateRedis()
    if (!redis) return t.skip(skipWithoutRedis)
    t.after(() => redis[Symbol.asyncDispose]())
    const [database, s3] = [await newDatabase(), await startS3()]
    t.after(() => s3.close())
    const around = await surroundings(t, { '192.0.2.1': '127.0.0.1' })
    const { mail, receiver } = around
    const { accessKeyId, secretAccessKey } = s3.credentials
    const inBucket = (folder: string) =>
      `s3://${accessKeyId}:${secretAccessKey}@${s3.bucket}/${folder}?endpoint=${s3.endpoint}`
    const values: Record<string, string> = {
      SECRET_KEY,
      SMTP_URL: mail.url,
      REDIS_URL: redis.url,
      DATABASE_URL: `postgres://store:password@${database.address}/${database.name}`,
      MEDIA_URL: inBucket('photos'),
      BACKUP_URL: inBucket('backups'),
      BACKUP_PASSPHRASE: 'a passphrase of tests',
    }
    // Only the values that the file requires of the Secret.
    const names = secretNames().filter((name) => hasBucket || name !== 'MEDIA_URL')
    const secret = Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
    const shipped = kubernetesDeployment({
      image: await theImage(),
      folder,
      secret,
      surroundings: around,
    })
    const running = await startDeployment(t, shipped)
    const [{ address } = assert.fail(), ...others] = running.replicas
    assert.ok(others.length >= 1)
    const publicUrl = 'https://api.example.org'
    // They differ only in where photos are.
    const onlyPhotos = !hasBucket && !process.env.TORTURE
    await spendFirstDay({ shipped, running, address, publicUrl, mail, receiver, onlyPhotos })

    const [backup, ...more] = shipped.scheduled ?? []
    assert.ok(backup && more.length === 0)
    const { code, stdout, stderr } = await runStep(backup)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /backups@\S+: \d+ animals?, .*photo file/)
    const files = filesIn(join(s3.directory, s3.bucket)).join('\n')
    for (const file of ['store.dump', 'manifest.json', 'secret.key.sealed'])
      assert.match(files, new RegExp(`backups/\\S+/${file}`))
    assert.equal(/backups\/photos\/./.test(files), !hasBucket, 'photos that are in no bucket')
  })
}

test('a pod of deploy/kubernetes does not start without a value that replicas need', {
  skip,
  timeout,
}, async (t) => {
  const around = await surroundings(t, {})
  const values = Object.fromEntries(secretNames().map((name) => [name, 'x']))
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'MEDIA_URL']) {
    const { [name]: _, ...secret } = values
    const options = { image: await theImage(), folder: 'kubernetes', secret, surroundings: around }
    assert.throws(() => kubernetesDeployment(options), new RegExp(`couldn't find key ${name}`))
  }
})

/** The image with its volume, as `docker run` starts it. */
const imageAlone = async (settings: Record<string, string>, memoryBytes?: number): Promise<Shipped> => {
  const made = await theImage()
  const { config } = made
  const volumes = config.volumes.map((path) => {
    const folder = newFolder('store')
    execFileSync('cp', ['-aT', join(made.folder, path), folder])
    return { path, folder, isShared: false, replica: 'store' }
  })
  const spec = {
    image: made.folder,
    workdir: config.workdir,
    uid: uidOf(config.user),
    groups: [],
    environment: { ...config.environment, ...settings },
    isReadOnly: false,
    mounts: [...volumes.map(({ path, folder }) => ({ path, source: folder }))],
    memoryBytes,
  }
  const store = { name: 'store', spec, command: config.command, before: [], stopSeconds: 10 }
  return { replicas: [store], jobs: [], volumes }
}

test('the image alone: one server with its volume stores and serves photos, and sends mail and webhooks', {
  skip,
  timeout,
}, async (t) => {
  const around = await surroundings(t, {})
  const { mail, receiver } = around
  const own = { PUBLIC_URL, SMTP_URL: mail.url, MAIL_FROM: 'mail@example.org' }
  const shipped = await imageAlone({ ...around.settings('store'), ...own })
  await spendOn(t, shipped, { mail, receiver })
})

test('in a container with less memory, a picture that does not fit is rejected, and nothing is killed', {
  skip: cannot ?? whyNoMemoryGroup() ?? false,
  timeout,
}, async (t) => {
  const around = await surroundings(t, {})
  const key = newKey()
  const settings = { ...around.settings('store'), BOOTSTRAP_KEY: key }
  const running = await startDeployment(t, await imageAlone(settings, 448 * 2 ** 20))
  const [replica = assert.fail()] = running.replicas
  const { address } = replica
  const large = picture(8_000, 6_200).jpeg({ progressive: true })
  const refused = await uploadPhoto(address, bearer(key), await large.toBuffer())
  assert.equal(refused.status, 400)
  assert.match(refused.text, /invalid_image.*takes too much memory/)
  const accepted = await uploadPhoto(address, bearer(key), await jpeg())
  assert.equal(accepted.status, 201, accepted.text)
  assert.equal(replica.memory()?.kills(), 0)
  await running.stop()
})

test('deploy/systemd: the unit stores and serves photos, and sends mail and webhooks, even after a restart', {
  skip,
  timeout,
}, async (t) => {
  const around = await surroundings(t, {})
  const { mail, receiver } = around
  const settings = { PUBLIC_URL, SMTP_URL: mail.url, MAIL_FROM: 'mail@example.org' }
  const shipped = systemdDeployment(await checkout(), settings, around)
  await spendOn(t, shipped, { mail, receiver })
})

test('an upgrade that would break connected servers stops the rollout, which continues when they are gone', {
  skip: skipReplicas,
  timeout,
}, async (t) => {
  await using old = await oldDatabase('postgres', '0007-accounts-own-what-they-add')
  await old.close()
  const older = new Client({ connectionString: old.url, application_name: 'animal-adoption-store' })
  older.on('error', () => {})
  await older.connect()
  const around = await surroundings(t, {})
  const settings = (name: string) => ({ ...around.settings(name), DATABASE_URL: old.url })
  const surrounding = { ...around, settings }
  const made = await theImage()
  const secret = Object.fromEntries(secretNames().map((name) => [name, validValues[name] ?? '']))
  const variables = { POSTGRES_PASSWORD: 'x', SECRET_KEY }
  const [compose] = composeDeployment(made, variables, surrounding).jobs
  const options = { image: made, secret, surroundings: surrounding }
  const [pod] = kubernetesDeployment({ ...options, folder: 'kubernetes' }).replicas
  const unit = systemdDeployment(await checkout(), { SECRET_KEY }, surrounding)
  const [server] = unit.replicas
  assert.ok(compose && pod && server)
  const [init = assert.fail()] = pod.before
  for (const step of [compose, init, server]) {
    const { code, stderr } = await runStep(step)
    assert.equal(code, 3, `${step.command}: ${stderr}`)
    assert.match(stderr, /would break .*animal-adoption-store \(1 connection\)/)
  }
  // systemd does not keep restarting it.
  assert.ok(unit.finalCodes.includes(3))

  // It can be stopped at once, even as the first process of its container.
  await older.query(`select pg_advisory_lock(hashtextextended('migrations', 0))`)
  const waiting = await startContainer(init.spec, init.command)
  t.after(() => waiting.kill())
  await eventually('migrate waits for its turn', () => waiting.output.some((line) => line.includes('waiting for it')))
  waiting.signal('SIGTERM')
  assert.equal((await waiting.ended).code, 143)

  await older.end()
  for (const step of [init, compose]) {
    const { code, stderr } = await runStep(step)
    assert.equal(code, 0, `${step.command}: ${stderr}`)
  }
})

type Receivers = Awaited<ReturnType<typeof startReceivers>>

const spendOn = async (t: TestContext, shipped: Shipped, receivers: Receivers): Promise<void> => {
  const running = await startDeployment(t, shipped)
  const [{ address } = assert.fail()] = running.replicas
  await spendFirstDay({ shipped, running, address, publicUrl: PUBLIC_URL, ...receivers })
}

/** The files for the unit: those of the image at the place of its checkout, and the launcher that chooses Node.js. */
const checkout = async (): Promise<Image> => {
  const { folder, config } = await theImage()
  const made = newFolder('store')
  const path = join(made, 'opt/adoption-store')
  cpSync(join(folder, config.workdir), path, { recursive: true, verbatimSymlinks: true })
  for (const name of ['scripts', 'package-lock.json', '.npmrc'])
    cpSync(join(root, name), join(path, name), { recursive: true })
  execFileSync('chmod', ['-R', 'a+rX', made])
  return { folder: made, config }
}
