import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminOf } from '../../../test/harness/admin.ts'
import { testApp } from '../../../test/harness/app.ts'
import { applicationsOf } from '../../../test/harness/applications.ts'
import { confirmRestore, holdRestored } from '../../../test/harness/restored.ts'
import { addAnimal, comparison, organizationOf } from '../../../test/harness/site-languages.ts'
import { linkIn, TYPING_MS, visitorOf } from '../../../test/harness/visitor.ts'
import { isMachineTranslated, type Language, languages } from '../../platform/language.ts'

const PORTAL_PER_MINUTE = '100000'
const questions = [
  { id: 'text', label: 'Q1', kind: 'text', required: true },
  { id: 'longText', label: 'Q2', kind: 'longText' },
  { id: 'choice', label: 'Q3', kind: 'choice', options: ['O1', 'O2'] },
  { id: 'choices', label: 'Q4', kind: 'choices', required: true, options: ['O3', 'O4'] },
  { id: 'yesNo', label: 'Q5', kind: 'yesNo' },
  { id: 'number', label: 'Q6', kind: 'number', required: true },
  { id: 'date', label: 'Q7', kind: 'date', required: true },
  { id: 'email', label: 'Q8', kind: 'email' },
  { id: 'phone', label: 'Q9', kind: 'phone' },
  { id: 'many', label: 'Q10', kind: 'choice', options: 'ABCDEFGHIJ'.split('') },
]
test('every page has no English texts in the other languages, and stays below 30 KB', async () => {
  await using app = await testApp({ settings: { PORTAL_PER_MINUTE } })
  const visitor = visitorOf(app)
  const store = applicationsOf(app)
  const { faults, see } = comparison()
  const open = (url: string, status = 200, about = url) =>
    see(about, (headers) => visitor.open(url, { headers }), status)

  await open('/', 200, 'the front door')
  await organizationOf(app, 'DE')
  await store.addForm(questions)
  const facts = {
    sex: 'female',
    birthDate: '2025-03-01',
    birthDateExact: true,
    size: 'small',
    breeds: { primary: 'Beagle', secondary: 'Poodle', mixed: true },
    weightGrams: 12_300,
    coat: 'wire',
    colors: ['black', 'white'],
    vaccinated: true,
    spayedNeutered: true,
    declawed: true,
    specialNeeds: 'Zz',
    houseTrained: true,
    description: 'Zz',
    goodWith: { children: true, dogs: false, cats: true },
    tags: ['gentle'],
    videos: ['https://zz.example/1'],
    fee: { amount: 0, currency: 'EUR' },
  }
  const biscuit = await addAnimal(app, 'Biscuit', facts)
  const luna = await addAnimal(app, 'Luna', {
    species: 'cat',
    sex: 'male',
    birthDate: '2019-03-01',
    birthDateExact: false,
    breeds: { mixed: true },
    spayedNeutered: false,
    vaccinated: false,
    bondedWith: [biscuit],
    fee: { amount: 12_000, currency: 'EUR' },
  })
  const rex = await addAnimal(app, 'Rex', { coat: 'curly', size: 'extraLarge' }, 'pending')
  app.clock.advance(120 * 86_400_000)
  const species = 'rabbit smallFurry bird horse reptile fish barnyard other'.split(' ')
  for (const one of species) await addAnimal(app, 'Zz', { species: one })
  const mimi = await addAnimal(app, 'Mimi', {}, 'sold')

  for (const url of [
    '/',
    '/adopt',
    '/adopt?status=pending',
    '/adopt?q=ZzZz',
    '/adopt?near=Berlin',
    '/adopt?species=dragon&sex=x&near=Zz&nothing=1&cursor=zz&sort=zz&size=zz',
    '/adopt?q=Biscuit&breed=Beagle&age=young&size=small&sex=female&goodWith=children,dogs,cats&houseTrained=true&specialNeeds=false&tag=gentle&near=Berlin&within=25',
    `/adopt?organizationId=${app.accountId}`,
    '/adopt?organizationId=1,999',
    '/adopt?specialNeeds=true',
  ])
    await open(url)
  for (const id of [`${biscuit}-biscuit`, `${luna}-luna`, `${rex}-rex`, `${mimi}-mimi`]) await open(`/adopt/${id}`)
  await open(`/adopt/${biscuit}-biscuit/card`)
  for (const path of ['/no/such/page', '/adopt/999', '/applications/x']) await open(path, 404)

  const form = `/adopt/${biscuit}-biscuit/apply`
  await open(form)
  await open(`/adopt/${rex}-rex/apply`)
  await open(`/adopt/${mimi}-mimi/apply`, 410)
  const send = (about: string, fields: object, status = 400) =>
    see(about, (headers) => visitor.send(form, { ...fields }, { headers }), status)
  const token = await visitor.openForm(form)
  const contact = { name: 'Ada', email: 'ada@example.org' }
  const right = {
    ...contact,
    'answer.text': 'Zz',
    'answer.choices': 'O3',
    'answer.number': '2',
    'answer.date': '2026-12-01',
  }
  await send('too quick', { token, ...right })
  app.clock.advance(TYPING_MS)
  await send('everything missing', { token })
  await send('everything wrong', {
    token,
    name: 'www.zz.example',
    email: 'Zz',
    phone: 'Zz',
    'answer.text': 'Zz\nZz',
    'answer.longText': '\u0001',
    'answer.choice': 'Zz',
    'answer.choices': 'Zz',
    'answer.yesNo': 'Zz',
    'answer.number': 'Zz',
    'answer.date': 'Zz',
    'answer.email': 'Zz',
    'answer.phone': 'Zz',
  })
  await send('one missing', { token, ...right, name: '' })
  await send('too long', {
    token,
    ...right,
    name: 'Z'.repeat(300),
    'answer.text': 'Z'.repeat(1_001),
  })
  await send('trapped', { token, ...right, homepage: 'Zz' })
  await send('stale', right)
  await see(
    'from another site',
    (headers) => visitor.send(form, right, { headers: { ...headers, origin: 'https://zz.example' } }),
    403,
  )
  await see('too large', (headers) => visitor.send(form, {}, { headers, raw: 'x'.repeat(3_000_000) }), 413)

  const link = linkIn(await visitor.send(form, { token, ...right }))
  await send('sent before', { token, ...right, 'answer.number': '3' })
  await open(`${link}?sent`)
  await open(`${link}/withdraw`)
  const [{ id = 0n } = {}] = (await app.get('/v1/applications?limit=100')).json()
  for (const status of ['inReview', 'meetAndGreet', 'homeVisit', 'referenceCheck', 'declined']) {
    await store.patch(`/v1/applications/${id}`, { status })
    await open(link, 200, status)
  }
  const following = async (steps: readonly string[], name: string) => {
    const [petId, path] = [await addAnimal(app, name, {}), name.toLowerCase()]
    const email = `${name}-${steps.length}@example.org`
    const other = linkIn(await visitor.apply(`/adopt/${petId}-${path}/apply`, { ...right, email }))
    const [last] = (await app.get(`/v1/applications?petId=${petId}`)).json()
    if (steps.length === 0) await visitor.send(`${other}/withdraw`, {})
    else {
      const order = (await app.post(`/v1/applications/${last.id}/approve`, {})).json()
      await open(other, 200, 'approved')
      for (const status of steps) {
        await store.patch(`/v1/store/orders/${order.id}`, { status })
        await open(other, 200, status)
      }
    }
    return { other, id: last.id, petId }
  }
  const withdrawn = await following([], 'Luna')
  await open(withdrawn.other, 200, 'withdrawn')
  await following(['delivered', 'returned'], 'Rex')
  await following(['cancelled'], 'Mimi')
  const late = linkIn(await visitor.apply(form, { ...right, email: 'late@example.org' }))
  await store.patch(`/v1/pets/${biscuit}`, { status: 'sold' })
  await open(late, 200, 'adopted by somebody else')
  await send('adopted meanwhile', { token, ...right }, 409)
  await store.remove(`/v1/applications/${withdrawn.id}/applicant`)
  await open(withdrawn.other, 410, 'erased')

  const busy = `/adopt/${luna}-luna/apply`
  for (let at = 0; at < 5; at += 1) await visitor.apply(busy, { ...right, email: 'b@example.org' })
  const again = await visitor.openForm(busy)
  app.clock.advance(TYPING_MS)
  const many = { ...right, token: again, email: 'b@example.org' }
  await see('too many', (headers) => visitor.send(busy, many, { headers }), 429)
  await holdRestored(app)
  await open(busy, 503, 'paused')
  await see('paused meanwhile', (headers) => visitor.send(busy, many, { headers }), 503)
  await open(late, 200, 'paused status')
  await open(`${late}/withdraw`, 503, 'paused withdrawal')
  await confirmRestore(app)
  app.clock.advance(40 * 86_400_000)
  await open(`/adopt/${mimi}-mimi`, 410)
  assert.deepEqual(faults, [])
})

