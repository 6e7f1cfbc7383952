import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { engines, freshDatabase } from '../harness/engines.ts'
import { basicEnvironment } from '../harness/environment.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { whyNoPostgres } from '../harness/postgres.ts'
import { startS3 } from '../harness/s3.ts'
import { cli, type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const key = newKey()
const json = { ...bearer(key), 'content-type': 'application/json' }
const PASSPHRASE = 'correct horse battery staple'
const WRITERS = 6

const failureOf = (command: ReturnType<typeof cli>) =>
  command.then(
    ({ stdout }) => assert.fail(`it succeeded: ${stdout}`),
    (error): { code: number; stdout: string; stderr: string } => error,
  )

const addPhoto = async (server: Server, petId: number): Promise<void> => {
  const photo = await server.fetch(`/v1/pets/${petId}/photos`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'image/jpeg' },
    body: new Uint8Array(await jpeg(90, 60)),
  })
  assert.equal(photo.status, 201, photo.body)
}

const addPet = async (server: Server): Promise<number> => {
  const body = JSON.stringify({ name: 'Under load', categoryId: 1 })
  const response = await server.fetch('/v1/pets', { method: 'POST', headers: json, body })
  assert.equal(response.status, 201, response.body)
  return response.json().id
}

/** Adds animals, each tenth with a photo, until the server ends. `acknowledged` are ids. */
const writeLoad = (server: Server) => {
  const acknowledged: number[] = []
  const photos: number[] = []
  let isStopped = false
  const writer = async () => {
    while (!isStopped) {
      const id = await addPet(server)
      acknowledged.push(id)
      if (acknowledged.length % 10 !== 0) continue
      await addPhoto(server, id)
      photos.push(id)
    }
  }
  // A killed server acknowledges nothing more.
  const running = Promise.allSettled(Array.from({ length: WRITERS }, writer))
  return {
    acknowledged,
    photos,
    async stop() {
      isStopped = true
      await running
    },
  }
}

type Place = { url: string; settings: Record<string, string>; names(): string[] }

const folderPlace = (folder: string): Place => ({
  url: join(folder, 'backups'),
  settings: {},
  names: () => backupsIn(join(folder, 'backups')),
})

const backupsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d.*Z$/.test(name))
        .toSorted()
    : []

