import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { errorResponse, jsonResponse, scriptedFetch, virtualRuntime } from '../test/harness/scripted-fetch.ts'
import { eventFrames } from './event-frames.ts'
import { AdoptionStore, type FollowOptions } from './mod.ts'

const eventId = (number: number) => `evt_${String(number).padStart(19, '0')}`
const event = (number: number) => ({
  id: eventId(number),
  type: 'pet.created',
  time: '2026-11-20T12:00:00.000Z',
  data: { id: number, name: 'Rex', categoryId: 1 },
})
const frame = (number: number) =>
  `id: ${eventId(number)}\nevent: pet.created\ndata: ${JSON.stringify(event(number))}\n\n`

const streamType = { 'content-type': 'text/event-stream; charset=utf-8' }

/** A stream that sends these frames and then ends, breaks, or stays silent. */
const stream =
  (texts: string[], end: 'end' | 'cut' | 'silence' = 'end') =>
  () => {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (const text of texts) {
          controller.enqueue(new TextEncoder().encode(text))
          await new Promise(setImmediate)
        }
        if (end === 'end') controller.close()
        if (end === 'cut') controller.error(new TypeError('terminated'))
      },
    })
    return new Response(body, { headers: streamType })
  }

/** The ids of the first `count` events, following a script. */
const follow = async (steps: Parameters<typeof scriptedFetch>, count: number, options: FollowOptions = {}) => {
  const { fetch, sent } = scriptedFetch(...steps)
  const { runtime } = virtualRuntime()
  const client = new AdoptionStore({ apiKey: 'k', baseUrl: 'http://a.test', fetch, runtime })
  const ids: string[] = []
  for await (const { id } of client.events.follow(options)) {
    ids.push(id)
    if (ids.length === count) break
  }
  const asked = sent.map(({ url }) => url.slice('http://a.test/v1'.length))
  return { ids, asked }
}

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => eventId(index + 1))

test('if the account has too many open streams, it requests pages, and other requests do not wait', async () => {
  const { ids, asked } = await follow(
    [
      stream([frame(1)]),
      errorResponse(429, 'too_many_streams', { 'retry-after': '10' }),
      jsonResponse(200, [event(2)]),
      jsonResponse(200, [event(3)]),
    ],
    3,
    { after: eventId(0) },
  )
  assert.deepEqual(ids, idsTo(3))
  assert.deepEqual(
    asked.map((path) => path.split('?')[0]),
    ['/events/stream', '/events/stream', '/events', '/events'],
  )
})

test('it continues after the last event if a stream ends, breaks in an event, or cannot be opened', async () => {
  const { ids, asked } = await follow(
    [
      stream([':\n\n', frame(1), frame(2)]),
      stream([':\n\n', frame(3), frame(4).slice(0, 60)], 'cut'),
      new TypeError('fetch failed'),
      errorResponse(503, 'service_unavailable'),
      stream([frame(4), frame(5)]),
    ],
    5,
    { after: eventId(0) },
  )
  assert.deepEqual(ids, idsTo(5))
  const places = asked.map((path) => Number(new URLSearchParams(path.split('?')[1]).get('after')?.slice(4)))
  assert.deepEqual(places, [0, 2, 3, 3, 3])
})

test('an event that arrives twice is returned once', async () => {
  const { ids } = await follow([stream([frame(1), frame(1), frame(2)]), stream([frame(2), frame(3)])], 3, {
    after: eventId(0),
  })
  assert.deepEqual(ids, idsTo(3))
})

test('without a position it starts with the oldest retained event and uses pages', async () => {
  const hundred = Array.from({ length: 100 }, (_, index) => event(index + 1))
  const { ids, asked } = await follow([jsonResponse(200, []), jsonResponse(200, hundred), stream([frame(101)])], 101)
  assert.deepEqual(ids, idsTo(101))
  assert.deepEqual(asked, ['/events?limit=100', '/events?limit=100', `/events/stream?after=${eventId(100)}`])
})

test('from now it starts with the stream, and continues after an id that the stream sent', async () => {
  const { ids, asked } = await follow([stream([`id: ${eventId(0)}\n\n`]), stream([frame(1)])], 1, {
    from: 'now',
    types: ['pet.created'],
  })
  assert.deepEqual(ids, idsTo(1))
  assert.deepEqual(asked, ['/events/stream?type=pet.created', `/events/stream?after=${eventId(0)}&type=pet.created`])
})

test('if streams are blocked, it requests pages', async () => {
  const notStreaming = jsonResponse(200, [], { 'content-type': 'text/html' })
  const { ids, asked } = await follow(
    [notStreaming, jsonResponse(200, [event(1)]), jsonResponse(200, []), jsonResponse(200, [event(2)])],
    2,
    { after: eventId(0) },
  )
  assert.deepEqual(ids, idsTo(2))
  assert.equal(asked.filter((path) => path.startsWith('/events?')).length, 3)

  const heldBack = await follow([stream([], 'silence'), stream([], 'silence'), jsonResponse(200, [event(1)])], 1, {
    after: eventId(0),
    silenceMs: 5,
  })
  assert.deepEqual(heldBack.ids, idsTo(1))
})

