import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { onEachEngine, type TestApp, testApp } from './harness/app.ts'
import { eventually } from './harness/eventually.ts'
import { startLink } from './harness/link.ts'
import { readMetrics } from './harness/metrics.ts'
import { whyNoPostgres } from './harness/postgres.ts'
import { skipWithoutRedis, testRedis } from './harness/redis.ts'
import { rounds } from './harness/rounds.ts'
import { chooseSeed, seeded } from './harness/seeded.ts'

const STEPS = rounds({ usual: 16, torture: 600 })
const SITE_STEPS = rounds({ usual: 8, torture: 200 })
/** More than one page. */
const SITE_ANIMALS = 27
/** All visitors share one address, and need more pages than the limit per minute. */
const unlimited = { PORTAL_PER_MINUTE: '1000000' }
const statuses = ['available', 'pending', 'sold'] as const

/** Reads that are repeated, so that most of their responses are cached. */
const reads = [
  '/v1/pets?limit=3',
  '/v1/pets?limit=100',
  '/v1/pets?limit=4&sort=-id',
  ...statuses.map((status) => `/v1/pets?limit=3&status=${status}`),
  '/v1/pets?limit=2&categoryId=1',
  '/v1/pets?limit=50&categoryId=2&status=available',
  '/v1/pets?limit=3&name=a',
  '/v1/pets?id=1,2,5',
  ...[1, 2, 3, 4, 5].map((id) => `/v1/pets/${id}`),
]

const redis = await testRedis()
const whyNot = redis ? whyNoPostgres() : skipWithoutRedis

onEachEngine('every cached response matches the current state of the store', async (open) => {
  await using app = await open()
  await holdUnderChanges([app])
})

onEachEngine('every page of the site matches the current listings', async (open) => {
  await using app = await open({ settings: unlimited })
  await holdSiteUnderChanges([app])
})

