import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp } from '../../../test/harness/app.ts'
import { applicationsOf, keyOfOther } from '../../../test/harness/applications.ts'
import { peopleOf } from '../../../test/harness/people.ts'
import { languages } from '../../platform/language.ts'
import { findForeignLink } from './foreign-links.ts'
import { mailTemplateKinds, type ShownMailTemplate } from './mail-template.ts'

const settings = { PUBLIC_URL: 'http://store.test' }
const own = {
  subject: 'Danke für {{application}}!',
  text: '{{greeting}}\n\nwir lesen {{application}} bis Freitag. Mehr über uns: {{organization.website}}\n\n\nIhr Tierheim',
}
const website = 'https://www.pfoten.example/'

type Store = ReturnType<typeof applicationsOf>

const lastMail = async (app: TestApp, admin: Awaited<ReturnType<typeof adminOf>>) => {
  const [last] = (await app.get('/v1/mails', admin.headers)).json()
  return (await app.get(`/v1/mails/${last.id}`, admin.headers)).json()
}

const putOrganization = (store: Store, accountId: bigint, more: object = {}) =>
  store.put(`/v1/accounts/${accountId}/organization`, { name: 'Pfoten', website, ...more })

onEachEngine('applicants get the text that the shelter wrote in their language', async (open) => {
  await using app = await open({ settings })
  const admin = await adminOf(app)
  const store = applicationsOf(app)
  await putOrganization(store, app.accountId)
  const petId = await store.addPet()
  const saved = await store.put('/v1/mail-templates/received/de', own)
  assert.equal(saved.statusCode, 200, saved.body)
  assert.deepEqual(saved.json(), { kind: 'received', language: 'de', ...own, isDefault: false })

  const german = { 'accept-language': 'de' }
  const { statusUrl } = (await store.apply({ petId }, german)).json()
  const mail = await lastMail(app, admin)
  assert.equal(mail.subject, 'Danke für Ihre Bewerbung für Biscuit!')
  assert.equal(
    mail.text,
    [
      'Guten Tag Ada,',
      `wir lesen Ihre Bewerbung für Biscuit bis Freitag. Mehr über uns: ${website}`,
      'Ihr Tierheim',
      `Bewerbung verfolgen oder zurückziehen:\n${statusUrl.replace(/^.*\/applications/, 'http://store.test/applications')}?lang=de`,
      'Pfoten\n',
    ].join('\n\n'),
  )
  await store.apply({ petId }, { 'accept-language': 'fr' })
  const french = await lastMail(app, admin)
  assert.match(french.subject, /^Nous avons reçu/)
  assert.match(french.text, /\n\nPfoten\n\nCe texte a été traduit par une machine/)

  assert.equal((await store.remove('/v1/mail-templates/received/de')).statusCode, 204)
  assert.equal((await store.remove('/v1/mail-templates/received/de')).statusCode, 204)
  await store.apply({ petId }, german)
  assert.match((await lastMail(app, admin)).subject, /^Wir haben Ihre Bewerbung für Biscuit erhalten/)
  const log = (await app.get('/v1/audit-log?action=mailTemplate.update', admin.headers)).json()
  assert.deepEqual(
    log.map(({ target, fields }: { target: object; fields: string[] }) => [target, fields]),
    Array(2).fill([{ type: 'account', id: Number(app.accountId) }, ['received.de']]),
  )
})

