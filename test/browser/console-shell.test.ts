import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { assertClean, assertUsable, BOARD, card, choose, column, goWithin, said, signedIn } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'

const store = browserTests({ prepare: () => prepare() })
const { skip, api, open } = store
let opened: TestPage

const prepare = async () => {
  for (const name of ['Biscuit', 'Bruno', 'Olive']) await api.addPet(name)
  opened = await open('/console/animals')
}

const animals = async () => {
  await opened.page.goto(`${store.server.address}/console/animals?view=board`)
  await column(opened.page, 'Available').getByRole('listitem').first().waitFor()
}

test('Ctrl K finds pages, actions and records by keyboard alone', {
  skip,
}, async () => {
  const { page } = opened
  await animals()
  await page.keyboard.press('Control+K')
  const field = page.getByRole('combobox', { name: 'Find' })
  await field.waitFor()
  await page.getByRole('option', { name: 'Add an animal' }).waitFor()
  await assertUsable(opened, 'the palette')
  await opened.screenshot('console-palette')
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/settings/audit-log')

  await page.keyboard.press('Control+K')
  await field.fill('bru')
  const found = page.getByRole('option', { name: /Bruno/ })
  await found.waitFor()
  await eventually('the first is chosen', async () => {
    return (await found.getAttribute('aria-selected')) === 'true'
  })
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/animals/2')
  await page.keyboard.press('Control+K')
  await field.fill('zzzz')
  await said(page, 'Nothing found for “zzzz”')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  assertClean(opened)
})

test('the palette finds an application by the name of its applicant', { skip }, async () => {
  const { page } = opened
  const { id: formId } = await api.call('POST', '/v1/forms', { name: 'Form', questions: [] })
  const applicant = { name: 'Ada Lovelace', email: 'ada@example.org' }
  const body = { petId: 1, formId, applicant, answers: {} }
  const { id } = await api.call('POST', '/v1/applications', body)
  await animals()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Find' }).fill('lovelace')
  await page.getByRole('option', { name: `Ada Lovelace New · #${id}` }).click()
  await page.waitForURL(`**/console/applications/${id}`)
})

test('text typed while the palette loads is searched for, and triggers no shortcut', {
  skip,
}, async () => {
  const { page } = opened
  const { promise: typed, resolve } = Promise.withResolvers<void>()
  await page.route('**/palette-*.js', async (route) => {
    await typed
    await route.continue()
  })
  await animals()
  await page.keyboard.press('Control+K')
  const early = page.getByRole('textbox', { name: 'Find', exact: true })
  assert.match(String(await early.getAttribute('placeholder')), /^Find an animal/)
  await page.mouse.click(5, 700)
  await early.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+K')
  await page.keyboard.type('ne')
  const { top, left, width } = await placeOf(early)
  resolve()
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await palette.waitFor()
  const there = await placeOf(palette)
  assert.deepEqual([there.top, there.left, there.width], [top, left, width], 'nothing moves')
  await page.keyboard.type('w')
  assert.equal(await page.getByRole('combobox', { name: 'Find' }).inputValue(), 'new')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.unroute('**/palette-*.js')
})

const placeOf = (what: Locator): Promise<DOMRect> =>
  what.evaluate((element) => element.getBoundingClientRect().toJSON())

test('letter shortcuts navigate and ? lists them; they can be turned off, and do not fire in a field', {
  skip,
}, async () => {
  const { page } = opened
  await animals()
  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.pressSequentially('gd?')
  assert.equal(await search.inputValue(), 'gd?')
  await search.fill('')
  await search.blur()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.waitForURL('**/console/adoptions')
  await page.keyboard.press('?')
  const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await overview.getByText('Go to animals').waitFor()
  await assertUsable(opened, 'the overview of shortcuts')
  const letters = overview.getByRole('switch', { name: 'Shortcuts of a single letter' })
  await letters.press('Space')
  await page.keyboard.press('Escape')
  await overview.waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Find' }).fill('keyboard')
  await page.keyboard.press('Enter')
  assert.ok(page.url().endsWith('/console/adoptions'), 'G then A did nothing')
  await letters.press('Space')
  await page.keyboard.press('Escape')
  assertClean(opened)
})

test('a click beside a form, or Back, does not lose typed text, and Cancel does', {
  skip,
}, async () => {
  const { page } = opened
  await goWithin(page, BOARD)
  const form = page.getByRole('dialog', { name: 'Add an animal' })
  const add = page.getByRole('button', { name: 'Add an animal' })
  await add.click()
  await form.waitFor()
  await page.mouse.click(5, 700)
  await form.waitFor({ state: 'detached' })

  await add.click()
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Half a name')
  await page.mouse.click(5, 700)
  await said(page, 'Discard your changes?')
  await assertUsable(opened, 'the question')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  assert.equal(await name.inputValue(), 'Half a name')
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.goBack()
  await leaving.waitFor()
  await page.keyboard.press('Escape')
  await leaving.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/console/animals')
  const discarding = page.getByRole('dialog', { name: 'Discard your changes?' })
  assert.equal(await discarding.count(), 0, 'Escape closes one question')
  await name.press('Escape')
  await discarding.waitFor()
  await page.keyboard.press('Escape')
  await discarding.waitFor({ state: 'detached' })
  assert.equal(await name.inputValue(), 'Half a name')
  await page.goBack()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await form.waitFor({ state: 'detached' })
  assert.notEqual(new URL(page.url()).pathname, '/console/animals')

  await goWithin(page, BOARD)
  await add.click()
  await name.fill('Half a name')
  await name.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await form.waitFor({ state: 'detached' })
  await add.click()
  await name.fill('Another')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })
  assertClean(opened)
})

