import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests } from '../harness/browser-tests.ts'
import { assertClean, assertFits } from '../harness/console.ts'
import { jpeg } from '../harness/images.ts'
import { bearer } from '../harness/keys.ts'

const store = browserTests({ prepare: () => prepare() })
const { skip, api, open } = store

const everything = {
  species: 'dog',
  breeds: { primary: 'Beagle', mixed: true },
  birthDate: '2024-02-01',
  sex: 'female',
  size: 'medium',
  weightGrams: 14_000,
  coat: 'short',
  colors: ['black'],
  houseTrained: true,
  spayedNeutered: true,
  vaccinated: true,
  published: true,
  goodWith: { children: true, dogs: true, cats: false },
  fee: { amount: 22_000, currency: 'EUR' },
}
const description = 'She greets everyone as if they had been away for years. '.repeat(20)
const animals: [name: string, profile?: object][] = [
  ['Biscuit', { ...everything, description: 'She greets everyone, and would love a garden.' }],
  ['Pepper', { ...everything, description, specialNeeds: 'Needs his medicine twice a day. '.repeat(9) }],
  ['Señor Bigotes'],
  ['שוקולד 🐕 القط', { species: 'cat', description, goodWith: { dogs: false } }],
  ['W'.repeat(255), { ...everything, description: 'W'.repeat(3_000) }],
]
const ids: number[] = []

const prepare = async () => {
  const { account } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${account.id}/organization`, {
    name: 'Riverside Shelter',
    phone: '+49 30 5550100',
    address: { street: 'Hauptstraße 12', postcode: '10247', city: 'Berlin' },
  })
  for (const [name, profile] of animals) {
    const { id } = await api.addPet(name)
    ids.push(id)
    if (profile) await api.call('PUT', `/v1/pets/${id}/profile`, profile)
  }
  const headers = { ...bearer(store.key), 'content-type': 'image/jpeg' }
  const body = new Uint8Array(await jpeg(1_600, 1_200))
  await store.server.fetch(`/v1/pets/${ids[0]}/photos`, { method: 'POST', headers, body })
}

const cardsIn = (html: string): string[] => html.match(/<article .*?<\/article>/gs) ?? []

test('the console prints the card of the public site: name, facts, fee, shelter and a QR code', {
  skip,
}, async () => {
  await using opened = await open(`/console/animals/cards?ids=${ids.join(',')}`)
  const { page } = opened
  const frame = page.frameLocator('iframe[title="Kennel cards"]')
  const card = frame.getByRole('article', { name: 'Biscuit' })
  await card.getByText('Riverside Shelter').waitFor()
  for (const text of ['€220', `No. ${ids[0]}`, 'Gets along with', 'Children'])
    await card.getByText(text, { exact: true }).waitFor()
  await card.getByRole('img', { name: 'QR code' }).waitFor()
  await page.getByText('2 cards have no QR code').waitFor()
  const shown = await card.innerHTML()
  const site = await store.server.fetch(`/adopt/${ids[0]}-biscuit/card`)
  const listed = await api.call('GET', `/v1/animals/kennel-cards?id=${ids[0]}`)
  assert.deepEqual(cardsIn(site.body), cardsIn(listed.html))
  const parsed = await page.evaluate(`((template) => {
    template.innerHTML = ${JSON.stringify(cardsIn(site.body).join(''))}
    return template.content.firstChild.innerHTML
  })(document.createElement('template'))`)
  assert.equal(shown, parsed)
  await page.evaluate('document.querySelector("iframe").contentWindow.print = () => { window.printed = true }')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  assert.equal(await page.evaluate('window.printed'), true)
  await page.getByRole('combobox', { name: 'Language of the cards' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await page.frameLocator('iframe[title="Steckbriefe"]').getByText('Schutzgebühr').first().waitFor()
  assertClean(opened)
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await assertFits(opened, `cards at ${width}`)
    await opened.screenshot(`kennel-cards-${width}`, { fullPage: true })
  }
})

test('two cards are on a sheet of A4 and of Letter, whole, and black on white in dark mode', {
  skip,
}, async () => {
  await using opened = await store.browser.openPage({
    address: store.server.address,
    path: '/robots.txt',
    colorScheme: 'dark',
  })
  const { page } = opened
  for (const language of ['en', 'de', 'fr']) {
    const query = `id=${ids.join(',')}&language=${language}`
    const { html } = await api.call('GET', `/v1/animals/kennel-cards?${query}`)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setContent(html)
    for (const [format, width, height] of [
      ['A4', 794, 1_123],
      ['Letter', 816, 1_056],
    ] as const) {
      await page.setViewportSize({ width, height })
      const about = `${language} on ${format}`
      assert.deepEqual(await page.evaluate(cutOff), [], about)
      if (language === 'en') {
        const pdf = (await page.pdf({ format })).toString('latin1')
        assert.equal(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length, Math.ceil(ids.length / 2), about)
      }
      await opened.screenshot(`kennel-cards-${format}-${language}`, { fullPage: true })
    }
    assert.deepEqual(
      await page.evaluate(`['body', 'article'].map((one) => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector(one))
        return [color, backgroundColor].join()
      })`),
      ['rgb(0, 0, 0),rgba(0, 0, 0, 0)', 'rgb(0, 0, 0),rgba(0, 0, 0, 0)'],
    )
  }
})

/** What extends beyond its card, apart from the end of a long description. */
const cutOff = `[...document.querySelectorAll('.card')].flatMap((card) => {
  const { right, bottom } = card.getBoundingClientRect()
  return [...card.querySelectorAll('h1, p:not(.story), dt, dd, .home, .code, .code svg')]
    .filter((one) => {
      const box = one.getBoundingClientRect()
      return box.right > right + 1 || box.bottom > bottom + 1
    })
    .map((one) => one.className + one.tagName + one.textContent.slice(0, 20))
})`
