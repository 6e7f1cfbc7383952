import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorResponse, jsonResponse, scriptedFetch, virtualRuntime } from '../test/harness/scripted-fetch.ts'
import { AdoptionStore, type MirrorOptions, type MirrorStep } from './mod.ts'

const eventId = (number: number) => `evt_${String(number).padStart(19, '0')}`
const biscuit = { id: 1, name: 'Biscuit', categoryId: 7, status: 'available' }
const rex = { id: 2, name: 'Rex', categoryId: 7, status: 'available' }
const event = (number: number, type: string, data: object) => ({
  id: eventId(number),
  type,
  time: '',
  data,
})
const endAt = (number: number) => jsonResponse(200, [], { 'x-next-cursor': eventId(number) })
const frame = (number: number, type: string, data: object) =>
  `id: ${eventId(number)}\ndata: ${JSON.stringify({ id: eventId(number), type, time: '', data })}\n\n`
const stream = (...frames: string[]) =>
  new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })

const scripted = (...steps: Parameters<typeof scriptedFetch>) => {
  const { fetch, sent } = scriptedFetch(...steps)
  const { runtime } = virtualRuntime()
  const client = new AdoptionStore({ apiKey: 'k', baseUrl: 'http://a.test', fetch, runtime })
  return { client, asked: () => sent.map(({ url }) => url.slice('http://a.test/v1'.length)) }
}

const firstSteps = async (client: AdoptionStore, count: number, options?: MirrorOptions) => {
  const steps: MirrorStep[] = []
  for await (const step of client.mirror(options)) {
    steps.push(step)
    if (steps.length === count) break
  }
  return steps
}

test('a mirror returns a copy, the changes made meanwhile, `complete`, and then every change', async () => {
  const { client, asked } = scripted(
    endAt(5),
    jsonResponse(200, [biscuit]),
    endAt(6),
    jsonResponse(200, [event(6, 'pet.created', rex)]),
    stream(frame(7, 'pet.deleted', { id: 1 })),
  )
  assert.deepEqual(await firstSteps(client, 5), [
    { kind: 'reset' },
    { kind: 'put', pet: biscuit },
    { kind: 'put', pet: rex, position: eventId(6) },
    { kind: 'complete', position: eventId(6) },
    { kind: 'remove', id: 1, position: eventId(7) },
  ])
  const types = 'type=pet.created%2Cpet.updated%2Cpet.deleted'
  assert.deepEqual(asked(), [
    '/events?after=now',
    '/pets?limit=100',
    '/events?after=now',
    `/events?after=${eventId(5)}&${types}&limit=100`,
    `/events/stream?after=${eventId(6)}&${types}`,
  ])
})

const everyStep = async (client: AdoptionStore, options: MirrorOptions) =>
  Array.fromAsync(client.mirror({ ...options, until: 'now' }))

test("with until: 'now' a mirror ends when it is complete, on the first run and on a resumed one", async () => {
  const first = scripted(endAt(5), jsonResponse(200, [biscuit]), endAt(5), jsonResponse(200, []))
  assert.deepEqual(await everyStep(first.client, {}), [
    { kind: 'reset' },
    { kind: 'put', pet: biscuit },
    { kind: 'complete', position: eventId(5) },
  ])
  const resumed = scripted(
    endAt(9),
    jsonResponse(200, [event(6, 'pet.created', rex)], { 'x-next-cursor': eventId(6) }),
    jsonResponse(200, [event(7, 'pet.updated', biscuit)]),
  )
  assert.deepEqual(await everyStep(resumed.client, { after: eventId(5) }), [
    { kind: 'put', pet: rex, position: eventId(6) },
    { kind: 'put', pet: biscuit, position: eventId(7) },
    // Events 8 and 9 were of other types: nothing before 9 is asked for again.
    { kind: 'complete', position: eventId(9) },
  ])
  assert.equal(resumed.asked().length, 3)
})

test("with until: 'now' a mirror throws errors that outlast its retries, and otherwise waits for the service", async () => {
  const away = () => errorResponse(503, 'service_unavailable')
  const ending = scripted(away)
  await assert.rejects(everyStep(ending.client, { after: eventId(5), maxRetries: 1 }), {
    code: 'service_unavailable',
  })
  assert.equal(ending.asked().length, 2)
  const waiting = scripted(away(), away(), away(), endAt(5), jsonResponse(200, []))
  assert.deepEqual(await firstSteps(waiting.client, 1, { after: eventId(5), maxRetries: 0 }), [
    { kind: 'complete', position: eventId(5) },
  ])
})

