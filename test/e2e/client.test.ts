import assert from 'node:assert/strict'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { AdoptionStore, BannedError, type Runtime, verifyWebhook } from '../../sdk/mod.ts'
import { onEachEngine, onOneEngine, testApp } from '../harness/app.ts'
import type { TestClock } from '../harness/clock.ts'
import { eventually } from '../harness/eventually.ts'
import { newKey } from '../harness/keys.ts'
import { peopleOf, signedIn } from '../harness/people.ts'
import { startReceiver } from '../harness/receiver.ts'
import { rounds } from '../harness/rounds.ts'
import { chooseSeed, seeded } from '../harness/seeded.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Virtual time that also passes for the service, and that only waiting advances. */
const runtimeOn = (clock: TestClock): Partial<Runtime> => ({
  nowMs: () => clock.steadyMs(),
  async sleep(ms, signal) {
    const untilMs = clock.steadyMs() + ms
    await new Promise(setImmediate)
    signal?.throwIfAborted()
    // Others that waited for the same time may have advanced it already.
    if (clock.steadyMs() < untilMs) clock.advance(untilMs - clock.steadyMs())
  },
})

const addPets = async (client: AdoptionStore, count: number): Promise<void> => {
  const pets = (first: number) =>
    Array.from({ length: 100 }, (_, index) => ({ name: `Pet ${first + index}`, categoryId: 1 }))
  for (let first = 1; first <= count; first += 100) await client.pets.batch({ pets: pets(first) })
}

/** On a Free key, one page a second. */
const PAGES = rounds({ usual: 150, torture: 500 })

test('on a Free key the client reads hundreds of pages in order, and is never banned', async () => {
  await using app = await testApp()
  const baseUrl = await app.service.app.listen({ port: 0, host: '127.0.0.1' })
  const staff = await app.createKey('business')
  const free = await app.createKey('free')
  await addPets(new AdoptionStore({ apiKey: staff.key, baseUrl }), 2 * PAGES)

  const startedAtMs = app.clock.steadyMs()
  const client = new AdoptionStore({ apiKey: free.key, baseUrl, runtime: runtimeOn(app.clock) })
  const ids: unknown[] = []
  let pages = 0
  for await (const page of client.pets.list({ limit: 2 }).pages()) {
    pages += 1
    ids.push(...page.items.map(({ id }) => id))
  }
  assert.equal(pages, PAGES)
  assert.deepEqual(
    ids,
    Array.from({ length: 2 * PAGES }, (_, index) => index + 1),
  )
  const minutes = (app.clock.steadyMs() - startedAtMs) / 60_000
  assert.equal(Math.floor(minutes), Math.floor(PAGES / 60), `${minutes} minutes`)
  assert.equal((await client.rateLimit.get()).ban, undefined)
})

test('a client with access tokens follows every event after each token expires', async () => {
  await using app = await testApp()
  const baseUrl = await app.service.app.listen({ port: 0, host: '127.0.0.1' })
  const people = peopleOf(app)
  let person: Pick<Awaited<ReturnType<typeof people.add>>, 'accessToken' | 'cookie'> = await people.add('viewer')
  let renewals = 0
  const apiKey = {
    get: () => person.accessToken,
    async renew() {
      const { cookie } = person
      person = signedIn(await people.post('/auth/refresh', undefined, { headers: { cookie } }))
      renewals += 1
      return true
    },
  }
  const client = new AdoptionStore({ apiKey, baseUrl })
  const ending = new AbortController()
  const seen: string[] = []
  const following = (async () => {
    for await (const { type, data } of client.events.follow({ signal: ending.signal })) {
      if (type === 'pet.created') seen.push(data.name)
    }
  })()
  const added: string[] = []
  const add = async () => {
    const name = `Pet ${added.length + 1}`
    added.push(name)
    assert.equal((await app.post('/v1/pets', { name, categoryId: 1 })).statusCode, 201)
  }
  for (let token = 1; token <= 3; token += 1) {
    await add()
    await eventually('the stream is up to date', () => seen.length === added.length)
    app.clock.advance(900_000)
    await add()
    await eventually('the stream goes on with another token', () => renewals === token)
  }
  await eventually('nothing is missing', () => seen.length === added.length)
  assert.deepEqual(seen, added)
  ending.abort(new Error('enough'))
  await assert.rejects(following, /enough/)
})