const s3Place = async (): Promise<Place> => {
  const s3 = await startS3('backups')
  return {
    url: 's3://backups/paws',
    settings: {
      AWS_ENDPOINT_URL: s3.endpoint,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
    names: () => backupsIn(join(s3.directory, 'backups', 'paws')),
  }
}

const statusOf = async (environment: Record<string, string>, place: Place) =>
  JSON.parse((await cli(environment, 'backup', 'list', place.url, '--json')).stdout)

const combinations = [
  ['sqlite', 'a folder'],
  ['postgres', 's3://'],
] as const

for (const [engine, kind] of combinations) {
  if (engines.includes(engine)) {
    test(`${engine}: after a kill under writes, one command restores every write acknowledged before the last backup from ${kind}`, async () => {
      using folder = temporaryFolder()
      using other = temporaryFolder()
      const place = kind === 's3://' ? await s3Place() : folderPlace(folder.path)
      const database = engine === 'postgres' ? await freshDatabase('postgres') : undefined
      const target = engine === 'postgres' ? await freshDatabase('postgres') : undefined
      const media = { MEDIA_URL: join(folder.path, 'media') }
      const settings = {
        BOOTSTRAP_KEY: key,
        BACKUP_URL: place.url,
        BACKUP_SCHEDULE: 'every 1m',
        BACKUP_PASSPHRASE: PASSPHRASE,
        ...place.settings,
        ...(database && { DATABASE_URL: database.url, ...media }),
        ...(engine === 'postgres' && { SECRET_KEY: 'a key of tests and of nobody else' }),
      }
      const server = await startServer({ folder: folder.path, settings })
      await using _server = server
      const load = writeLoad(server)
      await eventually('there are photos', () => load.photos.length >= 2)
      // The first automatic backup began with the server; this one is made in the same way.
      await eventually('the first backup', () => place.names().length >= 1)
      const before = { pets: [...load.acknowledged], photos: [...load.photos] }
      await server.cli('backup')
      const drill = JSON.parse((await server.cli('backup', 'verify', '--json')).stdout)
      assert.deepEqual([drill.isSound, drill.faults], [true, []])
      assert.ok(drill.rows.pets >= before.pets.length && drill.auditEntries > 0)
      assert.ok(drill.photos.files > 0)
      const { length } = load.acknowledged
      await eventually('writes go on', () => load.acknowledged.length > length)
      await server.kill()
      await load.stop()
      assert.ok(load.acknowledged.length > before.pets.length)

      const data = join(other.path, 'var', 'data')
      const machine = {
        ...basicEnvironment,
        DATABASE_URL: target?.url ?? `sqlite:${join(data, 'store.db')}`,
        MEDIA_URL: join(data, 'media'),
        BACKUP_PASSPHRASE: PASSPHRASE,
        ...place.settings,
        ...(engine === 'postgres' && { SECRET_KEY: settings.SECRET_KEY ?? '' }),
      }
      const { stdout } = await cli(machine, 'restore', `${place.url}@latest`, '--json')
      const report = JSON.parse(stdout)
      assert.deepEqual(report.missingPhotos, { files: 0, petIds: [] })
      assert.equal(report.secretKey, engine === 'postgres' ? 'present' : 'written')
      await cli(machine, 'audit', 'verify')
      await using restored = await startServer({
        folder: data,
        settings: { ...machine, BOOTSTRAP_KEY: key },
      })
      for (const id of before.pets) {
        const found = await restored.fetch(`/v1/pets/${id}`, { headers: bearer(key) })
        assert.equal(found.status, 200, `animal ${id}`)
      }
      for (const id of before.photos) {
        const found = await restored.fetch(`/v1/pets/${id}/photos`, { headers: bearer(key) })
        const { url } = found.json()[0].variants[0]
        const { pathname } = new URL(url)
        assert.equal((await fetch(`${restored.address}${pathname}`)).status, 200)
      }
      if (engine === 'postgres') {
        const inUse = await failureOf(cli(machine, 'restore', `${place.url}@latest`))
        assert.match(inUse.stderr, /servers are connected to the database/)
      }
      // It is read-only until the restore is confirmed.
      const body = JSON.stringify({ name: 'Luna', categoryId: 1 })
      const refused = await restored.fetch('/v1/pets', { method: 'POST', headers: json, body })
      assert.deepEqual([refused.status, refused.json().code], [503, 'read_only'])
      await cli(machine, 'restore', '--confirm')
      await eventually('the server accepts writes', async () => {
        const added = await restored.fetch('/v1/pets', { method: 'POST', headers: json, body })
        return added.status === 201
      })
      await restored.kill()
      const hasData = await failureOf(cli(machine, 'restore', `${place.url}@latest`))
      assert.match(hasData.stderr, /already has data; --replace/)
      const again = await cli(machine, 'restore', `${place.url}@latest`, '--replace', '--json')
      assert.ok(existsSync(JSON.parse(again.stdout).kept))
      await database?.remove()
      await target?.remove()
    })
  }
}

for (const engine of engines) {
  test(`${engine}: with BACKUP_SCHEDULE=off, servers make no backup and report those of the command`, async () => {
    using folder = temporaryFolder()
    const database = engine === 'postgres' ? await freshDatabase('postgres') : undefined
    const settings = {
      BOOTSTRAP_KEY: key,
      BACKUP_URL: join(folder.path, 'backups'),
      BACKUP_SCHEDULE: 'off',
      ...(database && { DATABASE_URL: database.url, MEDIA_URL: join(folder.path, 'media') }),
    }
    await using server = await startServer({ folder: folder.path, settings })
    const statusOf = async () => (await server.fetch('/v1/backup-status', { headers: bearer(key) })).json()
    assert.equal((await statusOf()).lastBackup, undefined)
    for (let times = 0; times < 2; times += 1) {
      const { name, bytes } = JSON.parse((await server.cli('backup', '--json')).stdout)
      const { lastBackup, missed } = await statusOf()
      assert.deepEqual([lastBackup.name, lastBackup.bytes, missed], [name, bytes, 0])
    }
    assert.equal(backupsIn(settings.BACKUP_URL).length, 2)
    const { body } = await server.fetch('/metrics')
    assert.match(body, /^adoption_backup_last_success_timestamp_seconds(?:\{.*\})? [1-9]/m)
    await server.kill()
    await database?.remove()
  })
}

test('the secret key is sealed with the passphrase, and only the right one opens it', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const store = { DATABASE_URL: `sqlite:${at('store.db')}` }
  const BACKUP_URL = at('backups')
  await cli(store, 'accounts', 'create', '--name', 'First', '--plan', 'free')
  const sealed = { ...store, BACKUP_URL, BACKUP_PASSPHRASE: PASSPHRASE }
  const made = JSON.parse((await cli(sealed, 'backup', '--json')).stdout)
  assert.equal(made.secretKey, 'sealed')
  const secret = readFileSync(at('secret.key'), 'utf8').trim()
  const files = readdirSync(join(BACKUP_URL, made.name))
  assert.deepEqual(files.toSorted(), ['manifest.json', 'photos.txt', 'secret.key.sealed', 'store.db'])
  for (const file of files) {
    const path = join(BACKUP_URL, made.name, file)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.equal(readFileSync(path).includes(secret), false, file)
  }

  const machine = { DATABASE_URL: `sqlite:${join(other.path, 'data', 'store.db')}` }
  const restore = (settings: Record<string, string>, ...options: string[]) =>
    cli({ ...machine, ...settings }, 'restore', `${BACKUP_URL}@latest`, '--json', ...options)
  const none = await failureOf(restore({}))
  assert.match(none.stderr, /sealed: set BACKUP_PASSPHRASE, or set SECRET_KEY/)
  const wrong = await failureOf(restore({ BACKUP_PASSPHRASE: 'another passphrase' }))
  assert.match(wrong.stderr, /is not the passphrase that this backup was made with/)
  assert.deepEqual(readdirSync(other.path), [], 'nothing was changed')
  const withKey = JSON.parse((await restore({ SECRET_KEY: secret })).stdout)
  assert.equal(withKey.secretKey, 'present')
  const without = JSON.parse((await restore({}, '--no-secret-key', '--replace')).stdout)
  assert.equal(without.secretKey, 'missing')
  assert.equal(existsSync(join(other.path, 'data', 'secret.key')), false)
  writeFileSync(join(other.path, 'passphrase'), PASSPHRASE)
  const fromFile = { BACKUP_PASSPHRASE_FILE: join(other.path, 'passphrase') }
  const right = JSON.parse((await restore(fromFile, '--replace')).stdout)
  assert.equal(right.secretKey, 'written')
  assert.equal(readFileSync(join(other.path, 'data', 'secret.key'), 'utf8').trim(), secret)
  await cli(machine, 'audit', 'verify')
})

