import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  errorResponse,
  jsonResponse,
  scriptedFetch,
  virtualRuntime,
} from '../test/harness/scripted-fetch.ts'
import { AdoptionStore, type MirrorOptions, type MirrorStep } from './mod.ts'

const eventId = (number: number) => `evt_${String(number).padStart(19, '0')}`
const biscuit = { id: 1, name: 'Biscuit', categoryId: 7, status: 'available' }
const rex = { id: 2, name: 'Rex', categoryId: 7, status: 'available' }
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

test('a mirror is a copy from a position on, and then what changed since', async () => {
  const { client, asked } = scripted(
    stream(`id: ${eventId(5)}\n\n`),
    jsonResponse(200, [biscuit]),
    stream(frame(6, 'pet.created', rex), frame(7, 'pet.deleted', { id: 1 })),
  )
  assert.deepEqual(await firstSteps(client, 5), [
    { kind: 'reset' },
    { kind: 'put', pet: biscuit },
    { kind: 'complete', position: eventId(5) },
    { kind: 'put', pet: rex, position: eventId(6) },
    { kind: 'remove', id: 1, position: eventId(7) },
  ])
  const types = 'type=pet.created%2Cpet.updated%2Cpet.deleted'
  assert.deepEqual(asked(), [
    '/events/stream',
    '/pets?limit=100',
    `/events/stream?after=${eventId(5)}&${types}`,
  ])
})

test('it continues after a saved position, and begins anew if that is no longer retained', async () => {
  const { client } = scripted(
    stream(frame(6, 'pet.updated', biscuit)),
    errorResponse(400, 'invalid_cursor'),
    stream(`id: ${eventId(99)}\n\n`),
    jsonResponse(200, [rex]),
  )
  assert.deepEqual(await firstSteps(client, 4, { after: eventId(5) }), [
    { kind: 'put', pet: biscuit, position: eventId(6) },
    { kind: 'reset' },
    { kind: 'put', pet: rex },
    { kind: 'complete', position: eventId(99) },
  ])
})

test('an error that does not pass ends it', async () => {
  const { client } = scripted(errorResponse(403, 'insufficient_scope'))
  await assert.rejects(firstSteps(client, 9), { code: 'insufficient_scope' })
})

test('where streams do not get through the position is the last event of the pages', async () => {
  const event = { id: eventId(3), type: 'pet.created', time: '', data: rex }
  const { client } = scripted(
    jsonResponse(200, [], { 'content-type': 'text/html' }),
    jsonResponse(200, [event]),
    jsonResponse(200, []),
  )
  assert.equal(await client.events.position(), eventId(3))
})

test('following tells where it is', async () => {
  const { client } = scripted(
    stream(`id: ${eventId(5)}\n\n`, frame(6, 'pet.created', rex), frame(7, 'pet.updated', rex)),
  )
  const changes = client.events.follow({ from: 'now' })
  assert.equal(changes.position, undefined)
  await changes.next()
  assert.equal(changes.position, eventId(6))
  await changes.return()
})