onEachEngine('a nightly copy ends, takes few requests, and misses nothing', async (testApp) => {
  await using app = await testApp()
  const baseUrl = await app.service.app.listen({ port: 0, host: '127.0.0.1' })
  const { key } = await app.createKey('enterprise')
  let requests = 0
  const client = new AdoptionStore({
    apiKey: key,
    baseUrl,
    fetch: (url, init) => {
      requests += 1
      return fetch(url, init)
    },
  })
  await addPets(client, 500)
  const copy = new Map<string, string>()
  let position: string | undefined
  const night = async (onFirst?: () => Promise<unknown>): Promise<number> => {
    requests = 0
    for await (const step of client.mirror({ after: position, until: 'now' })) {
      if (step.kind === 'put') copy.set(String(step.pet.id), step.pet.name)
      if (step.kind === 'remove') copy.delete(String(step.id))
      if ('position' in step) position = step.position
      await onFirst?.()
      onFirst = undefined
    }
    return requests
  }
  // Changes during the copy are included.
  assert.equal(await night(() => client.pets.create({ name: 'New', categoryId: 1 })), 10)
  assert.equal(copy.size, 501)
  assert.equal(await night(), 2)
  await client.pets.update(1, { name: 'Renamed' })
  await client.pets.remove(2)
  // An event of a type that the next run does not read again.
  await client.categories.put(1, { name: 'Dogs' })
  assert.equal(await night(), 2)
  assert.deepEqual([copy.get('1'), copy.size], ['Renamed', 500])
  assert.equal(position, await client.events.position())
})

onOneEngine('a nightly copy of 3,000 animals with profiles takes at most 70 requests', async (testApp) => {
  await using app = await testApp()
  const baseUrl = await app.service.app.listen({ port: 0, host: '127.0.0.1' })
  const { key } = await app.createKey('enterprise')
  let requests = 0
  const client = new AdoptionStore({
    apiKey: key,
    baseUrl,
    fetch: (url, init) => {
      requests += 1
      return fetch(url, init)
    },
  })
  await addPets(client, 3_000)
  const pets = await client.pets.list().toArray()
  const described = pets.map(({ id: petId }, at) => ({
    petId,
    externalId: `A-${at}`,
    description: 'ä'.repeat(at % 400),
  }))
  const { results } = await client.profiles.batch({ profiles: described })
  assert.ok(results.length === 3_000 && results.every(({ status }) => status === 200))
  requests = 0
  const copy = new Map<unknown, { name: string; externalId?: string | null | undefined }>()
  for await (const step of client.mirror({ include: ['profile'], until: 'now' })) {
    if (step.kind === 'put') copy.set(step.pet.id, { name: step.pet.name })
    if (step.kind === 'profile') {
      const { petId, externalId } = step.profile
      copy.set(petId, { name: '', ...copy.get(petId), externalId })
    }
  }
  assert.deepEqual(
    [...copy.values()],
    pets.map(({ name }, at) => ({ name, externalId: `A-${at}` })),
  )
  assert.ok(requests <= 70, `${requests} requests`)
})

test('200 concurrent calls on a Free key all succeed, without a strike that counts', async () => {
  await using app = await testApp()
  const baseUrl = await app.service.app.listen({ port: 0, host: '127.0.0.1' })
  const { key } = await app.createKey('free')
  const client = new AdoptionStore({ apiKey: key, baseUrl, runtime: runtimeOn(app.clock) })
  const pages = await Promise.all(Array.from({ length: 200 }, () => client.pets.list()))
  assert.equal(pages.length, 200)
  assert.equal((await client.rateLimit.get()).ban, undefined)
})

test('a ban is reported with its end, and ends at that time', async () => {
  await using app = await testApp()
  const baseUrl = await app.service.app.listen({ port: 0, host: '127.0.0.1' })
  const { key } = await app.createKey('free')
  const list = () => app.get('/v1/pets', app.bearer(key))
  for (let count = 0; count < 61; count++) await list()
  app.clock.advance(2_000)
  for (let count = 0; count < 11; count++) await list()
  const client = new AdoptionStore({ apiKey: key, baseUrl, runtime: runtimeOn(app.clock) })
  const error = await client.pets.list().catch((cause: unknown) => cause)
  assert.ok(error instanceof BannedError)
  const endsInMs = error.until.getTime() - app.clock.nowMs()
  assert.ok(endsInMs > 290_000 && endsInMs <= 301_000, `${endsInMs} ms`)
  assert.equal((await client.rateLimit.get()).ban?.until.slice(0, 16), error.until.toISOString().slice(0, 16))
  app.clock.advance(endsInMs)
  await client.pets.list()
})

