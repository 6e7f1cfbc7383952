// Compares the CPU time of lists, searches and counts of many listings with an uncached page of GET /v1/pets in the
// same run, in total and on the serving thread. LISTINGS=1000000 sets the number of listings, ENGINE=sqlite the engine,
// and STORE=sqlite:/path a database that already has them (from `openStore`).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { residentMebibytes } from '../../bench/machine.ts'
import { makeKey } from '../../bench/store.ts'
import type { Change } from '../../server/program/changes/consequences.ts'
import type { Author } from '../../server/requests/author/author.ts'
import { cpuTimeMs, median, servingTimeMs } from '../harness/cpu-time.ts'
import { type Engine, engines, freshDatabase } from '../harness/engines.ts'
import { addListings } from '../harness/many-listings.ts'
import { openPostgres, openSqlite } from '../harness/open-store.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { quantile, timedRequests } from '../harness/timed-requests.ts'

const LISTINGS = Number(process.env.LISTINGS ?? 100_000)
const ROUNDS = 9
/** The columns of all listings are loaded some time after the first count, and the speed of a machine varies. */
const TRIES = 6
const BETWEEN_MS = 3_000
const CONNECTIONS = 12
const HAMMER_MS = 4_000
const near = 'near=51,10'

const lists = {
  filter: [
    'species=dog',
    'age=senior',
    'species=dog&size=large&sex=female',
    'specialNeeds=true',
    'goodWith=children,dogs,cats&houseTrained=true',
    'color=black&sex=male',
    'tag=tag 30',
    'tag=tag 0&breed=breed0 collie',
    'organizationId=1100,1101,1102&species=dog',
    'sort=name',
    'species=dog&sort=name',
    'species=cat&sex=female&age=adult&sort=name',
    'publishedAfter=2026-01-01T00:00:00Z&species=dog',
    `${near}&within=100km`,
    `${near}&within=300km&species=dog&age=young&goodWith=children`,
    `${near}&within=300km&tag=tag 0&color=black`,
    `${near}&within=300km&color=black&sort=name`,
    'color=black&tag=tag 0',
    'color=black,white,brown&tag=tag 0,tag 1',
    'tag=tag 0&sort=name',
    'color=black&tag=tag 0&sort=name',
    'tag=tag 0&species=cat&sex=female&sort=name',
    'organizationId=1000,1001,1002,1003&tag=tag 0&sort=name',
  ],
  distance: [
    `${near}&sort=distance`,
    `${near}&sort=distance&species=dog&age=young&goodWith=children`,
    `${near}&sort=distance&tag=tag 0&color=black`,
    `${near}&within=300km&sort=distance&tag=tag 0`,
  ],
  search: [
    'q=word0',
    'q=word300',
    'q=word3999',
    'q=word0 word1 word2 word3',
    'q=a',
    'q=bal',
    'q=一',
    'q=word0&species=dog&age=young&goodWith=children',
    `q=collie&${near}&sort=distance`,
    'q=collie&publishedAfter=2026-11-20T00:00:00Z',
    'q=word0&sort=publishedAt',
    'q=一万丕',
    'q=一丁七丈三上下',
    'q=balala',
    'q=一&tag=tag 0',
  ],
  facets: [
    '',
    'species=dog',
    'age=young',
    'tag=tag 0',
    'color=black,white',
    'q=word0',
    'q=bal',
    `${near}&within=300km`,
    `${near}&within=300km&tag=tag 0`,
    'color=black&coat=wire',
    'specialNeeds=false&houseTrained=true',
    'publishedAfter=2026-01-01T00:00:00Z',
    'color=black,white,brown&tag=tag 0,tag 1',
    'q=一',
    'houseTrained=true&organizationId=1000',
    `${near}&within=300km&color=black,white&specialNeeds=false`,
  ],
}
/** The limits as multiples of a page; twice that with a million listings. */
const goals = { filter: 4, distance: 12, search: 12, facets: 12 }
/** How much memory the service may use to serve the whole sitemap, however many animals there are. */
const SITEMAP_MIB = 200
/** How much of that may be on the serving thread, however many listings there are. */
const MAX_SERVING = 6
const more = LISTINGS >= 1_000_000 ? 2 : 1
type Kind = keyof typeof lists
/** Milliseconds of all processes that take part, and of the serving thread alone. */
type Cpu = { all: number; serving: number }

