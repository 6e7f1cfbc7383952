import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, engines, freshDatabase } from '../harness/engines.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { openPostgres } from '../harness/open-store.ts'
import { rounds } from '../harness/rounds.ts'
import { chooseSeed, seeded } from '../harness/seeded.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** On each engine. */
const KILLS = rounds({ usual: 10, torture: 50 })
/** Animals of which each round changes all, and keeps the last. */
const KNOWN = 12
const ADDED = 60
const LONGEST_STEP_MS = 600

const operator = newKey()
const json = { 'content-type': 'application/json' }
const steps = ['upload', 'check', 'run', 'undo'] as const
type Step = (typeof steps)[number]

type Shown = { id: number; status: string; check?: object; result?: object; undone?: object }

/** The store, served by one process after another. */
const openStore = async (engine: Engine, folder: string) => {
  const { url, remove } = await freshDatabase(engine, folder)
  const settings = { DATABASE_URL: url, BOOTSTRAP_KEY: operator, DATABASE_DEADLINE_MS: '60000' }
  const start = () => startServer({ folder, settings })
  let server: Server = await start()
  const restart = async () => {
    await server.kill()
    if (engine === 'postgres') await expireLeases(url)
    server = await start()
  }
  /** Repeats a request whose connection was lost, after a start. */
  const fetch = async (path: string, init: RequestInit = {}) => {
    for (;;) {
      const headers = { ...bearer(operator), ...init.headers }
      const response = await server.fetch(path, { ...init, headers }).catch((error) => {
        // `fetch` throws only this error if the connection is lost.
        if (error instanceof TypeError) return undefined
        throw error
      })
      if (response) return response
      await restart()
    }
  }
  return {
    fetch,
    kill: () => server.child.kill('SIGKILL'),
    /** Sends a POST until there is a final response, as clients do. */
    async post(path: string, key: string, init: RequestInit) {
      const headers = { ...init.headers, 'idempotency-key': key }
      for (;;) {
        const response = await fetch(path, { ...init, method: 'POST', headers })
        if (response.headers.get('retry-after') === null) return response
        await sleep(100)
      }
    },
    async close() {
      await server.kill()
      await remove()
    },
  }
}

/** As if time had passed: another replica continues when the lease of a dead one has expired. */
const expireLeases = async (url: string): Promise<void> => {
  const database = await openPostgres({ url })
  await database.write(({ query }) =>
    query.updateTable('due_work').set({ leased_until: 0n }).where('leased_until', 'is not', null).execute(),
  )
  await database.close()
}

for (const engine of engines) {
  test(`over ${KILLS} kills around the steps of an import, repetitions with the same key have the same result (${engine})`, async (t) => {
    const seed = chooseSeed()
    t.diagnostic(`SEED=${seed}`)
    const random = seeded(seed)
    using folder = temporaryFolder()
    const store = await openStore(engine, folder.path)
    t.after(store.close)

    const ids: number[] = []
    for (let at = 0; at < KNOWN; at += 1) {
      const body = JSON.stringify({ name: `Known ${at}`, categoryId: 1 })
      ids.push((await store.post('/v1/pets', `known ${at}`, { body, headers: json })).json().id)
    }
    const keptId = ids.at(-1)
    const pets = async () => (await store.fetch('/v1/pets?limit=100')).body
    const get = async (id: number): Promise<Shown> => (await store.fetch(`/v1/imports/${id}`)).json()
    const ended = async (id: number): Promise<Shown> => {
      await eventually('the import has ended', async () => {
        const { status } = await get(id)
        return status !== 'checking' && status !== 'running'
      })
      return get(id)
    }

    /** The figures of one import. The process is killed some time after a step was requested. */
    const importOnce = async (round: number, killed: Step | undefined) => {
      const rows = [
        ...ids.map((id) => `${id},Round ${round} of ${id},1`),
        ...Array.from({ length: ADDED }, (_, at) => `,Round ${round} new ${at},1`),
      ]
      const file = `id,name,categoryId\n${rows.join('\n')}\n`
      const killSoon = (step: Step) => {
        if (step === killed) void sleep(random() * LONGEST_STEP_MS).then(store.kill)
      }
      const post = (step: Step, path: string, init: RequestInit = {}) => {
        killSoon(step)
        return store.post(path, `${round} ${step}`, init)
      }
      const upload = { body: file, headers: { 'content-type': 'text/csv' } }
      const sent = await post('upload', '/v1/imports', upload)
      const { id }: Shown = sent.json()
      const { check } = await ended(id)
      const checking = await post('check', `/v1/imports/${id}/check`, { body: '{}', headers: json })
      const again = await ended(id)
      const running = await post('run', `/v1/imports/${id}/run`, { body: '{}', headers: json })
      const { result } = await ended(id)
      const name = JSON.stringify({ name: `Changed in ${round}` })
      const headers = { 'content-type': 'application/merge-patch+json' }
      await store.fetch(`/v1/pets/${keptId}`, { method: 'PATCH', body: name, headers })
      const undoing = await post('undo', `/v1/imports/${id}/undo`)
      // A repetition is the same, and another request with the key is none.
      for (const [step, path, first, init] of [
        ['upload', '/v1/imports', sent, upload],
        ['check', `/v1/imports/${id}/check`, checking, { body: '{}', headers: json }],
        ['run', `/v1/imports/${id}/run`, running, { body: '{}', headers: json }],
        ['undo', `/v1/imports/${id}/undo`, undoing, {}],
      ] as const) {
        const repeated = await store.post(path, `${round} ${step}`, init)
        assert.deepEqual([repeated.status, repeated.body], [first.status, first.body], step)
        const other = await store.post('/v1/pets', `${round} ${step}`, {
          body: '{"name":"Other","categoryId":1}',
          headers: json,
        })
        assert.equal(other.json().code, 'idempotency_key_reused')
      }
      const { undone } = await get(id)
      const statuses = [sent, checking, running, undoing].map(({ status }) => status)
      return { statuses, check, again: again.check, result, undoing: undoing.json(), undone }
    }

    const withoutExamples = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (name, of) => (name === 'examples' ? undefined : of)))
    const expected = withoutExamples(await importOnce(0, undefined))
    const figures = { removed: ADDED, restored: KNOWN - 1 }
    const kept = [{ petId: keptId, reason: 'it was changed since' }]
    assert.deepEqual((expected as { undoing: object }).undoing, { ...figures, kept })
    assert.deepEqual((expected as { undone: object }).undone, { ...figures, kept: 1 })
    for (let round = 1; round <= KILLS; round += 1) {
      const killed = steps[round % steps.length]
      const found = withoutExamples(await importOnce(round, killed))
      assert.deepEqual(found, expected, `killed in ${killed}`)
      const names = JSON.parse(await pets()).map(({ name }: { name: string }) => name)
      const known = ids.map((_, at) => (at === KNOWN - 1 ? `Changed in ${round}` : `Known ${at}`))
      assert.deepEqual(names, known)
      const imports: Shown[] = (await store.fetch('/v1/imports?limit=100')).json()
      assert.equal(imports.length, round + 1)
    }
  })
}
