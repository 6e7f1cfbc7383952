import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'

const base = '/compat/petfinder/v2'
const json = { 'content-type': 'application/json' }

const problemOf = ({ headers, body }: { headers: Record<string, unknown>; body: string }) => {
  assert.equal(headers['content-type'], 'application/problem+json', body)
  const problem = JSON.parse(body)
  for (const name of ['type', 'title', 'detail']) assert.equal(typeof problem[name], 'string', body)
  return problem
}

const secretOf = ({ authorization = '' }: { authorization?: string }) => authorization.slice('Bearer '.length)

const requestToken = (app: TestApp, body: object | string, headers: Record<string, string> = json) =>
  app.send({
    method: 'POST',
    url: `${base}/oauth2/token`,
    headers,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

const grant = (secret: string) => ({
  grant_type: 'client_credentials',
  client_id: 'tests',
  client_secret: secret,
})

const tokenFor = async (app: TestApp, secret = secretOf(app.key)) => {
  const response = await requestToken(app, grant(secret))
  assert.equal(response.statusCode, 200, response.body)
  return app.bearer(response.json().access_token)
}

const read = async (app: TestApp, path: string, headers: Record<string, string>) => {
  const response = await app.send({ url: base + path, headers })
  assert.equal(response.statusCode, 200, `${path} ${response.body}`)
  return response.json()
}

type Facts = Record<string, unknown> & { name?: string }

/** Publishes animals, a second apart. */
const publish = async (app: TestApp, facts: readonly Facts[], headers = app.key) => {
  const ids: number[] = []
  for (const { name = 'Biscuit', ...rest } of facts) {
    const pet = (await app.post('/v1/pets', { name, categoryId: 7 }, headers)).json()
    const response = await app.inject({
      method: 'PUT',
      url: `/v1/pets/${pet.id}/profile`,
      headers: { ...headers, ...json },
      payload: JSON.stringify({ published: true, species: 'dog', ...rest }),
    })
    assert.equal(response.statusCode, 200, response.body)
    ids.push(pet.id)
    app.clock.advance(1_000)
  }
  return ids
}

test('a token lasts an hour, can only read listings, and can be requested by JSON and by a form', async () => {
  await using app = await testApp()
  const secret = secretOf(app.key)
  const response = await requestToken(app, grant(secret))
  assert.deepEqual(Object.keys(response.json()), ['token_type', 'expires_in', 'access_token'])
  const { token_type, expires_in } = response.json()
  assert.deepEqual([token_type, expires_in], ['Bearer', 3600])
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.ok(response.headers.ratelimit)
  const form = await requestToken(app, `grant_type=client_credentials&client_id=x%20y&client_secret=${secret}`, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.equal(form.statusCode, 200, form.body)
  const token = app.bearer(form.json().access_token)
  assert.equal((await app.send({ url: '/v1/listings', headers: token })).statusCode, 200)
  for (const url of ['/v1/pets', '/v1/organizations', '/v1/webhooks'])
    assert.equal((await app.send({ url, headers: token })).statusCode, 403, url)
  app.clock.advance(3_599_000)
  assert.equal((await app.send({ url: `${base}/animals`, headers: token })).statusCode, 200)
  app.clock.advance(1_000)
  const late = await app.send({ url: `${base}/animals`, headers: token })
  assert.equal(late.statusCode, 401)
  assert.equal(problemOf(late).detail, 'Access token invalid or expired')
})

onEachEngine('a token ends with its key: revoked, rotated, expired, or its account suspended', async (open) => {
  await using app = await open()
  const status = async (headers: Record<string, string>) =>
    (await app.send({ url: `${base}/animals`, headers })).statusCode
  for (const end of ['revoke', 'rotate', 'expire', 'suspend'] as const) {
    const expiresAt = new Date(app.clock.nowMs() + 60_000).toISOString()
    const { key, id, accountId } = await app.createKey('pro', end === 'expire' ? { expiresAt } : {})
    const granted = await requestToken(app, grant(key))
    assert.equal(granted.json().expires_in, end === 'expire' ? 60 : 3600)
    const token = app.bearer(granted.json().access_token)
    assert.equal(await status(token), 200)
    const admin = await app.createKey('pro', { scopes: ['admin'] })
    const send = (method: 'DELETE' | 'POST' | 'PATCH', url: string, body: object) =>
      app.send({
        method,
        url,
        headers: { ...app.bearer(admin.key), ...json },
        ...(method !== 'DELETE' && { payload: JSON.stringify(body) }),
      })
    if (end === 'revoke') await send('DELETE', `/v1/keys/${id}`, {})
    if (end === 'rotate') await send('POST', `/v1/keys/${id}/rotate`, {})
    if (end === 'suspend') await send('PATCH', `/v1/accounts/${accountId}`, { suspended: true })
    if (end === 'expire') app.clock.advance(60_000)
    assert.equal(await status(token), end === 'suspend' ? 403 : 401, end)
    assert.equal((await requestToken(app, grant(key))).statusCode, end === 'suspend' ? 403 : 401)
  }
})

test('every error below /compat has the format of version 2', async () => {
  await using app = await testApp()
  const token = await tokenFor(app)
  const at = async (status: number, options: Parameters<TestApp['send']>[0]) => {
    const response = await app.send({ headers: token, ...options })
    assert.equal(response.statusCode, status, `${options.url} ${response.body}`)
    assert.ok(response.headers.ratelimit, options.url as string)
    const problem = problemOf(response)
    assert.equal(problem.status, status)
    return problem
  }
  const invalid = await at(400, {
    url: `${base}/animals?type=test&limit=101&location=Atlantis&sort=up`,
  })
  assert.equal(invalid.type, 'https://www.petfinder.com/developers/v2/docs/errors/ERR-00002/')
  assert.equal(invalid.title, 'Invalid Request')
  assert.match(invalid.detail, /type "test" is not a valid animal type; .*[^.]\.$/)
  assert.deepEqual(
    invalid['invalid-params'].map(({ path }: { path: string }) => path),
    ['type', 'sort', 'limit'],
  )
  assert.deepEqual(invalid['invalid-params'][0], {
    in: 'query',
    path: 'type',
    message: '"test" is not a valid animal type.',
  })
  const unplaced = await at(400, { url: `${base}/animals?location=Atlantis` })
  assert.match(unplaced['invalid-params'][0].message, /Atlantis/)
  for (const query of [
    'distance=5',
    'sort=distance',
    'page=0',
    'page=x',
    'page=501',
    'limit=0',
    'after=soon',
    'age=old',
    'good_with_dogs=maybe',
    'status=lost',
    'location=91,0',
    'size=medium,huge',
    'sort=constructor',
    'sort=__proto__',
    'name=a%00b',
    'breed=a%00b',
    'location=a%0Ab',
  ])
    await at(400, { url: `${base}/animals?${query}` })
  await at(400, { url: `${base}/organizations?sort=distance` })
  for (const path of [
    '/nothing',
    '/animals/0',
    '/animals/abc',
    '/types/dragon',
    '/types/dragon/breeds',
    '/organizations/999',
    '/organizations/NJ333',
  ])
    assert.equal((await at(404, { url: base + path })).title, 'Not Found')
  for (const url of ['/compat', '/compat/', '/compat/petfinder/v1', '/compat?x']) await at(404, { url })
  await at(405, { method: 'POST', url: `${base}/animals` })
  await at(405, { url: `${base}/oauth2/token` })
  for (const url of ['/compat/nothing', `${base}/animals`, `${base}/types`]) {
    assert.equal((await at(401, { url, headers: {} })).title, 'Unauthorized')
    await at(401, { url, headers: app.bearer('aas_pf_made-up') })
  }
  const noListings = await app.siblingKey(['pets:read'])
  await at(403, { url: `${base}/animals`, headers: noListings })
})

test('the token endpoint takes the secret by HTTP Basic and in every kind of form', async () => {
  await using app = await testApp()
  const secret = secretOf(app.key)
  const basic = (text: string) => ({
    authorization: `Basic ${Buffer.from(`our%20site:${text}`).toString('base64')}`,
  })
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const parts = (fields: Record<string, string>) =>
    `${Object.entries(fields)
      .map(([name, text]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
      .join('')}--b--\r\n`
  const plain = 'grant_type=client_credentials'
  for (const [headers, body] of [
    [{ ...urlencoded, ...basic(secret) }, plain],
    [{ ...urlencoded, ...basic(secret.replaceAll('_', '%5F')) }, plain],
    [{ ...multipart, ...basic(secret) }, parts({ grant_type: 'client_credentials' })],
    [multipart, parts(grant(secret))],
    [json, grant(secret)],
  ] as const) {
    const response = await requestToken(app, body, headers)
    assert.equal(response.statusCode, 200, response.body)
    await read(app, '/types', app.bearer(response.json().access_token))
  }
  const twice = await requestToken(app, grant(secret), { ...json, ...basic(secret) })
  assert.equal(twice.statusCode, 400)
  assert.match(twice.body, /both in the body and by HTTP Basic/)
  const wrong = await requestToken(app, plain, { ...urlencoded, ...basic(`${secret}x`) })
  assert.equal(wrong.statusCode, 401)
  for (const authorization of ['Basic', 'Basic !', 'Basic eA==', 'Bearer x']) {
    const none = await requestToken(app, plain, { ...urlencoded, authorization })
    assert.equal(none.statusCode, 400, authorization)
  }
  const file = parts({ 'client_secret"; filename="x': secret })
  assert.equal((await requestToken(app, file, multipart)).statusCode, 400)
})

test('the token endpoint reports issues of its body, and only accepts keys', async () => {
  await using app = await testApp()
  const refused = async (status: number, body: object | string, headers: Record<string, string> = json) => {
    const response = await requestToken(app, body, headers)
    assert.equal(response.statusCode, status, `${response.body} for ${JSON.stringify(body)}`)
    assert.ok(response.headers.ratelimit)
    return problemOf(response)
  }
  const secret = secretOf(app.key)
  const wrong = await refused(401, grant(`${secret.slice(0, -1)}!`))
  assert.deepEqual(wrong, {
    type: 'https://www.petfinder.com/developers/v2/docs/errors/ERR-401/',
    status: 401,
    title: 'invalid_client',
    detail: 'Client authentication failed',
  })
  const other = await refused(400, { ...grant(secret), grant_type: 'password' })
  assert.equal(other.title, 'unsupported_grant_type')
  const missing = await refused(400, { grant_type: 'client_credentials' })
  assert.equal(missing.type.at(-2), '1')
  assert.deepEqual(missing['invalid-params'], [
    { in: 'body', path: 'client_secret', message: 'client_secret is required.' },
  ])
  for (const body of ['{', '[]', '', '7', JSON.stringify({ ...grant(''), client_secret: 7 })]) await refused(400, body)
  await refused(400, 'client_secret=%ff', { 'content-type': 'application/x-www-form-urlencoded' })
  await refused(400, `client_secret=${secret}&client_secret=${secret}&grant_type=client_credentials`, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  await refused(415, 'x', { 'content-type': 'text/plain' })
  await refused(413, 'x'.repeat(70_000), json)
  const token = (await requestToken(app, grant(secret))).json().access_token
  await refused(401, grant(token))
  const noListings = await app.siblingKey(['pets:read'])
  await refused(403, grant(secretOf(noListings)))
})

test('tokens count in the limits of their key, and invalid ones in those of the address', async () => {
  await using app = await testApp({ settings: { ADDRESS_PER_MINUTE: '5' } })
  const { key } = await app.createKey('enterprise', { limits: { perMinute: 3, perDay: 10 } })
  const granted = await requestToken(app, grant(key))
  assert.equal(granted.headers['x-ratelimit-remaining'], '2')
  const token = app.bearer(granted.json().access_token)
  for (const left of ['1', '0']) {
    const { headers } = await app.send({ url: `${base}/types`, headers: token })
    assert.equal(headers['x-ratelimit-remaining'], left)
  }
  for (const response of [
    await app.send({ url: `${base}/types`, headers: token }),
    await app.send({ url: '/v1/listings', headers: app.bearer(key) }),
    await requestToken(app, grant(key)),
  ]) {
    assert.equal(response.statusCode, 429)
    assert.ok(response.headers['retry-after'])
  }
  assert.equal(problemOf(await requestToken(app, grant(key))).title, 'Too Many Requests')
  const bad = []
  for (let at = 0; at < 7; at += 1) bad.push((await requestToken(app, '{')).statusCode)
  assert.deepEqual(bad, [400, 400, 400, 400, 400, 429, 429])
  // They never affect a valid key.
  const other = await app.createKey('pro')
  assert.equal((await requestToken(app, grant(secretOf(app.key)))).statusCode, 200)
  assert.equal(other.kind, 'secret')
})

test('a token of the other environment is invalid, even if both have the same SECRET_KEY', async () => {
  await using production = await testApp()
  await using staging = await testApp({ settings: { ADOPTION_ENV: 'staging' } })
  // The keys of both have the same ids.
  const [live, testing] = [await tokenFor(production), await tokenFor(staging)]
  assert.deepEqual(await read(staging, '/animals', testing), await read(production, '/animals', live))
  for (const [app, token] of [
    [production, testing],
    [staging, live],
  ] as const) {
    const response = await app.send({ url: `${base}/animals`, headers: token })
    assert.equal(response.statusCode, 401)
    problemOf(response)
  }
})

test('only its own pages can request a token of a publishable key, and they can read it', async () => {
  await using app = await testApp()
  const kind = 'publishable'
  const origin = 'https://shelter.example.org'
  const { key } = await app.createKey('pro', { kind, allowedOrigins: [origin], scopes: undefined })
  const from = (sent: string) => requestToken(app, grant(key), { ...json, origin: sent })
  assert.equal((await from('https://other.example.org')).statusCode, 403)
  const granted = await from(origin)
  assert.equal(granted.statusCode, 200, granted.body)
  assert.equal(granted.headers['access-control-allow-origin'], '*')
  const token = app.bearer(granted.json().access_token)
  const status = async (sent: string) =>
    (await app.send({ url: `${base}/animals`, headers: { ...token, origin: sent } })).statusCode
  assert.deepEqual([await status(origin), await status('https://other.example.org')], [200, 403])
  const preflight = await app.send({
    method: 'OPTIONS',
    url: `${base}/animals`,
    headers: { origin, 'access-control-request-method': 'GET' },
  })
  assert.equal(preflight.statusCode, 204)
  assert.match(String(preflight.headers['access-control-allow-headers']), /X-Api-Sdk/)
})

const names = ({ animals }: { animals: { name: string }[] }) => animals.map(({ name }) => name)

onEachEngine('animals are found by each parameter of version 2', async (open) => {
  await using app = await open()
  const put = (accountId: bigint, headers: Record<string, string>, organization: object) =>
    app.inject({
      method: 'PUT',
      url: `/v1/accounts/${accountId}/organization`,
      headers: { ...headers, ...json },
      payload: JSON.stringify(organization),
    })
  const other = await app.createKey('pro')
  const address = { city: 'Zürich', state: 'ZH', postcode: '8001', country: 'CH' }
  const berlin = { name: 'Paws', location: { lat: 52.52, lng: 13.4 }, address: { city: 'Berlin' } }
  await put(app.accountId, app.key, berlin)
  const place = { location: { lat: 47.37, lng: 8.54 }, address }
  await put(other.accountId, app.bearer(other.key), { name: 'Tatzen', ...place })
  await publish(app, [
    {
      name: 'Alfredo',
      sex: 'male',
      size: 'extraLarge',
      coat: 'wire',
      birthDate: '2026-05-01',
      breeds: { primary: 'Pug' },
      colors: ['Black', 'White, Cream & Tan'],
      goodWith: { children: true, dogs: false, cats: null },
      houseTrained: true,
      declawed: false,
      specialNeeds: 'A pill a day.',
    },
    { name: 'Frederick', sex: 'female', size: 'small', breeds: { primary: 'Samoyed' } },
  ])
  const elsewhere = [
    { name: 'Mia', species: 'cat', declawed: true, goodWith: { dogs: true, children: false } },
    { name: 'Nemo', species: 'fish', houseTrained: false },
  ]
  await publish(app, elsewhere, app.bearer(other.key))
  const [sold] = await publish(app, [{ name: 'Sold', species: 'dog' }])
  await app.inject({
    method: 'PATCH',
    url: `/v1/pets/${sold}`,
    headers: { ...app.key, ...json },
    payload: '{"status":"sold"}',
  })
  const token = await tokenFor(app)
  const found = async (query: string) => {
    const { animals, pagination } = await read(app, `/animals?${query}`, token)
    assert.equal(pagination.total_count, animals.length, query)
    return names({ animals }).join(' ')
  }
  const all = 'Nemo Mia Frederick Alfredo'
  const at = (name: string) => encodeURIComponent(new Date(times[name] ?? 0).toISOString())
  const { animals } = await read(app, '/animals', token)
  const times = Object.fromEntries(
    animals.map((one: { name: string; published_at: string }) => [
      one.name,
      Date.parse(one.published_at.replace('+0000', 'Z')),
    ]),
  )
  for (const [query, expected] of Object.entries({
    '': all,
    'type=Dog': 'Frederick Alfredo',
    'type=dog': 'Frederick Alfredo',
    'type=scales-fins-other': 'Nemo',
    'type=Scales%2C+Fins+%26+Other': 'Nemo',
    'breed=pug': 'Alfredo',
    'breed=pug,samoyed': 'Frederick Alfredo',
    'breed[]=pug&breed[]=samoyed': 'Frederick Alfredo',
    'size=xlarge': 'Alfredo',
    'size=xlarge,small': 'Frederick Alfredo',
    'gender=male': 'Alfredo',
    'gender=Male,Female': 'Frederick Alfredo',
    'gender=unknown': 'Nemo Mia',
    'gender=unknown,female': 'Nemo Mia Frederick',
    'gender=male,female,unknown': all,
    'age=baby': 'Alfredo',
    'color=black': 'Alfredo',
    'color=White, Cream %26 Tan': 'Alfredo',
    'coat=wire,curly': 'Alfredo',
    'status=adoptable': all,
    'status=adopted': '',
    'status=adoptable,found': all,
    'name=fred': 'Frederick Alfredo',
    'name=Mia': 'Mia',
    'name=pug': '',
    [`organization=${other.accountId}`]: 'Nemo Mia',
    [`organization=${other.accountId},${app.accountId}`]: all,
    'organization=NJ333': '',
    'good_with_children=true': 'Alfredo',
    'good_with_children=0': 'Mia',
    'good_with_dogs=1': 'Mia',
    'good_with_dogs=false': 'Alfredo',
    'good_with_cats=true': '',
    'house_trained=true': 'Alfredo',
    'house_trained=false': 'Nemo',
    'declawed=True': 'Mia',
    'special_needs=1': 'Alfredo',
    'special_needs=false': 'Nemo Mia Frederick',
    'location=52.5,13.4': 'Frederick Alfredo',
    'location=52.5,13.4&distance=500': all,
    'location=berlin': 'Frederick Alfredo',
    'location=Zurich, ZH': 'Nemo Mia',
    'location=8001&distance=10': 'Nemo Mia',
    'location=8001&distance=500&sort=distance': all,
    'location=8001&distance=500&sort=-distance': 'Frederick Alfredo Nemo Mia',
    [`before=${at('Mia')}`]: 'Frederick Alfredo',
    [`after=${at('Mia')}`]: 'Nemo',
    [`after=${at('Alfredo')}&before=${at('Nemo')}&type=dog`]: 'Frederick',
    'sort=recent': all,
    'sort=-recent': 'Alfredo Frederick Mia Nemo',
    'name=fred&sort=-recent&size=xlarge': 'Alfredo',
    'name=fred&sort=distance&location=berlin': 'Frederick Alfredo',
    'type=dog&gender=female&unheard_of=1': 'Frederick',
    'type=': all,
  }))
    assert.equal(await found(query), expected, query)
  const shuffled = await found('sort=random')
  assert.deepEqual(shuffled.split(' ').sort(), all.split(' ').sort())
  const far = await read(app, '/animals?location=8001&distance=500&type=dog', token)
  assert.ok(Math.abs(far.animals[0].distance - 410) < 10, far.animals[0].distance)
  const { animal } = await read(app, `/animals/${sold}/`, token)
  assert.equal(animal.status, 'adopted')
})

test('an animal, a type, a breed and an organization have the structure of version 2', async () => {
  await using app = await testApp()
  const [id] = await publish(app, [
    {
      name: "O'Malley",
      species: 'cat',
      sex: 'male',
      size: 'medium',
      coat: 'short',
      breeds: { primary: 'Domestic Short Hair', mixed: true },
      colors: ['Black', 'White'],
      birthDate: '2024-11-01',
      description: '<img src=x onerror=alert(1)> & "calm"',
      tags: ['Friendly'],
      spayedNeutered: true,
      goodWith: { cats: false },
      videos: ['https://www.youtube.com/watch?v=abcdefghijk'],
    },
  ])
  const organization = {
    name: 'Paws',
    email: 'hello@paws.example',
    website: 'https://paws.example',
  }
  await app.inject({
    method: 'PUT',
    url: `/v1/accounts/${app.accountId}/organization`,
    headers: { ...app.key, ...json },
    payload: JSON.stringify({ ...organization, address: { city: 'Berlin', country: 'DE' } }),
  })
  const token = await tokenFor(app)
  const { animal } = await read(app, `/animals/${id}`, token)
  const { published_at, status_changed_at, url, ...rest } = animal
  assert.match(published_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0000$/)
  assert.equal(status_changed_at, published_at)
  assert.match(url, new RegExp(`/adopt/${id}`))
  assert.deepEqual(rest, {
    id,
    organization_id: String(app.accountId),
    type: 'Cat',
    species: 'Cat',
    breeds: { primary: 'Domestic Short Hair', secondary: null, mixed: true, unknown: false },
    colors: { primary: 'Black', secondary: 'White', tertiary: null },
    age: 'Young',
    gender: 'Male',
    size: 'Medium',
    coat: 'Short',
    attributes: {
      spayed_neutered: true,
      house_trained: false,
      declawed: null,
      special_needs: false,
      shots_current: false,
    },
    environment: { children: null, dogs: null, cats: false },
    tags: ['Friendly'],
    name: "O'Malley",
    description: '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;calm&quot;',
    organization_animal_id: null,
    photos: [],
    primary_photo_cropped: null,
    videos: [
      {
        embed:
          '<iframe src="https://www.youtube.com/embed/abcdefghijk" width="560" height="315" frameborder="0" allowfullscreen></iframe>',
      },
    ],
    status: 'adoptable',
    distance: null,
    contact: {
      email: 'hello@paws.example',
      phone: null,
      address: {
        address1: null,
        address2: null,
        city: 'Berlin',
        state: null,
        postcode: null,
        country: 'DE',
      },
    },
    _links: {
      self: { href: `${base}/animals/${id}` },
      type: { href: `${base}/types/cat` },
      organization: { href: `${base}/organizations/${app.accountId}` },
    },
  })
  for (const { href } of Object.values<{ href: string }>(animal._links))
    assert.equal((await app.send({ url: href, headers: token })).statusCode, 200, href)
  const { types } = await read(app, '/types', token)
  assert.deepEqual(
    types.map(({ name }: { name: string }) => name),
    ['Dog', 'Cat', 'Rabbit', 'Small & Furry', 'Horse', 'Bird', 'Scales, Fins & Other', 'Barnyard'],
  )
  const { type } = await read(app, '/types/Cat', token)
  assert.deepEqual(type, types[1])
  assert.deepEqual(type, {
    name: 'Cat',
    coats: ['Hairless', 'Short', 'Medium', 'Long'],
    colors: ['Black', 'White'],
    genders: ['Male', 'Female'],
    _links: {
      self: { href: `${base}/types/cat` },
      breeds: { href: `${base}/types/cat/breeds` },
    },
  })
  assert.deepEqual(await read(app, '/types/cat/breeds', token), {
    breeds: [{ name: 'Domestic Short Hair', _links: { type: { href: `${base}/types/cat` } } }],
  })
  assert.deepEqual(await read(app, '/types/small-furry/breeds', token), { breeds: [] })
  const { organizations } = await read(app, '/organizations?query=berl&country=de', token)
  assert.deepEqual((await read(app, `/organizations/${app.accountId}`, token)).organization, organizations[0])
  assert.deepEqual(organizations[0].adoption, { policy: null, url: null })
  assert.equal(organizations[0]._links.animals.href, `${base}/animals?organization=${app.accountId}`)
})

test('following the page links returns each animal once, in every order', async () => {
  await using app = await testApp()
  await publish(
    app,
    Array.from({ length: 23 }, (_, n) => ({ name: `Pet ${n}`, species: n % 2 ? 'dog' : 'cat' })),
  )
  const token = await tokenFor(app)
  for (const query of ['limit=5', 'limit=4&sort=random', 'limit=3&type=cat&name=pet&sort=-recent']) {
    let url: string | undefined = `${base}/animals?${query}`
    const seen: number[] = []
    let pages = 0
    while (url) {
      const response = await app.send({ url, headers: token })
      assert.equal(response.statusCode, 200, response.body)
      const { animals, pagination } = response.json()
      pages += 1
      const { current_page, total_count, total_pages, count_per_page, _links } = pagination
      assert.deepEqual([current_page, total_pages], [pages, Math.ceil(total_count / count_per_page)])
      assert.equal(_links.previous?.href.includes(`page=${pages - 1}`), pages > 1 ? true : undefined)
      seen.push(...animals.map(({ id }: { id: number }) => id))
      url = _links.next?.href
    }
    assert.equal(seen.length, query.includes('cat') ? 12 : 23, query)
    assert.equal(new Set(seen).size, seen.length, query)
  }
  const beyond = await read(app, '/animals?page=500', token)
  assert.deepEqual([beyond.animals.length, beyond.pagination.total_count], [0, 23])
  assert.equal(beyond.pagination._links.next, undefined)
})

onEachEngine('organizations are found by each parameter of version 2', async (open) => {
  await using app = await open()
  const details = [
    {
      name: 'Ärmel',
      address: { city: 'Bern', state: 'BE', country: 'CH' },
      location: { lat: 46.95, lng: 7.45 },
    },
    {
      name: 'Bello',
      address: { city: 'Berlin', country: 'DE' },
      location: { lat: 52.52, lng: 13.4 },
    },
    {
      name: 'Casa',
      address: { city: 'Potsdam', country: 'DE' },
      location: { lat: 52.4, lng: 13.06 },
    },
    { name: 'Domus', address: { postcode: '10115' } },
  ]
  for (const organization of details) {
    const { key, accountId } = await app.createKey('pro')
    await app.inject({
      method: 'PUT',
      url: `/v1/accounts/${accountId}/organization`,
      headers: { ...app.bearer(key), ...json },
      payload: JSON.stringify(organization),
    })
  }
  const token = await tokenFor(app)
  const found = async (query: string) =>
    (await read(app, `/organizations?${query}`, token)).organizations
      .map(({ name }: { name: string }) => name)
      .join(' ')
  for (const [query, expected] of Object.entries({
    '': 'Ärmel Bello Casa Domus',
    'name=arm': 'Ärmel',
    'query=potsdam': 'Casa',
    'query=be': 'Ärmel Bello',
    'state=be': 'Ärmel',
    'country=de': 'Bello Casa',
    'location=Berlin': 'Bello Casa',
    'location=Berlin&distance=5': 'Bello',
    'location=Berlin&sort=-distance': 'Casa Bello',
    'location=Berlin&sort=name': 'Bello Casa',
    'sort=-name': 'Domus Casa Bello Ärmel',
    'sort=name&limit=2&page=2': 'Casa Domus',
  }))
    assert.equal(await found(query), expected, query)
  const unplaced = await app.send({ url: `${base}/organizations?location=10115`, headers: token })
  assert.equal(unplaced.statusCode, 400)
})

test('an animal has no page while the site is off', async () => {
  const urls: unknown[] = []
  for (const SITE of ['on', 'off']) {
    await using app = await testApp({ settings: { SITE } })
    const [id = 0] = await publish(app, [{}])
    const headers = await tokenFor(app)
    const { animals } = await read(app, '/animals', headers)
    const { animal } = await read(app, `/animals/${id}`, headers)
    assert.equal(animals[0].url, animal.url)
    urls.push(animal.url)
  }
  assert.match(String(urls[0]), /\/adopt\/\d+-biscuit$/)
  assert.equal(urls[1], null)
})
