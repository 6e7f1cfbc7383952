import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf } from '../../../test/harness/applications.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { mailServer } from '../../../test/harness/mail-server.ts'
import { password, peopleOf } from '../../../test/harness/people.ts'
import { visitorOf } from '../../../test/harness/visitor.ts'
import { applicationTexts } from '../../adoptions/mail-templates/application-texts.ts'
import { isMachineTranslated, type Language, languages } from '../../platform/language.ts'
import type { Mail } from './mail.ts'
import { mailTexts } from './mail-texts.ts'

/** The text between the values in a language's texts, if it is more than a word. */
const phrasesOf = (texts: unknown): string[] => {
  if (typeof texts === 'string')
    return texts
      .split(/\{\{[\w.]+\}\}|§|\n/)
      .map((phrase) => phrase.trim())
      .filter((phrase) => /\p{L}+\P{L}+\p{L}/u.test(phrase))
  if (typeof texts === 'function')
    return [
      [undefined, '§', 0],
      ['§', '§', '§'],
      [1, 1, 1],
      ['§', '§', 1],
      ['§', 1, 1],
    ].flatMap((values) => phrasesOf(Reflect.apply(texts, undefined, values)))
  return Object.values(Object(texts)).flatMap(phrasesOf)
}

/** A mail as it was sent, as one text. */
const decoded = (raw: string): string =>
  Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replace(/=\?UTF-8\?Q\?(.*?)\?=\s*/gi, (_, word: string) => word.replaceAll('_', ' '))
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const settings = { SIGNUP: 'open', PUBLIC_URL: 'http://store.test', LOG_LEVEL: 'silent' }

const applyInAllWays = async (app: TestApp, headers: Record<string, string>) => {
  const store = applicationsOf(app)
  const petId = await store.addPet()
  const send = async (fields: object) => String((await store.apply(fields, headers)).headers.location)
  const moved = await send({ petId })
  for (const status of ['inReview', 'meetAndGreet', 'homeVisit', 'referenceCheck', 'declined'])
    assert.equal((await store.patch(moved, { status })).statusCode, 200)
  await store.patch(await send({}), { status: 'withdrawn' })
  const approved = await store.post(`${await send({ petId })}/approve`, {})
  assert.equal(approved.statusCode, 201, approved.body)
  app.clock.advance(600_000)
  await app.service.doDueWork()
}

/** Causes every mail that there is, for people who use a language. */
const causeAll = async (app: TestApp, language: Language, sent: () => string[]) => {
  const headers = { 'accept-language': `xx, ${language}-${language.toUpperCase()};q=0.9, en;q=0.1` }
  const people = peopleOf(app)
  const admin = await adminOf(app)
  const boss = await people.add('admin')
  const manager = await people.add('manager', { accountId: app.accountId })
  for (const { email } of [boss, manager])
    assert.equal((await people.signIn(email, password, { headers })).statusCode, 200)

  const invited = { email: 'new@x.org', name: 'Bo', role: 'counselor' }
  const { id } = (await admin.post('/v1/users', invited, headers)).json()
  await admin.post(`/v1/users/${id}/reset-password`, {}, headers)
  await people.post('/auth/password-reset', { email: boss.email }, { headers })
  for (const email of [boss.email, 'dev@x.org']) await people.post('/auth/sign-up', { email }, { headers })
  const token = () => /sign-up#([\w.-]+)/.exec(sent().join('\n'))?.[1]
  await eventually('the link to sign up', () => token() !== undefined)
  const member = { token: token(), password, name: 'Dev', accountName: 'Dev' }
  const made = await people.post('/auth/sign-up/confirm', member, { headers })
  assert.equal(made.statusCode, 200, made.body)

  const change = { currentPassword: password, password: `${password} 2` }
  const cookie = { headers: { ...headers, cookie: manager.cookie } }
  const changed = await people.post('/auth/password/change', change, cookie)
  assert.equal(changed.statusCode, 204, changed.body)

  await applyInAllWays(app, headers)
  await eventually('all mail is sent', async () => {
    const pending: Mail[] = (await admin.get('/v1/mails?status=pending')).json()
    return pending.length === 0
  })
  const mails: Mail[] = (await admin.get('/v1/mails?limit=100')).json()
  return [...new Set(mails.filter(({ status }) => status === 'sent').map(({ kind }) => kind))]
}

