import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readIfThere } from '../../server/program/schema/older-database.ts'
import { findUnconfirmedRestore } from '../../server/requests/maintenance/restores.repository.ts'
import { freshDatabase } from '../harness/engines.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { oldDatabase } from '../harness/old-database.ts'
import { patientDatabase } from '../harness/patient-database.ts'
import { whyNoPostgres } from '../harness/postgres.ts'
import { cli, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const json = { ...bearer(key), 'content-type': 'application/json' }
const settings = { BOOTSTRAP_KEY: key }

const send = async (server: Server, method: string, path: string, body?: object) => {
  const response = await server.fetch(path, {
    method,
    headers: body ? json : bearer(key),
    ...(body && { body: JSON.stringify(body) }),
  })
  return response
}

const created = async (server: Server, path: string, body: object): Promise<{ id: number }> => {
  const response = await send(server, 'POST', path, body)
  assert.equal(response.status, 201, response.body)
  return response.json()
}

/** A store with an animal, its photo and an order, and a backup of it. The server keeps running. */
const backedUpStore = async (folder: string, ...options: string[]) => {
  const server = await startServer({ folder, settings })
  const { id: petId } = await created(server, '/v1/pets', { name: 'Biscuit', categoryId: 7 })
  const photo = await server.fetch(`/v1/pets/${petId}/photos`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'image/jpeg' },
    body: new Uint8Array(await jpeg(90, 60)),
  })
  assert.equal(photo.status, 201, photo.body)
  const customer = { name: 'Ada', email: 'ada@example.org' }
  const { id: orderId } = await created(server, '/v1/store/orders', { petId, customer })
  const file = join(folder, 'monday.db')
  const { stdout, stderr } = await server.cli('backup', file, '--json', ...options)
  return { server, petId, orderId, file, backup: JSON.parse(stdout), stderr }
}

/** The environment of a new machine, whose store will be in a folder that does not exist yet. */
const emptyMachine = (folder: string) => {
  const data = join(folder, 'var', 'data')
  const environment = {
    ...basicEnvironment,
    DATABASE_URL: `sqlite:${join(data, 'store.db')}`,
  }
  return {
    data,
    environment,
    cli: (...args: string[]) => cli(environment, ...args),
    async restore(file: string, ...options: string[]) {
      const { stdout } = await cli(environment, 'restore', file, '--json', ...options)
      return JSON.parse(stdout)
    },
    start: () => startServer({ folder: data, settings: { ...settings, ...environment } }),
    heldSinceMs: () =>
      readIfThere(patientDatabase(environment.DATABASE_URL), '0036-unconfirmed-restore', findUnconfirmedRestore),
  }
}

const failureOf = (command: ReturnType<typeof cli>) =>
  command.then(
    ({ stdout }) => assert.fail(`it succeeded: ${stdout}`),
    (error): { code: number; stdout: string; stderr: string } => error,
  )

