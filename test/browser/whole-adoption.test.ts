import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FileChooser, Locator, Page } from 'playwright-core'
import { browserTests, onDesk, onPhone } from '../harness/browser-tests.ts'
import { assertClean, assertUsable, said } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'

const store = browserTests({ pages: onDesk, prepare: () => prepare() })
const { skip, api } = store

const prepare = async () => {
  const { account } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${account.id}/organization`, { name: 'Tierheim Süd' })
  const questions = [{ id: 'home', label: 'Where will she live?', kind: 'text', required: true }]
  await api.call('POST', '/v1/forms', { name: 'Dogs', questions })
}

const staff = ['pets:read', 'pets:write', 'orders:read', 'applications:read']

/** More than the focusable elements of any of these pages. */
const MAX_TABS = 150

/** Presses Tab until an element has the focus. */
const tabTo = async (page: Page, place: Locator) => {
  // Look it up again only after it was rendered again, because a search by role takes longer than a key.
  const find = () => place.elementHandle()
  let target = await find()
  const isThere = async (): Promise<boolean> => {
    const state = await target.evaluate((element) =>
      element.isConnected ? element === element.ownerDocument.activeElement : undefined,
    )
    if (state !== undefined) return state
    target = await find()
    return isThere()
  }
  for (let tabs = 0; !(await isThere()); tabs += 1) {
    assert.ok(tabs < MAX_TABS, `Tab does not lead to ${place}`)
    await page.keyboard.press('Tab')
  }
}

const press = async (page: Page, place: Locator) => {
  await tabTo(page, place)
  await page.keyboard.press('Enter')
}

const typeInto = async (page: Page, place: Locator, text: string) => {
  await tabTo(page, place)
  await page.keyboard.type(text)
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const status = (page: Page, text: string) => page.locator('main').getByText(text, { exact: true }).first()

/** Waits until both pages show the change, and prints how long each took. */
const shown = async (context: TestContext, step: string, here: Locator, there: Locator) => {
  const sinceMs = performance.now()
  const took = async (place: Locator) => {
    await place.waitFor()
    return Math.round(performance.now() - sinceMs)
  }
  const [hereMs, thereMs] = await Promise.all([took(here), took(there)])
  context.diagnostic(`${step}: shown after ${hereMs} ms, in the second tab after ${thereMs} ms`)
}

/** Adds an animal with a photo, and publishes it. */
const publish = async (context: TestContext, page: Page, other: Page) => {
  await press(page, button(page, 'Add an animal'))
  const dialog = page.getByRole('dialog')
  await typeInto(page, dialog.getByLabel('Name'), 'Biscuit')
  await typeInto(page, dialog.getByLabel('Category'), '7')
  await tabTo(page, dialog.getByRole('combobox', { name: 'Species' }))
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  // A list that has just opened may lose a key that comes before it is complete.
  const marked = page.locator('[role=option][data-combobox-selected]')
  await eventually('a species is marked', async () => {
    if (!(await marked.isVisible())) await page.keyboard.press('ArrowDown')
    return marked.isVisible()
  })
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await press(page, dialog.getByRole('button', { name: 'Add', exact: true }))
  const heading = page.getByRole('heading', { name: 'Biscuit' })
  await shown(context, 'added', heading, link(other, /Biscuit/))
  const active = other.locator('[data-index][data-active]')
  await eventually('the shortcut is active', async () => {
    if (!(await active.isVisible())) await other.keyboard.press('j')
    return active.isVisible()
  })
  await other.keyboard.press('Enter')
  await other.getByRole('heading', { name: 'Biscuit' }).waitFor()

  let chooser: FileChooser | undefined
  page.once('filechooser', (opened) => {
    chooser = opened
  })
  // A field that renders again while the page loads loses the key.
  await eventually('files are asked for', async () => {
    if (!chooser) await press(page, page.getByLabel('Add photos'))
    return chooser !== undefined
  })
  const buffer = await jpeg(640, 480)
  await chooser?.setFiles({ name: 'biscuit.jpg', mimeType: 'image/jpeg', buffer })
  await shown(context, 'photo', button(page, /^Photo 1 of 1/), button(other, /^Photo 1 of 1/))
  await press(page, button(page, 'Publish'))
  await shown(context, 'published', status(page, 'Published'), status(other, 'Published'))
}

/** Finds the animal on the public site, on a phone, and applies. */
const apply = async () => {
  const address = store.server.address
  await using phone = await store.browser.openPage({ ...onPhone, address, path: '/adopt' })
  const { page } = phone
  await press(page, link(page, /Biscuit/).first())
  await page.getByRole('heading', { name: 'Biscuit', exact: true }).waitFor()
  await press(page, link(page, /^Apply to adopt/).first())
  await typeInto(page, page.getByLabel('Your name'), 'Ada Lovelace')
  await typeInto(page, page.getByLabel('Email address', { exact: true }), 'ada@example.org')
  await typeInto(page, page.getByLabel('Where will she live?'), 'A house with a garden')
  const sent = page.getByRole('heading', { name: 'Your application has been sent.' })
  // A form that is filled in faster than a person could is shown again.
  do {
    const loaded = page.waitForEvent('load')
    await press(page, button(page, 'Send application'))
    await loaded
  } while (!(await sent.isVisible()))
  assertClean(phone)
}

/** Reviews the application and approves it, which begins an adoption. */
const approve = async (context: TestContext, page: Page, other: Page) => {
  await press(page, link(page, 'Review 1 application'))
  await press(page, link(page, /Ada Lovelace/).first())
  await page.getByText('A house with a garden').waitFor()
  await press(page, button(page, 'Start review'))
  await shown(context, 'in review', button(page, 'Home visit'), status(other, 'In review'))
  await press(page, button(page, 'Approve…'))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Approve' }))
  const heading = page.getByRole('heading', { name: 'Biscuit and Ada Lovelace' })
  await shown(context, 'on hold', heading, status(other, 'On hold'))
  await press(other, link(other, 'Adoptions').last())
  await shown(context, 'approved', button(page, 'Hand over adoption 1'), status(other, 'Approved'))
  assert.equal(await button(page, 'Approve adoption 1').count(), 0)
  assert.equal(await page.getByText('Awaiting approval').count(), 0)
}

test('a whole adoption by keyboard: publish, apply on a phone, review, approve, hand over, print and return; a second tab shows every step', {
  skip,
}, async (context) => {
  const secondKey = await api.issueOwnKey({ scopes: staff })
  await using opened = await store.open('/console/animals')
  await using second = await store.open('/console/animals', { key: secondKey })
  const [page, other] = [opened.page, second.page]
  // The second tab is never reloaded, so it learns of changes only from the live stream.
  await other.locator('[data-state="live"]').waitFor()
  await other.evaluate('window.isStillTheSame = true')

  await publish(context, page, other)
  await apply()
  const review = 'Review 1 application'
  await shown(context, 'applied', link(page, review), link(other, review))
  await approve(context, page, other)
  await press(page, button(page, 'Hand over adoption 1'))
  await shown(context, 'handed over', button(page, 'Return adoption 1'), status(other, 'Adopted'))

  await press(page, link(page, /^Contract/).first())
  const contract = page
    .frameLocator('iframe[title="Adoption contract"]')
    .getByRole('article', { name: 'Adoption contract' })
  await contract.getByText('Ada Lovelace').first().waitFor()
  for (const text of ['Biscuit', 'Tierheim Süd']) {
    assert.ok((await contract.innerText()).includes(text), text)
  }
  await page.evaluate('document.querySelector("iframe").contentWindow.print = () => { window.isPrinted = true }')
  await press(page, button(page, 'Print'))
  assert.equal(await page.evaluate('window.isPrinted'), true)

  await press(page, link(page, 'Adoption 1').first())
  await press(page, button(page, 'Return adoption 1'))
  const dialog = page.getByRole('dialog', { name: 'Return Biscuit' })
  await dialog.getByText('This unpublishes Biscuit').waitFor()
  await assertUsable(opened, 'the dialog of a return')
  await opened.screenshot('console-return')
  await dialog.getByRole('radio', { name: 'Allergy' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel('Details').focus()
  await page.keyboard.type('Her son sneezes.')
  await press(page, dialog.getByRole('button', { name: 'Return' }))
  await shown(context, 'returned', status(page, 'Returned'), status(other, 'Returned'))
  await said(page, 'Allergy: Her son sneezes.')
  await said(page, 'Biscuit is available again, and unpublished.')
  await status(other, 'Available').waitFor()
  await press(other, link(other, 'Overview'))
  await shown(context, 'unpublished', button(page, 'Publish again'), status(other, 'Not published'))
  await said(page, 'The return unpublished Biscuit.')
  await opened.screenshot('console-returned')
  await press(page, button(page, 'Publish again'))
  await status(other, 'Published').waitFor()
  assert.equal(await button(page, 'Publish again').count(), 0)
  await press(other, link(other, 'History'))
  await said(other, 'The return of adoption 1 unpublished Biscuit')
  assert.equal(await other.evaluate('window.isStillTheSame'), true)
  assertClean(opened)
  assertClean(second)
})