test('a drill on the machine of the store fails without the passphrase that a lost machine would need', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const store = { DATABASE_URL: `sqlite:${at('store.db')}`, BACKUP_URL: at('backups') }
  await cli(store, 'accounts', 'create', '--name', 'First', '--plan', 'free')
  const verify = (settings: Record<string, string>) => cli({ ...store, ...settings }, 'backup', 'verify', '--json')
  await cli({ ...store, BACKUP_PASSPHRASE: PASSPHRASE }, 'backup')
  const secret = readFileSync(at('secret.key'), 'utf8').trim()
  for (const [settings, fault] of [
    [{}, /is sealed: set BACKUP_PASSPHRASE$/],
    [{ SECRET_KEY: secret }, /is sealed: set BACKUP_PASSPHRASE$/],
    [{ BACKUP_PASSPHRASE: 'another passphrase' }, /is not the passphrase that this backup/],
  ] as const) {
    const { code, stdout } = await failureOf(verify(settings))
    const { isSound, faults } = JSON.parse(stdout)
    assert.deepEqual([code, isSound, faults.length], [1, false, 1])
    assert.match(faults[0], fault)
  }
  const drill = JSON.parse((await verify({ BACKUP_PASSPHRASE: PASSPHRASE })).stdout)
  assert.deepEqual([drill.isSound, drill.auditEntries > 0], [true, true])

  // The key that is left out of s3:// has to be kept elsewhere, and SECRET_KEY has to name it.
  const place = await s3Place()
  const inBucket = { ...place.settings, BACKUP_URL: place.url }
  await cli({ ...store, ...inBucket }, 'backup')
  const { stdout } = await failureOf(verify(inBucket))
  assert.match(JSON.parse(stdout).faults[0], /the secret key .* is not in the backup/)
  await verify({ ...inBucket, SECRET_KEY: secret })
})