test('a backup restores to a new machine, with its photos and its secret key, and is on hold until it is confirmed', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const { server, petId, file, backup } = await backedUpStore(folder.path)
  await using _server = server
  const settingsPart = backup.parts.pop()
  assert.deepEqual(
    backup.parts.map(({ part, from, to }: Record<string, string>) => [part, from, to]),
    [
      ['database', join(folder.path, 'store.db'), file],
      ['photos', join(folder.path, 'media'), `${file}.photos`],
      ['secretKey', join(folder.path, 'secret.key'), `${file}.secret.key`],
    ],
  )
  assert.deepEqual([settingsPart.part, settingsPart.to], ['settings', undefined])
  assert.match(settingsPart.from, /\bBOOTSTRAP_KEY\b/)
  const keyOf = (path: string) => readFileSync(path, 'utf8')
  assert.equal(statSync(`${file}.secret.key`).mode & 0o777, 0o600)
  assert.equal(keyOf(`${file}.secret.key`), keyOf(join(folder.path, 'secret.key')))

  const machine = emptyMachine(other.path)
  const report = await machine.restore(file)
  assert.deepEqual(
    [report.isHeld, report.secretKey, report.missingPhotos, report.kept, report.undone],
    [true, 'written', { files: 0, petIds: [] }, undefined, undefined],
  )
  assert.equal(keyOf(join(machine.data, 'secret.key')), keyOf(join(folder.path, 'secret.key')))
  assert.equal(statSync(join(machine.data, 'secret.key')).mode & 0o777, 0o600)
  await machine.cli('audit', 'verify')
  assert.ok(await machine.heldSinceMs())

  await using restored = await machine.start()
  const photos = (await send(restored, 'GET', `/v1/pets/${petId}/photos`)).json()
  const { url } = photos[0].variants[0]
  assert.equal((await fetch(`${restored.address}${new URL(url).pathname}`)).status, 200)
  const add = () => send(restored, 'POST', '/v1/pets', { name: 'Luna', categoryId: 7 })
  const refused = await add()
  assert.deepEqual([refused.status, refused.json().code], [503, 'read_only'])
  const { stdout } = await machine.cli('restore', '--confirm', '--json')
  await eventually('the server accepts writes', async () => (await add()).status === 201)
  assert.deepEqual(JSON.parse(stdout), { isConfirmed: true })
  assert.equal(await machine.heldSinceMs(), undefined)
  const again = await machine.cli('restore', '--confirm')
  assert.match(again.stdout, /No restore waits for confirmation/)
  const listed = await machine.cli('audit', 'list', '--json')
  const actions = JSON.parse(listed.stdout).map(({ action }: { action: string }) => action)
  // The audit log continues after the backup: one entry gives the reason, and it is not a break.
  assert.deepEqual(
    actions.filter((action: string) => /^(?:restore|audit\..*)$/.test(action)),
    ['restore'],
  )
  await machine.cli('audit', 'verify')
})

test('a store without its secret key gets no new one: restore reports that, and nothing signs anything', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const { server, file, backup } = await backedUpStore(folder.path, '--no-secret-key')
  await using _server = server
  await server.stop()
  assert.match(backup.parts[2].note, /not in the backup: --no-secret-key/)
  assert.equal(existsSync(`${file}.secret.key`), false)

  const machine = emptyMachine(other.path)
  const { stdout } = await machine.cli('restore', file)
  assert.match(stdout, /Secret key: MISSING/)
  const keyFile = join(machine.data, 'secret.key')
  const missing = /the secret key of this store \(fingerprint [0-9a-f]{12}\) is missing: restore .*secret\.key/
  const writes = ['keys', 'create', '--plan', 'free', '--name', 'x']
  assert.match((await failureOf(machine.cli(...writes))).stderr, missing)
  assert.match((await failureOf(machine.cli('audit', 'verify'))).stderr, missing)
  await assert.rejects(machine.start(), missing)
  const doctor = await failureOf(machine.cli('doctor', '--json'))
  const finding = JSON.parse(doctor.stdout).find(({ check }: { check: string }) => check === 'secret key')
  assert.deepEqual([doctor.code, finding.state], [1, 'fail'])
  // Reading needs no key.
  await machine.cli('keys', 'list')
  // The backup of a machine without the key reports that the key is missing.
  const half = await machine.cli('backup', join(other.path, 'half.db'))
  assert.match(half.stderr, /warning: the secret key .* is not in the backup: it is missing here/)
  assert.deepEqual([existsSync(keyFile), readdirSync(machine.data).includes('audit.key')], [false, false])

  const SECRET_KEY = readFileSync(join(folder.path, 'secret.key'), 'utf8').trim()
  const wrong = await failureOf(cli({ ...machine.environment, SECRET_KEY: 'a key of 16 or more' }, 'doctor', '--json'))
  assert.match(wrong.stdout, /is not the key of this store/)
  await cli({ ...machine.environment, SECRET_KEY }, 'audit', 'verify')
  await cli({ ...machine.environment, SECRET_KEY }, 'restore', '--confirm')
})

