import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { documentText } from '../../../test/harness/document-text.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { documentTexts } from './document-texts.ts'
import { placeholders } from './placeholder.ts'

const { templates: defaultTemplates } = documentTexts('en')

const isJson = { 'content-type': 'application/json' }
const send = (app: TestApp, method: 'PUT' | 'PATCH', url: string, body: unknown, headers = {}) =>
  app.inject({
    method,
    url,
    headers: { ...app.key, ...isJson, ...headers },
    payload: JSON.stringify(body),
  })
const templates = '/v1/document-templates'
const put = (app: TestApp, body: unknown, headers = {}) => send(app, 'PUT', templates, body, headers)
const step = (app: TestApp, orderId: number, patch: object) => send(app, 'PATCH', `/v1/store/orders/${orderId}`, patch)

const customer = { name: 'Ada <b>Lovelace</b>', email: 'ada@example.org' }
const profile = {
  species: 'dog',
  breeds: { primary: 'Beagle', mixed: true },
  sex: 'female',
  birthDate: '2023-04-12',
  birthDateExact: true,
  colors: ['Tan', 'White'],
  spayedNeutered: true,
  microchip: '276098102345678',
  fee: { amount: 22_050, currency: 'EUR' },
}

const placed = async (app: TestApp, { name = 'Biscuit', by = app.key } = {}) => {
  const pet = (await app.post('/v1/pets', { name, categoryId: 7 })).json()
  // Other accounts can only order published animals.
  await send(app, 'PUT', `/v1/pets/${pet.id}/profile`, { ...profile, published: true })
  const order = (await app.post('/v1/store/orders', { petId: pet.id, customer }, by)).json()
  return { petId: pet.id, orderId: order.id }
}

onEachEngine(
  "a document contains the account's text, and the data of the adoption in the reader’s language",
  async (open) => {
    await using app = await open()
    await send(app, 'PUT', `/v1/accounts/${app.accountId}/organization`, {
      name: 'Paws & Whiskers',
      address: { street: 'Hauptstraße 5', postcode: '10827', city: 'Berlin', country: 'DE' },
    })
    const { orderId, petId } = await placed(app)
    const text = Object.keys(placeholders)
      .map((name) => `${name}: {{ ${name} }}`)
      .join('\n\n')
    assert.equal((await put(app, { returnSlip: { title: '{{animal.name}}', text } })).statusCode, 200)
    await step(app, orderId, { status: 'approved' })
    await step(app, orderId, { status: 'delivered' })
    app.clock.advance(86_400_000)
    const url = `/v1/store/orders/${orderId}/return-slip?locale=de-DE&timeZone=Pacific/Kiritimati`
    const { title, html, kind } = (await app.get(url)).json()
    const day = (ms: number) =>
      new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'Pacific/Kiritimati' }).format(ms)
    const blank = /^<span class="line">_+<\/span>$/
    const shown = Object.fromEntries(
      [...documentText(html).matchAll(/<p>([\w.]+): (.*)<\/p>/g)].map(([, name, value]) => [name, value]),
    )
    const is = (name: string) => String(shown[name]).replace(/^<bdi>(.*)<\/bdi>$/, '$1')
    assert.deepEqual([kind, title, Object.keys(shown).length], ['returnSlip', 'Biscuit', 24])
    assert.deepEqual(
      Object.keys(placeholders).map((name) => (blank.test(is(name)) ? 'line' : is(name))),
      [
        'Biscuit',
        String(petId),
        'Hund',
        'Beagle, Mischling',
        'Weiblich',
        '12. April 2023',
        'Tan, White',
        '276098102345678',
        'Ja',
        'Ada &lt;b&gt;Lovelace&lt;/b&gt;',
        'ada@example.org',
        'line',
        'Paws &amp; Whiskers',
        'Hauptstraße 5, 10827 Berlin',
        'line',
        'line',
        'line',
        String(orderId),
        day(app.clock.nowMs() - 86_400_000),
        '220,50\u00a0€',
        day(app.clock.nowMs()),
        'line',
        day(app.clock.nowMs()),
        'line',
      ],
    )
    const address = { street: '5 Main St', city: 'Austin', state: 'TX', postcode: '78701' }
    await send(app, 'PUT', `/v1/accounts/${app.accountId}/organization`, {
      name: 'Paws & Whiskers',
      address: { ...address, country: 'US' },
    })
    assert.match((await app.get(url)).json().html, /5 Main St, Austin, TX 78701</)
  },
)

