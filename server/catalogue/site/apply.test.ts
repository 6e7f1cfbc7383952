import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf, keyOfOther } from '../../../test/harness/applications.ts'
import { confirmRestore, holdRestored } from '../../../test/harness/restored.ts'
import { linkIn, TYPING_MS, tokenIn, visitorOf } from '../../../test/harness/visitor.ts'
import type { Application } from '../../adoptions/applications/application.ts'

const questions = [
  { id: 'text', label: 'Where do you live?', kind: 'text', required: true },
  { id: 'longText', label: 'Why?', kind: 'longText', help: 'Some words.' },
  { id: 'choice', label: 'House?', kind: 'choice', options: ['House', 'Flat & co'] },
  { id: 'choices', label: 'Days?', kind: 'choices', options: ['Monday', 'Tuesday', 'Sunday'] },
  { id: 'yesNo', label: 'Garden?', kind: 'yesNo', required: true },
  { id: 'number', label: 'Hours?', kind: 'number' },
  { id: 'date', label: 'When?', kind: 'date' },
  { id: 'email', label: 'Vet?', kind: 'email' },
  { id: 'phone', label: 'Call?', kind: 'phone' },
]

const publish = async (app: TestApp, headers = app.key, name = 'Biscuit'): Promise<number> => {
  const { id } = (await app.post('/v1/pets', { name, categoryId: 1 }, headers)).json()
  const profile = JSON.stringify({ species: 'dog', published: true })
  const json = { ...headers, 'content-type': 'application/json' }
  const url = `/v1/pets/${id}/profile`
  await app.inject({ method: 'PUT', url, headers: json, payload: profile })
  return id
}

const listed = async (app: TestApp, query = ''): Promise<Application[]> =>
  (await app.get(`/v1/applications?limit=100${query}`)).json()

/** A store with an animal and its own form. */
const opened = async (open: typeof testApp, settings: Record<string, string> = {}) => {
  const app = await open({ settings: { PORTAL_PER_MINUTE: '100000', ...settings } })
  const petId = await publish(app)
  const url = `/adopt/${petId}-biscuit/apply`
  return { app, petId, url, store: applicationsOf(app), visitor: visitorOf(app) }
}

const required = { 'answer.text': 'Berlin', 'answer.yesNo': 'no' }