test("the default form is in the visitor's language, and its answers are not translated", async () => {
  await using app = await testApp({ settings: { PORTAL_PER_MINUTE } })
  const visitor = visitorOf(app)
  const form = `/adopt/${await addAnimal(app, 'Biscuit')}-biscuit/apply`
  const { faults, see } = comparison()
  await see('the first form', (headers) => visitor.open(form, { headers }), 200)
  assert.deepEqual(faults, [])
  await visitor.apply(form, { 'answer.home': 'Flat' }, { headers: { 'accept-language': 'fr' } })
  const [mail] = (await (await adminOf(app)).get('/v1/mails?limit=1')).json()
  assert.match(mail.subject, /reçu votre demande/)
  const [{ id = 0n } = {}] = (await app.get('/v1/applications')).json()
  assert.equal((await app.get(`/v1/applications/${id}`)).json().answers.home, 'Flat')
  const house = { id: 'home', label: 'Home?', kind: 'choice', options: ['House', 'Boat'] }
  await applicationsOf(app).addForm([house])
  const { body } = await visitor.open(form, { headers: { 'accept-language': 'fr' } })
  assert.match(body, />House</, 'the texts of a shelter')
})

test('each form says how personal data is used and after how many days it is erased', async () => {
  await using app = await testApp({
    settings: { PORTAL_PER_MINUTE, APPLICATION_RETENTION_DAYS: '45' },
  })
  const visitor = visitorOf(app)
  const form = `/adopt/${await addAnimal(app, 'Biscuit')}-biscuit/apply`
  const link = linkIn(await visitor.apply(form))
  for (const language of languages) {
    for (const path of [form, `${link}/withdraw`]) {
      const { body } = await visitor.open(path, { headers: { 'accept-language': language } })
      assert.match(body, /<p class="(?:privacy|faint)">[^<]*\b45 [^<]*</, `${path} ${language}`)
    }
  }
})