onEachEngine('templates are listed for every kind and language, for their account alone', async (open) => {
  await using app = await open()
  const store = applicationsOf(app)
  const other = applicationsOf(app, (await keyOfOther(app)).headers)
  await store.put('/v1/mail-templates/declined/es', {
    subject: 'Lo sentimos',
    text: '{{greeting}}',
  })
  const list = async (by: Store, query = ''): Promise<ShownMailTemplate[]> =>
    (await by.get(`/v1/mail-templates${query}`)).json().templates
  const all = await list(store)
  assert.equal(all.length, mailTemplateKinds.length * languages.length)
  assert.deepEqual(
    all.filter(({ isDefault }) => !isDefault).map(({ kind, language }) => [kind, language]),
    [['declined', 'es']],
  )
  assert.deepEqual(
    (await list(store, '?language=nl')).map(({ kind }) => kind),
    [...mailTemplateKinds],
  )
  assert.ok((await list(other)).every(({ isDefault }) => isDefault))
  const foreign = `/v1/mail-templates/declined/es?accountId=${app.accountId}`
  assert.equal((await other.get(foreign)).json().code, 'account_not_found')
  assert.equal((await other.put(foreign, own)).json().code, 'account_not_found')
  assert.equal((await other.remove(foreign)).json().code, 'account_not_found')
  for (const path of ['received/pl', 'submitted/de', 'received/DE'])
    assert.equal((await store.get(`/v1/mail-templates/${path}`)).json().code, 'mail_template_not_found')

  const etag = String((await store.get('/v1/mail-templates/declined/es')).headers.etag)
  const changed = { subject: 'Hola', text: '{{greeting}}' }
  const url = '/v1/mail-templates/declined/es'
  assert.equal((await store.put(url, changed, { 'if-match': etag })).statusCode, 200)
  assert.equal((await store.put(url, own, { 'if-match': etag })).json().code, 'precondition_failed')
  // The default itself is not stored as an own text.
  const fallback = (await list(other)).find(({ kind, language }) => kind === 'declined' && language === 'es')
  const { subject = '', text = '' } = { ...fallback }
  assert.equal((await store.put(url, { subject, text })).json().isDefault, true)

  const people = peopleOf(app)
  const counselor = applicationsOf(app, (await people.add('counselor', { accountId: app.accountId })).headers)
  assert.equal((await counselor.get(url)).statusCode, 200)
  assert.equal((await counselor.put(url, own)).json().code, 'insufficient_scope')
  assert.equal((await counselor.remove(url)).json().code, 'insufficient_scope')
})

onEachEngine('a template with a link or an unknown placeholder is rejected', async (open) => {
  await using app = await open({ settings })
  const store = applicationsOf(app)
  await putOrganization(store, app.accountId)
  const url = '/v1/mail-templates/received/en'
  const issues = async (text: string, subject = 'Hello') => {
    const response = await store.put(url, { subject, text })
    if (response.statusCode === 200) return []
    const shown = { kind: 'received', language: 'en', subject, text }
    const previewed = await store.post('/v1/mail-templates/preview', shown)
    const { errors } = response.json()
    assert.deepEqual(previewed.json().errors, errors)
    return errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
  }
  for (const text of [
    'Pay at https://evil.example/pay',
    'Pay at www.evil.example',
    'Pay at evil.example, now',
    'Pay at evil。example',
    'Pay at evil.\u200bexample',
    'Pay at evil.{{animal.name}}',
    'Pay at {{applicant.name}}.com',
    'Pay at http://{{animal.name}}',
    'Write to bo@evil.example',
    'Go to {{organization.website}}.evil.example',
    'Go to {{organization.website}}@evil.example',
    'Go to evil.example/{{organization.website}}',
    'Go to //evil',
    'Pay at evil\uFE0F.com/pay',
    'Pay at evil\u034F.com',
    'Pay at हिन्दी.com',
    'Pay at example.भारत',
    'Pay at 💩.la',
    'Pay at http:evil',
    'Pay at 203.0.113.7/login',
    'Pay at 203.0.113.7',
    'Pay here:203.0.113.7:8080/login',
    'Pay at (203.0.113.7/x)',
    'Pay at http://203.0.113.7/x',
    'Pay at {{organization.website}} or 203.0.113.7?x',
    'Pay at [2001:db8::1]/login',
    'Pay at [::ffff:203.0.113.7]',
    'Pay at 3405803783/login',
    'Pay at 0xcb007107/login',
    'Pay at 0xcb.0.113.7',
    'Pay at 0313.0.0161.7/login',
    'Pay at 0313.0.0161.7',
    'Pay at 203.0.28935/login',
    'Pay at 203.28935',
    'Pay at 203．0．113．7/login',
    'Pay at ２０３．０．１１３．７/login',
    'Pay at 203。0。113｡7/login',
    'Pay at ②⓪③.0.113.7/x',
    'Pay at 203.\u200b0.113.7/login',
    'Pay at xn--80ak6aa92e.com',
    'Pay at (xn--80ak6aa92e',
    'Pay (http:evil',
  ])
    assert.deepEqual(await issues(text), ['text link_not_allowed'], text)
  assert.deepEqual(await issues('Hello', 'www.evil.example'), ['subject link_not_allowed'])
  assert.deepEqual(await issues('{{name}} and {{animal.name'), Array(2).fill('text unknown_placeholder'))
  assert.deepEqual(await issues('{{greeting}}'.repeat(51)), ['text too_many_placeholders'])
  for (const text of [
    'See {{organization.website}}, z.B. am 1.12.2026 um 10.30 Uhr, e.V. und/oder Nr. 5.',
    `(${website}) or www.pfoten.example, “https://www.pfoten.example”!`,
    'Call {{organization.phone}}.',
    'Call 02.123.12.12, 01.23.45.67.89, 030/12345678 or +32 2 123 12 12, 24/7.',
    'It costs 12.50/month or 1.200,00, from 1.12.2026/2.12.2026, 10.30-12.00 or 10.30/11.30 [10:30].',
    'Section 3.2.1, version 2.10, form 12345678/9.',
  ])
    assert.deepEqual(await issues(text), [], text)
  const response = await store.put(url, { subject: 'a\nb', text: '' })
  assert.deepEqual(
    response
      .json()
      .errors.map(({ field }: { field: string }) => field)
      .toSorted(),
    ['subject', 'text'],
  )
})

