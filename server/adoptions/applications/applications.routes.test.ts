import assert from 'node:assert/strict'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { applicationsOf, keyOfOther, publishableKey } from '../../../test/harness/applications.ts'
import { tester } from '../../../test/harness/author.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import type { Mail } from '../../accounts/mail/mail.ts'
import { applicationStatuses } from './application.ts'

const steps = ['meetAndGreet', 'homeVisit', 'referenceCheck']

onEachEngine('the default form serves every account, and has no required questions', async (testApp) => {
  await using app = await testApp()
  const other = applicationsOf(app, (await keyOfOther(app)).headers)
  const [form] = (await other.get('/v1/forms')).json()
  assert.equal(form.accountId, undefined)
  assert.equal(form.version, 1)
  assert.ok(form.questions.every(({ required }: { required: boolean }) => !required))
  const petId = await other.addPet()
  assert.equal((await other.apply({ petId, formId: form.id })).statusCode, 201)
  const changed = await other.put(`/v1/forms/${form.id}`, { questions: [] })
  assert.deepEqual([changed.statusCode, changed.json().code], [403, 'not_owner'])
})

onEachEngine('an application shows its questions as they were when it was sent', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const question = { id: 'home', label: 'What is your home like?', kind: 'text' }
  const formId = await store.addForm([question])
  const { id } = (await store.apply({ formId, answers: { home: 'A boat.' } })).json()
  const { headers } = await store.get(`/v1/forms/${formId}`)
  const next = { name: 'Dogs', questions: [{ ...question, label: 'Where do you live?' }] }
  const stale = await store.put(`/v1/forms/${formId}`, next, { 'if-match': '"other"' })
  assert.equal(stale.statusCode, 412)
  const form = await store.put(`/v1/forms/${formId}`, next, { 'if-match': String(headers.etag) })
  assert.deepEqual([form.json().version, form.json().name], [2, 'Dogs'])
  assert.equal((await store.put(`/v1/forms/${formId}`, next)).json().version, 2)
  const first = (await store.get(`/v1/forms/${formId}?version=1`)).json()
  assert.equal(first.questions[0].label, question.label)
  assert.equal((await store.get(`/v1/forms/${formId}?version=3`)).statusCode, 404)
  const shown = (await store.get(`/v1/applications/${id}`)).json()
  assert.deepEqual(shown.questions, [{ ...question, required: false }])
  assert.deepEqual([shown.formVersion, shown.answers], [1, { home: 'A boat.' }])
})

onEachEngine('the last hundred versions of a form are stored, and those with applications', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const formId = await store.addForm([])
  const change = (name: string) => store.put(`/v1/forms/${formId}`, { name, questions: [] })
  await change('2')
  const { id } = (await store.apply({ formId })).json()
  for (let version = 3; version <= 103; version += 1) await change(String(version))
  const statusOf = async (version: number) => (await store.get(`/v1/forms/${formId}?version=${version}`)).statusCode
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 103].map(statusOf)), [404, 200, 404, 200, 200])
  assert.equal((await store.get(`/v1/applications/${id}`)).json().formVersion, 2)
})

onEachEngine('an account may have twenty forms', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const tried = Array.from({ length: 30 }, () => store.post('/v1/forms', { questions: [] }))
  const responses = await Promise.all(tried)
  const made = responses.filter(({ statusCode }) => statusCode === 201)
  assert.equal(made.length, 20, 'also for several that are added at once')
  const refused = await store.post('/v1/forms', { questions: [] })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].code], [400, 'too_many'])
  const other = applicationsOf(app, (await keyOfOther(app)).headers)
  assert.equal((await other.post('/v1/forms', { questions: [] })).statusCode, 201)
})

onEachEngine('an application moves from step to step, and never changes once it is closed', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const sent = await store.apply()
  const url = String(sent.headers.location)
  assert.deepEqual(Object.keys(sent.json()), ['id', 'status', 'statusUrl'])
  const move = async (status: string) => (await store.patch(url, { status })).statusCode
  for (const early of [...steps, 'approved']) assert.equal(await move(early), 409, early)
  assert.equal(await move('inReview'), 200)
  assert.equal(await move('inReview'), 200)
  assert.equal(await move('submitted'), 409)
  for (const step of [...steps, ...steps]) assert.equal(await move(step), 200, step)
  assert.equal(await move('inReview'), 409)
  const noted = await store.patch(url, { note: 'Kind.\nHas time.' })
  assert.equal(noted.json().note, 'Kind.\nHas time.')
  assert.equal((await store.patch(url, { note: null })).json().note, undefined)
  const closed = (await store.patch(url, { status: 'declined' })).json()
  assert.equal(closed.closedAt, closed.updatedAt)
  for (const status of applicationStatuses) assert.equal(await move(status), status === 'declined' ? 200 : 409, status)
  const late = await store.patch(url, { note: 'Too late.' })
  assert.deepEqual([late.statusCode, late.json().code], [409, 'invalid_transition'])
  const approved = await store.post(`${url}/approve`, {})
  assert.deepEqual([approved.statusCode, approved.json().code], [409, 'invalid_transition'])
})

