import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

type Message = { id: string; event: string; data: string }

/** Follows the stream and collects its messages until it is closed. */
const follow = async (server: Server, key: string, headers: Record<string, string> = {}) => {
  const ended = new AbortController()
  const response = await fetch(`${server.address}/v1/events/stream`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: ended.signal,
  })
  const messages: Message[] = []
  const state = { isOpen: true, begunAt: '' }
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (text + chunk).split('\n\n')
      text = frames.pop() ?? ''
      state.begunAt ||= /^id: (\S+)$/.exec(frames[0] ?? '')?.[1] ?? ''
      for (const frame of frames.filter((frame) => frame.includes('\ndata:'))) {
        const fields = frame.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))
        messages.push(Object.fromEntries(fields))
      }
    }
  }
  read()
    .catch(() => {})
    .finally(() => {
      state.isOpen = false
    })
  return { response, messages, state, close: () => ended.abort() }
}

const start = async (folder: string) => {
  const server = await startServer({ folder })
  const { stdout } = await server.cli('keys', 'create', '--plan', 'business', '--name', 'e', '--json')
  const { key } = JSON.parse(stdout)
  const addPet = (name: string) =>
    server.fetch('/v1/pets', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, categoryId: 1 }),
    })
  return { server, key: String(key), addPet }
}

const names = (messages: Message[]) => messages.map(({ data }) => JSON.parse(data).data.name)

test('a stream first sends its starting position, so that a connection lost before the first event misses nothing', async () => {
  using folder = temporaryFolder()
  const { server, key, addPet } = await start(folder.path)
  await using _stopped = server
  await addPet('before')
  const lost = await follow(server, key)
  await eventually('it prints the starting position', () => lost.state.begunAt !== '')
  lost.close()
  await addPet('meanwhile')
  const again = await follow(server, key, { 'last-event-id': lost.state.begunAt })
  await eventually('it comes', () => again.messages.length === 1)
  assert.deepEqual(names(again.messages), ['meanwhile'])
  again.close()
})

test('a stream sends each event as it happens, and continues after Last-Event-ID', async () => {
  using folder = temporaryFolder()
  const { server, key, addPet } = await start(folder.path)
  await using _stopped = server
  await addPet('before')
  const first = await follow(server, key)
  assert.equal(first.response.status, 200)
  assert.match(String(first.response.headers.get('content-type')), /^text\/event-stream/)
  assert.ok(first.response.headers.get('x-ratelimit-remaining'))
  await addPet('one')
  await addPet('two')
  await eventually('both are notified', () => first.messages.length === 2)
  assert.deepEqual(names(first.messages), ['one', 'two'])
  assert.equal(first.messages[0]?.event, 'pet.created')
  assert.equal(JSON.parse(first.messages[0]?.data ?? '').id, first.messages[0]?.id)
  first.close()
  await addPet('missed')
  const again = await follow(server, key, { 'last-event-id': first.messages[0]?.id ?? '' })
  await eventually('the rest is notified', () => again.messages.length === 2)
  assert.deepEqual(names(again.messages), ['two', 'missed'])
  again.close()
})

test('a burst of 500 animals arrives once each and in order', async () => {
  using folder = temporaryFolder()
  const { server, key, addPet } = await start(folder.path)
  await using _stopped = server
  const stream = await follow(server, key)
  for (let batch = 0; batch < 5; batch += 1) {
    const added = Array.from({ length: 100 }, () => addPet('x'.repeat(250)))
    assert.ok((await Promise.all(added)).every(({ status }) => status === 201))
  }
  await eventually('all are sent', () => stream.messages.length === 500 || !stream.state.isOpen)
  const ids = stream.messages.map(({ data }) => JSON.parse(data).data.id)
  assert.deepEqual(
    ids,
    Array.from({ length: 500 }, (_, index) => index + 1),
  )
  stream.close()
})

test('an unknown Last-Event-ID is rejected, and a stop ends the streams', async () => {
  using folder = temporaryFolder()
  const { server, key } = await start(folder.path)
  await using _stopped = server
  const refused = await server.fetch('/v1/events/stream', {
    headers: { authorization: `Bearer ${key}`, 'last-event-id': 'evt_1' },
  })
  assert.equal(refused.json().code, 'invalid_cursor')
  const stream = await follow(server, key)
  assert.equal(await server.stop(), 0)
  assert.equal(server.wasForced(), false)
  await eventually('the stream has ended', () => !stream.state.isOpen)
})

test('clients that reconnect at once over the same connection do not delay a stop', async () => {
  using folder = temporaryFolder()
  const { server, key } = await start(folder.path)
  await using _stopped = server
  const headers = { authorization: `Bearer ${key}` }
  const comeBack = async (): Promise<void> => {
    for (;;) await (await fetch(`${server.address}/v1/events/stream`, { headers })).text()
  }
  const clients = Array.from({ length: 5 }, () => comeBack().catch(() => {}))
  await eventually('all follow', async () => {
    const text = await (await fetch(`${server.address}/metrics`)).text()
    return /^adoption_event_streams_open 5$/m.test(text)
  })
  assert.equal(await server.stop(), 0)
  assert.equal(server.wasForced(), false)
  await Promise.all(clients)
})
