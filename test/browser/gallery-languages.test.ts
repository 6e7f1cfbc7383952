import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { catalogues } from '../../embed/languages/catalogues.ts'
import type { Texts } from '../../embed/languages/en.ts'
import { adminOf } from '../harness/admin.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { startChromium, type TestBrowser, type TestPage, whyNoChromium } from '../harness/chromium.ts'
import { buildConsole } from '../harness/console.ts'
import { type EmbeddingPage, startEmbeddingPage } from '../harness/embedding-page.ts'
import { jpeg } from '../harness/images.ts'
import { usualOf } from '../harness/rounds.ts'

const skip = whyNoChromium() ?? false
let app: TestApp
let admin: Awaited<ReturnType<typeof adminOf>>
let browser: TestBrowser
let site: EmbeddingPage
let key: string

before(async () => {
  if (skip) return
  buildConsole()
  app = await testApp()
  const store = await app.service.app.listen({ host: '127.0.0.1', port: 0 })
  ;[site, browser, admin] = await Promise.all([startEmbeddingPage(store), startChromium(), adminOf(app)])
  const request = { name: 'page', kind: 'publishable', allowedOrigins: [site.origin] }
  key = (await admin.post(`/v1/accounts/${admin.accountId}/keys`, request)).json().key
  const json = { ...admin.headers, 'content-type': 'application/json' }
  const address = { city: 'Boston', country: 'US' }
  const organization = { name: 'Paws', address }
  const { statusCode, body } = await app.inject({
    method: 'PUT',
    url: `/v1/accounts/${admin.accountId}/organization`,
    headers: json,
    payload: JSON.stringify(organization),
  })
  assert.equal(statusCode, 201, body)
  for (const profile of [full, { species: 'cat' }]) {
    const { id } = (await admin.post('/v1/pets', { name: 'Momo', categoryId: 1 })).json()
    const reply = await app.inject({
      method: 'PUT',
      url: `/v1/pets/${id}/profile`,
      headers: json,
      payload: JSON.stringify({ published: true, ...profile }),
    })
    assert.equal(reply.statusCode, 200, reply.body)
    for (const side of [400, 300]) {
      const photo = await jpeg(side, 300)
      await admin.post(`/v1/pets/${id}/photos`, photo, { 'content-type': 'image/jpeg' })
    }
    app.clock.advance(1_000)
  }
})

/** It has a value for every fact that the gallery shows. */
const full = {
  species: 'dog',
  sex: 'female',
  size: 'small',
  coat: 'wire',
  weightGrams: 9_072,
  birthDate: '2015-01-01',
  breeds: { primary: 'Beagle', mixed: true },
  fee: { amount: 22_000, currency: 'USD' },
  houseTrained: true,
  spayedNeutered: true,
  vaccinated: true,
  declawed: true,
  specialNeeds: 'Xyz',
  videos: ['https://video.example/1'],
  goodWith: { children: true, dogs: false },
}

after(async () => {
  await browser?.close()
  await site?.close()
  await app?.close()
})

const open = (attributes: Record<string, string> = {}, { locale, ...options }: { locale: string; inside?: string }) =>
  browser.openPage({
    address: site.origin,
    path: site.add({ 'api-key': key, ...attributes }, options.inside),
    context: { locale },
  })