onEachEngine('an approval places and approves the order, and declines the others if requested', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const petId = await store.addPet()
  const sent = [await store.apply({ petId }), await store.apply({ petId }), await store.apply({ petId })]
  const [first, second, third] = sent.map(({ headers }) => String(headers.location))
  await store.patch(String(third), { status: 'withdrawn' })
  const fee = { amount: 12_000, currency: 'EUR' }
  const unknown = await store.post(`${second}/approve`, { fee: { ...fee, currency: 'XQX' } })
  assert.deepEqual([unknown.statusCode, unknown.json().errors[0].field], [400, 'fee.currency'])
  const approval = await store.post(`${second}/approve`, { closeOthers: true, fee })
  assert.equal(approval.statusCode, 201, approval.body)
  const order = approval.json()
  assert.deepEqual(order.fee, fee)
  assert.deepEqual([order.petId, order.status], [petId, 'approved'])
  assert.equal(order.expiresAt, undefined)
  const events = (await store.get('/v1/events')).json()
  assert.deepEqual(
    events.flatMap((event: { type: string; data: { status: string } }) =>
      event.type.startsWith('order.') ? [`${event.type} ${event.data.status}`] : [],
    ),
    ['order.placed placed', 'order.updated approved'],
  )
  const undone = await store.post(`/v1/store/orders/${order.id}/undo`, {})
  assert.deepEqual([undone.statusCode, undone.json().code], [409, 'undo_not_possible'])
  const { applicant, ...approved } = (await store.get(String(second))).json()
  assert.deepEqual(order.customer, applicant)
  assert.deepEqual([order.applicationId, approved.orderId], [approved.id, order.id])
  assert.equal(approved.status, 'approved')
  assert.equal((await store.get(String(first))).json().status, 'declined')
  assert.equal((await store.get(String(third))).json().status, 'withdrawn')
  assert.equal((await store.get(`/v1/store/orders/${order.id}`)).json().applicationId, approved.id)
  const other = String((await store.apply({ petId })).headers.location)
  const refused = await store.post(`${other}/approve`, {})
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'pet_not_available'])
  const again = await store.post(`${second}/approve`, {})
  assert.deepEqual([again.statusCode, again.json().code], [409, 'invalid_transition'])
  const nowhere = await store.post(`${String((await store.apply()).headers.location)}/approve`, {})
  assert.deepEqual([nowhere.statusCode, nowhere.json().code], [409, 'invalid_transition'])
  const sold = await store.addPet({ status: 'sold' })
  assert.equal((await store.apply({ petId: sold })).json().code, 'pet_not_available')
})