onEachEngine('a visitor applies, follows the application at a secret link, and withdraws it', async (open) => {
  const { app, petId, url, store, visitor } = await opened(open)
  await using _ = app
  const formId = await store.addForm(questions)
  const sent = await visitor.apply(url, {
    ...required,
    phone: ' (030) 555-0199 ',
    'answer.longText': 'One.\r\nTwo. ',
    'answer.choice': 'Flat & co',
    'answer.choices': ['Monday', 'Sunday'],
    'answer.number': '2,5',
    'answer.date': '2026-12-24',
    'answer.email': 'vet@example.org',
    'answer.phone': '+44 20 7946 0000',
  })
  assert.equal(sent.headers.location, `${linkIn(sent)}?sent`)
  const [{ id = 0n } = {}] = await listed(app)
  const application = (await app.get(`/v1/applications/${id}`)).json()
  assert.deepEqual([application.petId, application.formId, application.status], [petId, formId, 'submitted'])
  const applicant = { name: 'Ada Lovelace', email: 'ada@example.org', phone: '(030) 555-0199' }
  assert.deepEqual(application.applicant, applicant)
  assert.deepEqual(application.answers, {
    text: 'Berlin',
    longText: 'One.\nTwo.',
    choice: 'Flat & co',
    choices: ['Monday', 'Sunday'],
    yesNo: false,
    number: 2.5,
    date: '2026-12-24',
    email: 'vet@example.org',
    phone: '+44 20 7946 0000',
  })

  const link = linkIn(sent)
  const followed = await visitor.open(link)
  assert.equal(followed.statusCode, 200)
  assert.match(followed.body, /Your application for Biscuit.*Received.*What happens next/s)
  const { headers } = followed
  assert.deepEqual(
    [headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']],
    ['no-store', 'no-referrer', 'noindex, nofollow'],
  )
  for (const name of ['etag', 'set-cookie', 'access-control-allow-origin']) assert.equal(headers[name], undefined, name)
  assert.doesNotMatch(followed.body, /Berlin|One\.|<script/)
  for (const [status, said] of [
    ['inReview', /are reading your application/],
    ['meetAndGreet', /would like you to meet Biscuit/],
    ['homeVisit', /visit you at home/],
    ['referenceCheck', /contacting your references/],
  ] as const) {
    await store.patch(`/v1/applications/${id}`, { status })
    assert.match((await visitor.open(link)).body, said)
  }
  // Without a referrer, a browser does not show which page a form comes from.
  const asked = await visitor.open(`${link}/withdraw`)
  assert.equal(asked.headers['referrer-policy'], 'same-origin')
  assert.match(asked.body, /Withdraw your application for Biscuit\?/)
  assert.equal((await listed(app, '&status=withdrawn')).length, 0)
  assert.equal(linkIn(await visitor.send(`${link}/withdraw`, {})), link)
  assert.match((await visitor.open(link)).body, /has been withdrawn/)
  assert.equal((await listed(app, '&status=withdrawn')).length, 1)
  // Withdrawing twice changes nothing.
  assert.equal(linkIn(await visitor.send(`${link}/withdraw`, {})), link)
  assert.equal((await visitor.open(`${link}/withdraw`)).headers.location, link)
})

onEachEngine('a secret link shows the outcome of an approved adoption', async (open) => {
  const { app, url, store, visitor } = await opened(open)
  await using _ = app
  await store.addForm(questions)
  const link = linkIn(await visitor.apply(url, required))
  const [{ id = 0n } = {}] = await listed(app)
  const order = (await app.post(`/v1/applications/${id}/approve`, {})).json()
  assert.match((await visitor.open(link)).body, /you can adopt Biscuit/)
  for (const [status, said] of [
    ['delivered', /Congratulations: Biscuit has found a home with you/],
    ['returned', /The adoption has ended, and Biscuit is back at the shelter/],
  ] as const) {
    await store.patch(`/v1/store/orders/${order.id}`, { status })
    const { body } = await visitor.open(link)
    assert.match(body, said)
    assert.doesNotMatch(body, /you can adopt/)
  }
})

onEachEngine('a declined application shows no steps, and offers other animals of the species first', async (open) => {
  const { app, petId, url, store, visitor } = await opened(open)
  await using _ = app
  await store.addForm(questions)
  const link = linkIn(await visitor.apply(url, required))
  assert.match((await visitor.open(link)).body, /aria-current="step".*What happens next/s)
  const [{ id = 0n } = {}] = await listed(app)
  await store.patch(`/v1/applications/${id}`, { status: 'declined' })
  const alone = (await visitor.open(link)).body
  assert.match(alone, /We&#39;re sorry|We're sorry/)
  assert.doesNotMatch(alone, /class="progress"|What happens next|class="card"|last changed/)
  assert.match(alone, /href="\/adopt"[^>]*>See other animals/)

  const cat = await publish(app, app.key, 'Smokey')
  await store.patch(`/v1/pets/${cat}/profile`, { species: 'cat' })
  const others = async () =>
    [...(await visitor.open(link)).body.matchAll(/<h3[^>]*><a[^>]*>(\w+)/g)].map(([, name]) => name)
  assert.deepEqual(await others(), ['Smokey'])
  for (const name of ['Archie', 'Bear', 'Hugo', 'Juno']) {
    app.clock.advance(1_000)
    await publish(app, app.key, name)
  }
  assert.deepEqual(await others(), ['Archie', 'Bear', 'Hugo'], 'dogs, and not Biscuit')
  await store.patch(`/v1/pets/${petId}/profile`, { published: false })
  assert.deepEqual(await others(), ['Smokey', 'Archie', 'Bear'])
})

onEachEngine('a cancelled adoption is no longer promised to the applicant', async (open) => {
  const { app, url, store, visitor } = await opened(open)
  await using _ = app
  await store.addForm(questions)
  const link = linkIn(await visitor.apply(url, required))
  const [{ id = 0n } = {}] = await listed(app)
  const order = (await app.post(`/v1/applications/${id}/approve`, {})).json()
  await store.patch(`/v1/store/orders/${order.id}`, { status: 'cancelled' })
  const { body } = await visitor.open(link)
  assert.match(body, /This adoption is not going ahead/)
  assert.doesNotMatch(body, /you can adopt/)
})

onEachEngine('a form that is sent twice, at once or after a lost response, is one application', async (open) => {
  const { app, url, visitor } = await opened(open)
  await using _ = app
  const token = await visitor.openForm(url)
  app.clock.advance(TYPING_MS)
  const fields = { token, name: 'Ada', email: 'ada@example.org', 'answer.garden': 'yes' }
  const sent = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => visitor.send(url, fields)))
  const links = new Set(sent.map(linkIn))
  assert.equal(links.size, 1)
  assert.equal((await listed(app)).length, 1)

  const other = await visitor.send(url, { ...fields, 'answer.reasons': 'I forgot to say.' })
  assert.equal(other.statusCode, 400)
  assert.match(other.body, /I forgot to say\./)
  assert.ok(other.body.includes(`href="${[...links][0]}"`))
  assert.equal((await listed(app)).length, 1)
  app.clock.advance(TYPING_MS)
  const meant = { ...fields, token: tokenIn(other.body), 'answer.reasons': 'I forgot to say.' }
  assert.notEqual(linkIn(await visitor.send(url, meant)), [...links][0])
  assert.equal((await listed(app)).length, 2)
})