test('a change can be undone for ten seconds, by a toast that covers no dialog', {
  skip,
}, async () => {
  const { page } = opened
  await animals()
  // The page's clock moves only when the test moves it.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const soon = (what: Locator) =>
    eventually('it shows', async () => {
      await page.clock.runFor(1)
      return what.isVisible()
    })
  await page.getByRole('button', { name: 'Actions for Biscuit' }).click()
  const move = page.getByRole('menuitem', { name: 'Mark as adopted' })
  await soon(move)
  await move.click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await soon(undo)
  await page.clock.runFor(9_000)
  await soon(undo)
  await page.getByRole('button', { name: 'Add an animal' }).click()
  await soon(page.getByRole('dialog'))
  const isOnTop = await page.evaluate(`(() => {
    const undo = [...document.querySelectorAll('button')].find((one) => one.innerText.startsWith('Undo'))
    const { x, y, width, height } = undo.getBoundingClientRect()
    return undo.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })()`)
  assert.equal(isOnTop, false, 'the dialog is above it')
  await page.clock.runFor(1_000)
  await undo.waitFor({ state: 'detached' })
  await page.clock.resume()
})

test('density and theme are remembered, and the compact density shows more rows', {
  skip,
}, async () => {
  const { page } = opened
  await animals()
  const height = async () => (await page.getByRole('button', { name: 'Add an animal' }).boundingBox())?.height ?? 0
  const before = await height()
  await signedIn(page).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await page.reload()
  await card(page, 'Available', 'Bruno').waitFor()
  const after = await height()
  assert.ok(after > 0 && after < before, `${after} < ${before}`)
  await signedIn(page).click()
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
})

test("only the page content is printed, and Back restores the reader's position", {
  skip,
}, async () => {
  const { page } = opened
  const pets = Array.from({ length: 60 }, (_, at) => ({ name: `Herd ${at}`, categoryId: 1 }))
  await api.call('POST', '/v1/pets:batch', { pets })
  await page.goto(`${store.server.address}/console/animals`)
  await page.getByRole('grid').waitFor()
  await page.mouse.wheel(0, 500)
  await eventually('it is kept', async () => Number(await page.evaluate('history.state?.scrollY')) > 0)
  const place = await page.evaluate('scrollY')
  await page.getByRole('link', { name: 'Adoptions' }).click()
  await page.getByRole('heading', { name: 'Adoptions', exact: true }).waitFor()
  assert.equal(await page.evaluate('scrollY'), 0)
  await page.goBack()
  const isBack = async () => (await page.evaluate('scrollY')) === place
  await eventually('it is as far down as before', isBack)
  await page.reload()
  await eventually('it is after a reload too', isBack)
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Main', 'Settings']) {
    assert.equal(await page.getByRole('navigation', { name }).isVisible(), false)
  }
  assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0)
  assert.equal(await page.getByRole('heading', { name: 'Animals' }).isVisible(), true)
  await page.emulateMedia({ media: null })
  assertClean(opened)
})

// This test is last, because the browser logs each request that fails without a connection.
test('offline the console does not claim to be live, and says why a change failed', {
  skip,
}, async () => {
  const { page, context } = opened
  await animals()
  await page.getByText(/^Live:/).waitFor()
  await context.setOffline(true)
  await page.getByText(/^Offline:/).waitFor()
  assert.equal(await page.getByText(/^Live:/).count(), 0)
  await choose(page, 'Herd 59', 'Mark as adopted')
  await said(page, 'Not saved: you are offline')
  await card(page, 'Available', 'Herd 59').waitFor()
  await context.setOffline(false)
  await page.getByText(/^Live:/).waitFor()
})

test('a dialog that is closed by keyboard returns the focus to the button that opened it', {
  skip,
}, async () => {
  const { page } = opened
  for (const [path, name] of [
    ['/animals', 'Add an animal'],
    ['/animals', 'Find anything'],
    ['/settings/webhooks', 'New webhook'],
    ['/settings/categories', 'Add a category'],
  ] as const) {
    await goWithin(page, `/console${path}`)
    const loaders = page.locator('[role=status][data-loading]')
    await eventually('all is loaded', async () => (await loaders.count()) === 0)
    const opener = page.getByRole('button', { name }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole(name === 'Find anything' ? 'combobox' : 'textbox')
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const focused = () => page.evaluate<string>(`document.activeElement.closest('button')?.textContent ?? ''`)
    await eventually(`the focus is on ${name}`, async () => (await focused()).includes(name))
  }
})
