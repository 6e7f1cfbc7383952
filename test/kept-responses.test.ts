import assert from 'node:assert/strict'
import { onEachEngine, type TestApp } from './harness/app.ts'
import { chooseSeed, seeded } from './harness/seeded.ts'

const STEPS = 120
const statuses = ['available', 'pending', 'sold'] as const

/** Reads that are repeated again and again, so that most of them are kept. */
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

onEachEngine('no kept response differs from what the store has at that moment', async (open) => {
  const seed = chooseSeed()
  const random = seeded(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  await using app = await open()
  const { key } = await app.createKey('enterprise')
  const headers = { ...app.bearer(key), 'content-type': 'application/json' }
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
    await app.send({ headers, ...pick(changes) })
  }

  /** Both are asked at once; the second is spelled as nothing before was, so that it comes from the store. */
  const compare = async (url: string, step: number): Promise<void> => {
    const prefer = random() < 0.3 ? { prefer: 'return=total-count' } : {}
    const fresh = `${url}${url.includes('?') ? '' : '?'}${'&'.repeat(step + 1)}`
    const [kept, read] = await Promise.all(
      [url, fresh].map((each) => app.get(each, { ...headers, ...prefer })),
    )
    const seen = [kept, read].map((response) => shownBy(response))
    assert.deepEqual(seen[0], seen[1], `SEED=${seed} step ${step}: ${url}`)
    const next = /<[^>]*?(\/v1[^>]*)>; rel="next"/.exec(String(kept?.headers.link))?.[1]
    if (next && urls.length < 60) urls.push(next)
  }

  for (let step = 0; step < STEPS; step += 1) {
    await change()
    for (let count = 0; count < 6; count += 1) await compare(pick(urls), step)
  }
})

/** What a response shows, without what differs from one request to the next. */
const shownBy = (response: Awaited<ReturnType<TestApp['get']>> | undefined) => ({
  status: response?.statusCode,
  // The request's id is in the body of an error.
  body: response?.statusCode === 200 ? response.body : response?.json().code,
  etag: response?.headers.etag,
  link: response?.headers.link,
  cursor: response?.headers['x-next-cursor'],
  total: response?.headers['x-total-count'],
})