test('a second click repeats the same application, even if only the required questions are answered', async () => {
  const { app, url, store, visitor } = await opened(testApp)
  await using _ = app
  await store.addForm(questions)
  const token = await visitor.openForm(url)
  app.clock.advance(TYPING_MS)
  // Browsers send empty text fields, but nothing for boxes that are not ticked.
  const empty = { phone: '', 'answer.longText': '', 'answer.choice': '', 'answer.number': '' }
  const fields = { token, name: 'Ada', email: 'ada@example.org', ...required, ...empty }
  const first = await visitor.send(url, fields)
  const second = await visitor.send(url, fields)
  assert.deepEqual([first.statusCode, second.statusCode], [303, 303], second.body)
  assert.equal(linkIn(second), linkIn(first))
  assert.equal((await listed(app)).length, 1)
})

test('each error is shown at its field and in a summary, and input is kept as text', async () => {
  const { app, url, store, visitor } = await opened(testApp)
  await using _ = app
  await store.addForm(questions)
  const hostile = '"><script>alert(1)</script>'
  const wrong = {
    name: 'Ada\r\nBcc: all@example.org',
    email: `ada ${hostile}`,
    phone: 'call me',
    'answer.text': `${hostile}\n`.repeat(3),
    'answer.longText': `\u202eאבג ${'😀'.repeat(10_001)}`,
    'answer.choice': 'Castle',
    'answer.choices': ['Monday', hostile],
    'answer.number': '1,000',
    'answer.date': '2026-02-31',
    'answer.email': 'vet',
    'answer.phone': '7'.repeat(40),
  }
  const { statusCode, body, headers } = await visitor.apply(url, wrong)
  assert.equal(statusCode, 400)
  // With `no-store`, browsers would ask to send the form again on the way back.
  assert.equal(headers['cache-control'], 'private, no-cache')
  assert.match(body, /<title>Not sent: /)
  assert.match(body, /role="group" aria-labelledby="faults" tabindex="-1" autofocus/)
  const fields = [...Object.keys(wrong), 'answer.yesNo']
  const [, count] = /Please check (\d+) answers/.exec(body) ?? []
  assert.equal(Number(count), fields.length)
  for (const field of fields) {
    assert.ok(body.includes(`href="#${field}"`), field)
    assert.match(body, new RegExp(`id="${field}"`))
    assert.ok(body.includes(`id="${field}-fault"`), field)
    assert.match(body, new RegExp(`aria-describedby="[^"]*${field}-fault"`))
  }
  assert.doesNotMatch(body, /<script/)
  assert.match(body, /You have used 10,006\./)
  for (const kept of ['call me', '1,000', '2026-02-31', 'value="vet"', '\u202eאבג', 'Bcc: all'])
    assert.ok(body.includes(kept), kept)
  assert.match(body, /value="Monday" checked|value="Monday"[^>]* checked/)
  const [, csp = ''] = /(script-src[^;]*)/.exec(String(headers['content-security-policy'])) ?? []
  assert.deepEqual([csp, /default-src 'none'/.test(String(headers['content-security-policy']))], ['', true])
  assert.deepEqual(await listed(app), [])

  const names = {
    ['W'.repeat(256)]: /at most 255/,
    'See www.spam.example': /without a web address/,
  }
  for (const [name, said] of Object.entries(names))
    assert.match((await visitor.apply(url, { ...required, name })).body, said)
  const longest = { name: 'W'.repeat(255), 'answer.longText': '語'.repeat(10_000) }
  linkIn(await visitor.apply(url, { ...required, ...longest }))
})

