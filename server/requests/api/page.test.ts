import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { expanded } from '../../../test/harness/openapi-document.ts'

type Document = { paths: Record<string, { get?: { parameters?: { name: string }[] } }> }
const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')
const document: Document = expanded(JSON.parse(text))

/** Every list that can be continued after an id. */
const lists = Object.entries(document.paths)
  .filter(([path, { get }]) => {
    const names = get?.parameters?.map(({ name }) => name) ?? []
    // Reports of imports have positions instead of ids, and no cursor.
    return names.includes('after') && names.includes('cursor') && !path.startsWith('/events')
  })
  .map(([path]) => path)

/** Creates at least three of everything. */
const fill = async (app: TestApp) => {
  const admin = await adminOf(app)
  const add = async (path: string, body: object): Promise<number> => {
    const response = await admin.post(`/v1${path}`, body)
    assert.equal(response.statusCode, 201, `${path}: ${response.body}`)
    return response.json().id
  }
  const put = (path: string, body: object) =>
    app.inject({
      method: 'PUT',
      url: `/v1${path}`,
      payload: JSON.stringify(body),
      headers: { ...admin.headers, 'content-type': 'application/json' },
    })
  const customer = { name: 'Ada', email: 'ada@example.org' }
  for (const at of [1, 2, 3]) {
    const petId = await add('/pets', { name: `Pet ${at}`, categoryId: -at })
    await add('/store/orders', { petId, customer })
    await add('/applications', { formId: 1, petId, applicant: customer, answers: {} })
    await add('/forms', { name: `Form ${at}`, questions: [] })
    await add('/webhooks', { url: `https://hooks.example.org/${at}` })
    await add('/users', { email: `u${at}@example.org`, name: `User ${at}`, role: 'viewer' })
    const account = await add('/accounts', { name: `Account ${at}`, plan: 'free' })
    await add(`/accounts/${admin.accountId}/keys`, { name: `Key ${at}` })
    await put(`/accounts/${account}/organization`, { name: `Shelter ${at}` })
    await put(`/categories/${at}`, { name: `Category ${at}` })
    const file = { method: 'POST', url: '/v1/imports', payload: `a,b\n${at},2\n` } as const
    const headers = { ...admin.headers, 'content-type': 'text/csv' }
    assert.equal((await app.inject({ ...file, headers })).statusCode, 201)
  }
  return admin
}

onEachEngine('a list continues after the id of the last item, for clients that cannot read headers', async (open) => {
  await using app = await open({ resolve: async () => ['8.8.8.8'] })
  const admin = await fill(app)
  const read = async (url: string): Promise<{ id: number }[]> => {
    const response = await admin.get(url)
    assert.equal(response.statusCode, 200, `${url}: ${response.body}`)
    return response.json()
  }
  assert.ok(lists.length > 10, lists.join())
  for (const path of [...lists, '/pets?sort=-id', '/store/orders?status=placed']) {
    const url = `/v1${path.replace('{accountId}', String(admin.accountId))}`
    const asked = `${url}${url.includes('?') ? '&' : '?'}`
    const whole = await read(`${asked}limit=100`)
    assert.ok(whole.length >= 3, path)
    const seen: { id: number }[] = []
    for (;;) {
      const last = seen.at(-1)
      const page = await read(`${asked}limit=2${last ? `&after=${last.id}` : ''}`)
      seen.push(...page)
      if (page.length < 2) break
    }
    // Other fields may change meanwhile, such as when a key was last used; reads add to the audit log.
    const wanted = whole.map(({ id }) => id)
    const found = seen.map(({ id }) => id).filter((id) => wanted.includes(id))
    assert.deepEqual(found, wanted, path)
  }
  for (const wrong of ['after=x', 'after=1.5', 'after=9223372036854775808', 'after=1&after=2']) {
    const response = await admin.get(`/v1/pets?${wrong}`)
    assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_parameter'], wrong)
  }
  const { headers } = await admin.get('/v1/pets?limit=1')
  const both = await admin.get(`/v1/pets?after=1&cursor=${headers['x-next-cursor']}`)
  assert.equal(both.statusCode, 400)
  assert.match(both.body, /"after".*cannot be combined with `cursor`/)
  assert.deepEqual(await read('/v1/pets?after=9223372036854775807'), [])
  assert.equal((await read('/v1/pets?after=-9223372036854775808')).length, 3)
})