test('a stream that falls silent is reopened', async () => {
  const { ids } = await follow([stream([frame(1)], 'silence'), stream([frame(2)])], 2, {
    after: eventId(0),
    silenceMs: 5,
  })
  assert.deepEqual(ids, idsTo(2))
})

test('permanent errors are thrown: an unknown position, a key that ended, a limit that lasts too long', async () => {
  const after = { after: eventId(1) }
  await assert.rejects(follow([errorResponse(400, 'invalid_cursor')], 1, after), {
    code: 'invalid_cursor',
  })
  await assert.rejects(follow([stream([frame(2)]), errorResponse(401, 'revoked_api_key')], 2, after), {
    code: 'revoked_api_key',
  })
  const spent = errorResponse(429, 'daily_quota_exceeded', { 'retry-after': '3600' })
  await assert.rejects(follow([spent], 1, after), { name: 'RateLimitError' })
})

test("an aborted signal ends it with the signal's reason", async () => {
  const ending = new AbortController()
  const reason = new Error('enough')
  setTimeout(() => ending.abort(reason), 10)
  const { signal } = ending
  await assert.rejects(
    follow([stream([frame(1)], 'silence')], 9, { after: eventId(0), signal }),
    (error) => error === reason,
  )
})

const endAt = (number: number) => jsonResponse(200, [], { 'x-next-cursor': eventId(number) })

test('following reports once that it has caught up, and continues with the stream from there', async () => {
  const positions: string[] = []
  const { ids, asked } = await follow([endAt(4), jsonResponse(200, [event(2)]), stream([frame(5)])], 2, {
    after: eventId(1),
    onCaughtUp: (position) => void positions.push(position),
  })
  assert.deepEqual(ids, [eventId(2), eventId(5)])
  assert.deepEqual(positions, [eventId(4)])
  assert.deepEqual(asked, [
    '/events?after=now',
    `/events?after=${eventId(1)}&limit=100`,
    `/events/stream?after=${eventId(4)}`,
  ])
})

test("with until: 'now' following ends with the position for the next run: from the oldest, from now, and resumed", async () => {
  for (const { options, pages } of [
    { options: {}, pages: [[event(1)], [event(2)]] },
    { options: { after: eventId(1) }, pages: [[event(2)]] },
    { options: { from: 'now' }, pages: [[]] },
  ] as const) {
    const steps = pages.map((page, at) =>
      at === pages.length - 1
        ? jsonResponse(200, page)
        : jsonResponse(200, page, { 'x-next-cursor': page.at(-1)?.id ?? '' }),
    )
    const { fetch, sent } = scriptedFetch(endAt(3), ...steps)
    const client = new AdoptionStore({ apiKey: 'k', baseUrl: 'http://a.test', fetch })
    const changes = client.events.follow({ ...options, until: 'now' })
    const ids = []
    for await (const { id } of changes) ids.push(id)
    assert.deepEqual(
      ids,
      pages.flat().map(({ id }) => id),
    )
    assert.equal(changes.position, eventId(3))
    assert.equal(sent.length, 1 + pages.length)
  }
})

test('frames are the same however the bytes are split, and whatever ends their lines', async () => {
  const text =
    ': hello\n\nid: 1\ndata: größe\n\nevent: x\nid:2\ndata:a\ndata:  b\n\ndata\n\nid: 3\n\nretry: 5\n\ndata: cut'
  const expected = [
    { id: '1', data: 'größe' },
    { id: '2', data: 'a\n b' },
    { id: '2', data: '' },
    { id: '3', data: '' },
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 30, maxLength: 200 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (sizes, lineEnd) => {
        const bytes = new TextEncoder().encode(text.replaceAll('\n', lineEnd))
        async function* chunks() {
          let from = 0
          for (const size of sizes) {
            yield bytes.slice(from, from + size)
            from += size
          }
          yield bytes.slice(from)
        }
        const frames = []
        for await (const found of eventFrames(chunks())) frames.push(found)
        assert.deepEqual(frames, expected)
      },
    ),
  )
})

test('a stream with an endless event is aborted before it fills the memory', async () => {
  const piece = new TextEncoder().encode('x'.repeat(1_048_576))
  for (const end of ['', '\ndata: ']) {
    let sent = 0
    async function* chunks() {
      for (; sent < 100; sent += 1) {
        yield piece
        yield new TextEncoder().encode(end)
      }
    }
    const read = Array.fromAsync(eventFrames(chunks()))
    await assert.rejects(read, /an event is longer than 4194304 characters/)
    assert.ok(sent < 6, `${sent} MiB`)
  }
})