test("automated applications are rejected, and a person's input is kept", async () => {
  const { app, petId, url, store, visitor } = await opened(testApp)
  await using _ = app
  const other = await publish(app)
  const who = { name: 'Ada', email: 'ada@example.org', 'answer.reasons': 'For walks.' }
  const refused = async (what: string, fields: object, said: RegExp) => {
    const { statusCode, body } = await visitor.send(url, { ...who, ...fields })
    assert.equal(statusCode, 400, what)
    assert.match(body, said, what)
    assert.match(body, /For walks\./, what)
    assert.match(tokenIn(body), /./, what)
    return tokenIn(body)
  }
  const token = await visitor.openForm(url)
  assert.equal(await refused('at once', { token }, /faster than anyone can type/), token)
  app.clock.advance(TYPING_MS)
  await refused('the trap', { token, homepage: 'http://spam.example' }, /visitors do not see/)
  await refused('no token', {}, /open for more than a day/)
  const forged = token.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`)
  await refused('a forged token', { token: forged }, /open for more than a day/)
  const foreign = await visitor.openForm(`/adopt/${other}-biscuit/apply`)
  await refused('a token of another animal', { token: foreign }, /open for more than a day/)
  await store.addForm([{ id: 'reasons', label: 'Why?', kind: 'longText' }])
  const fresh = await refused('another form', { token }, /questions have changed/)
  app.clock.advance(86_400_000)
  await refused('an old token', { token: fresh }, /open for more than a day/)
  assert.deepEqual(await listed(app), [])
  assert.equal((await visitor.open(`/adopt/${petId}/apply`)).headers.location, url)
})

test('a form from another site, of another type, or too large is not read, and other pages take no forms', async () => {
  const { app, url, visitor } = await opened(testApp)
  await using _ = app
  const token = await visitor.openForm(url)
  app.clock.advance(TYPING_MS)
  const fields = { token, name: 'Ada', email: 'ada@example.org' }
  const send = (headers: Record<string, string>, raw?: string | Buffer) =>
    visitor.send(url, fields, { headers, ...(raw !== undefined && { raw }) })
  for (const origin of ['http://evil.example', 'null', 'http://store.test.evil.example', ''])
    assert.equal((await send({ origin })).statusCode, 403, origin)
  const away = await send({ origin: 'http://evil.example' })
  assert.match(away.body, /Nothing was sent/)
  assert.equal(away.headers['access-control-allow-origin'], undefined)
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
    assert.equal((await send({ 'content-type': type })).statusCode, 415, type)
  const charset = { 'content-type': 'application/x-www-form-urlencoded; charset=latin1' }
  assert.equal((await send(charset)).statusCode, 415)
  assert.equal((await send({ 'content-encoding': 'gzip' })).statusCode, 415)
  assert.equal((await send({}, `name=${'a'.repeat(256 * 1024)}`)).statusCode, 413)
  assert.equal((await send({}, 'a=1&'.repeat(2_000))).statusCode, 400)
  for (const raw of ['name=%ff', 'name=%', Buffer.from('name=\xff', 'latin1')])
    assert.equal((await send({}, raw)).statusCode, 400, String(raw))
  for (const path of ['/adopt', url.replace('/apply', ''), '/', '/docs', '/adopt/x/apply'])
    assert.equal((await visitor.send(path, fields)).statusCode, 404, path)
  for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
    const asked = await app.send({ method, url, headers: { origin: 'http://store.test' } })
    assert.equal(asked.statusCode, 404, method)
  }
  assert.deepEqual(await listed(app), [])
  linkIn(await send({}))
})

test("input from one visitor never appears on another visitor's page, and never causes an open redirect", async () => {
  const { app, petId, url, visitor } = await opened(testApp)
  await using _ = app
  const animal = url.replace('/apply', '')
  const hostile = {
    host: 'evil.example',
    cookie: 'token=stolen',
    'x-forwarded-host': 'evil.example',
    'x-original-url': '/console',
    referer: 'http://evil.example/',
  }
  for (const path of [animal, url, `/adopt/${petId}`, `/adopt/${petId}/apply`]) {
    await visitor.open(`${path}?next=//evil.example&token=mine&name=<b>`, { headers: hostile })
    const { body, headers } = await visitor.open(path)
    assert.doesNotMatch(body, /evil\.example|stolen|&lt;b&gt;|value="mine"/, path)
    assert.match(String(headers.location ?? '/adopt/1'), /^\/adopt\/\d/, path)
  }
  const tokens = await Promise.all([1, 2, 3].map(() => visitor.openForm(url)))
  assert.equal(new Set(tokens).size, 3)
  app.clock.advance(TYPING_MS)
  const fields = { token: tokens[0] ?? '', name: 'Ada', email: 'ada@example.org' }
  const sent = await visitor.send(`${url}?sent=//evil.example`, fields, {
    headers: { ...hostile, host: 'store.test' },
  })
  const link = linkIn(sent)
  assert.match(link, /^\/applications\/[\w-]{43}$/)
  const followed = await visitor.open(`${link}?sent`)
  assert.doesNotMatch(followed.body, /evil\.example/)
})

