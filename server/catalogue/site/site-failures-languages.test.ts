import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { adminOf } from '../../../test/harness/admin.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'
import { addAnimal, comparison, organizationOf } from '../../../test/harness/site-languages.ts'
import { linkIn, visitorOf } from '../../../test/harness/visitor.ts'
import { type Language, languages } from '../../platform/language.ts'

const settings = { PORTAL_PER_MINUTE: '100000', LOG_LEVEL: 'silent' }

/** Compares the responses to GETs and to forms in all languages. */
const comparing = (app: TestApp) => {
  const visitor = visitorOf(app)
  const { faults, see } = comparison()
  return {
    visitor,
    faults,
    open: (url: string, status: number, about = url, more: object = {}) =>
      see(about, (headers) => visitor.open(url, { headers, ...more }), status),
    send: (
      url: string,
      status: number,
      about: string,
      more: { headers?: Record<string, string>; raw?: string | Buffer } = {},
    ) => see(about, (headers) => visitor.send(url, {}, { ...more, headers: { ...headers, ...more.headers } }), status),
  }
}

test('whatever fails, visitors get a page in their language', async () => {
  await using app = await testApp({ settings })
  const { visitor, faults, open, send } = comparing(app)
  await organizationOf(app, 'DE')
  const id = await addAnimal(app, 'Biscuit')
  const form = `/adopt/${id}-biscuit/apply`
  const link = linkIn(await visitor.apply(form))

  for (const url of ['/adopt/1x', `${link}x`, '/%FF', `${form}/x`, `/adopt/${'9'.repeat(30)}`]) await open(url, 404)
  for (const url of ['/', '/adopt', `/adopt/${id}-biscuit`, link, '/no/such/page'])
    await send(url, 404, `a form sent to ${url}`)
  await send('/adopt/999/apply', 404, 'a form for an unknown animal')
  await send('/applications/x/withdraw', 404, 'a withdrawal at a wrong link')
  await send(`${link}/withdraw`, 403, 'a withdrawal from another site', {
    headers: { origin: 'https://zz.example' },
  })
  for (const type of ['application/json', 'multipart/form-data', 'text/plain'])
    await send(form, 415, type, { headers: { 'content-type': type }, raw: '{}' })
  await send(form, 415, 'compressed', { headers: { 'content-encoding': 'gzip' }, raw: 'x' })
  await send(form, 400, 'too many fields', { raw: 'a=b&'.repeat(20_000) })
  await send(form, 400, 'not UTF-8', { raw: Buffer.from([0x61, 0x3d, 0xff]) })

  const admin = await adminOf(app)
  const suspend = (suspended: boolean) => admin.patch(`/v1/accounts/${app.accountId}`, { suspended })
  assert.equal((await suspend(true)).statusCode, 200)
  for (const url of [`/adopt/${id}-biscuit`, form]) await open(url, 404, `suspended: ${url}`)
  await send(form, 404, 'a form for the animal of a suspended account')
  for (const url of ['/adopt', '/', link]) await open(url, 200, `suspended: ${url}`)
  await suspend(false)

  const database = await app.openDatabase()
  await database.write(({ query }) => sql`ALTER TABLE applications RENAME TO gone`.execute(query))
  await database.close()
  await open(link, 500, 'a failure')
  assert.deepEqual(faults, [])
})

test('a visitor who loads too many pages is asked to wait in their language', async () => {
  await using app = await testApp({ settings: { ...settings, PORTAL_PER_MINUTE: '10' } })
  const { visitor, faults, open } = comparing(app)
  const flood = { address: '203.0.113.9' }
  while ((await visitor.open('/adopt', flood)).statusCode === 200);
  await open('/adopt', 429, 'too many pages', flood)
  assert.deepEqual(faults, [])
})

test('without the site, its front door and the pages of applicants are in the visitor’s language', async () => {
  await using app = await testApp({ settings: { ...settings, SITE: 'off' } })
  const { faults, open } = comparing(app)
  await open('/', 200)
  await open('/adopt', 404)
  await open('/applications/x', 404)
  assert.deepEqual(faults, [])
})