const pathOf = (kind: Kind, query: string): string =>
  encodeURI(`/v1/listings${kind === 'facets' ? '/facets?' : '?limit=20&'}${query}`)

/** Spells the URL of the same page differently each time, because the cache uses the URL as its key. */
const pages = () => {
  let count = 0
  const spelled = (text: string, bits: number): string =>
    [...text].map((letter, at) => ((bits >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter)).join('')
  return (): string => {
    count += 1
    return `/v1/pets?limit=20&${spelled('status', count >> 9)}=${spelled('available', count)}`
  }
}

/** The processes that take part in a request: the service, and the server processes of its database connections. */
const takingPart = async (engine: Engine, url: string, pid: number) => {
  if (engine === 'sqlite') return { pids: async () => [pid], end: async () => {} }
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query('select current_database() as name')
  // The CPU time of parallel workers would not be counted.
  await client.query(`alter database ${rows[0].name} set max_parallel_workers_per_gather = 0`)
  return {
    async pids() {
      const { rows } = await client.query(`select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      return [pid, ...rows.map((row: { pid: number }) => row.pid)]
    },
    end: () => client.end(),
  }
}

/** Reads the sitemap, and returns how many animals it names. */
const readSitemap = async (port: number): Promise<number> => {
  const textOf = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  const index = await textOf('/sitemap.xml')
  let count = 0
  for (const [, path] of index.matchAll(/<loc>[^<]*(\/sitemaps\/\d+\.xml)</g)) {
    count += (await textOf(String(path))).split('<url>').length - 1
  }
  return count
}

const inTurn = async <Result>(count: number, run: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  for (let n = 0; n < count; n += 1) results.push(await run())
  return results
}

const openStore = async (engine: (typeof engines)[number], folder: string) => {
  const kept = process.env.STORE
  const { url, remove } = kept ? { url: kept, remove: async () => {} } : await freshDatabase(engine, folder)
  const database = await (engine === 'sqlite'
    ? openSqlite<Change, Author>({ path: url.slice('sqlite:'.length) })
    : openPostgres<Change, Author>({ url }))
  const keys = [await makeKey(database), await makeKey(database)] as const
  await database.close()
  if (!kept) await addListings({ engine, url, count: LISTINGS })
  return { url, keys, remove }
}

for (const engine of engines.filter((one) => one === (process.env.ENGINE ?? one))) {
  test(`${engine}: with ${LISTINGS} listings, lists, searches and counts take a bounded multiple of the time of a page of animals`, async (t) => {
    using folder = temporaryFolder()
    const { url, keys, remove } = await openStore(engine, folder.path)
    await using opened = new AsyncDisposableStack()
    opened.defer(remove)
    await using server = await startServer({
      folder: folder.path,
      settings: { DATABASE_URL: url, MEDIA_URL: folder.path, PORTAL_PER_MINUTE: '100000' },
    })
    const parts = await takingPart(engine, url, server.pid)
    opened.defer(parts.end)
    const [own, others] = keys.map((key) => timedRequests(server.port, key))
    if (!own || !others) throw new Error('there are two keys')
    const page = pages()
    for (let count = 0; count < 150; count += 1) await own(page())

    const cpuOf = async (path: string): Promise<Cpu> => {
      const pids = await parts.pids()
      const before = { all: cpuTimeMs(pids), serving: servingTimeMs(server.pid) }
      const { status } = await own(path)
      assert.equal(status, 200, path)
      const serving = servingTimeMs(server.pid) - before.serving
      return { all: cpuTimeMs(pids) - before.all, serving }
    }
    const ratioOf = async (path: string) => {
      const ours: Cpu[] = []
      const theirs: Cpu[] = []
      await own(path)
      for (let round = 0; round < ROUNDS; round += 1) {
        theirs.push(await cpuOf(page()))
        ours.push(await cpuOf(path))
      }
      const ms = median(ours.map(({ all }) => all))
      return {
        ms,
        ratio: ms / median(theirs.map(({ all }) => all)),
        serving: median(ours.map(({ serving }) => serving)) / median(theirs.map(({ serving }) => serving)),
      }
    }
    const missed: string[] = []
    const measureSitemap = async (): Promise<void> => {
      const pageMs = median(await inTurn(ROUNDS, async () => (await cpuOf(page())).all))
      const pids = await parts.pids()
      const [idleMib, idleMs] = [residentMebibytes(server.pid), cpuTimeMs(pids)]
      assert.equal(await readSitemap(server.port), LISTINGS)
      const moreMib = Math.round(residentMebibytes(server.pid) - idleMib)
      const ratio = (cpuTimeMs(pids) - idleMs) / (pageMs * (LISTINGS / 20))
      const line = `the sitemap takes ${moreMib} MiB of ${SITEMAP_MIB}, ${ratio.toFixed(2)} of pages with as many`
      t.diagnostic(line)
      if (moreMib > SITEMAP_MIB || ratio > 1) missed.push(line)
    }

    const measure = async (kind: Kind, path: string): Promise<void> => {
      const goal = goals[kind] * more
      let found = await ratioOf(path)
      const isOver = () => found.ratio > goal || found.serving > MAX_SERVING
      for (let count = 1; count < TRIES && isOver(); count += 1) {
        await sleep(BETWEEN_MS)
        found = await ratioOf(path)
      }
      const serving = `${found.serving.toFixed(1)} of it while others wait`
      const line = `${found.ratio.toFixed(1)} of ${goal}, ${serving}, ${found.ms.toFixed(1)} ms ${path}`
      t.diagnostic(line)
      if (isOver()) missed.push(line)
    }

    /** Measures how long another client's reads take while other connections send requests all the time. */
    const sampleBeside = async (name: string, pathAt: (n: number) => string): Promise<void> => {
      let isOver = false
      const hammers = Array.from({ length: CONNECTIONS }, async (_, at) => {
        const hammer = timedRequests(server.port, keys[0])
        for (let n = at; !isOver; n += 1) await hammer(pathAt(n))
      })
      const took: number[] = []
      const endMs = performance.now() + HAMMER_MS
      for (let id = 1; performance.now() < endMs; id = ((id * 7_919) % LISTINGS) + 1) {
        took.push((await others(`/v1/pets/${id}`)).ms)
        await sleep(2)
      }
      isOver = true
      await Promise.all(hammers)
      const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)]
      const what = `beside ${CONNECTIONS} connections of ${name}`
      t.diagnostic(`others' reads ${what}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
    }

    // Until all listings are loaded, a count of many may be rejected.
    const counts = pathOf('facets', 'color=black,white&tag=tag 0,tag 1')
    const askedMs = performance.now()
    while ((await own(counts)).status === 503) await sleep(BETWEEN_MS)
    t.diagnostic(`counted after ${Math.round(performance.now() - askedMs)} ms`)
    // The columns are loaded by now, so their memory does not count as the sitemap's.
    await measureSitemap()

    for (const [kind, queries] of Object.entries(lists) as [Kind, string[]][]) {
      for (const query of queries) await measure(kind, pathOf(kind, query))
    }
    // Pages down to the fortieth page of a hundred.
    for (const query of ['species=dog', 'sort=name', 'q=word0']) {
      let cursor: string | undefined
      for (let count = 0; count < 40; count += 1) {
        const path = `/v1/listings?limit=100&${query}${cursor ? `&cursor=${cursor}` : ''}`
        cursor = (await own(path)).headers['x-next-cursor']?.toString() ?? cursor
      }
      const kind = query.startsWith('q') ? 'search' : 'filter'
      await measure(kind, `/v1/listings?limit=20&${query}&cursor=${cursor}`)
    }
    for (const [kind, queries] of Object.entries(lists) as [Kind, string[]][]) {
      await sampleBeside('pages', page)
      await sampleBeside(kind, (n) => pathOf(kind, queries[n % queries.length] ?? ''))
    }
    assert.deepEqual(missed, [])
  })
}