test('a cached page is in the language of each visitor, with its own ETag', async () => {
  await using app = await testApp({ settings: { PORTAL_PER_MINUTE } })
  const visitor = visitorOf(app)
  const id = await addAnimal(app, 'Biscuit')
  const preferred: [header: string | undefined, language: Language][] = [
    ...[...languages, ...languages].map((one): [string, Language] => [one, one]),
    [undefined, 'en'],
    ['', 'en'],
    ['ja, zh;q=0.9', 'en'],
    ['*', 'en'],
    ['ja, de-CH;q=0.8, fr;q=0.9', 'fr'],
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['ES-mx', 'es'],
    ['fr;q=0, nl;q=0.1', 'nl'],
  ]
  for (const path of ['/', '/adopt', `/adopt/${id}-biscuit`, '/feeds/listings.json', '/no']) {
    const tags = new Map<string, Language>()
    for (const [header, language] of preferred) {
      const { headers, body } = await visitor.open(path, {
        headers: header === undefined ? {} : { 'accept-language': header },
      })
      assert.equal(headers['content-language'], language, `${path} ${header}`)
      assert.match(String(headers.vary), /accept-language/i)
      assert.ok(body.includes(`<html lang="${language}"`) || body.includes(`"language":"${language}"`))
      const tag = headers.etag
      if (path === '/no') continue
      assert.ok(tag)
      assert.equal(tags.get(String(tag)) ?? language, language)
      tags.set(String(tag), language)
      const other = language === 'de' ? 'fr' : 'de'
      const known = { 'if-none-match': String(tag) }
      const same = { ...known, ...(header !== undefined && { 'accept-language': header }) }
      assert.equal((await visitor.open(path, { headers: same })).statusCode, 304)
      const changed = { ...known, 'accept-language': other }
      assert.equal((await visitor.open(path, { headers: changed })).statusCode, 200)
    }
  }
})