suite('cached responses of two replicas', { skip: whyNot ?? false }, () => {
  if (!redis || whyNot) return
  after(() => redis.close())

  /** Two services on one PostgreSQL and one Redis. */
  const openTwo = async () => {
    const settings = {
      ...unlimited,
      REDIS_URL: redis.url,
      REDIS_PREFIX: `${redis.prefix}${randomUUID()}:`,
      // Redis on a busy machine must not count as unavailable.
      REDIS_DEADLINE_MS: '1000',
    }
    const one = await testApp({ engine: 'postgres', settings })
    const shared = { ...settings, DATABASE_URL: one.databaseUrl }
    const other = await testApp({ engine: 'postgres', settings: shared })
    /** A service whose notifications reach nobody, like a process that ends before it sends them. */
    const openUnheard = () => testApp({ engine: 'postgres', settings: { ...shared, REDIS_PREFIX: redis.prefix } })
    const close = async () => {
      await other.close()
      await one.close()
    }
    return { one, other, openUnheard, [Symbol.asyncDispose]: close }
  }

  test('every page matches the current state of the store, whichever replica made the change', async () => {
    await using two = await openTwo()
    await holdUnderChanges([two.one, two.other])
  })

  test('no page of the site differs from the listings, whichever replica made the change', async () => {
    await using two = await openTwo()
    await holdSiteUnderChanges([two.one, two.other])
  })

  test('a request that is repeated after its replica ended without notifying is visible on all replicas once it has a response', async () => {
    await using two = await openTwo()
    const { one, other } = two
    const { key } = await one.createKey('enterprise')
    const url = '/v1/pets?limit=3'
    for (const app of [one, other]) await app.get(url, one.bearer(key))
    const headers = { ...one.bearer(key), 'idempotency-key': 'again' }
    const pet = { name: 'Ada', categoryId: 1 }
    await using unheard = await two.openUnheard()
    await unheard.post('/v1/pets', pet, headers)
    assert.equal((await other.get(url, one.bearer(key))).json().length, 0, 'kept, and not reported')
    const again = await one.post('/v1/pets', pet, headers)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    for (const app of [one, other]) assert.equal((await app.get(url, one.bearer(key))).json().length, 1)
    const before = await missesOf(other)
    await one.post('/v1/pets', pet, headers)
    await other.get(url, one.bearer(key))
    assert.equal(await missesOf(other), before, 'published once')
  })

  for (const fault of ['cut', 'silence'] as const) {
    test(`a replica that has lost Redis gets no writes, and others show what it has written (${fault})`, async () => {
      const { port } = new URL(redis.url)
      using link = await startLink(Number(port))
      const shared = {
        ...unlimited,
        REDIS_PREFIX: `${redis.prefix}${randomUUID()}:`,
        REDIS_DEADLINE_MS: '1000',
      }
      await using lost = await testApp({
        engine: 'postgres',
        settings: { ...shared, REDIS_URL: `redis://127.0.0.1:${link.port}` },
      })
      await using other = await testApp({
        engine: 'postgres',
        settings: { ...shared, REDIS_URL: redis.url, DATABASE_URL: lost.databaseUrl },
      })
      const { key } = await lost.createKey('enterprise')
      const headers = lost.bearer(key)
      const readiness = async (app: TestApp) => ({
        state: (await app.send({ url: '/readyz' })).json(),
        writes: (await app.send({ url: '/readyz?require=write' })).statusCode,
      })
      const isReady = async (app: TestApp) => {
        const { state, writes } = await readiness(app)
        return state.status === 'ready' && writes === 200
      }
      const names = async (app: TestApp): Promise<string[]> => {
        const list = await app.get('/v1/pets', headers)
        return list.json().map(({ name }: { name: string }) => name)
      }
      const add = async (name: string) => {
        const profile = { published: true, species: 'dog' }
        const added = await lost.post('/v1/pets', { name, categoryId: 1 }, headers)
        assert.equal(added.statusCode, 201)
        const url = `/v1/pets/${added.json().id}/profile`
        const payload = JSON.stringify(profile)
        const json = { ...headers, 'content-type': 'application/json' }
        const put = await lost.inject({ method: 'PUT', url, headers: json, payload })
        assert.equal(put.statusCode, 200)
      }
      /** Its clock stands still, so that no cached response expires. */
      const isShown = async (name: string) =>
        (await names(other)).includes(name) && (await other.send({ url: '/adopt' })).body.includes(`>${name}<`)

      await add('before')
      assert.ok(await isShown('before'))
      link[fault]()
      await add('lost')
      await eventually('the other replica shows what was written', () => isShown('lost'))
      await eventually('it has noticed', async () => (await readiness(lost)).writes === 503)
      const { state } = await readiness(lost)
      assert.deepEqual(state, { status: 'degraded', reasons: ['redis_unreachable'] })
      assert.ok(await isReady(other))
      await add('later')
      await eventually('the other replica shows what was written', () => isShown('later'))
      link.mend()
      await eventually('it is ready again', () => isReady(lost))
      await add('found')
      assert.ok(await isShown('found'))
    })
  }

  test('without Redis for all replicas, each is ready and shows what the others write', async () => {
    const { port } = new URL(redis.url)
    using link = await startLink(Number(port))
    const settings = {
      REDIS_URL: `redis://127.0.0.1:${link.port}`,
      REDIS_PREFIX: `${redis.prefix}${randomUUID()}:`,
    }
    await using one = await testApp({ engine: 'postgres', settings })
    await using other = await testApp({
      engine: 'postgres',
      settings: { ...settings, DATABASE_URL: one.databaseUrl },
    })
    const { key } = await one.createKey('enterprise')
    for (const app of [one, other]) await app.get('/v1/pets', one.bearer(key))
    link.cut()
    const isAlone = ({ logLines }: TestApp) => logLines.some((line) => line.includes('"down"'))
    await eventually('both notice', () => isAlone(one) && isAlone(other))
    const canWrite = async ({ send }: TestApp) => (await send({ url: '/readyz?require=write' })).statusCode === 200
    await eventually('both are ready for writes', async () => (await canWrite(one)) && (await canWrite(other)))
    await one.post('/v1/pets', { name: 'Ada', categoryId: 1 }, one.bearer(key))
    assert.equal((await other.get('/v1/pets', one.bearer(key))).json().length, 1)
  })

  test('a change on one replica invalidates only the affected entries on the other', async () => {
    await using two = await openTwo()
    const { one, other } = two
    const { key } = await one.createKey('enterprise')
    const headers = { ...one.bearer(key), 'content-type': 'application/json' }
    const ids: string[] = []
    const add = async (pet: object): Promise<void> => {
      const { body } = await one.post('/v1/pets', pet, headers)
      ids.push(String(JSON.parse(body).id))
    }
    for (let at = 0; at < 5; at += 1) await add({ name: `Pet ${at}`, categoryId: 1 })
    const first = '/v1/pets?limit=3'
    const last = '/v1/pets?limit=100'
    const newest = '/v1/pets?limit=3&sort=-id'
    const sold = '/v1/pets?limit=3&status=sold'
    const elsewhere = '/v1/pets?categoryId=2'
    const single = `/v1/pets/${ids[0]}`
    const urls = [first, last, newest, sold, elsewhere, single]
    const change = (id: string | undefined, patch: object) =>
      one.inject({
        method: 'PATCH',
        url: `/v1/pets/${id}`,
        headers,
        payload: JSON.stringify(patch),
      })

    /** Which of them the other replica reads again after the change. */
    const droppedBy = async (make: () => Promise<unknown>): Promise<string[]> => {
      for (const url of urls) await other.get(url, headers)
      await make()
      const dropped: string[] = []
      for (const url of urls) {
        const before = await missesOf(other)
        await other.get(url, headers)
        if ((await missesOf(other)) > before) dropped.push(url)
      }
      return dropped
    }

    const unnamed = () => one.get('/v1/pets/999', headers)
    assert.deepEqual(await droppedBy(unnamed), [])
    assert.deepEqual(await droppedBy(() => add({ name: 'Six', categoryId: 1 })), [last, newest])
    assert.deepEqual(await droppedBy(() => change(ids[4], { name: 'Five' })), [last, newest])
    assert.deepEqual(await droppedBy(() => change(ids[0], { name: 'One' })), [first, last, single])
    assert.deepEqual(await droppedBy(() => change(ids[5], { status: 'sold' })), [last, newest, sold])
    assert.deepEqual(await droppedBy(() => add({ name: 'Seven', categoryId: 2 })), [last, newest, elsewhere])
    const remove = () => one.inject({ method: 'DELETE', url: `/v1/pets/${ids[0]}`, headers: one.bearer(key) })
    const missing = [first, last, single]
    assert.deepEqual(await droppedBy(remove), missing)
    // Only missing objects are read each time.
    assert.deepEqual(await droppedBy(unnamed), [single])
  })
})

