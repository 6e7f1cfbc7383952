import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { browserTests, onPhone } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import {
  assertClean,
  assertUsable,
  BOARD,
  card,
  choose,
  column,
  goWithin,
  said,
  signedIn,
  signIn,
  signOut,
} from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { newKey } from '../harness/keys.ts'

const store = browserTests()
const { skip, key, api, open, at } = store
const MAX_SCRIPT_BYTES = 250_000

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })

test('an invalid key shows the reason, a valid one opens the console, and the key is stored for this tab only', {
  skip,
}, async () => {
  await using opened = await store.browser.openPage({
    address: store.server.address,
    path: BOARD,
  })
  const { page, context } = opened
  await page.getByRole('button', { name: 'Use an API key instead' }).click()
  const tryKey = async (text: string, title: string) => {
    await page.getByLabel('API key').fill(text)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText(title).waitFor()
  }
  await tryKey('aas_live_nonsense', 'This key is not valid')
  await tryKey('two words', 'This is not a key')
  await tryKey(newKey('test'), 'This key is for the other environment')
  await tryKey(newKey(), 'This key is not valid')
  await opened.screenshot('console-wrong-key')
  await assertUsable(opened, 'a wrong key')

  await page.getByLabel('API key').fill(` ${key}\n`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signedIn(page).waitFor()
  assert.ok(page.url().endsWith(BOARD), 'the address asked for is kept')
  await page.reload()
  await signedIn(page).waitFor()
  const stores = await page.evaluate(
    'JSON.stringify([Object.values(sessionStorage), Object.values(localStorage), document.cookie])',
  )
  assert.deepEqual(JSON.parse(String(stores))[0], [key])
  assert.doesNotMatch(JSON.stringify(JSON.parse(String(stores)).slice(1)), /aas_/)

  const other = await context.newPage()
  await other.goto(`${store.server.address}/console`)
  await other.getByLabel('Email').waitFor()
  const addresses = await page.evaluate(
    `JSON.stringify([location.href, performance.getEntriesByType('resource').map(({ name }) => name)])`,
  )
  assert.doesNotMatch(String(addresses), /aas_live/)

  await signOut(page)
  await page.getByLabel('API key').waitFor()
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
  assert.doesNotMatch(store.server.output.join('\n'), new RegExp(key.slice(0, 20)), 'nor is it logged')
  assertClean(opened)
})

/** A dozen animals, which the tests below share. */
const addDozen = async () => {
  for (const [id, name] of ['Dogs', 'Cats', 'Rabbits'].entries())
    await api.call('PUT', `/v1/categories/${id + 1}`, { name })
  const pets = [
    ...['Biscuit', 'Luna', 'Clover', 'Rex', 'Miso', 'Hazel', 'Bruno', 'Olive'].map((name, at) => ({
      name,
      categoryId: (at % 3) + 1,
    })),
    { name: 'Poppy', categoryId: 1, status: 'pending' },
    { name: 'Simba', categoryId: 2, status: 'pending' },
    { name: 'Thumper', categoryId: 3, status: 'sold' },
    { name: 'Daisy', categoryId: 1, status: 'sold' },
  ]
  await api.call('POST', '/v1/pets:batch', { pets })
}

test('an empty store says what to do, and shows animals as soon as somebody adds them', {
  skip,
}, async () => {
  const opened = await at(BOARD)
  const { page } = opened
  await said(page, 'No animals yet')
  await opened.screenshot('console-empty')
  await assertUsable(opened, 'an empty store')
  await page.getByRole('link', { name: 'Try the sample shelter' }).waitFor()
  await addDozen()
  await card(page, 'Available', 'Biscuit').waitFor()
  await column(page, 'Available').getByText('8', { exact: true }).waitFor()
  await column(page, 'Adopted').getByText('2', { exact: true }).waitFor()
  await card(page, 'On hold', 'Simba').getByText('Cats').waitFor()
  assertClean(opened)
})

test('sign-in and list load less than 250 KB of compressed script, and contact no other host', {
  skip,
}, async () => {
  await using opened = await open('/console/animals')
  await opened.page.getByRole('link', { name: 'Biscuit' }).waitFor()
  const names: string[] = await opened.page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
  )
  assert.ok(names.length > 0)
  let bytes = 0
  for (const name of names) {
    const found = await fetch(name, { headers: { 'accept-encoding': 'br' } })
    assert.equal(found.headers.get('content-encoding'), 'br')
    bytes += await compressedBytes(name)
  }
  assert.ok(bytes < MAX_SCRIPT_BYTES, `${bytes} bytes`)
  console.log(`# ${bytes} bytes of compressed script`)
  assert.ok(bytes > 10_000, `${bytes} bytes are too few to be true`)
  assertClean(opened)
})