test('a language chosen with a link stays on the following pages', async () => {
  await using app = await testApp({ settings: { PORTAL_PER_MINUTE } })
  const visitor = visitorOf(app)
  await organizationOf(app, 'DE')
  const id = await addAnimal(app, 'Biscuit', { tags: ['gentle'] })
  for (let at = 0; at < 30; at += 1) await addAnimal(app, 'Rex')
  const headers = { 'accept-language': 'de' }
  const seen = new Set<string>()
  const next = ['/adopt?lang=pt']
  for (let path = next.shift(); path !== undefined && seen.size < 40; path = next.shift()) {
    const { statusCode, body } = await visitor.open(path, { headers })
    seen.add(path)
    assert.equal(statusCode, 200, path)
    assert.ok(body.includes('<html lang="pt">'), path)
    assert.ok(body.includes('<p class="translated">') || path.includes('/card'), path)
    for (const [element, tag = '', link = ''] of body.matchAll(/<(a|form) [^>]*?(?:href|action)="(\/[^"]*)"[^>]*>/g)) {
      const isSwitch = element.includes(' hreflang=')
      const isFilter = tag === 'form' && link === '/adopt'
      if (isSwitch || isFilter || /^\/(?:docs|console|feeds|media)/.test(link)) continue
      assert.match(link, /(?:[?]|&amp;)lang=pt(?:#|$)/, `${link} on ${path}`)
      const followed = link.replaceAll('&amp;', '&').replace(/#.*/, '')
      if (!seen.has(followed) && !next.includes(followed)) next.push(followed)
    }
  }
  for (const path of [/\/adopt\/\d+-rex\?/, /\/apply\?/, /\/card\?/, /[?]cursor=/])
    assert.ok(
      [...seen].some((one) => path.test(one)),
      `${path}: ${[...seen].join(' ')}`,
    )
  const filters = (await visitor.open('/adopt?lang=pt', { headers })).body
  assert.match(filters, /<input type="hidden" name="lang" value="pt">/)
  // The switch keeps the filters.
  const filtered = (await visitor.open('/adopt?species=dog&lang=pt', { headers })).body
  assert.ok(filtered.includes('href="/adopt?species=dog&amp;lang=fr" lang="fr"'))
  const moved = await visitor.open(`/adopt/${id}?lang=pt`, { headers })
  assert.equal(moved.headers.location, `/adopt/${id}-biscuit?lang=pt`)
  const sent = await visitor.apply(`/adopt/${id}-biscuit/apply?lang=pt`, {}, { headers })
  assert.match(String(sent.headers.location), /\?sent&lang=pt$/)
  assert.ok((await visitor.open(String(sent.headers.location), { headers })).body.includes('Obrigado'))
  const wrong = await visitor.apply(`/adopt/${id}-biscuit/apply?lang=pt`, { name: '' }, { headers })
  assert.ok(wrong.body.includes('Escreva o seu nome.'))
  assert.ok((await visitor.open('/adopt?lang=ja')).body.includes('recognise “ja”'))
  for (const unknown of ['ja', '', 'x'.repeat(500), '%FF'])
    assert.equal((await visitor.open(`/adopt?lang=${unknown}`, { headers })).headers['content-language'], 'de')
})

test('search engines find the page in every language, and only unreviewed languages have a notice', async () => {
  await using app = await testApp({ settings: { PUBLIC_URL: 'https://store.example.org' } })
  const visitor = visitorOf(app)
  const id = await addAnimal(app, 'Biscuit')
  const url = `https://store.example.org/adopt/${id}-biscuit`
  for (const language of languages) {
    const headers = { 'accept-language': language }
    const plain = (await visitor.open(`/adopt/${id}-biscuit`, { headers })).body
    assert.ok(plain.includes(`<link rel="canonical" href="${url}">`))
    assert.equal(plain.includes('<p class="translated">'), isMachineTranslated(language))
    const chosen = (await visitor.open(`/adopt/${id}-biscuit?lang=${language}`)).body
    assert.ok(chosen.includes(`<link rel="canonical" href="${url}?lang=${language}">`))
    for (const body of [plain, chosen]) {
      for (const other of languages) assert.ok(body.includes(`hreflang="${other}" href="${url}?lang=${other}"`), other)
      assert.ok(body.includes(`hreflang="x-default" href="${url}"`))
    }
  }
})

test('units, money, dates and addresses are formatted for the country of the shelter', async () => {
  await using app = await testApp({ settings: { PORTAL_PER_MINUTE } })
  const visitor = visitorOf(app)
  const facts = { colors: ['Zz'], weightGrams: 20_000, fee: { amount: 123_450, currency: 'USD' } }
  const id = await addAnimal(app, 'Biscuit', facts)
  const textIn = async (path: string, language: Language) =>
    (await visitor.open(path, { headers: { 'accept-language': language } })).body
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .replaceAll(/<script.*?<\/script>/gs, '')
  const seen = async (country: string, language: Language) => {
    const address = { street: 'Zz 5', city: 'Austin', state: 'TX', postcode: '78701' }
    await organizationOf(app, country, address)
    const animal = await textIn(`/adopt/${id}-biscuit`, language)
    const list = await textIn('/adopt?near=53,13.4&within=80', language)
    const link = linkIn(
      await visitor.apply(`/adopt/${id}-biscuit/apply`, {
        email: `${country}-${language}@example.org`,
      }),
    )
    const status = await textIn(link, language)
    const found = (pattern: RegExp, text: string) => pattern.exec(text)?.[0]
    return [
      found(/\d+ (?:kg|lb)/, animal),
      found(/[^<>]*1[.,’' ]?234[.,]50[^<>]*/, animal),
      found(/Zz 5, [^<]*/, animal),
      found(/<p class="faint">[^<]*/, list)?.replace('<p class="faint">', ''),
      found(/\d{1,2}(?:\.| de)? \p{L}+(?: de)? 20\d\d|\p{L}+ \d{1,2}, 20\d\d/u, status),
    ]
  }
  assert.deepEqual(await seen('US', 'en'), [
    '44 lb',
    '$1,234.50',
    'Zz 5, Austin, TX 78701',
    '35 mi away',
    'November 20, 2026',
  ])
  assert.match(await textIn(`/adopt/${id}-biscuit`, 'en'), /<dt>Color</)
  assert.deepEqual(await seen('GB', 'en'), [
    '20 kg',
    'US$1,234.50',
    'Zz 5, Austin, 78701',
    '35 mi away',
    '20 November 2026',
  ])
  assert.equal((await seen('JP', 'en')).at(-1), '20 November 2026')
  assert.deepEqual(await seen('DE', 'de'), [
    '20 kg',
    '1.234,50 $',
    'Zz 5, 78701 Austin',
    '56 km entfernt',
    '20. November 2026',
  ])
  assert.deepEqual((await seen('US', 'es')).slice(2), ['Zz 5, Austin, TX 78701', 'a 35 mi', '20 de noviembre de 2026'])
})
