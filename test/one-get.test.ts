import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { test } from 'node:test'
import { testApp } from './harness/app.ts'

/** How many files a reader must follow for a GET that reads the store. The limits may only become lower. */
const MAX_FILES = 20
const MAX_FUNCTIONS = 70
/** The same for a POST that adds one animal. */
const MAX_FILES_OF_POST = 58

/** The same for a PATCH of a published profile, and for a new page of the site with filters. */
const MAX_FILES_OF_PATCH = 75
const MAX_FILES_OF_ADOPT = 55

const server = new URL('../server/', import.meta.url).href

/** Records which of our functions run, each with its file. */
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

/**
 * The files that all of these requests call, after thirty others, when everything is compiled and the key is cached.
 */
const callsOfEach = async (request: (at: number) => Promise<void>): Promise<string[]> => {
  for (let at = 1; at <= 30; at += 1) await request(at)
  using watch = await watchCalls()
  let passed: string[] | undefined
  // Functions that all of them call belong to the request; others just happened to run at the same time.
  for (let at = 31; at < 47; at += 1) {
    await watch.calls()
    await request(at)
    const calls = new Set(await watch.calls())
    passed = passed?.filter((call) => calls.has(call)) ?? [...calls]
  }
  return passed ?? []
}

test('a GET that reads the store stays within its budget of files and functions', async (t) => {
  // Periodic work must not count.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { app, send } = await open()
  await using _app = app
  // Each of these lists is new, so none is cached.
  const passed = await callsOfEach((limit) => send(`/v1/pets?limit=${limit}&status=available`))
  // Closing the server needs timers again.
  t.mock.timers.reset()
  const files = new Set(passed.map((call) => call.split(' ')[0]))
  const seen = `${files.size} files, ${passed.length} functions:\n${passed.join('\n')}`
  assert.ok(files.has('animals/pets/pets.repository.ts'), seen)
  assert.ok(files.size <= MAX_FILES, seen)
  assert.ok(passed.length <= MAX_FUNCTIONS, seen)
})

test('a POST that adds an animal stays within its budget of files', async (t) => {
  // Work that looks for webhooks a moment after each change must not count either.
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

test('a PATCH of a published profile stays within its budget of files', async (t) => {
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

test('a page of the site with filters stays within its budget of files', async (t) => {
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

test('a read from SQLite is answered in the same turn of the event loop', async () => {
  const { app, send } = await open()
  await using _app = app
  await send('/v1/rate-limit')
  const late: string[] = []
  const seen: string[] = []
  // This listener runs after the server's own, so a response that has not ended by now was left to a later turn.
  app.service.app.server.on('request', (request, response) => {
    seen.push(String(request.url))
    if (!response.writableEnded) late.push(String(request.url))
  })
  for (const path of reads) await send(path)
  assert.deepEqual(seen, reads)
  assert.deepEqual(late, [])
})
