import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { applicationsOf, publishableKey } from '../../../test/harness/applications.ts'

const asking = (label: string) => [{ id: 'q', label, kind: 'text' }]

const published = async (app: TestApp, species: string): Promise<string> => {
  const store = applicationsOf(app)
  const id = await store.addPet({ name: 'Biscuit' })
  const profile = await store.put(`/v1/pets/${id}/profile`, { species, published: true })
  assert.equal(profile.statusCode, 200, profile.body)
  return `/adopt/${id}-biscuit/apply`
}

onEachEngine('applicants get the newest form in use for the species of the animal, and no draft', async (testApp) => {
  await using app = await testApp({ settings: { PORTAL_PER_MINUTE: '100000' } })
  const store = applicationsOf(app)
  const [dog, cat] = [await published(app, 'dog'), await published(app, 'cat')]
  const pages = async (label: string) =>
    Promise.all([dog, cat].map(async (url) => (await app.get(url, {})).body.includes(label)))
  const general = { name: 'All', questions: asking('For everybody?') }
  const made = await store.post('/v1/forms', general)
  assert.equal(made.json().state, 'inUse')
  assert.deepEqual(await pages('For everybody?'), [true, true])
  const dogs = { questions: asking('For dogs?'), species: ['dog'], state: 'draft' }
  const draft = (await store.post('/v1/forms', dogs)).json()
  assert.deepEqual([draft.state, draft.species], ['draft', ['dog']])
  assert.deepEqual(await pages('For dogs?'), [false, false])
  const url = `/v1/forms/${draft.id}`
  const used = await store.put(url, { questions: dogs.questions, state: 'inUse' })
  assert.deepEqual(
    [used.json().state, used.json().species, used.json().version],
    ['inUse', ['dog'], 1],
    'the species stays, and there is no new version',
  )
  assert.deepEqual(await pages('For dogs?'), [true, false])
  assert.deepEqual(await pages('For everybody?'), [false, true])
  await store.put(url, { questions: asking('For all?'), species: [] })
  assert.deepEqual(await pages('For all?'), [true, true])
  assert.equal((await store.get(url)).json().species, undefined)
})

onEachEngine('a draft is hidden from keys of pages, and nobody can apply with it', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const page = applicationsOf(app, await publishableKey(app))
  const draft = (await store.post('/v1/forms', { questions: [], state: 'draft' })).json()
  const idsOf = async (some: typeof store) => (await some.get('/v1/forms')).json().map(({ id }: { id: number }) => id)
  assert.deepEqual(await idsOf(store), [1, draft.id])
  assert.deepEqual(await idsOf(page), [1])
  assert.equal((await page.get('/v1/forms?limit=1')).headers.link, undefined)
  assert.equal((await page.get(`/v1/forms/${draft.id}`)).statusCode, 404)
  const url = `/v1/forms/${draft.id}`
  await store.put(url, { name: 'Shown', questions: [], state: 'inUse' })
  assert.equal((await page.get(`${url}?version=1`)).statusCode, 404, 'it was a draft')
  assert.equal((await page.get(`${url}?version=2`)).statusCode, 200)
  assert.equal((await store.get(`${url}?version=1`)).statusCode, 200)
  await store.put(url, { questions: [], state: 'draft' })
  const refused = await store.apply({ formId: draft.id })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [400, 'formId'], refused.body)
})

onEachEngine('the form that serves every account stays in use, for all species', async (testApp) => {
  await using app = await testApp()
  const admin = applicationsOf(app, (await adminOf(app)).headers)
  for (const [field, value] of [
    ['state', 'draft'],
    ['species', ['dog']],
  ] as const) {
    const response = await admin.put('/v1/forms/1', { questions: [], [field]: value })
    assert.deepEqual([response.statusCode, response.json().errors[0].field], [400, field])
  }
  const doubled = await admin.put('/v1/forms/1', { questions: [], species: ['dog', 'dog'] })
  assert.equal(doubled.json().errors[0].field, 'species')
})
