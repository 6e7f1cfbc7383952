import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { firstKeyScopes } from '../server/accounts/api-keys/api-key.ts'
import { stringifyJson } from '../server/platform/http/json.ts'
import { hasManyWriters } from '../server/platform/storage/engine.ts'
import { onEachEngine, type TestApp } from './harness/app.ts'
import { tester } from './harness/author.ts'
import { jpeg } from './harness/images.ts'
import { furnished, type Operation, operations, type Schema, sampleOf, valuesOf } from './harness/operations.ts'
import { peopleOf } from './harness/people.ts'

// Every operation of the API description, with an unrestricted key of another account, and as an administrating member
// of it. New operations are included automatically, so any data of others that they show or change fails here.

/** Exists only in the database of the first account. */
const customer = { name: 'Wilhelmina Quux', email: 'quux@hidden.test', phone: '+999 555 0199' }
const note = 'Walks with a zither.'
const hook = 'https://hidden.test/hook'
const secrets = /wilhelmina|hidden\.test|555 0199|zither/i

/**
 * Everybody may see these (organizations are public, and the animal with a photo is published) and name categories.
 * Anything else in a path belongs to an account.
 */
const shared = new Set(['petId', 'photoId', 'categoryId', 'organizationId'])
/** Tables of counters, of shared data, the end of the audit log, and deliveries, which are attempted by themselves. */
const others =
  /^(kysely_|migration_notes|usage_days|rate_windows|key_windows|publishable_windows|visitor_windows|idempotency_keys|feed|categories|deliveries|audit_head|media_files)/

const NOBODYS = { number: '987654321', text: 'evt_0000000000987654321' }

type Sent = { url: string; payload?: string; headers: Record<string, string> }

const json = { 'content-type': 'application/json' }
const limits = { perMinute: 1_000_000, perDay: 1_000_000 }

onEachEngine('with a key or admin of another account, no operation shows or changes foreign data', async (testApp) => {
  await using app = await testApp({ settings: { LOG_LEVEL: 'silent' } })
  const owner = await furnished(app, { customer, note, hook })
  const { key, accountId } = await app.createKey('enterprise', { scopes: firstKeyScopes, limits })
  const member = await peopleOf(app).add('admin', { accountId })
  const before = await rowsOf(app)
  const seen = new Set<string>()
  for (const stranger of [app.bearer(key), member.headers]) {
    await walk(app, { stranger, target: {}, urlOf: owner.urlOf, seen })
  }
  assert.ok(seen.has('listPets 200') && seen.has('updatePet 403') && seen.has('getOrder 404'))
  assert.ok(seen.has('createUser 404') && seen.has('createAccount 403') && seen.has('getKey 404'))
  assertKept(before, await rowsOf(app), { accountId, mayApply: true })
})

onEachEngine(
  "no operation shows or changes others' drafts and animals of suspended accounts, for any kind of caller",
  async (testApp) => {
    await using app = await testApp({ settings: { LOG_LEVEL: 'silent' } })
    const owner = await furnished(app, { customer, note, hook })
    const targets = await hiddenAnimals(app, owner)
    const before = await rowsOf(app)
    const seen = new Set<string>()
    for (const { headers, accountId } of await strangersOf(app)) {
      const known = await rowsOf(app)
      for (const target of targets) await walk(app, { stranger: headers, target, urlOf: owner.urlOf, seen })
      assertKept(known, await rowsOf(app), { accountId, mayApply: false })
    }
    for (const one of ['placeOrder 409', 'submitApplication 409', 'submitApplication 404'])
      assert.ok(seen.has(one), one)
    assert.ok(seen.has('getListing 404') && seen.has('getProfile 200'))
    for (const name of ['orders', 'applications'])
      assert.deepEqual(ofTargets(await rowsOf(app), name, targets), ofTargets(before, name, targets), name)
  },
)

/** The values of path parameters, and the animal that bodies and queries name. */
type Target = Readonly<Record<string, string>>

