import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { assertClean, assertFits, assertUsable, goWithin } from '../harness/console.ts'
import { assertReadable } from '../harness/console-page.ts'
import { eventually } from '../harness/eventually.ts'

const store = browserTests({ prepare: () => prepare() })
const { skip, api, open, at } = store

const prepare = async () => {
  const { account } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${account.id}/organization`, {
    name: 'Tierheim Süd',
    phone: '+49 30 5550100',
    address: { street: 'Hauptstraße 5', postcode: '10827', city: 'Berlin', country: 'DE' },
  })
}

const handedOver = async (name: string, adopter = 'Ada Lovelace') => {
  const pet = await api.addPet(name)
  await api.call('PUT', `/v1/pets/${pet.id}/profile`, {
    species: 'dog',
    breeds: { primary: 'Beagle', mixed: true },
    sex: 'female',
    birthDate: '2023-04-12',
    birthDateExact: true,
    colors: ['Tan', 'White'],
    spayedNeutered: true,
    microchip: '276098102345678',
    fee: { amount: 22_000, currency: 'EUR' },
  })
  const customer = { name: adopter, email: 'ada@example.org', phone: '+44 20 7946 0000' }
  const order = await api.call('POST', '/v1/store/orders', { petId: pet.id, customer })
  const path = `/v1/store/orders/${order.id}`
  await api.call('PATCH', path, { status: 'approved' })
  await api.call('PATCH', path, { status: 'delivered' })
  return { petId: pet.id, orderId: order.id as number, path }
}

/** Presses Tab until the element with this name has the focus. */
const tabTo = async ({ page }: TestPage, name: string) => {
  const focused = () =>
    page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')
  for (let steps = 0; (await focused()) !== name; steps += 1) {
    assert.ok(steps < 80, `Tab never reaches ${name}`)
    await page.keyboard.press('Tab')
  }
}

test('a contract is printed from its adoption by keyboard: one or two pages of A4 and of Letter, and nothing else on them', {
  skip,
}, async () => {
  const { orderId, petId } = await handedOver('Biscuit')
  await using opened = await open(`/console/animals/${petId}?tab=adoptions`)
  const { page } = opened
  await page.getByRole('link', { name: `Contract of adoption ${orderId}` }).waitFor()
  await tabTo(opened, `Contract of adoption ${orderId}`)
  await page.keyboard.press('Enter')
  await page.getByText('SHA-256').waitFor()
  const sheet = page.frameLocator('iframe[title="Adoptionsvertrag"]').getByRole('article', { name: 'Adoptionsvertrag' })
  await sheet.getByText('Ada Lovelace').first().waitFor()
  for (const text of ['Biscuit', '276098102345678', 'Tierheim Süd', '220\u00a0€']) {
    assert.ok((await sheet.innerText()).includes(text), text)
  }
  await page.evaluate('document.querySelector("iframe").contentWindow.print = () => { window.printed = true }')
  await tabTo(opened, 'Print')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('window.printed'), true)
  const { html, signed } = await api.call('GET', `/v1/store/orders/${orderId}/contract`)
  assert.ok((await page.getByText('SHA-256').innerText()).includes(signed.sha256))
  await printed(html, 'adoption-contract')
  assertClean(opened)
})

/** Checks a document on paper: without scripts, on one or two pages, black on white. */
const printed = async (html: string, name: string) => {
  await using opened = await store.browser.openPage({
    address: store.server.address,
    path: '/robots.txt',
  })
  const { page } = opened
  await page.setContent(html)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const paper = await page.evaluate('getComputedStyle(document.querySelector("article")).color')
  assert.equal(paper, 'rgb(0, 0, 0)')
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
    assert.ok(pages >= 1 && pages <= 2, `${format}: ${pages} pages`)
  }
  await page.emulateMedia({ media: 'screen' })
  for (const width of [1024, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await assertFits(opened, `${name} at ${width}`)
    await opened.screenshot(`${name}-${width}`, { fullPage: true })
  }
}

test('a return slip and a contract are offered where there are any, and an erased adopter leaves none', {
  skip,
}, async () => {
  const { orderId, path } = await handedOver('Pepper', 'Grace Hopper')
  await api.call('PATCH', path, { status: 'returned', returnReason: 'Allergies' })
  const { page } = await at(`/console/adoptions/${orderId}/return-slip`)
  await page.frameLocator('iframe').getByText('Allergies').waitFor()
  await api.call('DELETE', `${path}/customer`)
  await goWithin(page, `/console/adoptions/${orderId}/contract`)
  await page.getByText('The adopter’s data was erased').waitFor()
  await goWithin(page, `/console/adoptions/${orderId}`)
  await page.getByText('The adopter’s data was erased.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Contract' }).count(), 0)
})

test('staff can edit the contract template with a live preview, and an unknown placeholder is an error', {
  skip,
}, async () => {
  const { orderId } = await handedOver('Waffle')
  const opened = await at('/console/settings/documents')
  const { page } = opened
  const preview = page.frameLocator('section[aria-label="Preview"] iframe')
  await preview.getByText('New owners').waitFor()
  await page.getByText('This is our default text in English.').waitFor()
  await assertUsable(opened, 'documents')
  await page.getByLabel('Title').fill('Schutzvertrag')
  await page.getByLabel('Text').fill('Hallo {{adopter.nme}}')
  await page.getByText('Has no placeholder {{adopter.nme}}').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Has no placeholder {{adopter.nme}}').waitFor()
  await page.getByLabel('Text').fill('Hallo ')
  await page.getByRole('button', { name: 'Insert…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Adopter: name' }).focus()
  await page.keyboard.press('Enter')
  assert.equal(await page.getByLabel('Text').inputValue(), 'Hallo {{adopter.name}}')
  await preview.getByText('Hallo Ada Lovelace').waitFor()
  // The typed text is still there after visiting the other document.
  await page.getByRole('link', { name: 'Return slip' }).click()
  await preview.getByText('The return', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Contract', exact: true }).click()
  assert.equal(await page.getByLabel('Title').inputValue(), 'Schutzvertrag')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Contract saved.').waitFor()
  await goWithin(page, `/console/adoptions/${orderId}/return-slip`)
  await page.frameLocator('iframe').getByText('The return', { exact: true }).waitFor()
  // This adoption was signed with the text of that day.
  await goWithin(page, `/console/adoptions/${orderId}/contract`)
  await page.frameLocator('iframe[title="Adoptionsvertrag"]').getByText('Weitergabe').waitFor()
  await goWithin(page, '/console/settings/documents')
  await page.getByRole('button', { name: 'Use default' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use default' }).click()
  await preview.getByText('New owners').waitFor()
  await eventually('the default is saved', async () => {
    return (await api.call('GET', '/v1/document-templates')).contract.isDefault
  })
})

test('documents and their templates are accessible, on a phone and a desktop, in light and dark', {
  skip,
}, async () => {
  const { orderId } = await handedOver(`${'Wolfeschlegelsteinhausen'.repeat(3)} von Biscuit`)
  await using opened = await open('/console/settings/documents')
  await assertReadable(opened, [
    { path: `/console/adoptions/${orderId}/contract`, text: 'Contract of adoption' },
    { path: '/console/settings/documents', text: 'Preview' },
    { path: '/console/settings/documents?of=returnSlip', text: 'Preview' },
    { path: `/console/adoptions/${orderId}`, text: 'Return slip' },
  ])
})

test('the history of an animal says in plain words who did what, and updates live', {
  skip,
}, async () => {
  const { petId, orderId, path } = await handedOver('Maple')
  await using opened = await open(`/console/animals/${petId}?tab=history`)
  const { page } = opened
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await history.getByText(`bootstrap completed adoption ${orderId}`).waitFor()
  const first = await history.last().innerText()
  assert.match(first, /^bootstrap added Maple/)
  assert.ok((await history.allInnerTexts()).some((text) => text.includes('species')))
  await api.call('PATCH', path, { status: 'returned' })
  await history.getByText(`bootstrap closed adoption ${orderId} as returned`).waitFor()
  await page
    .getByRole('link', { name: `Open adoption ${orderId}` })
    .first()
    .press('Enter')
  await page.waitForURL(`**/console/adoptions/${orderId}`)
  await page.goBack()
  await history.first().waitFor()
  for (const width of [1440, 1024, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await assertFits(opened, `the history at ${width}`)
    await opened.screenshot(`animal-history-${width}`, { fullPage: true })
  }
  await assertUsable(opened, 'the history')
  await page.emulateMedia({ colorScheme: 'dark' })
  await assertUsable(opened, 'the history in the dark')
  await opened.screenshot('animal-history-dark', { fullPage: true })
})