/** Makes changes through all apps, which share a store, between and during reads of what they cache. */
const holdUnderChanges = async (apps: readonly TestApp[]): Promise<void> => {
  const seed = chooseSeed()
  const random = seeded(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const [first] = apps
  if (!first) return
  const { key } = await first.createKey('enterprise')
  const headers = { ...first.bearer(key), 'content-type': 'application/json' }
  const urls = [...reads]

  const change = async (): Promise<void> => {
    const path = `/v1/pets/${1 + below(12)}`
    const pet = { name: pick(['Ada', 'Bo', 'ab']), categoryId: 1 + below(3) }
    const payload = JSON.stringify({ ...pet, ...(random() < 0.5 && { status: pick(statuses) }) })
    const changes = [
      { method: 'POST', url: '/v1/pets', payload },
      { method: 'PATCH', url: path, payload },
      { method: 'PATCH', url: path, payload: '{"name":"Zed"}' },
      { method: 'DELETE', url: path },
      { method: 'POST', url: '/v1/pets:batch', payload: `{"pets":[${payload},${payload}]}` },
    ] as const
    await pick(apps).send({ headers, ...pick(changes) })
  }

  /** Requests it from each, and also in a spelling that was never used, which cannot be cached. */
  const compare = async (url: string, step: number): Promise<void> => {
    const prefer = random() < 0.3 ? { prefer: 'return=total-count' } : {}
    const fresh = `${url}${url.includes('?') ? '' : '?'}${'&'.repeat(step + 1)}`
    const get = (app: TestApp, asked: string) => app.get(asked, { ...headers, ...prefer })
    const responses = await Promise.all([get(first, fresh), ...apps.map((app) => get(app, url))])
    const [stored, ...seen] = responses.map(shownBy)
    for (const [at, shown] of seen.entries())
      assert.deepEqual(shown, stored, `SEED=${seed} step ${step}, app ${at}: ${url}`)
    const next = /<[^>]*?(\/v1[^>]*)>; rel="next"/.exec(String(responses[1]?.headers.link))?.[1]
    if (next && urls.length < 60) urls.push(next)
  }

  for (let step = 0; step < STEPS; step += 1) {
    await change()
    for (let count = 0; count < 6; count += 1) await compare(pick(urls), step)
    // Some at once, together with reads of what they change.
    const beside = apps.flatMap((app) => [1, 2, 3].map(() => app.get(pick(urls), headers)))
    await Promise.all([change(), change(), ...beside])
    for (let count = 0; count < 3; count += 1) await compare(pick(urls), step)
  }
}

/** Filters of `/adopt` that the list of the API also has. */
const siteFilters = [
  '',
  'species=dog',
  'species=cat&sex=female',
  'sort=name',
  'sort=publishedAt',
  'q=fluffy',
  'status=pending',
  'goodWith=children',
  'tag=calm',
]

/** Requested like by a browser, compressed: some parts were cached in compressed form and others were not. */
const compressedPage = async (app: TestApp, url: string): Promise<string> => {
  const { rawPayload, headers } = await app.send({
    url,
    headers: { 'accept-encoding': 'gzip, br' },
  })
  const isBrotli = headers['content-encoding'] === 'br'
  return (isBrotli ? brotliDecompressSync(rawPayload) : gunzipSync(rawPayload)).toString()
}

/** Compares the pages of the site with the listings, which are never cached, through all apps. */
const holdSiteUnderChanges = async (apps: readonly TestApp[]): Promise<void> => {
  const seed = chooseSeed()
  const random = seeded(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const [first] = apps
  if (!first) return
  const { key, accountId } = await first.createKey('enterprise')
  const json = { ...first.bearer(key), 'content-type': 'application/json' }
  const ids: string[] = []
  const drawProfile = (published: boolean) => ({
    published,
    species: pick(['dog', 'cat']),
    sex: pick(['female', 'male']),
    description: pick(['fluffy', 'quiet', null]),
    tags: pick([['calm'], []]),
    weightGrams: pick([1_000, 2_000]),
    goodWith: { children: pick([true, false]) },
  })
  const pets = Array.from({ length: SITE_ANIMALS }, () => ({ name: 'Ada', categoryId: 1 }))
  const added = await first.post('/v1/pets:batch', { pets }, json)
  for (const { pet } of added.json().results) ids.push(String(pet.id))
  const profiles = ids.map((id) => ({ petId: Number(id), ...drawProfile(true) }))
  const described = await first.post('/v1/profiles:batch', { profiles }, json)
  assert.equal(described.statusCode, 200, described.body)

  const change = async (): Promise<void> => {
    const path = `/v1/pets/${pick(ids)}`
    const profile = drawProfile(random() < 0.8)
    const [[method, url, body]] = [
      pick([
        ['PUT', `${path}/profile`, profile],
        ['PUT', `${path}/profile`, profile],
        ['PATCH', `${path}/profile`, { description: pick(['fluffy', 'loud']) }],
        ['PATCH', `${path}/profile`, { weightGrams: pick([3_000, 4_000]) }],
        ['PATCH', `${path}/profile`, { published: pick([true, false]) }],
        ['PATCH', path, { name: pick(['Bo', 'Cy', 'Zed']) }],
        ['PATCH', path, { status: pick(statuses) }],
        ['PUT', `/v1/accounts/${accountId}/organization`, { name: pick(['Paws', 'Tails']) }],
      ] as const),
    ]
    await pick(apps).send({ method, url, headers: json, payload: JSON.stringify(body) })
  }

  const compare = async (app: TestApp, step: number): Promise<void> => {
    const filter = pick(siteFilters)
    const about = `SEED=${seed} step ${step} ${filter}`
    const page = await app.send({ url: `/adopt?${filter}` })
    assert.equal(await compressedPage(app, `/adopt?${filter}`), page.body, about)
    const listed = await app.get(`/v1/listings?limit=20&${filter}`, json)
    assert.deepEqual(cardsOf(page.body), namedBy(listed.json()), about)
    const [, next] = /<a class="btn primary" rel="next" href="([^"]+)"/.exec(page.body) ?? []
    const cursor = listed.headers['x-next-cursor']
    assert.equal(next === undefined, cursor === undefined, about)
    if (next !== undefined) {
      const more = await app.get(`/v1/listings?limit=20&${filter}&cursor=${cursor}`, json)
      const second = await app.send({ url: next.replaceAll('&amp;', '&') })
      assert.deepEqual(cardsOf(second.body), namedBy(more.json()), `${about}: second page`)
    }
    const counted = await app.get(`/v1/listings/facets?${filter.replace(/&?sort=[^&]*/, '')}`, json)
    const total = Object.values<number>(counted.json().species).reduce((sum, one) => sum + one, 0)
    assert.ok(page.body.includes(`>${total} animal${total === 1 ? '' : 's'}<`), `${about}: ${total}`)

    const id = pick(ids)
    const listing = await app.get(`/v1/listings/${id}`, json)
    const found = await app.send({ url: `/adopt/${id}`, headers: { accept: 'text/html' } })
    const own = found.headers.location ? await app.send({ url: String(found.headers.location) }) : found
    assert.equal(own.statusCode, listing.statusCode, `${about}: ${id}`)
    if (listing.statusCode !== 200) return
    const { name, description, organization, weightGrams } = listing.json()
    const weight = weightGrams === null ? name : `>${weightGrams / 1_000} kg<`
    for (const text of [`>${name}</h1>`, description ?? name, organization.name ?? name, weight])
      assert.ok(own.body.includes(text), `${about}: ${id} ${text}`)
    if (listing.json().status !== 'available') return
    const feed = await app.send({ url: '/feeds/listings.json' })
    const item = feed.json().items.find(({ url }: { url: string }) => url.includes(`/adopt/${id}-`))
    assert.ok(item?.title.startsWith(name), `${about}: ${id} in the feed`)
    assert.ok(item.content_html.includes(description ?? ''), `${about}: ${id} in the feed`)
  }

  for (let step = 0; step < SITE_STEPS; step += 1) {
    // Pages that expire within a second are sent in another way.
    for (const { clock } of apps) clock.advance(pick([0, 400, 1_000]))
    await change()
    for (let count = 0; count < 3; count += 1) await compare(pick(apps), step)
    // Some at once, together with reads of what they change.
    const beside = apps.map((app) => app.send({ url: `/adopt?${pick(siteFilters)}` }))
    await Promise.all([change(), change(), ...beside])
    await compare(pick(apps), step)
  }
}

const cardsOf = (page: string) => {
  const cards = page.matchAll(/<h3 dir="auto"><a href="([^"]+)">([^<]*)<.*?<p>(.*?)<\/article>/gs)
  return [...cards].map(([, path, name, rest = '']) => [path, name, rest.includes('>Children<')])
}

const namedBy = (listed: readonly Listed[]) =>
  listed.map(({ id, name, goodWith }) => [`/adopt/${id}-${name.toLowerCase()}`, name, goodWith.children === true])

type Listed = { id: number; name: string; goodWith: { children: boolean | null } }

const missesOf = async (app: TestApp): Promise<number> => {
  const metrics = readMetrics((await app.send({ url: '/metrics' })).body)
  return metrics.get('adoption_page_lookups_total{result="miss"}') ?? assert.fail('no such figure')
}

/** The parts of a response that do not differ for each request. */
const shownBy = (response: Awaited<ReturnType<TestApp['get']>>) => ({
  status: response.statusCode,
  // The body of an error contains the id of the request.
  body: response.statusCode === 200 ? response.body : response.json().code,
  etag: response.headers.etag,
  link: response.headers.link,
  cursor: response.headers['x-next-cursor'],
  total: response.headers['x-total-count'],
})