onEachEngine('events and the audit log record an application without data of the applicant', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const url = String((await store.apply()).headers.location)
  await store.patch(url, { status: 'inReview', note: 'Kind.' })
  const events = (await store.get('/v1/events?type=application.submitted,application.updated')).json()
  assert.deepEqual(
    events.map(({ type, data }: { type: string; data: { status: string } }) => [type, data.status]),
    [
      ['application.submitted', 'submitted'],
      ['application.updated', 'inReview'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(events), /ada|kind/i)
  const sibling = await app.siblingKey(['pets:read', 'orders:read', 'listings:read'])
  assert.deepEqual((await app.get('/v1/events', sibling)).json(), [])
  assert.equal((await app.get('/v1/applications', sibling)).statusCode, 403)
  await store.get(url)
  await store.get('/v1/applications')
  await app.service.runRoutine('audit.flush')
  const { key } = await app.createKey('business', { scopes: ['admin'] })
  const entries = (await app.get('/v1/audit-log?target=application', app.bearer(key))).json()
  assert.deepEqual(
    entries.map(({ action }: { action: string }) => action),
    ['application.read', 'application.update', 'application.submit'],
  )
  assert.deepEqual(entries[1].fields, ['status', 'note'])
})

onEachEngine('only the account of the animal sees an application, and only with the scope', async (testApp) => {
  await using app = await testApp()
  const [owner, other] = [applicationsOf(app), applicationsOf(app, (await keyOfOther(app)).headers)]
  const petId = await owner.addPet()
  const sent = await other.apply({ petId })
  assert.equal(sent.statusCode, 201)
  const url = String(sent.headers.location)
  for (const refused of [
    await other.get(url),
    await other.patch(url, { status: 'inReview' }),
    await other.post(`${url}/approve`, {}),
    await other.remove(`${url}/applicant`),
    await other.get(`${url}/export`),
  ]) {
    assert.deepEqual([refused.statusCode, refused.json().code], [404, 'application_not_found'])
  }
  assert.deepEqual((await other.get('/v1/applications')).json(), [])
  assert.deepEqual((await other.get('/v1/events?type=application.submitted')).json(), [])
  const hidden = await app.siblingKey(['applications:write'])
  const changed = (await owner.patch(url, { status: 'inReview' }, hidden)).json()
  assert.deepEqual([changed.status, changed.applicant, changed.answers], ['inReview', undefined, undefined])
  const keyed = { ...hidden, 'idempotency-key': 'approval' }
  const order = (await owner.post(`${url}/approve`, {}, keyed)).json()
  assert.deepEqual([order.status, order.customer], ['approved', undefined])
  const page = applicationsOf(app, await publishableKey(app))
  const unseen = await page.apply({ petId })
  assert.deepEqual([unseen.statusCode, unseen.json().code], [404, 'pet_not_found'])
  const adopted = await owner.addPet({ status: 'sold' })
  assert.equal((await page.apply({ petId: adopted })).json().code, 'pet_not_found')
  const listed = await owner.addPet()
  const profile = { species: 'dog', published: true }
  assert.equal((await owner.patch(`/v1/pets/${listed}/profile`, profile)).statusCode, 200)
  assert.equal((await page.apply({ petId: listed })).statusCode, 201)
  for (const refused of [
    await page.get('/v1/applications'),
    await page.get(url),
    await page.get(`${url}/export`),
    await page.patch(url, { note: 'x' }),
    await page.post('/v1/forms', { questions: [] }),
  ]) {
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'insufficient_scope'])
  }
})

onEachEngine('applications are found by status, animal, assignee, and parts of names', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const petId = await store.addPet()
  const user = await app.service.users.create(
    { type: 'cli' },
    { email: 'alex@example.org', name: 'Alex', role: 'counselor' },
  )
  const applicant = { name: 'Zoë 100% Müller', email: 'zm@hidden.test' }
  const { id } = (await store.apply({ petId, applicant })).json()
  await store.apply()
  const assignee = { assigneeId: Number(user.user.id) }
  assert.equal((await store.patch(`/v1/applications/${id}`, assignee)).statusCode, 200)
  const found = async (query: string) => {
    const response = await store.get(`/v1/applications?${query}`, {
      prefer: 'return=total-count',
    })
    const ids = response.json().map((one: { id: number }) => one.id)
    assert.equal(Number(response.headers['x-total-count']), ids.length, query)
    return ids
  }
  for (const query of [
    `petId=${petId}`,
    `petId=${petId}&status=submitted&assigneeId=${assignee.assigneeId}`,
    `assigneeId=${assignee.assigneeId}`,
    'q=zoe',
    'q=MULLER',
    'q=hidden.t',
    'q=100%25',
  ]) {
    assert.deepEqual(await found(query), [id], query)
  }
  for (const query of ['status=inReview', 'q=z%25m', 'q=_', 'q=nobody', 'assigneeId=99'])
    assert.deepEqual(await found(query), [], query)
  assert.equal((await found('status=submitted')).length, 2)
  const [listed] = (await store.get('/v1/applications?limit=1')).json()
  assert.deepEqual([listed.applicant, listed.answers, listed.questions], [applicant, undefined, undefined])
  for (const wrong of [{ assigneeId: 99 }, { assigneeId: null, note: 'x'.repeat(10_001) }]) {
    const refused = await store.patch(`/v1/applications/${id}`, wrong)
    assert.equal(refused.statusCode, 400)
  }
})