/** A draft of an active account, and the animals of a suspended one: published, and without a profile. */
const hiddenAnimals = async (app: TestApp, owner: { headers: Record<string, string> }): Promise<Target[]> => {
  const other = await app.createKey('enterprise', { scopes: firstKeyScopes, limits })
  const put = async (url: string, body: object, headers: Record<string, string>) => {
    const payload = JSON.stringify(body)
    const sent = await app.inject({ method: 'PUT', url, headers: { ...headers, ...json }, payload })
    assert.ok(sent.statusCode < 300, sent.body)
  }
  const addPet = async (headers: Record<string, string>) =>
    String((await app.post('/v1/pets', { name: 'Basil', categoryId: 7 }, headers)).json().id)
  const addPhoto = async (petId: string, headers: Record<string, string>) => {
    const file = { ...headers, 'content-type': 'image/jpeg' }
    const added = await app.post(`/v1/pets/${petId}/photos`, await jpeg(40, 30), file)
    const url = `/v1/photos/${added.json().id}`
    const payload = { alt: note }
    const described = await app.inject({ method: 'PATCH', url, headers, payload })
    assert.equal(described.statusCode, 200, described.body)
    return String(added.json().id)
  }
  const profile = { species: 'dog', description: note, tags: ['zither'] }
  const draft = await addPet(owner.headers)
  await put(`/v1/pets/${draft}/profile`, profile, owner.headers)
  const hidden = { petId: draft, photoId: await addPhoto(draft, owner.headers) }

  const headers = app.bearer(other.key)
  const [plain, published] = [await addPet(headers), await addPet(headers)]
  await put(`/v1/pets/${published}/profile`, { species: 'dog', published: true }, headers)
  await put(`/v1/accounts/${other.accountId}/organization`, { name: note }, headers)
  const order = { petId: await addPet(headers), customer, note }
  const orderId = String((await app.post('/v1/store/orders', order, headers)).json().id)
  const noted = await app.post(`/v1/pets/${plain}/notes`, { text: note }, headers)
  const suspended = await app.inject({
    method: 'PATCH',
    url: `/v1/accounts/${other.accountId}`,
    payload: { suspended: true },
    headers: { ...owner.headers, ...json },
  })
  assert.equal(suspended.statusCode, 200, suspended.body)
  // By staff, so that the feed has none of it from before the suspension.
  await put(`/v1/pets/${published}/profile`, { ...profile, published: true }, owner.headers)
  const photoId = await addPhoto(published, owner.headers)
  const accountId = String(other.accountId)
  const shared = {
    accountId,
    organizationId: accountId,
    photoId,
    orderId,
    noteId: String(noted.json().id),
  }
  return [hidden, { ...shared, petId: published }, { ...shared, petId: plain }]
}

/** The kinds of callers that may do the most with animals of other accounts, and nobody. */
const strangersOf = async (app: TestApp): Promise<{ headers: Record<string, string>; accountId: bigint }[]> => {
  const { key, accountId } = await app.createKey('enterprise', { scopes: firstKeyScopes, limits })
  const member = await peopleOf(app).add('admin', { accountId })
  const page = await app.service.keys.create(tester, accountId, {
    name: 'page',
    kind: 'publishable',
    allowedOrigins: ['https://page.example'],
  })
  const unreviewed = await app.createKey('enterprise', { scopes: firstKeyScopes, limits })
  const database = await app.openDatabase()
  const unreview = sql`update accounts set reviewed_at = null where id = ${unreviewed.accountId}`
  await database.write(({ query }) => unreview.execute(query))
  await database.close()
  return [
    { headers: app.bearer(key), accountId },
    { headers: member.headers, accountId },
    { headers: app.bearer(page.key), accountId },
    { headers: app.bearer(unreviewed.key), accountId: unreviewed.accountId },
    { headers: {}, accountId: 0n },
  ]
}

/** Rows of a table that name an animal of the targets. */
const ofTargets = (rows: Rows, table: string, targets: readonly Target[]): string[] => {
  const ids = new Set(targets.map(({ petId }) => petId))
  const found = [...(rows.get(table) ?? assert.fail(table))]
  return found.filter(([, row]) => ids.has(String(row.pet_id))).map(([text]) => text)
}

type Walk = {
  stranger: Record<string, string>
  target: Target
  urlOf: (one: Operation, target: Target) => string
  seen: Set<string>
}

/** Every operation, on somebody else's objects and on missing ones: a stranger must not be able to tell them apart. */
const walk = async (app: TestApp, { stranger, target, urlOf, seen }: Walk): Promise<void> => {
  for (const operation of operations) {
    // Streams never end, and have separate tests.
    if (operation.id === 'streamEvents') continue
    const path = urlOf(operation, target)
    const requests =
      target.petId === undefined ? requestsOf(operation, path) : requestsAbout(operation, path, target.petId)
    for (const { url, payload, headers } of requests) {
      const request = {
        method: operation.method,
        headers: { ...stranger, ...headers },
        ...(payload !== undefined && { payload }),
      }
      const response = await app.send({ ...request, url })
      const what = `${operation.method} ${url} ${payload ?? ''}: ${response.statusCode} ${response.body}`
      assert.ok(response.statusCode < 500, what)
      seen.add(`${operation.id} ${response.statusCode}`)
      assert.doesNotMatch(`${JSON.stringify(response.headers)} ${response.body}`, secrets, what)
      const nowhere = target.petId === undefined ? withNobodys(operation, url) : undefined
      if (nowhere === undefined) continue
      const missing = await app.send({ ...request, url: nowhere })
      assert.deepEqual(sayings(response), sayings(missing), what)
    }
  }
}

