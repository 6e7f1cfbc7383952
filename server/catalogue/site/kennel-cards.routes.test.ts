import assert from 'node:assert/strict'
import { onEachEngine, onOneEngine, type TestApp } from '../../../test/harness/app.ts'
import { jpeg } from '../../../test/harness/images.ts'

const facts = {
  species: 'dog',
  sex: 'female',
  birthDate: '2024-02-01',
  size: 'medium',
  colors: ['black'],
  weightGrams: 14_000,
  goodWith: { children: true, cats: false },
  houseTrained: true,
  fee: { amount: 22_000, currency: 'EUR' },
  description: 'She greets <b>everyone</b>.',
}

const send = (app: TestApp, method: 'PUT' | 'PATCH', url: string, payload: object) =>
  app.inject({
    method,
    url,
    payload: JSON.stringify(payload),
    headers: { ...app.key, 'content-type': 'application/json' },
  })

const add = async (app: TestApp, name: string, profile?: object): Promise<number> => {
  const { id } = (await app.post('/v1/pets', { name, categoryId: 1 })).json()
  if (profile) await send(app, 'PUT', `/v1/pets/${id}/profile`, profile)
  return id
}

const nameShelter = (app: TestApp, country: string) =>
  send(app, 'PUT', `/v1/accounts/${app.accountId}/organization`, {
    name: 'Tierheim & Söhne',
    phone: '+49 30 5550100',
    address: { street: 'Hauptstr. 1', postcode: '10247', city: 'Berlin', country },
  })

const cardsOf = async (app: TestApp, query: string) => {
  const response = await app.get(`/v1/animals/kennel-cards?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  const { html, ...rest } = response.json()
  return { ...rest, html, articles: articlesIn(html) }
}

const articlesIn = (html: string): string[] => html.match(/<article .*?<\/article>/gs) ?? []

onEachEngine('the console and the site show the same card', async (open) => {
  await using app = await open()
  await nameShelter(app, 'DE')
  const id = await add(app, 'Biscuit', { ...facts, published: true })
  await app.post(`/v1/pets/${id}/photos`, await jpeg(), { 'content-type': 'image/jpeg' })
  const { articles, cards, language } = await cardsOf(app, `id=${id}`)
  assert.equal(language, 'de', 'the language of the country')
  const site = await app.send({
    url: `/adopt/${id}-biscuit/card`,
    headers: { 'accept-language': 'de', accept: 'text/html' },
  })
  assert.deepEqual(articles, articlesIn(site.body))
  const [card = ''] = articles
  for (const text of [
    'Biscuit',
    'Hund',
    'Weiblich',
    'Mittelgroß, 14',
    'Kinder',
    'Stubenrein',
    'Ja',
    '220&nbsp;€',
    'Tierheim &amp; Söhne',
    'Hauptstr. 1, 10247 Berlin',
    `Nr. ${id}`,
    '<svg viewBox="0 0 35 35"',
    '/media/',
    'She greets &lt;b&gt;everyone&lt;/b&gt;.',
  ]) {
    assert.ok(card.replaceAll('\u00a0', '&nbsp;').includes(text), text)
  }
  assert.match(cards[0].url, new RegExp(`^https?://[^/]+/adopt/${id}$`))
  const policy = String(site.headers['content-security-policy'])
  assert.match(policy, /style-src 'self' 'sha256-/)
})

onEachEngine('only an animal that can be adopted on the site has a code', async (open) => {
  await using app = await open()
  await nameShelter(app, 'US')
  const draft = await add(app, 'Draft', facts)
  const bare = await add(app, 'Bare')
  const offered = await add(app, 'Offered', { ...facts, published: true })
  const adopted = await add(app, 'Adopted', { ...facts, published: true })
  const code = '<rect '
  await send(app, 'PATCH', `/v1/pets/${adopted}`, { status: 'sold' })
  const { articles, cards } = await cardsOf(app, `id=${draft},${bare},${offered},${adopted}`)
  assert.deepEqual(
    cards.map(({ url }: { url: string | null }) => url !== null),
    [false, false, true, false],
  )
  assert.deepEqual(
    articles.map((card: string) => card.includes(code)),
    [false, false, true, false],
  )
  assert.match(articles[3], /<p class="state">Adopted<\/p>/)
  assert.match(articles[0], /31&nbsp;lb|31 lb/)
  const site = await app.send({ url: `/adopt/${adopted}-adopted/card` })
  assert.deepEqual(articlesIn(site.body), [articles[3]])
})

onOneEngine("cards are in the requested order, once each, and only of the account's own animals", async (open) => {
  await using app = await open()
  const [one, two] = [await add(app, 'One', facts), await add(app, 'Two')]
  const { cards, html } = await cardsOf(app, `id=${two},${one},${two},999`)
  assert.deepEqual(
    cards.map(({ petId }: { petId: number }) => petId),
    [two, one],
  )
  assert.equal(html.match(/class="sheet"/g).length, 1)
  assert.equal((await cardsOf(app, 'id=999')).articles.length, 0)
  assert.equal((await cardsOf(app, `id=${one}&language=fr`)).language, 'fr')
  const other = await app.createKey('business', { scopes: ['pets:read', 'pets:write'] })
  const seen = await app.get(`/v1/animals/kennel-cards?id=${one}`, app.bearer(other.key))
  assert.deepEqual(seen.json().cards, [])
  for (const [query, field] of [
    ['', 'id'],
    ['id=1&language=xx', 'language'],
    [`id=${Array.from({ length: 51 }, (_, id) => id)}`, 'id'],
  ]) {
    const { body } = await app.get(`/v1/animals/kennel-cards?${query}`)
    assert.equal(JSON.parse(body).errors[0].field, field, body)
  }
})