onEachEngine('applications of several statuses are one list, oldest or newest first, page by page', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const ids: number[] = []
  for (let index = 0; index < 6; index++) {
    const applicant = { name: 'Ada', email: `ada${index}@example.org` }
    ids.push((await store.apply({ applicant })).json().id)
  }
  const [declined, reviewed, , withdrawn] = ids
  await store.patch(`/v1/applications/${declined}`, { status: 'declined' })
  await store.patch(`/v1/applications/${reviewed}`, { status: 'inReview' })
  await store.patch(`/v1/applications/${withdrawn}`, { status: 'withdrawn' })
  const pages = async (query: string) => {
    const found: number[] = []
    for (let url: string | undefined = `/v1/applications?limit=2&${query}`; url; ) {
      const page = await store.get(url, { prefer: 'return=total-count' })
      assert.equal(page.statusCode, 200)
      found.push(...page.json().map(({ id }: { id: number }) => id))
      const cursor = page.headers['x-next-cursor']
      url = cursor ? `/v1/applications?limit=2&${query}&cursor=${cursor}` : undefined
      if (!url) return { found, total: Number(page.headers['x-total-count']) }
    }
    throw new Error('there is always a page')
  }
  const open = ids.filter((id) => id !== declined && id !== withdrawn)
  const closed = { found: [withdrawn, declined], total: 2 }
  assert.deepEqual(await pages('status=inReview,submitted'), { found: open, total: 4 })
  assert.deepEqual(await pages('status=withdrawn&status=declined&sort=-id'), closed)
  assert.deepEqual(await pages('sort=-id'), { found: [...ids].reverse(), total: 6 })
  const { headers } = await store.get('/v1/applications?limit=1&status=submitted,inReview')
  const other = `/v1/applications?limit=1&sort=-id&cursor=${headers['x-next-cursor']}`
  assert.equal((await store.get(other)).json().code, 'invalid_cursor')
  for (const query of ['status=', 'status=submitted,open', 'sort=name'])
    assert.equal((await store.get(`/v1/applications?${query}`)).statusCode, 400)
})

onEachEngine(
  'one email address may send 5 applications a day, and one IP address 60 an hour through a page',
  async (testApp) => {
    await using app = await testApp({
      settings: { LOG_LEVEL: 'silent', DATABASE_DEADLINE_MS: '60000' },
    })
    const store = applicationsOf(app)
    const applicant = { name: 'Ada', email: 'Ada@example.org' }
    for (let count = 0; count < 5; count += 1) assert.equal((await store.apply({ applicant })).statusCode, 201)
    const other = applicationsOf(app, (await keyOfOther(app)).headers)
    const lower = { ...applicant, email: 'ada@EXAMPLE.org' }
    const refused = await other.apply({ applicant: lower })
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_applications'])
    assert.equal(refused.headers['retry-after'], '86400')
    app.clock.advance(86_399_000)
    assert.equal((await store.apply({ applicant })).headers['retry-after'], '1')
    app.clock.advance(1_000)
    assert.equal((await store.apply({ applicant })).statusCode, 201)

    const page = applicationsOf(app, await publishableKey(app))
    const applied = await Promise.all(Array.from({ length: 66 }, () => page.apply()))
    const taken = applied.filter(({ statusCode }) => statusCode === 201)
    assert.equal(taken.length, 60)
    assert.ok(applied.every(({ statusCode }) => statusCode === 201 || statusCode === 429))
    assert.equal((await store.apply()).statusCode, 201)
    app.clock.advance(3_600_000)
    assert.equal((await page.apply()).statusCode, 201)
    await app.service.runRoutine('applicationLimits.purge')
  },
)

onEachEngine('a repeated submission gets the same response with the same link, and counts once', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const applicant = { name: 'Ada', email: 'ada@example.org' }
  const key = { 'idempotency-key': 'once' }
  const first = await store.apply({ applicant }, key)
  for (let count = 0; count < 6; count += 1) {
    const again = await store.apply({ applicant }, key)
    assert.deepEqual([again.statusCode, again.body], [201, first.body])
    assert.equal(again.headers['idempotent-replayed'], 'true')
  }
})