for (const language of languages) {
  test(`all mail to people who use ${language} is in their language`, async () => {
    await using server = await mailServer()
    await using app = await testApp({ settings: { ...settings, SMTP_URL: server.url } })
    const sent = () => server.received.map(({ raw }) => decoded(raw))
    const kinds = await causeAll(app, language, sent)
    assert.deepEqual(kinds.toSorted(), [
      'applicationChanged',
      'applicationReceived',
      'invitation',
      'newAccount',
      'newApplication',
      'newApplications',
      'passwordChanged',
      'passwordLink',
      'passwordReset',
      'signUp',
    ])
    const texts = mailTexts[language]
    const own = phrasesOf([texts, applicationTexts[language]])
    const english = phrasesOf([mailTexts.en, applicationTexts.en]).filter((phrase) => !own.includes(phrase))
    for (const mail of sent()) {
      assert.deepEqual(
        english.filter((phrase) => mail.includes(phrase)),
        [],
        mail,
      )
      assert.ok(mail.includes(`<html lang="${language}">`), mail)
      assert.ok(own.filter((phrase) => mail.includes(phrase)).length > 1, mail)
      assert.ok(mail.includes(texts.machineTranslated), mail)
      assert.doesNotMatch(mail, /undefined|\bNaN\b|[{}§]{2}/)
      for (const [link = ''] of mail.matchAll(/http:\/\/store\.test\/applications\/[^\s"<]+/g))
        assert.ok(link.endsWith(`?lang=${language}`), link)
    }
    assert.equal(texts.machineTranslated !== '', isMachineTranslated(language))
  })
}

onEachEngine(
  'an application without a known language gets mail in that of the organization’s country',
  async (open) => {
    await using app = await open()
    const admin = await adminOf(app)
    const store = applicationsOf(app)
    const subject = async (headers: Record<string, string>) => {
      assert.equal((await store.apply({}, headers)).statusCode, 201)
      const [last] = (await admin.get('/v1/mails')).json()
      return last.subject
    }
    assert.equal(await subject({}), 'We have received your application')
    const organization = { name: 'Pfoten', address: { city: 'Wien', country: 'AT' } }
    await store.put(`/v1/accounts/${app.accountId}/organization`, organization)
    assert.equal(await subject({ 'accept-language': '*' }), 'Wir haben Ihre Bewerbung erhalten')
    assert.equal(await subject({ 'accept-language': 'pl' }), 'Wir haben Ihre Bewerbung erhalten')
    assert.equal(await subject({ 'accept-language': 'nl' }), 'We hebben je aanvraag ontvangen')
  },
)

test('mail to an applicant is in the language of the application page', async () => {
  await using app = await testApp({ settings: { PUBLIC_URL: 'http://store.test' } })
  const admin = await adminOf(app)
  const store = applicationsOf(app)
  const petId = await store.addPet()
  await store.put(`/v1/pets/${petId}/profile`, { species: 'dog', published: true })
  const visitor = visitorOf(app)
  const subject = async (query: string, email: string) => {
    const headers = { 'accept-language': 'fr' }
    const { statusCode } = await visitor.apply(`/adopt/${petId}-biscuit/apply${query}`, { email }, { headers })
    assert.equal(statusCode, 303)
    const mails: Mail[] = (await admin.get('/v1/mails')).json()
    return mails.find(({ to }) => to.address === email)?.subject
  }
  assert.match(String(await subject('', 'a@x.org')), /^Nous avons reçu votre demande/)
  assert.match(String(await subject('?lang=nl', 'b@x.org')), /^We hebben je aanvraag voor Biscuit/)
})
