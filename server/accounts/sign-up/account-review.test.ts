import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'

const json = { 'content-type': 'application/json' }
const browser = { accept: 'text/html' }
const customer = { name: 'Mallory', email: 'mallory@x.org' }
const settings = { SIGNUP: 'open', PUBLIC_URL: 'http://store.test' }

type MailServer = Awaited<ReturnType<typeof mailServer>>

const mailsTo = (server: MailServer, email: string) =>
  server.received
    .filter(({ to }) => to[0] === email)
    .map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))

/** Signs up as on a page of the store. Returns the headers of the new key. */
const signUp = async (app: TestApp, server: MailServer, email: string) => {
  const people = peopleOf(app)
  assert.equal((await people.post('/auth/sign-up', { email })).statusCode, 204)
  await eventually(`mail to ${email}`, () => mailsTo(server, email).length > 0)
  const token = /sign-up#([\w.-]+)/.exec(mailsTo(server, email)[0] ?? '')?.[1]
  const whole = { token, password, name: 'Mallory', accountName: 'Cheap pills' }
  const made = await people.post('/auth/sign-up/confirm', whole)
  assert.equal(made.statusCode, 200, made.body)
  const { key, user, accessToken } = made.json()
  return { headers: app.bearer(key), person: app.bearer(accessToken), accountId: user.accountId }
}

const put = (app: TestApp, url: string, headers: Record<string, string>, body: object) =>
  app.inject({
    method: 'PUT',
    url,
    headers: { ...headers, ...json },
    payload: JSON.stringify(body),
  })

const publish = async (app: TestApp, headers: Record<string, string>, name: string) => {
  const { id } = (await app.post('/v1/pets', { name, categoryId: 1 }, headers)).json()
  const profile = { species: 'dog', breeds: { primary: `Breed ${name}` }, published: true }
  const response = await put(app, `/v1/pets/${id}/profile`, headers, profile)
  assert.equal(response.statusCode, 200, response.body)
  return id as number
}

const outcome = ({ statusCode, body }: { statusCode: number; body: string }): string =>
  statusCode < 300 ? String(statusCode) : `${statusCode} ${JSON.parse(body).code}`