onEachEngine('an account can write its templates, and has the defaults until then', async (open) => {
  await using app = await open()
  const first = await app.get(templates)
  assert.deepEqual(first.json().contract, { ...defaultTemplates.contract, isDefault: true })
  const contract = { title: 'Vertrag', text: 'Hallo {{adopter.name}}' }
  const ifMatch = { 'if-match': String(first.headers.etag) }
  const changed = await put(app, { contract }, ifMatch)
  assert.deepEqual(changed.json().contract, { ...contract, isDefault: false })
  assert.deepEqual(changed.json().returnSlip.isDefault, true)
  assert.equal((await put(app, {}, ifMatch)).json().code, 'precondition_failed')
  assert.deepEqual((await app.get(templates)).json(), changed.json())

  const other = app.bearer((await app.createKey()).key)
  assert.equal((await app.get(templates, other)).json().contract.isDefault, true)
  const theirs = `${templates}?accountId=${app.accountId}`
  assert.equal((await app.get(theirs, other)).json().code, 'account_not_found')
  assert.equal((await app.get(theirs, (await adminOf(app)).headers)).json().contract.title, 'Vertrag')
  const reader = await app.siblingKey(['orders:read'])
  assert.equal((await put(app, {}, reader)).json().code, 'insufficient_scope')

  assert.equal((await put(app, {})).json().contract.isDefault, true)
  assert.equal((await put(app, { contract: defaultTemplates.contract })).statusCode, 200)
  assert.equal((await app.get(templates)).json().contract.isDefault, true)
})

onEachEngine('only the account of the animal can print, and only documents that the order has', async (open) => {
  await using app = await open()
  const placer = await app.createKey()
  const by = app.bearer(placer.key)
  const { orderId } = await placed(app, { by })
  const at = (kind: string, id = orderId) => `/v1/store/orders/${id}/${kind}`
  assert.equal((await app.get(at('contract'), by)).json().code, 'not_owner')
  const stranger = app.bearer((await app.createKey()).key)
  assert.equal((await app.get(at('contract'), stranger)).json().code, 'order_not_found')
  const writer = await app.siblingKey(['orders:write', 'pets:read'])
  assert.equal((await app.get(at('contract'), writer)).json().code, 'insufficient_scope')

  assert.equal((await app.get(at('return-slip'))).json().code, 'document_not_available')
  await step(app, orderId, { status: 'approved' })
  await step(app, orderId, { status: 'delivered' })
  await step(app, orderId, { status: 'returned', returnReason: 'Moves\n<house>' })
  const slip = (await app.get(at('return-slip'))).json()
  assert.match(slip.html, /<bdi>Moves<br>&lt;house&gt;<\/bdi>/)
  const cancelled = (await placed(app)).orderId
  await step(app, cancelled, { status: 'cancelled' })
  assert.equal((await app.get(at('contract', cancelled))).json().code, 'document_not_available')

  const customerUrl = at('customer')
  await app.inject({ method: 'DELETE', url: customerUrl, headers: app.key })
  for (const kind of ['contract', 'return-slip']) {
    const { statusCode, json } = await app.get(at(kind))
    assert.deepEqual([statusCode, json().code], [409, 'customer_erased'])
  }
})

onEachEngine('a removed animal stays in the signed contract, and the return slip has only its number', async (open) => {
  await using app = await open()
  const { orderId, petId } = await placed(app)
  await step(app, orderId, { status: 'approved' })
  await step(app, orderId, { status: 'delivered' })
  await app.inject({ method: 'DELETE', url: `/v1/pets/${petId}`, headers: app.key })
  const printed = async (kind: string) => (await app.get(`/v1/store/orders/${orderId}/${kind}`)).json().html
  assert.match(await printed('contract'), /Biscuit[\s\S]*276098102345678/)
  const slip = await printed('return-slip')
  assert.doesNotMatch(slip, /Biscuit|276098102345678/)
  assert.match(slip, new RegExp(`<dt>Number</dt><dd><bdi>${petId}</bdi></dd>`))
})