onEachEngine('a template that has become unsafe is not sent', async (open) => {
  await using app = await open({ settings })
  const admin = await adminOf(app)
  const store = applicationsOf(app)
  await putOrganization(store, app.accountId)
  const text = { subject: 'Hi', text: `See ${website}` }
  assert.equal((await store.put('/v1/mail-templates/received/en', text)).statusCode, 200)
  const subject = async () => {
    await store.apply()
    return (await lastMail(app, admin)).subject
  }
  assert.equal(await subject(), 'Hi')
  await putOrganization(store, app.accountId, { website: 'https://other.example' })
  assert.equal(await subject(), 'We have received your application')
  await putOrganization(store, app.accountId)
  assert.equal(await subject(), 'Hi')
  const database = await app.openDatabase()
  // Earlier releases accepted such a website. It is still shown, but mail does not have it.
  const old = 'https://paypal.com@evil.example'
  await database.write(({ query }) => query.updateTable('organizations').set({ website: old }).execute())
  const organization = `/v1/organizations/${app.accountId}`
  assert.equal((await store.get(organization)).json().website, old)
  assert.equal(await subject(), 'We have received your application')
  const literal = await store.put('/v1/mail-templates/received/en', {
    ...text,
    text: `See ${old}`,
  })
  assert.equal(literal.json().errors[0].code, 'link_not_allowed')
  await store.put('/v1/mail-templates/received/en', {
    ...text,
    text: 'Us: {{organization.website}}',
  })
  assert.doesNotMatch((await lastMail(app, admin)).text, /evil/)
  await putOrganization(store, app.accountId)
  await store.put('/v1/mail-templates/received/en', text)
  assert.equal(await subject(), 'Hi')
  await database.write(({ query }) =>
    query.updateTable('accounts').set({ reviewed_at: null }).where('id', '=', app.accountId).execute(),
  )
  await database.close()
  assert.equal(await subject(), 'We have received your application')
  const put = await store.put('/v1/mail-templates/received/en', text)
  assert.deepEqual([put.statusCode, put.json().code], [403, 'account_unreviewed'])
  const byStaff = await app.inject({
    method: 'PUT',
    url: `/v1/mail-templates/received/en?accountId=${app.accountId}`,
    headers: { ...admin.headers, 'content-type': 'application/json' },
    payload: JSON.stringify(text),
  })
  assert.equal(byStaff.json().code, 'account_unreviewed')
})

onEachEngine('a preview is the whole mail with sample data', async (open) => {
  await using app = await open({ settings })
  const store = applicationsOf(app)
  await putOrganization(store, app.accountId, { phone: '+49 30 1234567' })
  const shown = await store.post('/v1/mail-templates/preview', {
    kind: 'approved',
    language: 'es',
    subject: '¡{{animal.name}}!',
    text: '{{greeting}}\r\n\r\n{{organization.name}}: {{organization.phone}}',
  })
  assert.equal(shown.statusCode, 200, shown.body)
  assert.deepEqual(shown.json(), {
    subject: '¡Biscuit!',
    text: 'Hola, Ada Lovelace:\n\nPfoten: +49 30 1234567\n\nSeguir o retirar tu solicitud:\nhttp://store.test/applications/…?lang=es\n\nPfoten\n',
  })
})

test('a foreign link is found in a long text at once', () => {
  const long = `${'a.'.repeat(20_000)} ${'("'.repeat(20_000)} ${'1'.repeat(20_000)}`
  assert.equal(findForeignLink(long, undefined), undefined)
})
