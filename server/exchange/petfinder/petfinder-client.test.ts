import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { testApp } from '../../../test/harness/app.ts'

type Problem = Error & {
  type: string
  status: number
  details: string
  invalidParams?: { in: string; path: string; message: string }[]
}
type Response = { data: Record<string, unknown>; headers: Record<string, string> }
type Client = {
  http: { get: (url: string) => Promise<Response> }
  authenticate: () => Promise<Response>
  animal: {
    search: (parameters?: object) => Promise<Response>
    show: (id: unknown) => Promise<Response>
  }
  animalData: {
    types: () => Promise<Response>
    type: (type: string) => Promise<Response>
    breeds: (type: string) => Promise<Response>
  }
  organization: {
    search: (parameters?: object) => Promise<Response>
    show: (id: unknown) => Promise<Response>
  }
}
type Options = { apiKey: string; secret: string; baseUrl: string }

// The client has no types for ECMAScript modules.
const petfinder = createRequire(import.meta.url)('@petfinder/petfinder-js') as {
  Client: new (options: Options) => Client
}

const json = { 'content-type': 'application/json' }

/** A store with animals of one organization, and its URL. */
const shelter = async () => {
  const app = await testApp()
  const put = (url: string, body: object) =>
    app.inject({
      method: 'PUT',
      url,
      headers: { ...app.key, ...json },
      payload: JSON.stringify(body),
    })
  await put(`/v1/accounts/${app.accountId}/organization`, {
    name: 'Paws and Whiskers',
    address: { city: 'Minneapolis', state: 'MN', postcode: '55401', country: 'US' },
    location: { lat: 44.98, lng: -93.27 },
  })
  const pets = Array.from({ length: 7 }, (_, n) => ({ name: `Biscuit ${n}`, categoryId: 7 }))
  const { results } = (await app.post('/v1/pets:batch', { pets })).json()
  const profiles = results.map(({ pet }: { pet: { id: number } }) => ({
    petId: pet.id,
    published: true,
    species: 'dog',
    sex: 'female',
    size: 'extraLarge',
    coat: 'short',
    breeds: { primary: 'Pug' },
    colors: ['Black'],
    birthDate: '2019-05-05',
    goodWith: { children: true, dogs: true, cats: true },
    houseTrained: true,
    declawed: true,
    specialNeeds: 'A pill a day.',
  }))
  await app.post('/v1/profiles:batch', { profiles })
  const address = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `${address}/compat/petfinder/v2`
  const clientWith = (secret: string) => new petfinder.Client({ apiKey: 'our site', secret, baseUrl })
  const client = clientWith(app.key.authorization.slice('Bearer '.length))
  return { app, address, client, clientWith, [Symbol.asyncDispose]: app.close }
}

test("Petfinder's own client works when only its base URL is changed", async () => {
  await using store = await shelter()
  const { app, address, client } = store
  const { data } = await client.authenticate()
  assert.deepEqual([data.token_type, data.expires_in], ['Bearer', 3600])

  const everything = {
    type: 'Dog',
    breed: 'pug,samoyed',
    size: 'xlarge,large',
    gender: 'female',
    age: 'adult',
    color: 'Black',
    coat: 'short,curly',
    status: 'adoptable',
    name: 'iscui',
    organization: `${app.accountId}`,
    good_with_children: true,
    good_with_dogs: true,
    good_with_cats: 1,
    house_trained: true,
    declawed: 1,
    special_needs: true,
    location: 'Minneapolis, MN',
    distance: 25,
    sort: 'distance',
    page: 1,
    limit: 100,
    before: new Date(app.clock.nowMs() + 60_000).toISOString(),
    after: new Date(app.clock.nowMs() - 60_000),
  }
  const found = await client.animal.search(everything)
  assert.equal((found.data.animals as unknown[]).length, 7)
  assert.equal(found.headers['content-type'], 'application/json; charset=utf-8')
  const lists = await client.animal.search({ breed: ['pug', 'samoyed'] })
  assert.equal((lists.data.animals as unknown[]).length, 7)

  const [first] = found.data.animals as { id: number }[]
  const { animal } = (await client.animal.show(first?.id)).data as {
    animal: Record<string, unknown>
  }
  assert.deepEqual({ ...animal, distance: 0 }, { ...first, distance: 0 })

  const types = (await client.animalData.types()).data.types as { name: string }[]
  assert.equal(types.length, 8)
  for (const name of ['Dog', 'small-furry', 'Scales, Fins & Other']) {
    const { type } = (await client.animalData.type(encodeURIComponent(name))).data
    assert.ok((type as { name: string }).name)
  }
  const breeds = (await client.animalData.breeds('dog')).data.breeds as { name: string }[]
  assert.deepEqual(
    breeds.map(({ name }) => name),
    ['Pug'],
  )

  const query = { name: 'paws', location: '55401', distance: 10, state: 'MN', country: 'US' }
  const organizations = await client.organization.search({
    ...query,
    query: 'minne',
    sort: '-name',
  })
  const [organization] = organizations.data.organizations as { id: string }[]
  const shown = (await client.organization.show(organization?.id)).data.organization as object
  assert.deepEqual({ ...shown, distance: 0 }, { ...organization, distance: 0 })

  const seen: number[] = []
  let page = (await client.animal.search({ limit: 2 })).data
  for (;;) {
    const { animals, pagination } = page as {
      animals: { id: number }[]
      pagination: { _links: { next?: { href: string } } }
    }
    seen.push(...animals.map(({ id }) => id))
    const { next } = pagination._links
    if (!next) break
    page = (await client.http.get(address + next.href)).data
  }
  assert.equal(new Set(seen).size, 7)
  assert.equal(seen.length, 7)
})

test("Petfinder's own client recognises errors", async () => {
  await using store = await shelter()
  const { client, clientWith } = store
  const failed = async (work: Promise<unknown>): Promise<Problem> => {
    const error = await work.then(
      () => assert.fail('it did not fail'),
      (thrown: Problem) => thrown,
    )
    assert.equal(error.constructor.name, 'ProblemDetailsError', String(error))
    return error
  }
  const dragon = await failed(client.animal.search({ type: 'Dragon' }))
  assert.equal(dragon.message, 'Invalid Request')
  assert.equal(dragon.type, 'https://www.petfinder.com/developers/v2/docs/errors/ERR-00002/')
  assert.deepEqual(dragon.invalidParams, [
    { in: 'query', path: 'type', message: '"Dragon" is not a valid animal type.' },
  ])
  assert.equal((await failed(client.animal.show(999))).status, 404)
  assert.equal((await failed(client.organization.show('NJ333'))).status, 404)
  const wrong = await failed(clientWith('not a key').authenticate())
  assert.deepEqual([wrong.status, wrong.message], [401, 'invalid_client'])
  assert.equal(wrong.details, 'Client authentication failed')
})
