import assert from 'node:assert/strict'
import { createPrivateKey, hash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { prepareDatabase } from '../../server/program/schema/prepare-database.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { authenticator } from '../harness/authenticator.ts'
import { testClock } from '../harness/clock.ts'
import { runCommand } from '../harness/commands.ts'
import { engines } from '../harness/engines.ts'
import { eventually } from '../harness/eventually.ts'
import { mailServer } from '../harness/mail-server.ts'
import { placeRecordedStore, type RecordedVersion, recordedVersions } from '../harness/old-stores.ts'
import { patientDatabase } from '../harness/patient-database.ts'
import { cookieOf, peopleOf } from '../harness/people.ts'

const PUBLIC_URL = 'https://store.test'
/** That of the recorded stores and of `testApp()`. */
const SECRET_KEY = 'a key of tests and of nobody else'

/** Differences that the changelog names, and what depends on when it is asked for. */
const intendedChanges: Record<RecordedVersion | 'always', RegExp[]> = {
  always: [
    /: \.(?:exportedAt|requestId) /,
    // Failed deliveries are due again.
    /^\/v1\/webhooks.*\.(?:health|attempts|nextAttemptAt|lastAttemptAt|durationMs|lastStatusCode) /,
    // An encoding that nobody chose is not stated.
    /^\/v1\/imports.*\.options\.encoding was "utf-8" and is undefined$/,
  ],
  '1.2.0': [
    // Contracts are whole pages, and the default text of slips is another.
    /\/contract: \.html /,
    /^\/v1\/document-templates: \.returnSlip\.text /,
  ],
  '1.3.0': [],
}

type Store = Awaited<ReturnType<typeof placeRecordedStore>>

/** The current program on an upgraded store, a moment after it was recorded. */
const openUpgraded = async ({ url, mediaUrl, recording }: Store, smtpUrl: string) => {
  await prepareDatabase(patientDatabase(url), 'upgrade')
  return testApp({
    databaseUrl: url,
    engine: url.startsWith('sqlite:') ? 'sqlite' : 'postgres',
    clock: testClock(Date.parse(recording.time) + 1_000),
    settings: { PUBLIC_URL, MEDIA_URL: mediaUrl, SMTP_URL: smtpUrl, MAIL_FROM: 'store@store.test', SIGNUP: 'open' },
  })
}

for (const version of recordedVersions) {
  for (const engine of engines) {
    test(`everything in a store of ${version} is read after its upgrade as before it (${engine})`, async () => {
      await using store = await placeRecordedStore(version, engine)
      await using mails = await mailServer()
      const { recording } = store
      await using app = await openUpgraded(store, mails.url)
      const changed: string[] = []
      for (const [path, { status, body }] of Object.entries(recording.recorded)) {
        const current = await readAll(app, path, recording.key)
        assert.equal(current.status, status, path)
        changed.push(...changes(body, current.body).map((field) => `${path}: ${field}`))
      }
      const isIntended = (change: string) =>
        [...intendedChanges.always, ...intendedChanges[version]].some((pattern) => pattern.test(change))
      assert.deepEqual(
        changed.filter((change) => !isIntended(change)),
        [],
      )
    })

    test(`people, keys and repeated requests of a store of ${version} work on after its upgrade (${engine})`, async () => {
      await using store = await placeRecordedStore(version, engine)
      await using mails = await mailServer()
      const { recording } = store
      const { secrets, key } = recording
      await using app = await openUpgraded(store, mails.url)
      const { post } = peopleOf(app)
      const fromPage = (cookie = '') => ({ headers: { origin: PUBLIC_URL, cookie } })

      const options = await post('/auth/passkeys/sign-in/options', undefined, fromPage())
      const passkey = authenticator({
        origin: PUBLIC_URL,
        privateKey: createPrivateKey(secrets.passkey.privateKey),
        userHandle: secrets.passkey.userHandle,
      })
      const credential = passkey.get(options.json())
      const signedIn = await post('/auth/passkeys/sign-in', { credential }, fromPage(cookieOf(options)))
      assert.equal(signedIn.statusCode, 200, signedIn.body)
      const refreshed = await post('/auth/refresh', undefined, fromPage(secrets.session))
      assert.equal(refreshed.json().user.email, 'admin@paws.example')

      const own = await app.get('/v1/me', app.bearer(secrets.free))
      assert.equal(own.json().account.name, 'Kleintierhilfe')
      const banned = await app.get('/v1/pets', app.bearer(secrets.banned))
      assert.deepEqual([banned.statusCode, banned.json().code], [429, 'key_temporarily_banned'])

      const admin = { ...app.bearer(key), 'idempotency-key': 'recorded' }
      const again = await app.post('/v1/pets', { name: 'Luna 小梅', categoryId: 1 }, admin)
      assert.deepEqual([again.statusCode, again.json().id], [201, 2])

      const undone = await app.post('/v1/imports/1/undo', {}, app.bearer(key))
      assert.deepEqual([undone.statusCode, undone.json().removed], [200, 3], undone.body)
      assert.equal((await runCommand({ args: ['audit', 'verify'], environment: environmentOf(store) })).code, 0)
    })
  }

  test(`a backup from before the upgrade of a store of ${version} is the way back to that version`, async () => {
    await using store = await placeRecordedStore(version, 'sqlite')
    const environment = environmentOf(store)
    const run = async (...args: string[]) => {
      const { code, stderr } = await runCommand({ args, environment, cwd: store.folder })
      assert.equal(code, 0, stderr)
    }
    const before = rowsIn(store)
    await run('backup', 'before.db')
    await run('migrate')
    assert.notDeepEqual(Object.keys(rowsIn(store)), Object.keys(before))
    await run('restore', 'before.db', '--replace')
    assert.deepEqual({ ...rowsIn(store), unconfirmed_restore: [] }, before)
  })
}

test('the sample shelter that 1.3.0 added is removed after the upgrade', async () => {
  await using store = await placeRecordedStore('1.3.0', 'sqlite')
  await using mails = await mailServer()
  await using app = await openUpgraded(store, mails.url)
  const headers = app.bearer(store.recording.secrets.sampleKey ?? '')
  const count = async () => Object.values((await app.get('/v1/animals/counts', headers)).json().status)
  assert.notDeepEqual(await count(), [0, 0, 0])
  const removed = await app.inject({ method: 'DELETE', url: '/v1/sample', headers })
  assert.equal(removed.statusCode, 200, removed.body)
  await eventually('no animal is left', async () => (await count()).every((number) => number === 0))
})

const environmentOf = ({ url, mediaUrl }: Store) => ({ DATABASE_URL: url, MEDIA_URL: mediaUrl, SECRET_KEY })

/** The rows of each table. */
const rowsIn = ({ folder }: Store) => {
  using database = new DatabaseSync(join(folder, 'store.db'), { readOnly: true })
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  return Object.fromEntries(
    tables.map(({ name }) => {
      const rows = database.prepare(`select * from "${name}" order by 1`)
      rows.setReadBigInts(true)
      return [name, rows.all()]
    }),
  )
}

/** A response and, for lists, those to the following pages. */
const readAll = async (app: TestApp, path: string, key: string): Promise<{ status: number; body: unknown }> => {
  const response = await app.send({ method: 'GET', url: path, headers: app.bearer(key) })
  const { statusCode: status, headers } = response
  if (!String(headers['content-type']).startsWith('application/json')) {
    return { status, body: hash('sha256', response.rawPayload) }
  }
  const body = response.json()
  const cursor = headers['x-next-cursor']
  if (!cursor || !Array.isArray(body)) return { status, body }
  const url = new URL(path, PUBLIC_URL)
  url.searchParams.set(url.pathname === '/v1/events' ? 'after' : 'cursor', String(cursor))
  const rest = await readAll(app, `${url.pathname}${url.search}`, key)
  return { status, body: [...body, ...(rest.body as unknown[])] }
}

/** The fields of a recorded value that another does not have, or has differently. Further fields and entries are new. */
const changes = (recorded: unknown, current: unknown, at = ''): string[] => {
  if (Array.isArray(recorded) && Array.isArray(current)) {
    return recorded.flatMap((one, index) => {
      const id = idOf(one)
      const same = id === undefined ? current[index] : current.find((other) => idOf(other) === id)
      return changes(one, same, `${at}[${id ?? index}]`)
    })
  }
  if (recorded instanceof Object && current instanceof Object) {
    return Object.entries(recorded).flatMap(([name, value]) =>
      changes(value, (current as Record<string, unknown>)[name], `${at}.${name}`),
    )
  }
  return recorded === current ? [] : [`${at} was ${JSON.stringify(recorded)} and is ${JSON.stringify(current)}`]
}

const idOf = (value: unknown): unknown =>
  value instanceof Object
    ? Object.entries(value).find(([name]) => ['id', 'petId', 'keyId', 'date'].includes(name))?.[1]
    : undefined