test('a template with unknown placeholders or stray braces is rejected, naming each issue', async () => {
  await using app = await testApp()
  const faults = async (text: string, title = 'Contract') =>
    ((await put(app, { returnSlip: { title, text } })).json().errors ?? []).map(
      ({ field, message }: Record<string, string>) => `${field} ${message}`,
    )
  const named = (name: string, field = 'text') => `returnSlip.${field} has no placeholder ${name}`
  for (const [text, ...expected] of [
    ['{{adopter.name}} {{ fee }}'],
    ['{{adopter.nme}} {{adopter.nme}}', '{{adopter.nme}}'],
    ['{{constructor}} {{toString}}', '{{constructor}}', '{{toString}}'],
    ['{{ }} {{adopter name}}', '{{ }}', '{{adopter name}}'],
    ['{{adopter.name', '{{adopter.name'],
    ['fee}}', '}}'],
    ['{{parties}}\n\nSigned:\n \n{{ signatures }}'],
  ] as const) {
    assert.deepEqual(
      await faults(text),
      expected.map((name) => named(name)),
      text,
    )
  }
  assert.deepEqual(await faults('x', '{{who}}'), [named('{{who}}', 'title')])
  for (const [text, message] of [
    ['Here: {{parties}}', 'needs empty lines around {{parties}}'],
    ['{{payment}}\n{{signatures}}', 'needs empty lines around {{payment}}'],
    ['- {{payment}}', 'needs empty lines around {{payment}}'],
    ['{{payment}}\n\n{{payment}}', 'can contain {{payment}} only once'],
  ] as const) {
    assert.equal((await faults(text))[0], `returnSlip.text ${message}`)
  }
  assert.deepEqual(await faults('x', '{{parties}}'), ['returnSlip.title cannot contain {{parties}}'])
  assert.equal((await faults('{{fee}}'.repeat(101))).length, 1)
  assert.deepEqual(await faults('{{fee}}'.repeat(100)), [])
  // With escapes, these become placeholders only after Markdown is rendered.
  const text = '{\\{animal.name}\\} '.repeat(200)
  const body = { kind: 'contract', title: 'A', text }
  const { html } = (await app.post(`${templates}/preview`, body)).json()
  assert.equal(documentText(html).match(/<bdi>/g)?.length, 100)
  assert.match((await faults('*_['.repeat(3_000)))[0] ?? '', /too many Markdown/)
})

onEachEngine('a template that can become too long when it is filled in is rejected, naming the field', async (open) => {
  await using app = await open()
  const field = ({ json }: Awaited<ReturnType<typeof put>>) =>
    (json().errors ?? []).map(({ field, code }: Record<string, string>) => `${field} ${code}`)
  const website = '{{organization.website}} '
  const long = { title: 'A', text: website.repeat(95) }
  for (const kind of ['contract', 'returnSlip'])
    assert.deepEqual(field(await put(app, { [kind]: long })), [`${kind}.text filled_too_long`])
  const preview = await app.post(`${templates}/preview`, { kind: 'contract', ...long })
  assert.deepEqual([preview.statusCode, field(preview)], [400, ['text filled_too_long']])
  const title = { title: website.repeat(2), text: 'A' }
  assert.deepEqual(field(await put(app, { contract: title })), ['contract.title filled_too_long'])
  const fits = { title: website, text: `${website.repeat(5)}{{adopter.name}}` }
  assert.deepEqual(field(await put(app, { contract: fits, returnSlip: fits })), [])
  assert.deepEqual(field(await put(app, defaultTemplates)), [])
})