/** All that a visitor can read or hear in the gallery. */
const textsOf = ({ page }: TestPage): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const { shadowRoot } = document.querySelector('adoption-gallery')
    const texts = []
    const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_ALL)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) texts.push(node.data)
      else for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (node.getAttribute?.(name)) texts.push(node.getAttribute(name))
    }
    return texts
  })()`)

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
/** Matches a text with any values, and with a count behind it. */
const patternOf = (text: string) => new RegExp(`^${escaped(text).replace(/\{\w+\}/g, '.+')}(?: \\(.*\\))?$`, 'u')

const entriesOf = (texts: Texts | undefined) => Object.entries(texts ?? {})

/** The English texts that are different in a language. */
const foreignIn = (texts: Texts): RegExp[] => {
  const own = new Set(Object.values(texts))
  return entriesOf(catalogues.en)
    .filter(([, text]) => text !== '' && text !== '{shown} of {n}' && !own.has(text))
    .map(([, text]) => patternOf(text))
}

const inLanguage = async (opened: TestPage, texts: Texts) => {
  const { page } = opened
  await page.getByText(texts['count.other'].replace('{n}', '2'), { exact: true }).waitFor()
  const list = await textsOf(opened)
  assert.deepEqual(await opened.axe(), [])
  await page.getByRole('list', { name: texts.animals }).getByRole('button').last().click()
  await page.getByRole('dialog').getByText(texts.apply, { exact: true }).waitFor()
  assert.deepEqual(await opened.axe(), [])
  return [...list, ...(await textsOf(opened))]
}

const spoken = usualOf(Object.entries(catalogues), ([language]) => language === 'en' || language === 'de')

for (const [language, texts] of spoken) {
  test(`the gallery speaks ${language} to its visitors`, { skip }, async () => {
    app.clock.advance(60_000)
    const locale = { en: 'en-US', pt: 'pt-BR' }[language] ?? `${language}-${language.toUpperCase()}`
    await using opened = await open({ filters: 'species age size sex good-with search' }, { locale })
    const shown = await inLanguage(opened, texts)
    if (language !== 'en') {
      const english = foreignIn(texts)
      assert.deepEqual(
        shown.filter((text) => english.some((pattern) => pattern.test(text))),
        [],
      )
    }
    assert.equal(shown.includes(texts.machine), texts.machine !== '')
    const age = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'year',
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    })
    const inYears = age.format(Math.floor((app.clock.nowMs() / 86_400_000 - 16_436) / 365.2425))
    assert.ok(
      shown.some((text) => text.endsWith(inYears)),
      `${inYears} in ${shown.join('\n')}`,
    )
    const weight = new Intl.NumberFormat(locale, { style: 'unit', unit: 'pound' }).format(20)
    assert.ok(
      shown.some((text) => text.endsWith(weight)),
      'in the units of the country',
    )
    await opened.screenshot(`gallery-${language}`)
    assert.deepEqual(opened.consoleErrors, [])
  })
}

test('a page can choose the language, and its own texts take precedence', {
  skip,
}, async () => {
  const { de, fr, en } = catalogues
  if (!de || !fr || !en) throw new Error('no texts')
  app.clock.advance(60_000)
  await using fixed = await open({ lang: 'de-CH' }, { locale: 'fr-FR' })
  await fixed.page.getByText(de['count.other'].replace('{n}', '2')).waitFor()
  await fixed.page.getByRole('button', { name: 'Momo' }).first().click()
  const link = fixed.page.getByRole('link', { name: de.apply })
  assert.match(String(await link.getAttribute('href')), /\/apply\?lang=de-CH$/)
  await fixed.page.keyboard.press('Escape')
  await fixed.page.evaluate(`document.querySelector('adoption-gallery').lang = 'fr'`)
  await fixed.page.getByText(fr['count.other'].replace('{n}', '2')).waitFor()
  await using ofPage = await open({ language: 'page' }, { locale: 'fr-FR' })
  await ofPage.page.getByText(en['count.other'].replace('{n}', '2')).waitFor()
  app.clock.advance(60_000)
  const inside = '<script type="application/json">{"all":"Wszystkie"}</script>'
  await using other = await open({ language: 'pl' }, { locale: 'fr-FR', inside })
  await other.page.getByRole('button', { name: 'Wszystkie 2' }).waitFor()
  await other.page.getByText('2 animals').waitFor()
  await using unknown = await open({}, { locale: 'pl-PL' })
  await unknown.page.getByText('2 animals').waitFor()
})

test('without its texts, the gallery shows its fallback content', {
  skip,
}, async () => {
  await using opened = await open({}, { locale: 'de-DE', inside: 'Unsere Tiere' })
  const { page, context } = opened
  await page.getByText('2 Tiere').waitFor()
  await context.route('**/gallery.*.json*', (route) => route.abort())
  await page.reload()
  await page.waitForEvent('requestfailed')
  assert.ok(await page.getByText('Unsere Tiere').isVisible())
  await page.clock.install()
  await page.reload()
  await page.waitForEvent('requestfailed')
  await context.unroute('**/gallery.*.json*')
  await page.clock.runFor(30_000)
  await page.getByText('2 Tiere').waitFor()
})

test('whatever goes wrong, visitors read it in their language', { skip }, async () => {
  app.clock.advance(60_000)
  for (const [language, texts] of spoken) {
    await using opened = await open({ filters: 'search' }, { locale: language })
    const { page, context } = opened
    await page.getByText(texts['count.other'].replace('{n}', '2')).waitFor()
    const english = foreignIn(texts)
    const fails = async (expected: string, answer: { status: number; [header: string]: unknown }) => {
      const { status, body = '{}', ...headers } = answer
      await context.unrouteAll()
      await context.route('**/v1/listings*', (route) =>
        status === 0
          ? route.abort()
          : route.fulfill({
              status,
              body: String(body),
              contentType: 'application/json',
              headers: {
                'access-control-allow-origin': '*',
                'access-control-expose-headers': 'retry-after',
                ...(headers as Record<string, string>),
              },
            }),
      )
      await page.reload()
      await page
        .getByText(expected.replace(/\{n\}.*/, ''))
        .first()
        .waitFor()
      if (language === 'en') return
      const shown = await textsOf(opened)
      assert.deepEqual(
        shown.filter((text) => /English/.test(text) || english.some((one) => one.test(text))),
        [],
      )
    }
    const body = JSON.stringify({ code: 'revoked_api_key', message: 'Some English message.' })
    await fails(texts.failed, { status: 401, body })
    await page.getByText('(revoked_api_key)').waitFor()
    await fails(texts.failed, { status: 500 })
    await fails(texts.offline, { status: 0 })
    await fails(texts.retryIn, { status: 429, 'retry-after': '60' })
    await fails(texts.later, { status: 429, 'retry-after': '900' })
    await fails(texts.empty, { status: 200, body: '[]' })
    assert.deepEqual(await opened.axe(), [])
  }
})

test('English is spelled as in the country of the shelter', { skip }, async () => {
  const coloured = { ...full, colors: ['Tan'] }
  for (const [country, label] of [
    ['US', 'Color'],
    ['JP', 'Colour'],
  ] as const) {
    app.clock.advance(60_000)
    await put(`/v1/accounts/${admin.accountId}/organization`, {
      name: 'Paws',
      address: { country },
    })
    await put('/v1/pets/1/profile', { ...coloured, published: true })
    await using opened = await open({}, { locale: 'en-GB' })
    await opened.page.getByRole('button', { name: 'Momo' }).last().click()
    const terms = opened.page.getByRole('dialog').getByRole('term')
    await terms.filter({ hasText: new RegExp(`^${label}$`) }).waitFor()
  }
})

const put = async (url: string, body: object) => {
  const headers = { ...admin.headers, 'content-type': 'application/json' }
  const payload = JSON.stringify(body)
  const { statusCode, body: reply } = await app.inject({ method: 'PUT', url, headers, payload })
  assert.ok(statusCode < 300, reply)
}
