import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { test } from 'node:test'
import { testApp } from './harness/app.ts'

/** What a reader has to follow for a GET that is read from the store: it may become less, and not more. */
const MAX_FILES = 20
const MAX_FUNCTIONS = 70
/** The same of a POST that adds one animal. */
const MAX_FILES_OF_POST = 58

/** Of a PATCH of a published profile, and of a page of the site with filters that was not asked for before. */
const MAX_FILES_OF_PATCH = 80
const MAX_FILES_OF_ADOPT = 53

const server = new URL('../server/', import.meta.url).href

/** Which of our functions run, each with its file, until it is asked. */
const watchCalls = async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    async calls(): Promise<string[]> {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result
        .filter(({ url }) => url.startsWith(server))
        .flatMap(({ url, functions }) =>
          functions
            .filter(({ ranges: [whole] }) => whole && whole.count > 0)
            .map(({ functionName, ranges: [whole] }) => {
              const name = functionName || `at ${whole?.startOffset}`
              return `${url.slice(server.length)} ${name}`
            }),
        )
    },
    [Symbol.dispose]: () => session.disconnect(),
  }
}

const open = async () => {
  const app = await testApp()
  for (let count = 0; count < 60; count += 1) {
    const pet = { name: `Animal ${count}`, categoryId: count % 3, status: 'available' }
    assert.equal((await app.post('/v1/pets', pet)).statusCode, 201)
  }
  const address = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const send = async (path: string, init?: RequestInit) => {
    const headers = { ...app.key, 'content-type': 'application/json' }
    const response = await fetch(`${address}${path}`, { headers, ...init })
    assert.ok(response.ok, path)
    await response.arrayBuffer()
  }
  return { app, send }
}

const publishAll = async (app: Awaited<ReturnType<typeof testApp>>) => {
  const profiles = Array.from({ length: 60 }, (_, at) => ({
    ...{ petId: at + 1, published: true, species: 'dog', size: 'small' },
    tags: [`tag${at}`],
  }))
  const { body } = await app.post('/v1/profiles:batch', { profiles })
  assert.ok(!body.includes('"error"'), body)
}

/** What every one of these requests calls, after thirty others: by then all is compiled, and the key is known. */
const callsOfEach = async (request: (at: number) => Promise<void>): Promise<string[]> => {
  for (let at = 1; at <= 30; at += 1) await request(at)
  using watch = await watchCalls()
  let passed: string[] | undefined
  // What all of them pass is of each request, and nothing else that happened to run beside one.
  for (let at = 31; at < 59; at += 1) {
    await watch.calls()
    await request(at)
    const calls = new Set(await watch.calls())
    passed = passed?.filter((call) => calls.has(call)) ?? [...calls]
  }
  return passed ?? []
}

test('a GET that is read from the store passes no more files and functions than it has to', async (t) => {
  // What runs from time to time is no part of it.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { app, send } = await open()
  await using _app = app
  // Each of these is a list that was not asked for before.
  const passed = await callsOfEach((limit) => send(`/v1/pets?limit=${limit}&status=available`))
  // What closes the server asks for the time again.
  t.mock.timers.reset()
  const files = new Set(passed.map((call) => call.split(' ')[0]))
  const seen = `${files.size} files, ${passed.length} functions:\n${passed.join('\n')}`
  assert.ok(files.has('animals/pets/pets.repository.ts'), seen)
  assert.ok(files.size <= MAX_FILES, seen)
  assert.ok(passed.length <= MAX_FUNCTIONS, seen)
})

test('a POST that adds an animal passes no more files than it has to', async (t) => {
  // Nor what looks for webhooks a moment after each change.
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const { app, send } = await open()
  await using _app = app
  const passed = await callsOfEach((at) => {
    const body = JSON.stringify({ name: `Added ${at}`, categoryId: 7 })
    return send('/v1/pets', { method: 'POST', body })
  })
  t.mock.timers.reset()
  const files = new Set(passed.map((call) => call.split(' ')[0]))
  const seen = `${files.size} files:\n${passed.join('\n')}`
  assert.ok(files.has('animals/pets/pets.repository.ts'), seen)
  assert.ok(files.size <= MAX_FILES_OF_POST, seen)
})

test('a PATCH of a published profile passes no more files than it has to', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const { app, send } = await open()
  await using _app = app
  await publishAll(app)
  const passed = await callsOfEach((at) => {
    const body = JSON.stringify({ size: at % 2 === 0 ? 'small' : 'large', tags: [`tag ${at}`] })
    return send(`/v1/pets/${at}/profile`, {
      ...{ method: 'PATCH', body },
      headers: { ...app.key, 'content-type': 'application/merge-patch+json' },
    })
  })
  t.mock.timers.reset()
  const files = new Set(passed.map((call) => call.split(' ')[0]))
  const seen = `${files.size} files:\n${[...files].join('\n')}`
  assert.ok(files.has('animals/profiles/profiles.repository.ts'), seen)
  assert.ok(files.size <= MAX_FILES_OF_PATCH, seen)
})

test('a page of the site with filters passes no more files than it has to', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const { app, send } = await open()
  await using _app = app
  await publishAll(app)
  const passed = await callsOfEach((at) => send(`/adopt?species=dog&size=small&tag=tag${at}`))
  t.mock.timers.reset()
  const files = new Set(passed.map((call) => call.split(' ')[0]))
  const seen = `${files.size} files:\n${[...files].join('\n')}`
  assert.ok(files.has('catalogue/site/adopt.html.ts'), seen)
  assert.ok(files.size <= MAX_FILES_OF_ADOPT, seen)
})

const reads = [
  '/v1/pets',
  '/v1/pets?id=1,2,3&sort=-id',
  '/v1/pets?name=animal&categoryId=1',
  '/v1/pets/7',
  '/v1/categories',
  '/v1/categories/1',
  '/v1/store/inventory?categoryId=1',
  '/v1/events',
  '/v1/rate-limit',
]

test('a read of SQLite is answered in the turn of the event loop in which it came', async () => {
  const { app, send } = await open()
  await using _app = app
  await send('/v1/rate-limit')
  const late: string[] = []
  const seen: string[] = []
  // This listener runs after the server's own: a response that has not ended by now was left to a later turn.
  app.service.app.server.on('request', (request, response) => {
    seen.push(String(request.url))
    if (!response.writableEnded) late.push(String(request.url))
  })
  for (const path of reads) await send(path)
  assert.deepEqual(seen, reads)
  assert.deepEqual(late, [])
})
