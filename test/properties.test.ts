import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { INT64_MAX, INT64_MIN } from '../server/platform/http/int64.ts'
import { parseJson, stringifyJson } from '../server/platform/http/json.ts'
import { type TestApp, testApp } from './harness/app.ts'

// A failure prints its seed and path; `{ seed, path }` beside numRuns runs it again.
let app: TestApp
let headers: Record<string, string>
before(async () => {
  app = await testApp()
  headers = app.bearer((await app.createKey('enterprise')).key)
})
after(() => app.close())

const name = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 255 })
  .filter((text) => /\S/u.test(text) && !/[\p{Cc}\p{Cs}]/u.test(text))

const newPet = fc.record(
  {
    name,
    categoryId: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
    status: fc.constantFrom('available', 'pending', 'sold'),
  },
  { requiredKeys: ['name', 'categoryId'] },
)

const read = (text: string) => parseJson(Buffer.from(text)).value

test('what is posted is what is read back, one by one and in the list', async () => {
  await fc.assert(
    fc.asyncProperty(newPet, async (sent) => {
      const created = await app.post('/v1/pets', stringifyJson(sent), headers)
      assert.equal(created.statusCode, 201, created.body)
      const pet = read(created.body) as { id: number; name: string; categoryId: bigint }
      const { categoryId, ...rest } = pet
      assert.equal(BigInt(categoryId), sent.categoryId)
      assert.deepEqual(rest, { id: pet.id, name: sent.name, status: sent.status ?? 'available' })
      const alone = await app.get(String(created.headers.location), headers)
      assert.equal(alone.body, created.body)
      for (const query of [
        `id=${pet.id}`,
        `sort=-id&limit=1&categoryId=${sent.categoryId}`,
        `sort=-id&limit=1&name=${encodeURIComponent(sent.name)}`,
        `sort=-id&limit=1&name=${encodeURIComponent([...sent.name][0] ?? '')}`,
      ]) {
        assert.equal((await app.get(`/v1/pets?${query}`, headers)).body, `[${created.body}]`, query)
      }
    }),
    { numRuns: 100 },
  )
})

test('paging shows each animal once and in order, also while others are added', async () => {
  await using own = await testApp()
  const { key } = await own.createKey('enterprise')
  const enterprise = own.bearer(key)
  const add = () => own.post('/v1/pets', { name: 'x', categoryId: 1 }, enterprise)
  await Promise.all(Array.from({ length: 30 }, add))
  let known = 30
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 25 }),
      fc.boolean(),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
      async (limit, descending, added) => {
        const seen: number[] = []
        const atStart = known
        let cursor: string | undefined
        for (let page = 0; page === 0 || cursor; page += 1) {
          const more = added[page] ?? 0
          const sort = descending ? '-id' : 'id'
          const from = cursor ? `&cursor=${cursor}` : ''
          const [response] = await Promise.all([
            own.get(`/v1/pets?limit=${limit}&sort=${sort}${from}`, enterprise),
            ...Array.from({ length: more }, add),
          ])
          known += more
          seen.push(...response.json().map(({ id }: { id: number }) => id))
          cursor = response.headers['x-next-cursor'] as string | undefined
        }
        const ordered = descending ? seen.toReversed() : seen
        assert.deepEqual(
          ordered,
          Array.from({ length: seen.length }, (_, index) => index + 1),
        )
        assert.ok(seen.length >= atStart && seen.length <= known)
      },
    ),
    { numRuns: 25 },
  )
})

/** A body that is wrong in at least one way, as JSON or as bytes. */
const invalidBody = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.json({ maxDepth: 4 }),
  fc
    .tuple(newPet, fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, maxKeys: 3 }))
    .filter(([, more]) => Object.keys(more).some((key) => !/^(name|categoryId|status)$/.test(key)))
    .map(([pet, more]) => stringifyJson({ ...pet, ...more })),
  fc
    .tuple(newPet, fc.constantFrom('name', 'categoryId', 'status'), fc.jsonValue())
    .filter(([, , value]) => typeof value === 'object' || typeof value === 'boolean')
    .map(([pet, field, value]) => stringifyJson({ ...pet, [field]: value })),
  fc
    .tuple(newPet, fc.nat())
    .map(([pet, at]) => stringifyJson(pet).slice(0, at % stringifyJson(pet).length)),
)

test('an invalid body is always 400 with all it should say, and adds nothing', async () => {
  const count = async () => {
    const answer = await app.get('/v1/pets?limit=1', { ...headers, prefer: 'return=total-count' })
    return Number(answer.headers['x-total-count'])
  }
  const atStart = await count()
  await fc.assert(
    fc.asyncProperty(invalidBody, async (body) => {
      const response = await app.post('/v1/pets', body, headers)
      assert.equal(response.statusCode, 400, response.body)
      const { code, errors } = response.json()
      assert.ok(['malformed_json', 'validation_failed'].includes(code), code)
      if (code === 'validation_failed') assert.ok(errors.length > 0)
    }),
    { numRuns: 300 },
  )
  assert.equal(await count(), atStart)
})

test('any query and any path below /v1 is answered, and never with 5xx', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('%', '%0', '%ff', '%00'))
  const escaped = text.map((raw) =>
    raw.replace(/[^!-~]|[#?]/gu, (point) =>
      point.isWellFormed() ? encodeURIComponent(point) : '',
    ),
  )
  const parameter = fc.constantFrom('limit', 'status', 'id', 'categoryId', 'name', 'sort', 'cursor')
  const query = fc.array(fc.tuple(fc.oneof(parameter, escaped), escaped), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('pets', 'pets/', ''),
      escaped,
      query,
      async (at, path, has) => {
        const search = has.map(([key, value]) => `${key}=${value}`).join('&')
        const isList = at === 'pets'
        const url = `/v1/${at}${isList ? '' : path}?${search}`
        const { statusCode } = await app.get(url, headers)
        assert.ok([200, 400, 404].includes(statusCode), `${url} -> ${statusCode}`)
      },
    ),
    { numRuns: 300 },
  )
})