onEachEngine('an applicant can follow and withdraw an application at the secret link', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const sent = await store.apply()
  const secret = new URL(sent.json().statusUrl).pathname.split('/').at(-1) ?? ''
  const { submissions } = app.service
  assert.equal((await submissions.follow(secret)).status, 'submitted')
  // A host may contain any of these characters, and they are not special.
  const { statusUrl } = (await store.apply({}, { host: "a$&$'b" })).json()
  assert.ok(statusUrl.startsWith("http://a$&$'b/"), statusUrl)
  await store.patch(String(sent.headers.location), { note: 'Kind.' })
  const followed = await submissions.withdraw(secret, '192.0.2.1')
  assert.deepEqual([followed.status, 'note' in followed], ['withdrawn', false])
  assert.equal((await submissions.withdraw(secret, '192.0.2.1')).status, 'withdrawn')
  for (const wrong of ['', 'x', 'x'.repeat(43), `${secret}x`])
    await assert.rejects(submissions.follow(wrong), { code: 'application_not_found' })
  const declined = await store.apply()
  await store.patch(String(declined.headers.location), { status: 'declined' })
  const late = new URL(declined.json().statusUrl).pathname.split('/').at(-1) ?? ''
  await assert.rejects(submissions.withdraw(late, '192.0.2.1'), { code: 'invalid_transition' })
})

const everyText = async (app: TestApp, text: RegExp, urls: string[], headers: Record<string, string>) => {
  for (const url of urls) assert.doesNotMatch((await app.get(url, headers)).body, text, url)
}

onEachEngine('the export has everything about a person, and an erasure removes it everywhere', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const petId = await store.addPet()
  const applicant = { name: 'Wilhelmina Quux', email: 'quux@hidden.test', phone: '+999 555 0199' }
  const formId = await store.addForm([{ id: 'why', label: 'Why?', kind: 'longText' }])
  const body = { petId, formId, applicant, answers: { why: 'For my zither.' } }
  const sent = await store.apply(body, { 'idempotency-key': 'sent' })
  await store.apply({ applicant: { ...applicant, email: 'QUUX@hidden.test' } })
  await store.apply()
  const url = String(sent.headers.location)
  await store.patch(url, { note: 'Plays the zither.' })
  const approve = () => store.post(`${url}/approve`, {}, { 'idempotency-key': 'approved' })
  const orderUrl = String((await approve()).headers.location)
  const reason = { status: 'delivered', returnReason: 'The zither.' }
  await store.patch(orderUrl, { status: 'approved' })
  await store.patch(orderUrl, reason)
  const exported = (await store.get(`${url}/export`)).json()
  assert.deepEqual([exported.applicant, exported.applications.length], [applicant, 2])
  assert.deepEqual([exported.orders.length, exported.isComplete], [1, true])
  assert.equal(exported.applications.at(-1).answers.why, 'For my zither.')

  const before = await store.get(url)
  const erase = (etag: string) =>
    app.inject({
      method: 'DELETE',
      url: `${url}/applicant`,
      headers: { ...app.key, 'if-match': etag },
    })
  assert.equal((await erase('"another"')).json().code, 'precondition_failed')
  assert.equal((await store.get(url)).body, before.body)
  assert.equal((await erase(String(before.headers.etag))).statusCode, 204)
  const erased = (await store.get(url)).json()
  for (const name of ['applicant', 'answers', 'note']) assert.equal(erased[name], undefined)
  assert.deepEqual([erased.status, erased.questions.length], ['approved', 1])
  const text = /wilhelmina|zither|555 0199/i
  await everyText(app, text, [url, orderUrl, '/v1/events?limit=100', '/v1/store/orders'], app.key)
  assert.doesNotMatch((await approve()).body, text)
  const replay = await store.apply(body, { 'idempotency-key': 'sent' })
  assert.deepEqual(replay.json(), { id: erased.id, status: 'submitted' })
  const secret = new URL(sent.json().statusUrl).pathname.split('/').at(-1) ?? ''
  const { submissions } = app.service
  assert.equal((await submissions.follow(secret)).applicant, undefined)
  await assert.rejects(submissions.withdraw(secret, '192.0.2.1'), { code: 'invalid_transition' })
  assert.equal((await store.remove(`${url}/applicant`)).statusCode, 204)
  assert.deepEqual((await store.get(`${url}/export`)).json().applications.length, 1)
})

onEachEngine(
  'applicants of closed applications are erased after a time, those of open ones are not',
  async (testApp) => {
    await using app = await testApp({ settings: { APPLICATION_RETENTION_DAYS: '2' } })
    const store = applicationsOf(app)
    const [closed, open] = [await store.apply(), await store.apply()].map(({ headers }) => String(headers.location))
    await store.patch(String(closed), { status: 'declined' })
    app.clock.advance(2 * 86_400_000 - 1)
    await app.service.runRoutine('applications.erase')
    assert.ok((await store.get(String(closed))).json().applicant)
    app.clock.advance(1)
    await app.service.runRoutine('applications.erase')
    assert.equal((await store.get(String(closed))).json().applicant, undefined)
    assert.ok((await store.get(String(open))).json().applicant)
  },
)