test('an animal can be added, edited, moved, moved back and deleted from its menu', {
  skip,
}, async () => {
  const opened = await at(BOARD)
  const { page } = opened
  await page.getByRole('button', { name: 'Add an animal' }).click()
  await nameField(page).fill('Pickle')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await said(page, 'Choose a species')
  await page.getByRole('combobox', { name: 'Category' }).fill('9007199254740993')
  await page.getByRole('combobox', { name: 'Species' }).click()
  await page.getByRole('option', { name: 'Rabbit' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  // It opens the animal's page, which has all other fields.
  await page.waitForURL(/\/console\/animals\/\d+$/)
  await page.getByRole('heading', { name: 'Pickle' }).waitFor()
  await said(page, 'Rabbit')
  await page.goBack()
  await card(page, 'Available', 'Pickle').getByText('#9007199254740993').waitFor()

  await choose(page, 'Pickle', 'Edit')
  await nameField(page).fill('Gherkin')
  await page.getByRole('combobox', { name: 'Category' }).fill('Dogs')
  // A new store already has a category with this name.
  await page.getByRole('option', { name: 'Dogs' }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await card(page, 'Available', 'Gherkin').getByText('Dogs').waitFor()

  await choose(page, 'Gherkin', 'Mark as adopted')
  await card(page, 'Adopted', 'Gherkin').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card(page, 'Available', 'Gherkin').waitFor()
  await choose(page, 'Gherkin', 'Put on hold')
  await card(page, 'On hold', 'Gherkin').waitFor()
  await choose(page, 'Gherkin', 'Mark as adopted')
  await said(page, 'Gherkin is now adopted.')
  // An adopted animal can only become available again, so this move cannot be undone.
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })

  await choose(page, 'Gherkin', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await said(page, 'Gherkin deleted.')
  await card(page, 'Adopted', 'Gherkin').waitFor({ state: 'detached' })
  assertClean(opened)
})

test('an animal can be moved by keyboard or by dragging, and the page explains steps that are not allowed', {
  skip,
}, async () => {
  const opened = await at(BOARD)
  const { page } = opened
  const menu = page.getByRole('button', { name: 'Actions for Luna' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Put on hold' }).waitFor()
  const focused = page.locator('*:focus')
  await eventually('the arrows lead to the move', async () => {
    if ((await focused.textContent()) === 'Put on hold') return true
    await page.keyboard.press('ArrowDown')
    return false
  })
  await page.keyboard.press('Enter')
  await card(page, 'On hold', 'Luna').waitFor()
  await page.locator('*:focus[aria-label*="Luna"]').waitFor()

  await card(page, 'Available', 'Rex').dragTo(column(page, 'Adopted'))
  await card(page, 'Adopted', 'Rex').waitFor()
  await card(page, 'Adopted', 'Rex').dragTo(column(page, 'On hold'))
  await said(page, 'Rex is adopted and cannot be moved to “On hold”.')
  await card(page, 'Adopted', 'Rex').waitFor()
  assertClean(opened)
})

test('changes that the store rejects are reverted, with the reason', { skip }, async () => {
  const opened = await at(BOARD)
  const { page } = opened
  const { id } = await api.addPet('Held')
  const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
  await api.call('POST', '/v1/store/orders', { petId: id, customer })
  await card(page, 'On hold', 'Held').waitFor()
  // Each column is requested separately.
  await card(page, 'Available', 'Held').waitFor({ state: 'detached' })
  await choose(page, 'Held', 'Make available')
  await said(page, 'This animal has an open adoption')
  await card(page, 'On hold', 'Held').waitFor()
  await opened.screenshot('console-refused')
  await assertUsable(opened, 'a refusal')

  const changed = await api.addPet('Slow')
  await card(page, 'Available', 'Slow').waitFor()
  await choose(page, 'Slow', 'Edit')
  const save = page.getByRole('button', { name: 'Save' })
  await save.waitFor()
  await page.locator('button[data-loading]').waitFor({ state: 'detached' })
  await nameField(page).fill('Mine')
  await api.call('PATCH', `/v1/pets/${changed.id}`, { name: 'Theirs' })
  await save.click()
  await said(page, 'Somebody else changed this')
  await page.locator('button[data-loading]').waitFor({ state: 'detached' })
  assert.equal(await nameField(page).inputValue(), 'Mine')
  await said(page, 'Somebody else has changed it to “Theirs”')
  await nameField(page).fill('Ours')
  await save.click()
  await card(page, 'Available', 'Ours').waitFor()
  assertClean(opened)
})

test('a name that looks like markup is text, wherever it is shown', { skip }, async () => {
  const name = '<img src=x onerror=document.title=1>'
  const opened = await at(BOARD)
  const { page } = opened
  await api.addPet(name)
  await card(page, 'Available', name).waitFor()
  await choose(page, name, 'Put on hold')
  await said(page, `${name} is now on hold.`)
  await choose(page, name, 'Delete')
  await page.getByRole('dialog').getByText(`Delete ${name}?`).waitFor()
  assert.match(await page.title(), /^Animals/)
  assert.equal(await page.locator('img[src="x"]').count(), 0)
  assertClean(opened)
})

test('changes while the event stream is opening appear too', { skip }, async () => {
  const path = BOARD
  await using opened = await store.browser.openPage({
    address: store.server.address,
    path,
    mayBeUsed: true,
  })
  const { page } = opened
  const { promise: changed, resolve } = Promise.withResolvers<void>()
  await page.route('**/events/stream*', async (route) => {
    await changed
    await route.continue()
  })
  await api.addPet('Before')
  await signIn(opened, key)
  await card(page, 'Available', 'Before').waitFor()
  await api.addPet('Meanwhile')
  resolve()
  await card(page, 'Available', 'Meanwhile').waitFor()
})

test('changes during the first load of the lists appear too', {
  skip,
}, async () => {
  const path = BOARD
  await using opened = await store.browser.openPage({
    address: store.server.address,
    path,
    mayBeUsed: true,
  })
  const { page } = opened
  const { promise: changed, resolve } = Promise.withResolvers<void>()
  let isFirst = true
  await page.route(/\/v1\/animals\?.*status=pending/, async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    await changed
    await route.fulfill({ response })
  })
  const { id } = await api.addPet('Reserved')
  await signIn(opened, key)
  await card(page, 'Available', 'Reserved').waitFor()
  const customer = { name: 'Ada Lovelace', email: 'ada@example.org' }
  await api.call('POST', '/v1/store/orders', { petId: id, customer })
  await card(page, 'Available', 'Reserved').waitFor({ state: 'detached' })
  resolve()
  await card(page, 'On hold', 'Reserved').waitFor()
})

test('changes by others appear without reloading, and Back closes the form after adding', {
  skip,
}, async () => {
  await using mine = await open(BOARD)
  await using theirs = await open(BOARD, { key: await api.issueOwnKey() })
  for (const { page } of [mine, theirs]) await page.getByText(/^Live:/).waitFor()
  // The user goes back before the page of the new animal has loaded.
  const loading = Promise.withResolvers<void>()
  const code = '**/assets/animal-view-*.js'
  await mine.page.route(code, (route) => loading.promise.then(() => route.continue()))
  const asked = mine.page.waitForRequest(code)
  await mine.page.getByRole('button', { name: 'Add an animal' }).click()
  await nameField(mine.page).fill('Seen')
  await mine.page.getByRole('combobox', { name: 'Category' }).fill('2')
  await mine.page.getByRole('button', { name: 'Add', exact: true }).click()
  await card(theirs.page, 'Available', 'Seen').waitFor()
  // The other page may learn of it before this page has its response.
  await mine.page.waitForURL(/\/console\/animals\/\d+$/)
  await asked
  await mine.page.goBack()
  loading.resolve()
  await mine.page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose(theirs.page, 'Seen', 'Mark as adopted')
  await card(mine.page, 'Adopted', 'Seen').waitFor()
  // Each column is a separate list.
  await card(mine.page, 'Available', 'Seen').waitFor({ state: 'detached' })
  await choose(mine.page, 'Seen', 'Delete')
  await mine.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await card(theirs.page, 'Adopted', 'Seen').waitFor({ state: 'detached' })
  assertClean(mine)
  assertClean(theirs)
})

test('a URL of an earlier console redirects to the current page with its filters', {
  skip,
}, async () => {
  await using opened = await open('/console/orders?status=placed')
  const { page } = opened
  const movedTo = async (from: string, to: string) => {
    await goWithin(page, from)
    await page.waitForURL(store.server.address + to)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.waitForURL('**/console/adoptions?status=placed')
  await movedTo('/console/orders/new?pet=1', '/console/adoptions/new?pet=1')
  await movedTo('/console/admin', '/console/settings/accounts')
  await movedTo('/console/admin/accounts/1', '/console/settings/accounts/1')
  await movedTo('/console/audit-log?action=pet', '/console/settings/audit-log?action=pet')
  await movedTo('/console/users', '/console/settings/users')
  assertClean(opened)
})

test("the policy blocks styles that the server did not allow, whatever an animal's name contains", {
  skip,
}, async () => {
  await using opened = await open(BOARD)
  const { page, consoleErrors } = opened
  await card(page, 'Available', 'Miso').waitFor()
  assertClean(opened)
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend',
    '<style>body { opacity: 0 }</style><p style="opacity: 0"></p>')`)
  await eventually('both are refused', async () => consoleErrors.length === 2)
  assert.match(consoleErrors.join(), /style-src/)
  assert.equal(await page.evaluate('getComputedStyle(document.body).opacity'), '1')
})

/** Checks the menu of an animal and its form, which open over the board. */
const checkDialogs = async ({ page }: TestPage, check: (where: string) => Promise<void>) => {
  await page.getByRole('button', { name: 'Actions for Miso' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await check('menu')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
  await check('form')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const checker = (opened: TestPage, look: string) => async (where: string) => {
  const name = `console-animals-${look}-${where}`
  await opened.screenshot(name)
  await assertUsable(opened, name)
}

test('animals can be used with a screen reader on a desktop, in light mode', { skip }, async () => {
  const opened = await at(BOARD)
  const { page } = opened
  const check = checker(opened, 'light')
  await card(page, 'Available', 'Miso').waitFor()
  await check('board')
  await checkDialogs(opened, check)
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('grid').waitFor()
  await check('list')
  assertClean(opened)
})

// The tests of the list check the board and the list like this.
test('animals can be changed with a screen reader on a phone, in dark mode', { skip }, async () => {
  await using opened = await open(BOARD, { ...onPhone, colorScheme: 'dark' })
  const { page } = opened
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await card(page, 'Available', 'Miso').waitFor()
  await checkDialogs(opened, checker(opened, 'dark-phone'))
  assertClean(opened)
})

const compressedBytes = async (url: string): Promise<number> => {
  // Node's fetch decompresses, so a plain request measures the size on the wire.
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const packed = Buffer.concat(chunks)
        assert.ok(brotliDecompressSync(packed).length > packed.length)
        resolve(packed.length)
      })
    })
      .on('error', reject)
      .end()
  })
}