onEachEngine('a visitor who sends too many sees when to try again, and others are not affected', async (open) => {
  const { app, url, visitor } = await opened(open)
  await using _ = app
  for (let count = 0; count < 5; count += 1) linkIn(await visitor.apply(url))
  const sixth = await visitor.apply(url, { email: 'ADA@example.org', 'answer.reasons': 'Walks.' })
  assert.equal(sixth.statusCode, 429)
  assert.match(String(sixth.headers['retry-after']), /^\d+$/)
  assert.match(sixth.body, /You can send this one in 24 hours/)
  assert.match(sixth.body, /Walks\./)
  // Send the same page again before it expires.
  app.clock.advance(86_400_000 - 60_000)
  const token = tokenIn((await visitor.open(url)).body)
  app.clock.advance(60_000)
  const fields = { token, name: 'Ada', email: 'ada@example.org' }
  const last = linkIn(await visitor.send(url, fields))
  assert.equal(linkIn(await visitor.send(url, fields)), last)
  assert.equal((await listed(app)).length, 6)
})

test('hundreds of automated applications store no more than one person could, and other visitors are still served', async () => {
  const { app, url, visitor } = await opened(testApp)
  await using _ = app
  const token = await visitor.openForm(url)
  const tokens = await Promise.all(Array.from({ length: 80 }, () => visitor.openForm(url)))
  app.clock.advance(TYPING_MS)
  let done = 0
  const flood = Array.from({ length: 400 }, async (_one, at) => {
    const fields = { token: tokens[at % 80] ?? '', name: 'Bot', email: `bot-${at}@spam.example` }
    const { statusCode } = await visitor.send(url, fields, { address: '203.0.113.7' })
    done += 1
    return statusCode
  })
  const fields = { token, name: 'Ada', email: 'ada@example.org' }
  const sent = await visitor.send(url, fields, { address: '198.51.100.9' })
  assert.ok(done < 400, 'before the flood was over')
  linkIn(sent)
  const statuses = Map.groupBy(await Promise.all(flood), (status) => status)
  assert.equal(statuses.get(303)?.length, 60)
  assert.deepEqual([...statuses.keys()].toSorted(), [303, 400, 429])
  const counted = await app.get('/v1/applications?limit=1', {
    ...app.key,
    prefer: 'return=total-count',
  })
  assert.equal(counted.headers['x-total-count'], '61')
})