test('a store with data is replaced only on demand, and erasures since the backup are listed', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const own = await backedUpStore(folder.path)
  await using _own = own.server
  const { id: keyId } = JSON.parse(
    (await own.server.cli('keys', 'create', '--plan', 'free', '--name', 'x', '--json')).stdout,
  )
  await own.server.cli('keys', 'revoke', String(keyId))
  const erased = await send(own.server, 'DELETE', `/v1/store/orders/${own.orderId}/customer`)
  assert.equal(erased.status, 204, erased.body)
  const later = await backedUpStore(other.path)
  await using _later = later.server
  await Promise.all([own.server.stop(), later.server.stop()])

  const refused = await failureOf(own.server.cli('restore', own.file))
  assert.match(refused.stderr, /store\.db already has data; --replace replaces it/)
  assert.equal(
    readdirSync(folder.path).some((name) => /part|before-restore/.test(name)),
    false,
  )
  const { stdout } = await own.server.cli('restore', own.file, '--replace', '--json')
  const report = JSON.parse(stdout)
  assert.ok(existsSync(report.kept))
  assert.equal(report.secretKey, 'present')
  assert.deepEqual(
    report.undone.map(({ action, target }: { action: string; target: object }) => [action, target]),
    [
      ['key.revoke', { type: 'key', id: keyId }],
      ['customer.erase', { type: 'order', id: own.orderId }],
    ],
  )
  await own.server.cli('audit', 'verify')

  // The restored store has another key, and the previous one stays valid for what it has signed.
  const before = readFileSync(join(folder.path, 'secret.key'), 'utf8').trim()
  const foreign = await own.server.cli('restore', later.file, '--replace', '--json')
  assert.equal(JSON.parse(foreign.stdout).secretKey, 'written')
  const added = readFileSync(join(other.path, 'secret.key'), 'utf8').trim()
  assert.equal(readFileSync(join(folder.path, 'secret.key'), 'utf8').trim(), `${added},${before}`)
  await own.server.cli('audit', 'verify')
})

test('restore lists photos without files', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const { server, file, petId } = await backedUpStore(folder.path)
  await using _server = server
  await server.stop()
  const photos = `${file}.photos`
  const first = readdirSync(photos, { recursive: true, withFileTypes: true }).find((entry) => entry.isFile())
  assert.ok(first)
  rmSync(join(first.parentPath, first.name))
  const machine = emptyMachine(other.path)
  assert.deepEqual((await machine.restore(file)).missingPhotos, { files: 1, petIds: [petId] })
  rmSync(join(machine.data, 'media'), { recursive: true })
  const { stdout } = await machine.cli('restore', file, '--replace', '--no-photos')
  assert.match(stdout, new RegExp(`Photos: \\d+ files MISSING, among them those of animal ${petId}\\.`))
})

test('the backup of an older version is restored unchanged, and is on hold from the start', async () => {
  using folder = temporaryFolder()
  await using old = await oldDatabase('sqlite', '0010-audit-log')
  await old.close()
  const file = join(folder.path, 'old.db')
  await cli({ DATABASE_URL: old.url }, 'backup', file)
  const machine = emptyMachine(folder.path)
  const report = await machine.restore(file)
  assert.deepEqual([report.secretKey, report.version], ['unneeded', '0009-organizations'])
  await machine.cli('migrate')
  assert.ok(await machine.heldSinceMs())
})

test('a PostgreSQL database that pg_restore has restored is put on hold by restore --hold', {
  skip: whyNoPostgres() ?? false,
}, async () => {
  const database = await freshDatabase('postgres')
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key of tests and of nobody else',
  }
  try {
    await cli(environment, 'accounts', 'create', '--name', 'First', '--plan', 'free')
    const { stdout } = await cli(environment, 'restore', '--hold', '--json')
    const { isHeld, secretKey } = JSON.parse(stdout)
    assert.deepEqual([isHeld, secretKey], [true, 'present'])
    const held = () => readIfThere(patientDatabase(database.url), '0036-unconfirmed-restore', findUnconfirmedRestore)
    assert.ok(await held())
    await cli(environment, 'restore', '--confirm')
    assert.equal(await held(), undefined)
  } finally {
    await database.remove()
  }
})

test('restore accepts exactly one of a backup, --confirm and --hold', async () => {
  for (const args of [[], ['x.db', '--confirm'], ['--hold', '--confirm']]) {
    const { code, stderr } = await failureOf(cli({}, 'restore', ...args))
    assert.equal(code, 2)
    assert.match(stderr, /restore takes a backup, or --confirm, or --hold/)
  }
})