test('it continues after a saved position, and starts over if that is no longer retained', async () => {
  const { client } = scripted(
    endAt(6),
    jsonResponse(200, [event(6, 'pet.updated', biscuit)]),
    errorResponse(400, 'invalid_cursor'),
    endAt(99),
    jsonResponse(200, [rex]),
    endAt(99),
    jsonResponse(200, []),
  )
  assert.deepEqual(await firstSteps(client, 5, { after: eventId(5) }), [
    { kind: 'put', pet: biscuit, position: eventId(6) },
    { kind: 'complete', position: eventId(6) },
    { kind: 'reset' },
    { kind: 'put', pet: rex },
    { kind: 'complete', position: eventId(99) },
  ])
})

test('a permanent error ends it', async () => {
  const { client } = scripted(errorResponse(403, 'insufficient_scope'))
  await assert.rejects(firstSteps(client, 9), { code: 'insufficient_scope' })
})

test('the current position takes one request, and is an error if the service does not return it', async () => {
  const { client, asked } = scripted(endAt(3), jsonResponse(200, []))
  assert.equal(await client.events.position(), eventId(3))
  assert.deepEqual(asked(), ['/events?after=now'])
  await assert.rejects(client.events.position(), { name: 'AdoptionStoreError' })
})

test('following reports its position', async () => {
  const { client } = scripted(
    stream(`id: ${eventId(5)}\n\n`, frame(6, 'pet.created', rex), frame(7, 'pet.updated', rex)),
  )
  const changes = client.events.follow({ from: 'now' })
  assert.equal(changes.position, undefined)
  await changes.next()
  assert.equal(changes.position, eventId(6))
  await changes.return()
})

const ownPage = (from: number, to: number) =>
  jsonResponse(
    200,
    Array.from({ length: to - from + 1 }, (_, at) => ({
      id: from + at,
      profile: { petId: from + at },
    })),
  )

test('with profiles, the copy contains each profile once, and then changed ones', async () => {
  const { client, asked } = scripted(
    endAt(5),
    jsonResponse(200, [biscuit]),
    ownPage(1, 100),
    // Forty animals were removed after the first page, so the next one begins too late.
    ownPage(140, 180),
    ownPage(41, 140),
    ownPage(140, 180),
    endAt(6),
    jsonResponse(200, [event(6, 'pet.profileUpdated', { petId: 2, sex: 'male' })]),
  )
  const steps = await everyStep(client, { include: ['profile'] })
  const profiles = steps.flatMap((step) => (step.kind === 'profile' ? [step] : []))
  assert.deepEqual(
    profiles.slice(0, -1).map(({ profile }) => profile.petId),
    Array.from({ length: 180 }, (_, at) => at + 1),
  )
  assert.deepEqual(profiles.at(-1), {
    kind: 'profile',
    profile: { petId: 2, sex: 'male' },
    position: eventId(6),
  })
  assert.deepEqual(
    asked().filter((path) => path.startsWith('/animals')),
    [0, 99, 0, 99].map((offset) => `/animals?include=profile&limit=100&offset=${offset}`),
  )
  assert.match(asked().at(-1) ?? '', /pet\.profileUpdated/)
})

test('a batch of profiles that is too large is sent in parts, each with a key of its own', async () => {
  const results = (count: number) =>
    jsonResponse(200, { results: Array.from({ length: count }, () => ({ status: 200 })) })
  const { fetch, sent } = scriptedFetch(results(100), results(21), results(6), results(3))
  const client = new AdoptionStore({ apiKey: 'k', baseUrl: 'http://a.test', fetch })
  const many = Array.from({ length: 121 }, (_, at) => ({ petId: at + 1, sex: null }))
  const done = await client.profiles.batch({ profiles: many }, { idempotencyKey: 'k' })
  assert.equal(done.results.length, 121)
  const long = Array.from({ length: 9 }, (_, at) => ({ petId: at, description: 'ä'.repeat(5_000) }))
  const { data } = await client.profiles.batch({ profiles: long }).withResponse()
  assert.equal(data.results.length, 9)
  assert.deepEqual(
    sent.map(({ body }) => JSON.parse(String(body)).profiles.length),
    [100, 21, 6, 3],
  )
  for (const { body } of sent) assert.ok(Buffer.byteLength(String(body)) <= 64 * 1024)
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  assert.deepEqual(keys.slice(0, 2), ['k', 'k-2'])
  assert.equal(new Set(keys).size, 4)
})