const textsIn = (body: string): string[] =>
  (body.startsWith('{') ? strings(JSON.parse(body)) : [body])
    .flatMap((text) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .split(/<[^>]*>/),
    )
    .filter((text) => /\p{L}{3}/u.test(text.replace(/https?:\S+|Paws|Biscuit|Beagle|\d+-\S+T\S+Z/g, '')))

const strings = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(strings)

test('feeds are in the language of their readers', async () => {
  await using app = await testApp({ settings })
  const visitor = visitorOf(app)
  await organizationOf(app, 'DE')
  const id = await addAnimal(app, 'Biscuit', {
    breeds: { primary: 'Beagle', mixed: true },
    sex: 'female',
    birthDate: '2020-01-01',
  })
  const type = { 'content-type': 'image/jpeg' }
  await app.post(`/v1/pets/${id}/photos`, await jpeg(400, 300), type)
  for (const path of ['/feeds/listings.json', '/feeds/listings.atom']) {
    const read = async (language: Language) =>
      textsIn((await visitor.open(path, { headers: { 'accept-language': language } })).body)
    const english = await read('en')
    assert.ok(
      english.some((text) => text.includes('New animals')),
      english.join('\n'),
    )
    for (const language of languages.filter((one) => one !== 'en'))
      assert.deepEqual(
        (await read(language)).filter((text) => english.includes(text)),
        [],
        `${path} ${language}`,
      )
  }
})

test('no page is cached in the wrong language, however a browser asks', async () => {
  await using app = await testApp({ settings })
  const visitor = visitorOf(app)
  await organizationOf(app, 'DE')
  const id = await addAnimal(app, 'Biscuit')
  const asked: Readonly<Record<string, Language>> = {
    'pt-BR': 'pt',
    PT_br: 'en',
    zh: 'en',
    'zh-Hant, it;q=0.1': 'it',
    ', ,de': 'de',
    '*': 'en',
    '*;q=0.5, de;q=0.1': 'en',
    '*, de': 'de',
    'de;q=0, *': 'en',
    'de;q=0': 'en',
    'en;q=0, nl': 'nl',
    'de;q=nonsense, fr;q=0.2': 'fr',
    'fr;q=1.5': 'en',
    ';;,=': 'en',
    [`${'ja,'.repeat(19)}fr`]: 'fr',
    [`${'ja,'.repeat(30)}fr`]: 'en',
    ['x'.repeat(5_000)]: 'en',
  }
  for (const path of ['/', '/adopt', `/adopt/${id}-biscuit`, `/adopt/${id}-biscuit/card`]) {
    for (const [header, language] of Object.entries(asked)) {
      const headers = { 'accept-language': header }
      const page = await visitor.open(path, { headers })
      assert.ok(page.body.includes(`<html lang="${language}">`), `${path} ${header}`)
      const head = await app.send({
        method: 'HEAD',
        url: path,
        remoteAddress: '198.51.100.1',
        headers: { accept: 'text/html', host: 'store.test', ...headers },
      })
      for (const name of ['etag', 'content-language', 'vary', 'content-length'])
        assert.deepEqual(head.headers[name], page.headers[name], `HEAD ${path} ${name}`)
      const other = language === 'es' ? 'it' : 'es'
      for (const [how, url, more] of [
        ['another header', path, { 'accept-language': other }],
        ['a link', `${path}?lang=${other}`, headers],
      ] as const) {
        const known = { ...more, 'if-none-match': String(page.headers.etag) }
        const { statusCode, body } = await visitor.open(url, { headers: known })
        assert.equal(statusCode, 200, how)
        assert.ok(body.includes(`<html lang="${other}">`), how)
      }
    }
    for (const unknown of ['zh', 'DE', 'de-CH', 'pt-BR', '', 'en%00', 'de&lang=fr', '../de']) {
      const url = `${path}?lang=${unknown}`
      const { body, headers } = await visitor.open(url, { headers: { 'accept-language': 'nl' } })
      const language = /^(?:DE|de-CH|de&)/.test(unknown) ? 'de' : unknown === 'pt-BR' ? 'pt' : 'nl'
      assert.equal(headers['content-language'], language, url)
      assert.ok(body.includes(`<html lang="${language}">`), url)
    }
  }
})