onEachEngine('staff can do only what their roles permit', async (testApp) => {
  await using app = await testApp()
  const store = applicationsOf(app)
  const url = String((await store.apply()).headers.location)
  const people = peopleOf(app)
  const asked = async (role: 'viewer' | 'counselor' | 'manager') => {
    const { headers } = await people.add(role)
    const as = applicationsOf(app, headers)
    return [
      (await as.get(url)).statusCode,
      (await as.patch(url, { note: role })).statusCode,
      (await as.get(`${url}/export`)).statusCode,
      (await as.remove(`${url}/applicant`)).statusCode,
    ]
  }
  assert.deepEqual(await asked('viewer'), [403, 403, 403, 403])
  assert.deepEqual(await asked('counselor'), [200, 200, 403, 403])
  assert.deepEqual(await asked('manager'), [200, 200, 200, 204])
})

onEachEngine('applicants and staff get mail in which user input is only text', async (testApp) => {
  await using app = await testApp({ settings: { PUBLIC_URL: 'https://paws.example' } })
  const admin = await adminOf(app)
  const owner = applicationsOf(app, admin.headers)
  for (const role of ['counselor', 'viewer'] as const) {
    const user = { email: `${role}@x.org`, name: role, role, accountId: admin.accountId }
    await app.service.users.create(tester, user)
  }
  const petId = await owner.addPet({ name: '<b>Biscuit</b>' })
  const applicant = { name: '<i>Ada</i>', email: 'Ada@Example.org' }
  const sent = await owner.apply({ petId, applicant })
  const url = String(sent.headers.location)
  await owner.patch(url, { note: 'Nothing to write of.' })
  await owner.patch(url, { status: 'inReview' })
  await owner.post(`${url}/approve`, {})
  const mails = async (): Promise<Mail[]> =>
    (await admin.get('/v1/mails?limit=100'))
      .json()
      .filter(({ kind }: Mail) => /application/i.test(kind))
      .reverse()
  const [first, ...rest] = await mails()
  assert.ok(first)
  assert.deepEqual(
    [first, ...rest].map(({ kind, to }) => [kind, to.address]),
    [
      ['applicationReceived', 'ada@example.org'],
      ['newApplication', 'counselor@x.org'],
      ['applicationChanged', 'ada@example.org'],
      ['applicationChanged', 'ada@example.org'],
    ],
  )
  assert.equal(first.subject, 'We have received your application for b Biscuit b')
  const { text } = (await admin.get(`/v1/mails/${first.id}`)).json()
  const path = new URL(sent.json().statusUrl).pathname
  assert.ok(text.includes(`https://paws.example${path}`) && text.includes('Hello i Ada i,'), text)
  const counselor = (await mails()).find(({ to }) => to.address === 'counselor@x.org')
  const { text: mailText } = (await admin.get(`/v1/mails/${counselor?.id}`)).json()
  assert.ok(mailText.includes(`https://paws.example/console/applications/${sent.json().id}`), mailText)
  const eve = { name: 'Buy at evil.example', email: 'eve@example.org' }
  const fromEve = String((await owner.apply({ applicant: eve })).headers.location)
  const [toEve] = (await mails()).toReversed()
  const { text: unnamed } = (await admin.get(`/v1/mails/${toEve?.id}`)).json()
  assert.match(unnamed, /^Hello,\n/)
  await owner.remove(`${fromEve}/applicant`)
  const other = applicationsOf(app, (await keyOfOther(app)).headers)
  await other.remove(`${(await other.apply({ applicant })).headers.location}/applicant`)
  assert.equal((await mails()).length, 4)
  await owner.remove(`${url}/applicant`)
  assert.deepEqual(await mails(), [])
})

onEachEngine('one address gets mail about at most 10 steps a day, and further steps still work', async (testApp) => {
  await using app = await testApp()
  const admin = await adminOf(app)
  const store = applicationsOf(app)
  const url = String((await store.apply()).headers.location)
  const countMails = async () =>
    (await admin.get('/v1/mails?limit=100')).json().filter(({ kind }: Mail) => kind === 'applicationChanged').length
  for (const status of ['inReview', ...steps, ...steps, ...steps, ...steps])
    assert.equal((await store.patch(url, { status })).statusCode, 200)
  assert.equal(await countMails(), 10)
  app.clock.advance(86_400_000)
  await store.patch(url, { status: 'declined' })
  assert.equal(await countMails(), 11)
})