test('without a passphrase, the secret key goes into a folder and never to s3://, and commands say so', async () => {
  using folder = temporaryFolder()
  using other = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const store = { DATABASE_URL: `sqlite:${at('store.db')}` }
  await cli(store, 'accounts', 'create', '--name', 'First', '--plan', 'free')
  const inFolder = { ...store, BACKUP_URL: at('backups') }
  const plain = JSON.parse((await cli(inFolder, 'backup', '--json')).stdout)
  assert.equal(plain.secretKey, 'plain')
  assert.equal(statSync(join(at('backups'), plain.name, 'secret.key')).mode & 0o777, 0o600)

  const place = await s3Place()
  const inBucket = { ...store, ...place.settings, BACKUP_URL: place.url }
  const { stdout, stderr } = await cli(inBucket, 'backup', '--json')
  assert.equal(JSON.parse(stdout).secretKey, 'left out')
  assert.match(stderr, /the secret key is not in the backup: set BACKUP_PASSPHRASE/)
  const doctor = JSON.parse((await cli({ ...inBucket, PORT: '0' }, 'doctor', '--json')).stdout)
  const finding = doctor.find(({ state, check }: Record<string, string>) => state === 'warn' && check === 'backups')
  assert.match(finding.found, /do not contain the secret key/)
  await using server = await startServer({ folder: folder.path, settings: inBucket })
  assert.ok(server.output.some((line) => line.includes('do not contain the secret key')))

  const machine = { DATABASE_URL: `sqlite:${join(other.path, 'store.db')}`, ...place.settings }
  const restored = await cli(machine, 'restore', `${place.url}@latest`)
  assert.match(restored.stdout, /Secret key: MISSING/)
  assert.equal(existsSync(join(other.path, 'secret.key')), false)
})

test('restore from a place replaces a store with data only with --replace, and names what is wrong', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const store = { DATABASE_URL: `sqlite:${at('store.db')}`, BACKUP_URL: at('backups') }
  const restore = (...args: string[]) => failureOf(cli(store, 'restore', ...args))
  assert.match((await restore('@latest')).stderr, /there is no complete backup in .*backups/)
  await cli(store, 'accounts', 'create', '--name', 'First', '--plan', 'free')
  const { name } = JSON.parse((await cli(store, 'backup', '--json')).stdout)
  assert.match((await restore('@latest')).stderr, /already has data; --replace/)
  assert.match((await restore(`@2001-01-01T00-00-00-000Z`)).stderr, new RegExp(`it has ${name}`))
  assert.match((await restore(at('backups'))).stderr, /@latest restores the last backup/)
  const other = { ...store, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const wrongEngine = await failureOf(cli(other, 'restore', '@latest'))
  assert.match(wrongEngine.stderr, /the backup is of SQLite, and DATABASE_URL is PostgreSQL/)
  const database = join(at('backups'), name, 'store.db')
  const bytes = readFileSync(database)
  bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
  writeFileSync(database, bytes)
  assert.match((await restore('@latest', '--replace')).stderr, /store\.db of the backup is damaged/)
  assert.deepEqual(
    readdirSync(folder.path).filter((file) => /part|restore/.test(file)),
    [],
  )
  assert.equal((await statusOf(store, { url: at('backups') } as Place)).length, 1)
})

test('verify finds what is missing or damaged in a backup', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const server = await startServer({
    folder: folder.path,
    settings: { BOOTSTRAP_KEY: key, BACKUP_URL: at('backups'), BACKUP_SCHEDULE: 'off' },
  })
  await using _server = server
  await addPhoto(server, await addPet(server))
  await server.cli('backup')
  await server.cli('backup', 'verify')
  const photos = readdirSync(at('backups/photos'), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  const [first, second] = photos.map(({ parentPath, name }) => join(parentPath, name))
  assert.ok(first && second)
  rmSync(first)
  writeFileSync(second, 'another picture')
  const { code, stdout } = await failureOf(server.cli('backup', 'verify', '--json'))
  assert.equal(code, 1)
  assert.deepEqual(JSON.parse(stdout).faults, ['1 files of photos are missing', '1 files of photos are damaged'])
})

test('with PostgreSQL, a server whose pg_dump is missing or too old does not start', {
  skip: whyNoPostgres() ?? false,
}, async () => {
  using folder = temporaryFolder()
  const database = await freshDatabase('postgres')
  const programs = join(folder.path, 'bin')
  const start = () =>
    startServer({
      folder: folder.path,
      settings: {
        ...basicEnvironment,
        PATH: programs,
        DATABASE_URL: database.url,
        BACKUP_URL: join(folder.path, 'backups'),
        SECRET_KEY: 'a key of tests and of nobody else',
      },
    })
  await assert.rejects(start(), /BACKUP_URL needs pg_dump: pg_dump is not installed.*BACKUP_SCHEDULE=off/)
  mkdirSync(programs)
  const psql = execFileSync('sh', ['-c', 'command -v psql'], { encoding: 'utf8' }).trim()
  const old = '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n'
  writeFileSync(join(programs, 'pg_dump'), old, { mode: 0o755 })
  writeFileSync(join(programs, 'psql'), `#!/bin/sh\nPATH=/usr/bin:/bin exec ${psql} "$@"\n`, {
    mode: 0o755,
  })
  await assert.rejects(start(), /pg_dump 9 is older than the server, PostgreSQL \d+/)
  await database.remove()
})