/** A proxy that fails as the numbers of `random` say, before or after the server has handled a request. */
const startUnreliableProxy = async (target: number, failing: number, random: () => number) => {
  const failures = { refused: 0, lostBefore: 0, lostAfter: 0, cut: 0 }
  const proxy = createServer((request, response) => {
    const chance = random()
    const kind = random()
    if (chance < failing && kind < 0.25) {
      failures.refused += 1
      request.resume()
      response.writeHead(503, { 'retry-after': '0' }).end('busy')
      return
    }
    if (chance < failing && kind < 0.5) {
      failures.lostBefore += 1
      request.socket.destroy()
      return
    }
    const { method = 'GET', url = '/', headers } = request
    const onward = send({ port: target, method, path: url, headers, agent: false }, (answer) => {
      if (chance < failing && kind < 0.75) {
        failures.lostAfter += 1
        answer.resume()
        answer.once('end', () => request.socket.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      if (chance < failing) {
        failures.cut += 1
        answer.once('data', (bytes: Buffer) => {
          response.write(bytes.subarray(0, 5), () => request.socket.destroy())
        })
        return
      }
      answer.pipe(response)
    })
    onward.once('error', () => request.socket.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const close = () => {
    proxy.closeAllConnections()
    return new Promise<void>((resolve) => void proxy.close(() => resolve()))
  }
  return { baseUrl: `http://127.0.0.1:${port}`, failures, [Symbol.asyncDispose]: close }
}

const ANIMALS = rounds({ usual: 300, torture: 1_000 })

test('through a server that fails 30 % of the time, hundreds of animals are created exactly once each', async (t) => {
  const seed = chooseSeed()
  t.diagnostic(`SEED=${seed}`)
  using folder = temporaryFolder()
  const apiKey = newKey()
  await using server = await startServer({
    folder: folder.path,
    settings: { BOOTSTRAP_KEY: apiKey },
  })
  await using proxy = await startUnreliableProxy(server.port, 0.3, seeded(seed))
  const client = new AdoptionStore({ apiKey, baseUrl: proxy.baseUrl })
  const names = Array.from({ length: ANIMALS }, (_, index) => `Pet ${index}`)
  const created = await Promise.all(names.map((name) => client.pets.create({ name, categoryId: 1 })))

  t.diagnostic(`failures: ${JSON.stringify(proxy.failures)}`)
  for (const count of Object.values(proxy.failures)) assert.ok(count > ANIMALS / 20)
  const direct = new AdoptionStore({ apiKey, baseUrl: server.address })
  const stored: { id: unknown; name: string }[] = []
  for await (const { id, name } of direct.pets.list()) stored.push({ id, name })
  assert.deepEqual(stored.map(({ name }) => name).sort(), names.toSorted())
  const nameOf = new Map(stored.map(({ id, name }) => [id, name]))
  for (const { id, name } of created) assert.equal(nameOf.get(id), name)
})

test('events are followed over restarts of the server: none skipped or repeated, in order', async () => {
  using folder = temporaryFolder()
  const apiKey = newKey()
  const settings: Record<string, string> = { BOOTSTRAP_KEY: apiKey }
  let server = await startServer({ folder: folder.path, settings })
  settings.PORT = String(server.port)
  const client = new AdoptionStore({ apiKey, baseUrl: server.address })
  const ending = new AbortController()
  const seen: string[] = []
  const following = (async () => {
    const events = client.events.follow({ types: ['pet.created'], signal: ending.signal })
    for await (const event of events) {
      if (event.type === 'pet.created') seen.push(event.data.name)
    }
  })()
  const wanted: string[] = []
  try {
    for (const end of ['stop', 'kill', 'stop'] as const) {
      for (let count = 0; count < 40; count++) {
        const name = `Pet ${wanted.length}`
        wanted.push(name)
        await client.pets.create({ name, categoryId: 1 })
      }
      await server[end]()
      server = await startServer({ folder: folder.path, settings })
    }
    await client.pets.create({ name: 'last', categoryId: 1 })
    wanted.push('last')
    await eventually('all events are seen', () => seen.length >= wanted.length)
    assert.deepEqual(seen, wanted)
  } finally {
    ending.abort(new Error('enough'))
    await assert.rejects(following, /enough/)
    await server.kill()
  }
})

test('a webhook request of the service is verified, before and after its secret is rotated', async () => {
  using folder = temporaryFolder()
  await using receiver = await startReceiver()
  const apiKey = newKey()
  const settings = { BOOTSTRAP_KEY: apiKey, WEBHOOK_ALLOW_PRIVATE: 'true' }
  await using server = await startServer({ folder: folder.path, settings })
  const client = new AdoptionStore({ apiKey, baseUrl: server.address })
  const webhook = await client.webhooks.create({ url: receiver.url, types: ['pet.created'] })
  const { id } = await client.pets.create({ name: 'Biscuit', categoryId: 9007199254740993n })
  await eventually('it is sent', () => receiver.received.length === 1)
  const rotated = await client.webhooks.rotateSecret(webhook.id)
  await client.webhooks.test(webhook.id)
  await eventually('it is sent', () => receiver.received.length === 2)

  const [first, second] = receiver.received
  assert.ok(first && second && webhook.secret && rotated.secret)
  const event = await verifyWebhook(first.body, first.headers, webhook.secret)
  assert.deepEqual(event.data, {
    id,
    name: 'Biscuit',
    categoryId: 9007199254740993n,
    status: 'available',
  })
  for (const secret of [webhook.secret, rotated.secret]) {
    assert.equal((await verifyWebhook(second.body, second.headers, secret)).type, 'webhook.test')
  }
})
