import assert from 'node:assert/strict'
import fc from 'fast-check'
import { INT64_MAX, INT64_MIN } from '../server/platform/http/int64.ts'
import { parseJson, stringifyJson } from '../server/platform/http/json.ts'
import { anyCharacter } from './harness/any-character.ts'
import { onEachEngine, type TestApp } from './harness/app.ts'

// A failure prints its seed and path; adding `{ seed, path }` to numRuns repeats it.
const unlimited = async (app: TestApp) => app.bearer((await app.createKey('enterprise')).key)

const name = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 255 })
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

onEachEngine('posted animals are read back unchanged, one by one and in the list', async (testApp) => {
  await using app = await testApp()
  const headers = await unlimited(app)
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

onEachEngine('paging shows each animal once and in order, even while others are added', async (testApp) => {
  await using app = await testApp()
  const headers = await unlimited(app)
  const known: number[] = []
  const add = async () => {
    known.push((await app.post('/v1/pets', { name: 'x', categoryId: 1 }, headers)).json().id)
  }
  await Promise.all(Array.from({ length: 30 }, add))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3, max: 25 }),
      fc.boolean(),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
      async (limit, descending, added) => {
        const seen: number[] = []
        const atStart = [...known]
        let cursor: string | undefined
        for (let page = 0; page === 0 || cursor; page += 1) {
          const more = added[page] ?? 0
          const sort = descending ? '-id' : 'id'
          const from = cursor ? `&cursor=${cursor}` : ''
          const [response] = await Promise.all([
            app.get(`/v1/pets?limit=${limit}&sort=${sort}${from}`, headers),
            ...Array.from({ length: more }, add),
          ])
          seen.push(...response.json().map(({ id }: { id: number }) => id))
          cursor = response.headers['x-next-cursor'] as string | undefined
        }
        const inOrder = [...new Set(seen)].sort((one, other) => (descending ? other - one : one - other))
        assert.deepEqual(seen, inOrder)
        const shown = new Set(seen)
        assert.ok(atStart.every((id) => shown.has(id)))
        assert.ok(shown.isSubsetOf(new Set(known)))
      },
    ),
    { numRuns: 25 },
  )
})

/** A body that is invalid in at least one way, as JSON or as bytes. */
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
  fc.tuple(newPet, fc.nat()).map(([pet, at]) => stringifyJson(pet).slice(0, at % stringifyJson(pet).length)),
)

onEachEngine('an invalid body is always 400 with a complete error, and adds nothing', async (testApp) => {
  await using app = await testApp()
  const headers = await unlimited(app)
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

onEachEngine('any query and any path below /v1 gets a response, and never 5xx', async (testApp) => {
  await using app = await testApp()
  const headers = await unlimited(app)
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('%', '%0', '%ff', '%00'))
  const escaped = text.map((raw) =>
    raw.replace(/[^!-~]|[#?]/gu, (point) => (point.isWellFormed() ? encodeURIComponent(point) : '')),
  )
  const parameter = fc.constantFrom('limit', 'status', 'id', 'categoryId', 'name', 'sort', 'cursor')
  const query = fc.array(fc.tuple(fc.oneof(parameter, escaped), escaped), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('pets', 'pets/', ''), escaped, query, async (at, path, has) => {
      const search = has.map(([key, value]) => `${key}=${value}`).join('&')
      const isList = at === 'pets'
      const url = `/v1/${at}${isList ? '' : path}?${search}`
      const { statusCode } = await app.get(url, headers)
      assert.ok([200, 400, 404].includes(statusCode), `${url} -> ${statusCode}`)
    }),
    { numRuns: 300 },
  )
})
