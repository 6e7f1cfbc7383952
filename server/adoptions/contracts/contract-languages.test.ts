import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestApp, testApp } from '../../../test/harness/app.ts'
import { applicationsOf } from '../../../test/harness/applications.ts'
import { type Language, languages } from '../../platform/language.ts'
import { documentTexts } from './document-texts.ts'

const templates = '/v1/document-templates'
const put = (app: TestApp, body: object, query = '') =>
  app.inject({
    method: 'PUT',
    url: `${templates}${query}`,
    headers: app.key,
    payload: body,
  })

/** An order for an animal that was handed over and came back, so that it has both documents. */
const returned = async (app: TestApp) => {
  const { post, patch, put } = applicationsOf(app)
  const pet = (await app.post('/v1/pets', { name: 'Biscuit', categoryId: 7 })).json()
  await put(`/v1/pets/${pet.id}/profile`, { species: 'bird', sex: 'male' })
  const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
  const { id } = (await post('/v1/store/orders', { petId: pet.id, customer })).json()
  const url = `/v1/store/orders/${id}`
  for (const status of ['approved', 'delivered', 'returned']) await patch(url, { status })
  return url
}

const same: Readonly<Record<Language, readonly string[]>> = {
  en: [],
  es: ['Microchip'],
  de: ['Name'],
  fr: [],
  it: ['Microchip'],
  nl: [],
  pt: ['Microchip'],
}

const textsOf = (html: string): string[] =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => /\p{L}{3}/u.test(text.replace(/Biscuit|Ada Lovelace|ada@example.org|tests|Tan, White/g, '')))

test('the default documents have no English texts in the other languages, and the same placeholders', async () => {
  await using app = await testApp()
  const url = await returned(app)
  const names = (text: string) => [...text.matchAll(/\{\{.*?\}\}/g)].map(String)
  for (const kind of ['contract', 'returnSlip'] as const) {
    const print = async (language: string) => {
      const { title, text } = documentTexts(language).templates[kind]
      const body = { kind, title, text }
      const preview = await app.post(`${templates}/preview?locale=${language}`, body)
      assert.equal(preview.statusCode, 200, preview.body)
      return preview.json()
    }
    const slip = kind === 'returnSlip' ? (await app.get(`${url}/return-slip`)).json() : undefined
    const english = new Set(textsOf((slip ?? (await print('en'))).html))
    for (const language of languages.filter((one) => one !== 'en')) {
      const { text } = documentTexts(language).templates[kind]
      const original = documentTexts('en').templates[kind].text
      // A grammar may name the animal once more or less often.
      assert.deepEqual(new Set(names(text)), new Set(names(original)), language)
      const { html } = slip ? (await app.get(`${url}/return-slip?locale=${language}`)).json() : await print(language)
      assert.deepEqual(
        textsOf(html).filter((one) => english.has(one) && !same[language].includes(one)),
        [],
        `${language} ${kind}`,
      )
    }
  }
})

onEachEngine(
  'the default text is in the language of the reader, and a text of the account stays as it is written',
  async (open) => {
    await using app = await open()
    const url = await returned(app)
    const get = async (query: string) => (await app.get(`${templates}${query}`)).json()
    const slip = async (query: string) => (await app.get(`${url}/return-slip${query}`)).json()
    for (const [query, title] of [
      ['', 'Return slip'],
      ['?locale=de-CH', 'Rückgabeschein'],
      ['?locale=pl', 'Return slip'],
    ] as const) {
      const { title: shown, isDefault } = (await get(query)).returnSlip
      assert.deepEqual([shown, isDefault], [title, true])
      assert.equal((await slip(query)).title, title)
    }
    assert.equal((await app.get(`${templates}?locale=no_such`)).json().errors[0].field, 'locale')

    const german = (await app.get(`${templates}?locale=de`)).json()
    const { title, text } = german.returnSlip
    const kept = await put(app, { returnSlip: { title, text } }, '?locale=de')
    assert.deepEqual(kept.json(), german)
    assert.equal((await slip('?locale=it')).title, 'Modulo di restituzione')
    const own = (await put(app, { returnSlip: { title, text } })).json().returnSlip
    assert.deepEqual(own, { title, text, isDefault: false })
    assert.equal((await slip('?locale=it')).title, title)
    assert.deepEqual((await get('?locale=fr')).returnSlip, own)
    const { etag } = (await app.get(`${templates}?locale=fr`)).headers
    const stale = await app.inject({
      method: 'PUT',
      url: `${templates}?locale=nl`,
      payload: {},
      headers: { ...app.key, 'if-match': String(etag) },
    })
    assert.equal(stale.json().code, 'precondition_failed')
  },
)

test('American English is spelled as in the United States', async () => {
  await using app = await testApp()
  const text = async (locale: string) => {
    const { contract } = (await app.get(`${templates}?locale=${locale}`)).json()
    const body = { kind: 'contract', title: contract.title, text: contract.text }
    return (await app.post(`${templates}/preview?locale=${locale}`, body)).json().html
  }
  const [american, british] = await Promise.all([text('en-US'), text('en-GB')])
  assert.match(american, /<dt>Colors<\/dt>[\s\S]*health and behavior/)
  assert.match(british, /<dt>Colours<\/dt>[\s\S]*health and behaviour/)
})