onEachEngine('an account created by sign-up cannot affect others until staff accept it', async (open) => {
  await using server = await mailServer()
  await using app = await open({ settings: { ...settings, SMTP_URL: server.url } })
  const admin = await adminOf(app)
  const shelter = await publish(app, app.key, 'Rex')
  const place = { location: { lat: 52.5, lng: 13.4 } }
  const why = { id: 'why', kind: 'text', label: 'Why?' }
  const formId = (await app.post('/v1/forms', { name: 'Adopt', questions: [why] })).json().id
  const own = { name: 'True Shelter', address: { city: 'Berlin' }, ...place }
  await put(app, `/v1/accounts/${app.accountId}/organization`, app.key, own)
  await put(app, '/v1/categories/1', app.key, { name: 'Dogs' })
  const stranger = await signUp(app, server, 'mallory@x.org')
  const animal = await publish(app, stranger.headers, 'Pills')
  const faked = { name: 'Fake Shelter', address: { city: 'Faketown' }, ...place }
  const url = `/v1/accounts/${stranger.accountId}/organization`
  assert.equal((await put(app, url, stranger.headers, faked)).statusCode, 201)
  assert.equal((await admin.get(`/v1/accounts/${stranger.accountId}`)).json().reviewedAt, undefined)

  const namesIn = async (query: string, headers: Record<string, string> = app.key) => {
    const response = await app.get(`/v1/listings${query}`, headers)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().map(({ name }: { name: string }) => name)
  }
  const page = async (path: string) => (await app.send({ url: path, headers: browser })).body
  const pages = ['/', '/adopt', '/adopt?species=dog&sort=name', '/adopt?q=pills']
  const feeds = ['/feeds/listings.atom', '/feeds/listings.json', '/sitemaps/0.xml']
  /** Where others can find the account. */
  const found = async () => {
    const seen: string[] = []
    for (const path of [...pages, ...feeds, '/adopt?near=Faketown', '/docs'])
      if (/Pills\b|Fake Shelter|adopt\/\d+-pills/.test(await page(path))) seen.push(path)
    for (const path of [`/adopt/${animal}-pills`, `/adopt/${animal}-pills/apply`])
      if ((await app.send({ url: path, headers: browser })).statusCode !== 404) seen.push(path)
    for (const query of ['', '?q=pills', '?sort=name', '?near=52.5,13.4&within=10km', '?breed=Breed Pills'])
      if ((await namesIn(query)).includes('Pills')) seen.push(`list ${query}`)
    const { species } = (await app.get('/v1/listings/facets', app.key)).json()
    if (species.dog !== 1) seen.push('facets')
    if ((await app.get(`/v1/listings/${animal}`, app.key)).statusCode !== 404) seen.push('listing')
    const organizations = (await app.get('/v1/organizations', app.key)).json()
    if (organizations.length !== 1) seen.push('organizations')
    const one = await app.get(`/v1/organizations/${stranger.accountId}`, app.key)
    if (one.statusCode !== 404) seen.push('organization')
    const foreign = '/compat/petfinder/v2'
    const token = (
      await app.post(`${foreign}/oauth2/token`, {
        grant_type: 'client_credentials',
        client_id: 'x',
        client_secret: app.key.authorization?.slice('Bearer '.length),
      })
    ).json().access_token
    for (const path of ['/animals', '/organizations', '/types/dog/breeds'])
      if (/Pills|Fake/.test((await app.get(foreign + path, app.bearer(token))).body)) seen.push(path)
    return seen
  }
  assert.deepEqual(await found(), [])
  assert.match(await page('/adopt'), /<title>[^<]*True Shelter<\/title>/)

  // It can see its own data, and anybody can ask for its listings by its id.
  for (const query of ['?mine=true', `?organizationId=${stranger.accountId}`])
    for (const more of ['', '&q=pills', '&species=dog', '&sort=name', '&near=52.5,13.4&sort=distance'])
      assert.deepEqual(await namesIn(query + more, stranger.headers), ['Pills'], query + more)
  assert.deepEqual(await namesIn(`?organizationId=${stranger.accountId}`), ['Pills'])
  assert.deepEqual(await namesIn('', stranger.headers), ['Rex'])
  const facets = `/v1/listings/facets?organizationId=${stranger.accountId}`
  assert.equal((await app.get(facets, stranger.headers)).json().species.dog, 1)
  const seen = await app.get(`/v1/listings/${animal}`, stranger.headers)
  // Visitors do not see it, so it has no page.
  assert.deepEqual([seen.statusCode, seen.json().page, seen.json().applyUrl], [200, undefined, undefined])
  const ownOrganization = `/v1/organizations/${stranger.accountId}`
  assert.equal((await app.get(ownOrganization, stranger.headers)).json().name, 'Fake Shelter')

  // It cannot hold animals, publish names or apply to others.
  const attempts = async () => ({
    order: outcome(await app.post('/v1/store/orders', { petId: shelter, customer }, stranger.headers)),
    application: outcome(
      await app.post('/v1/applications', { ...application, formId, petId: shelter }, stranger.person),
    ),
    newCategory: outcome(await put(app, '/v1/categories/77', stranger.person, { name: 'Pills' })),
  })
  const refused = '403 account_unreviewed'
  assert.deepEqual(await attempts(), {
    order: refused,
    application: refused,
    newCategory: refused,
  })
  const ownOrder = { petId: animal, customer }
  assert.equal(outcome(await app.post('/v1/store/orders', ownOrder, stranger.headers)), '201')
  for (const method of ['PATCH', 'DELETE'] as const) {
    const response = await app.inject({
      method,
      url: '/v1/categories/1',
      headers: { ...stranger.person, ...json },
      ...(method === 'PATCH' && { payload: JSON.stringify({ name: 'Pills' }) }),
    })
    assert.equal(outcome(response), refused)
  }

  // Nobody can accept their own account.
  const account = `/v1/accounts/${stranger.accountId}`
  const accept = (headers: Record<string, string>) =>
    app.inject({
      method: 'PATCH',
      url: account,
      headers: { ...headers, ...json },
      payload: JSON.stringify({ reviewed: true }),
    })
  assert.equal(outcome(await accept(stranger.person)), '403 insufficient_scope')
  assert.equal(outcome(await admin.patch(account, { reviewed: false })), '400 validation_failed')
  const accepted = await admin.patch(account, { reviewed: true })
  assert.equal(accepted.json().reviewedAt, new Date(app.clock.nowMs()).toISOString())
  await app.service.runRoutine('listings.settle')
  assert.ok((await found()).includes(`/adopt/${animal}-pills`))
  assert.deepEqual(await namesIn('?status=pending'), ['Pills'])
  assert.ok((await found()).includes('organizations'))
  assert.deepEqual(await attempts(), { order: '201', application: '201', newCategory: '201' })
  assert.equal(outcome(await put(app, '/v1/categories/1', stranger.person, { name: 'Pills' })), '403 not_owner')
  // The site keeps its name.
  assert.match(await page('/adopt'), /<title>[^<]*True Shelter<\/title>/)
  const entries = (await admin.get('/v1/audit-log?action=account.accept')).json()
  assert.equal(entries.length, 1)
})

const application = { applicant: customer, answers: { why: 'For my pills.' } }

onEachEngine('SIGNUP_REVIEW=off accepts accounts at once', async (open) => {
  await using server = await mailServer()
  const more = { SMTP_URL: server.url, SIGNUP_REVIEW: 'off' }
  await using app = await open({ settings: { ...settings, ...more } })
  const rex = (await app.post('/v1/pets', { name: 'Rex', categoryId: 1 })).json().id
  const developer = await signUp(app, server, 'dev@x.org')
  await publish(app, developer.headers, 'Ada')
  assert.equal((await app.get('/v1/listings', app.key)).json().length, 1)
  const order = { petId: rex, customer }
  assert.equal(outcome(await app.post('/v1/store/orders', order, developer.headers)), '201')
})

test('staff are asked to accept new accounts at once, then once an hour, without user input in the mail', async () => {
  await using server = await mailServer()
  await using app = await testApp({ settings: { ...settings, SMTP_URL: server.url } })
  const { email } = await peopleOf(app).add('admin')
  await signUp(app, server, 'one@x.org')
  await eventually('the first notice', () => mailsTo(server, email).length === 1)
  const [notice = ''] = mailsTo(server, email)
  assert.match(notice, /http:\/\/store\.test\/console\/settings\/accounts/)
  assert.doesNotMatch(notice, /pills|mallory/i)
  app.clock.advance(1_000)
  await signUp(app, server, 'two@x.org')
  await signUp(app, server, 'three@x.org')
  const admin = await adminOf(app)
  const count = async () =>
    (await admin.get('/v1/mails?limit=100')).json().filter(({ kind }: { kind: string }) => kind === 'newAccount').length
  assert.equal(await count(), 1)
  app.clock.advance(3_600_001)
  await app.service.runRoutine('accounts.notice')
  await app.service.runRoutine('accounts.notice')
  assert.equal(await count(), 2, 'later visitors are still counted')
  app.clock.advance(3_600_001)
  await app.service.runRoutine('accounts.notice')
  assert.equal(await count(), 2, 'there are no later visitors')
})