/** Requests with only what is required, with everything, and with each part alone, in each of its values. */
const requestsOf = (operation: Operation, path: string): Sent[] => {
  const parameters = operation.parameters.filter((one) => one.in === 'query')
  const queries = parameters.flatMap(({ name, schema }) =>
    valuesOf(schema).map((value) => `?${name}=${encodeURIComponent(String(value))}`),
  )
  const urls = ['', ...queries].map((query) => `${path}${query}`)
  // A count is for readers, and a version for writers.
  const preference = operation.method === 'GET' ? { prefer: 'return=total-count' } : { 'if-match': '*' }
  const bodies = operation.body ? bodiesOf(operation.body) : [undefined]
  return urls.flatMap((url) =>
    bodies.flatMap((body) =>
      [{}, preference].map((headers) => ({
        url,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: stringifyJson(body) }),
      })),
    ),
  )
}

/** Requests with only what is required and with everything, which name an animal wherever they can. */
const requestsAbout = (operation: Operation, path: string, petId: string): Sent[] => {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const named = names.filter((name) => name === 'petId' || name === 'id')
  const bodies = operation.body ? [sampleOf(operation.body), sampleOf(operation.body, { isWhole: true })] : [undefined]
  return ['', ...named.map((name) => `?${name}=${petId}`)].flatMap((query) =>
    bodies.map((body) => ({
      url: `${path}${query}`,
      headers: body === undefined ? {} : json,
      ...(body !== undefined && { payload: stringifyJson(aimedAt(petId, body)) }),
    })),
  )
}

/** A body that names another animal. */
const aimedAt = (petId: string, body: unknown): unknown => {
  if (body === null || typeof body !== 'object') return body
  if (Array.isArray(body)) return body.map((one) => aimedAt(petId, one))
  const entries = Object.entries(body).map(([name, value]) => {
    if (name === 'petId' || (name === 'id' && typeof value === 'number')) return [name, BigInt(petId)]
    return [name, name === 'bondedWith' ? [BigInt(petId)] : aimedAt(petId, value)]
  })
  return Object.fromEntries(entries)
}

const bodiesOf = (schema: Schema): unknown[] => {
  const required = sampleOf(schema) as object
  const alone = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    valuesOf(property).map((value) => ({ ...required, [name]: value })),
  )
  return [required, sampleOf(schema, { isWhole: true }), ...alone]
}

/** The same URL for a missing object; undefined if the path names nothing that belongs to an account. */
const withNobodys = (operation: Operation, url: string): string | undefined => {
  const own = operation.parameters.filter((one) => one.in === 'path' && !shared.has(one.name))
  if (own.length === 0) return undefined
  const [, query = ''] = url.split('?')
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'deliveryId' ? NOBODYS.text : NOBODYS.number,
  )
  return `/v1${path}${query && `?${query}`}`
}

type Answered = { statusCode: number; body: string; headers: Record<string, unknown> }

/** Everything that a response says, except what differs for each request. */
const sayings = ({ statusCode, body, headers }: Answered) => {
  const { requestId: _id, ...rest } = body === '' ? {} : JSON.parse(body)
  const names = Object.keys(headers).toSorted()
  return { statusCode, rest, names }
}

type Row = Record<string, unknown>
type Rows = Map<string, Map<string, Row>>

/** Every row of the database, by table and text. */
const rowsOf = async (app: TestApp): Promise<Rows> => {
  const database = await app.openDatabase()
  const catalogue = hasManyWriters(database.read)
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
    : sql<{
        name: string
      }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
  const tables = (await catalogue.execute(database.read)).rows.map(({ name }) => name)
  const found: Rows = new Map()
  for (const table of tables.filter((name) => !others.test(name))) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(database.read)
    // A webhook's position in the feed advances no matter who adds events.
    const texts = rows.map(
      ({ last_used_at: _used, failing_since: _since, cursor: _cursor, ...row }) => [stringifyJson(row), row] as const,
    )
    found.set(table, new Map(texts))
  }
  await database.close()
  return found
}

/** Everybody may apply for an animal; its owner is then notified. */
const isApplication = (table: string, { type, kind }: Row): boolean =>
  table === 'applications' ||
  (table === 'events' && type === 'application.submitted') ||
  (table === 'mails' && (kind === 'applicationReceived' || kind === 'newApplication'))

type Stranger = { accountId: bigint; mayApply: boolean }

/**
 * Every row is unchanged, and every new row is the stranger's own, a public event, or an application for somebody
 * else's animal.
 */
const assertKept = (before: Rows, after: Rows, { accountId, mayApply }: Stranger): void => {
  for (const [table, rows] of before) {
    // Counts the applications that the owner's staff will be notified of.
    if (table === 'application_notices') continue
    // Requests of applicants and of the owner are logged too.
    if (table === 'request_log') continue
    const now = after.get(table) ?? assert.fail(table)
    for (const text of rows.keys()) assert.ok(now.has(text), `${table} had ${text}`)
    for (const [text, row] of now) {
      if (rows.has(text) || (mayApply && isApplication(table, row))) continue
      assert.doesNotMatch(text, secrets)
      // A user without an account is a member of the staff.
      if (table === 'users') assert.equal(row.account_id, accountId, text)
      for (const name of ['account_id', 'owner_account_id']) {
        const account = row[name] ?? undefined
        assert.ok(account === undefined || account === accountId, `${table} has ${text}`)
      }
    }
  }
}