test('nobody can apply for an animal that is not available, and each shelter has its own form', async () => {
  const { app, petId, url, store, visitor } = await opened(testApp)
  await using _ = app
  const { headers } = await keyOfOther(app)
  const elsewhere = await publish(app, headers, 'Stranger')
  const theirs = applicationsOf(app, headers)
  await theirs.addForm([{ id: 'old', label: 'An old question', kind: 'text' }])
  await theirs.addForm([{ id: 'new', label: 'A new question', kind: 'text' }])
  const form = (await visitor.open(`/adopt/${elsewhere}-stranger/apply`)).body
  assert.match(form, /A new question/)
  assert.doesNotMatch(form, /An old question/)
  assert.match((await visitor.open(url)).body, /What is your home like\?/)

  const draft = await store.addPet()
  for (const path of [`/adopt/${draft}-biscuit/apply`, '/adopt/999/apply', '/adopt/x/apply']) {
    assert.equal((await visitor.open(path)).statusCode, 404, path)
    assert.equal((await visitor.send(path, {})).statusCode, 404, path)
  }
  const token = await visitor.openForm(url)
  await store.patch(`/v1/pets/${petId}`, { status: 'pending' })
  assert.match((await visitor.open(url)).body, /Someone else is first in line/)
  await store.patch(`/v1/pets/${petId}`, { status: 'sold' })
  app.clock.advance(TYPING_MS)
  const late = await visitor.send(url, { token, name: 'Ada', email: 'ada@example.org' })
  for (const [{ statusCode, body }, status] of [
    [late, 409],
    [await visitor.open(url), 410],
  ] as const) {
    assert.equal(statusCode, status)
    assert.match(body, /Biscuit has found a home/)
  }
  await store.patch(`/v1/pets/${petId}`, { status: 'available' })
  await store.put(`/v1/pets/${petId}/profile`, { species: 'dog', published: false })
  const gone = await visitor.send(url, { token, name: 'Ada', email: 'ada@example.org' })
  assert.equal(gone.statusCode, 404)
  assert.deepEqual(await listed(app), [])
})