test('user input is never markup, a link or a placeholder in a document', async () => {
  await using app = await testApp()
  const hostile = '{{fee}}</bdi><img src=x onerror=1>[x](javascript:1)**$&$1'
  const { orderId } = await placed(app, { name: hostile })
  const text =
    '**{{animal.name}}** <script>1</script> [a](javascript:alert) [b](https://{{animal.name}}) ' +
    '[c](https://c.example "{{line}} {{animal.name}}")'
  await put(app, { contract: { title: 'For {{animal.name}}', text } })
  const contract = (await app.get(`/v1/store/orders/${orderId}/contract`)).json()
  assert.equal(contract.title, `For ${hostile}`)
  assert.doesNotMatch(contract.html, /<script|<img|<\/bdi><img/)
  const html = documentText(contract.html)
  assert.doesNotMatch(html, /<(?!\/?(?:p|bdi|strong|a)\b)/)
  assert.doesNotMatch(html, /href="(?!https:)|<a [^>]*onerror/)
  assert.ok(html.includes(' title="{{line}} {{animal.name}}" '), 'no tag contains another')
  assert.ok(html.includes('{{fee}}&lt;/bdi&gt;&lt;img src=x onerror=1&gt;[x](javascript:1)**$&amp;$1'))
})

test('a template can be previewed with sample data before it is saved', async () => {
  await using app = await testApp()
  const preview = (body: object, query = '') =>
    app.post(`${templates}/preview${query}`, { kind: 'contract', title: 'A', text: 'B', ...body })
  const shown = (await preview({ text: '{{adopter.name}} {{fee}}' }, '?locale=en-US')).json()
  assert.equal(documentText(shown.html), '<p><bdi>Ada Lovelace</bdi> <bdi>€220</bdi></p>\n')
  assert.equal((await preview({ text: '{{x}}' })).json().errors[0].field, 'text')
  assert.equal((await app.get(templates)).json().contract.isDefault, true)
  for (const [query, field] of [
    ['?locale=no_such', 'locale'],
    [`?locale=${'a'.repeat(36)}`, 'locale'],
    ['?timeZone=Mars/Base', 'timeZone'],
  ] as const) {
    const { statusCode, json } = await preview({}, query)
    assert.deepEqual([statusCode, json().errors[0].field], [400, field])
  }
})

test('all who handle adoptions can read the templates, and managers and keys can write them', async () => {
  await using app = await testApp()
  const people = peopleOf(app)
  const { accountId } = app
  const words = { contract: { title: 'Ours', text: 'Pay me.' } }
  const counselor = await people.add('counselor', { accountId })
  const refused = await put(app, words, counselor.headers)
  assert.deepEqual([refused.statusCode, refused.json().code], [403, 'insufficient_scope'])
  const read = await app.get(templates, counselor.headers)
  assert.equal(read.json().contract.isDefault, true)
  const manager = await people.add('manager', { accountId })
  assert.equal((await put(app, words, manager.headers)).statusCode, 200)
  const key = await app.siblingKey(['orders:read', 'orders:write'])
  assert.equal((await put(app, {}, key)).statusCode, 200)
})

onEachEngine('one contract covers two animals that the same person adopts', async (open) => {
  await using app = await open()
  const [first, second, foreign] = [
    await placed(app),
    await placed(app, { name: 'Luna' }),
    await placed(app, { name: 'Rex' }),
  ]
  await send(app, 'PATCH', `/v1/pets/${second.petId}/profile`, {
    microchip: null,
    fee: { amount: 8_000, currency: 'EUR' },
  })
  const text = '{{animal.name}} for {{fee}} to {{adopter.email}}.\n\n{{parties}}'
  await put(app, { contract: { title: 'Contract {{adoption.number}}', text } })
  const url = `/v1/store/orders/${first.orderId}/contract?locale=en-GB`
  const alone = (await app.get(url)).json()
  const joint = (await app.get(`${url}&with=${second.orderId}`)).json()
  assert.deepEqual([joint.title, joint.state], [`Contract ${first.orderId} and ${second.orderId}`, 'draft'])
  const shown = documentText(joint.html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/ +/g, ' ')
  assert.match(shown, /Biscuit and Luna for €220\.50 \+ €80 to ada@example\.org/)
  assert.equal(joint.html.match(/<dl>/g).length, 3)
  assert.equal(joint.html.match(/276098102345678/g).length, 1)
  assert.deepEqual((await app.get(url)).json(), alone)

  // Only for open orders of the same person, for animals of the account.
  const customer = { name: 'Grace', email: 'grace@example.org' }
  const pet = (await app.post('/v1/pets', { name: 'Max', categoryId: 7 })).json()
  const grace = (await app.post('/v1/store/orders', { petId: pet.id, customer })).json()
  await step(app, foreign.orderId, { status: 'cancelled' })
  for (const other of [first.orderId, foreign.orderId, grace.id, 99_999]) {
    const refused = await app.get(`${url}&with=${other}`)
    assert.deepEqual([refused.statusCode, refused.json().errors[0].field], [400, 'with'])
  }
  // Each hand-over stores the contract of its own animal.
  await step(app, first.orderId, { status: 'approved' })
  await step(app, first.orderId, { status: 'delivered' })
  const signed = (await app.get(url)).json()
  assert.deepEqual([signed.title, signed.state], [`Contract ${first.orderId}`, 'signed'])
  assert.equal((await app.get(`${url}&with=${second.orderId}`)).statusCode, 400)
})