onEachEngine('the secret link of an erased application says so, and a wrong link is a plain 404', async (open) => {
  const { app, petId, url, store, visitor } = await opened(open)
  await using _ = app
  const link = linkIn(await visitor.apply(url))
  const first = linkIn(await visitor.apply(url, { email: 'eve@example.org' }))
  await store.patch(`/v1/pets/${petId}`, { status: 'sold' })
  assert.match((await visitor.open(link)).body, /has found a home in the meantime/)
  await app.inject({ method: 'DELETE', url: `/v1/pets/${petId}`, headers: app.key })
  assert.equal((await visitor.open(first)).statusCode, 200)
  assert.equal((await store.remove('/v1/applications/1/applicant')).statusCode, 204)
  for (const path of [link, `${link}/withdraw`]) {
    const erased = await visitor.open(path)
    assert.equal(erased.statusCode, 410)
    assert.match(erased.body, /has been erased/)
    assert.doesNotMatch(erased.body, /Ada|ada@|Biscuit/)
    assert.equal(erased.headers['cache-control'], 'no-store')
  }
  linkIn(await visitor.send(`${link}/withdraw`, {}))
  assert.equal((await app.get('/v1/applications/1')).json().status, 'submitted')

  const wrong = [`${first.slice(0, -1)}_`, `${first}x`, '/applications/x', `/applications/${'A'.repeat(43)}`]
  const responses = await Promise.all(wrong.map((path) => visitor.open(path)))
  const own = /^(date|x-request-id|ratelimit|x-ratelimit-.*)$/
  const shown = responses.map(({ body, headers }) =>
    JSON.stringify([body, Object.entries(headers).filter(([name]) => !own.test(name))]),
  )
  assert.deepEqual([responses[0]?.statusCode, new Set(shown).size], [404, 1])
  assert.equal((await visitor.send(`${wrong[0]}/withdraw`, {})).statusCode, 404)
})

test('secret links work if the site is off, and one address cannot try many of them', async () => {
  await using app = await testApp({ settings: { SITE: 'off', ADDRESS_PER_MINUTE: '20' } })
  const visitor = visitorOf(app)
  const { statusUrl } = (await applicationsOf(app).apply()).json()
  const link = new URL(statusUrl).pathname
  assert.equal((await visitor.open(link)).statusCode, 200)
  assert.equal((await visitor.open('/adopt/1/apply')).statusCode, 404)
  const wrong = (at: number) => `/applications/${String(at).padStart(43, 'x')}`
  for (let at = 0; at < 20; at += 1) assert.equal((await visitor.open(wrong(at))).statusCode, 404)
  const limited = await visitor.open(link)
  assert.equal(limited.statusCode, 429)
  assert.ok(Number(limited.headers['retry-after']) > 0)
  assert.equal((await visitor.open(link, { address: '198.51.100.2' })).statusCode, 200)
  app.clock.advance(60_000)
  assert.equal((await visitor.open(link)).statusCode, 200)
})

onEachEngine('while the store is read-only the forms say so, and keep the input', async (open) => {
  const { app, url, visitor } = await opened(open)
  await using _ = app
  const sent = linkIn(await visitor.apply(url))
  const token = await visitor.openForm(url)
  app.clock.advance(TYPING_MS)
  await holdRestored(app)

  const closed = await visitor.open(url)
  assert.deepEqual([closed.statusCode, closed.headers['retry-after']], [503, '60'])
  assert.match(closed.body, /Applications are paused\./)
  assert.doesNotMatch(closed.body, /<form/)
  const fields = { token, name: 'Grace Hopper', email: 'grace@example.org' }
  const unsent = await visitor.send(url, fields)
  assert.deepEqual([unsent.statusCode, unsent.headers['retry-after']], [503, '60'])
  assert.match(unsent.body, /Your answers are still here/)
  assert.match(unsent.body, /value="Grace Hopper"/)
  assert.equal(tokenIn(unsent.body), token)

  const page = await visitor.open(sent)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /can&#39;t withdraw|can't withdraw/)
  assert.doesNotMatch(page.body, /href="[^"]*\/withdraw"/)
  for (const response of [await visitor.open(`${sent}/withdraw`), await visitor.send(`${sent}/withdraw`, {})]) {
    assert.equal(response.statusCode, 503)
    assert.match(response.body, /withdraw your application right now/)
    assert.doesNotMatch(response.body, /<form/)
  }
  assert.deepEqual(
    (await listed(app)).map(({ status }) => status),
    ['submitted'],
  )

  await confirmRestore(app)
  await app.service.runRoutine('maintenance.refresh')
  linkIn(await visitor.send(url, fields))
  assert.equal((await listed(app)).length, 2)
  assert.equal((await visitor.send(`${sent}/withdraw`, {})).statusCode, 303)
})
