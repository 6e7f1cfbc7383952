import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyWebhook } from '../../sdk/mod.ts'
import {
  startChromium,
  type TestBrowser,
  type TestPage,
  whyNoChromium,
} from '../harness/chromium.ts'
import { buildConsole, openConsole } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer, newKey } from '../harness/keys.ts'
import { startReceiver } from '../harness/receiver.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const skip = whyNoChromium() ?? false
const key = newKey()
const settings = {
  BOOTSTRAP_KEY: key,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  BAN_STRIKES: '3',
  BAN_GRACE_MS: '0',
}
let server: Server
let browser: TestBrowser
const folder = temporaryFolder()

before(async () => {
  if (skip) return
  buildConsole()
  const started = startServer({ folder: folder.path, settings })
  ;[server, browser] = await Promise.all([started, startChromium()])
})

after(async () => {
  await browser?.close()
  await server?.stop()
  folder.remove()
})

const post = async (path: string, body: object) => {
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const answer = await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.ok(answer.status < 300, answer.body)
  return answer.json()
}

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const open = (path: string, options = {}) =>
  openConsole(browser, { address: server.address, key, path, context: clipboard, ...options })

type Page = TestPage['page']
type Locator = ReturnType<Page['locator']>

const assertClean = ({ consoleErrors, foreignRequests }: TestPage, allowed?: RegExp) => {
  assert.deepEqual(foreignRequests, [])
  assert.deepEqual(
    consoleErrors.filter((error) => !allowed?.test(error)),
    [],
  )
}

/** What is shown once, as it was copied from there. */
const takeSecret = async (page: Page): Promise<string> => {
  const shown = await page.locator('[data-secret]').innerText()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), shown)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.locator('[data-secret]').waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(shown))
  return shown
}

const statusWith = async (apiKey: string): Promise<number> =>
  (await server.fetch('/v1/pets', { headers: bearer(apiKey) })).status

/** The row whose text has all of this. */
const rowWith = (place: Page | Locator, text: string) =>
  place.getByRole('row').filter({ hasText: text })

test('an account and its key are made; the key is shown once, copied, rotated and revoked', {
  skip,
}, async () => {
  await using opened = await open('/console/admin')
  const { page } = opened
  await page.getByRole('button', { name: 'Add an account' }).click()
  await page.getByLabel('Name').fill('Paws and Whiskers')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.waitForURL('**/console/admin/accounts/2')
  await page.getByText('60 requests per minute, 1,000 per day').waitFor()

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Enterprise' }).click()
  await page.getByRole('textbox', { name: 'Requests per minute' }).fill('5000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/both limits of its own or neither/).waitFor()
  await page.getByRole('textbox', { name: 'Requests per day' }).fill('70000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('5,000 requests per minute, 70,000 per day').waitFor()

  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('What it is for').fill('Adoption site')
  await page.getByLabel('webhooks:manage').uncheck()
  await page.getByRole('button', { name: 'Make the key' }).click()
  const first = await takeSecret(page)
  const firstRow = rowWith(page, first.slice(-4))
  await firstRow.getByText('Active').waitFor()
  await firstRow.getByText('pets:read, pets:write, orders:read, orders:write').waitFor()
  assert.equal(await statusWith(first), 200)

  await firstRow.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Rotate the key' }).click()
  const second = await takeSecret(page)
  assert.notEqual(second, first)
  await firstRow.getByText(/^Ends in 23 h/).waitFor()
  assert.deepEqual([await statusWith(first), await statusWith(second)], [200, 200])

  await firstRow.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await firstRow.getByText('Revoked').waitFor()
  assert.deepEqual([await statusWith(first), await statusWith(second)], [401, 200])
  assertClean(opened, /status of 400/)
})

test('a key that may end is made with its end, and an end in the past is refused at its field', {
  skip,
}, async () => {
  const { id } = await post('/v1/accounts', { name: 'Short stay', plan: 'free' })
  await using opened = await open(`/console/admin/accounts/${id}`)
  const { page } = opened
  await page.getByText('Without a key nobody can use this account').waitFor()
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('What it is for').fill('Fair')
  await page.getByLabel('Until when').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await page
    .getByRole('dialog')
    .getByText(/future|later/)
    .waitFor()
  await page.getByLabel('Until when').fill('2099-01-01T10:00')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await takeSecret(page)
  await rowWith(page, 'Fair')
    .getByText(/^Ends in/)
    .waitFor()
  assertClean(opened)
})

test('a ban shows as it happens, and is lifted', { skip }, async () => {
  const limits = { plan: 'enterprise', perMinute: 1, perDay: 1_000 }
  const { id } = await post('/v1/accounts', { name: 'Eager', ...limits })
  const eager = await post(`/v1/accounts/${id}/keys`, { name: 'Loop' })
  await using opened = await open('/console/admin')
  const { page } = opened
  await page.getByText('No key is banned').waitFor()
  for (let sent = 0; sent < 6; sent += 1) await statusWith(eager.key)
  const row = rowWith(page, `#${eager.id}`)
  await row.getByText(/^in \d+/).waitFor()
  await opened.screenshot('console-admin-ban')
  assert.ok(await banOf(eager.key))
  await row.getByRole('button', { name: 'Lift' }).click()
  await page.getByText('No key is banned').waitFor()
  assert.equal(await banOf(eager.key), undefined)
  assertClean(opened)
})

const banOf = async (apiKey: string): Promise<unknown> =>
  (await server.fetch('/v1/rate-limit', { headers: bearer(apiKey) })).json().ban

test('the gauges move with what is sent; requests per day are bars and numbers', {
  skip,
}, async () => {
  await using opened = await open('/console/usage')
  const { page } = opened
  const today = page.locator('[data-window="day"]')
  await today.getByText('of 1,000,000,000 left').waitFor()
  const usedNow = async () => Number((await today.innerText()).match(/\n(\d+)\s+used/)?.[1])
  const before = await usedNow()
  for (let sent = 0; sent < 7; sent += 1) await statusWith(key)
  await eventually('the gauge moves', async () => (await usedNow()) >= before + 7)
  await page.getByRole('img', { name: /^Requests per day of the last 30 days/ }).waitFor()
  assert.equal(await page.locator('svg [data-day]').count(), 30)
  await page.getByText('7 days', { exact: true }).click()
  const bars = page.locator('svg [data-day]')
  await eventually('there are 7 bars', async () => (await bars.count()) === 7)
  await opened.screenshot('console-usage')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const today2 = new Date().toISOString().slice(0, 10)
  await rowWith(page, today2).waitFor()
  assert.match(await rowWith(page, today2).innerText(), /\t[1-9]\d*\t\d+$/)
  assertClean(opened)
})

test('a key without the scope admin is told which scope is missing', { skip }, async () => {
  const { id } = await post('/v1/accounts', { name: 'Desk', plan: 'pro' })
  const desk = await post(`/v1/accounts/${id}/keys`, { name: 'Desk' })
  await using opened = await open('/console/usage', { key: desk.key })
  const { page } = opened
  await page.locator('[data-window="minute"]').getByText('of 300 left').waitFor()
  await page.getByText('is shown to keys with the scope admin').waitFor()
  await page.getByRole('link', { name: /Accounts/ }).click()
  await page.getByText('This key may not do that: it lacks admin').waitFor()
  assertClean(opened, /status of 403/)
})

test('a category is named, renamed and deleted; one with animals stays, and it says why', {
  skip,
}, async () => {
  await post('/v1/pets', { name: 'Unsorted', categoryId: 9 })
  await using opened = await open('/console/categories')
  const { page } = opened
  const nine = rowWith(page, 'without a name')
  assert.match(await nine.innerText(), /^9\t.*\t1\t0\t0\t/)
  await nine.getByRole('button', { name: 'Name category 9' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Cats')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rowWith(page, 'Cats').getByRole('button', { name: 'Delete category 9' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the category' }).click()
  await page.getByText('Animals belong to this category').waitFor()

  await page.getByRole('button', { name: 'Name a category' }).click()
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('9223372036854775807')
  await page.getByRole('dialog').getByLabel('Name').fill('Dragons')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const dragons = rowWith(page, '9223372036854775807')
  await dragons.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Wyverns')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await dragons.getByText('Wyverns').waitFor()
  // Of others, it shows by itself.
  await post('/v1/pets', { name: 'Smaug', categoryId: 9 })
  await eventually('the new one is counted', async () =>
    /^9\tCats\t2\t/.test(await rowWith(page, 'Cats').innerText()),
  )
  await dragons.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the category' }).click()
  await dragons.waitFor({ state: 'detached' })
  assertClean(opened, /status of 409/)
})

test('a webhook is made, tested, sent to, its log shown and sent again, turned off and deleted', {
  skip,
}, async () => {
  await using receiver = await startReceiver(500)
  await using opened = await open('/console/webhooks')
  const { page } = opened
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill('ftp://nowhere')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/must be an http or https address/).waitFor()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = await takeSecret(page)
  assert.match(secret, /^whsec_/)
  await page.getByRole('link', { name: receiver.url }).click()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The receiver answered 500.').waitFor()
  receiver.behave(204)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The receiver answered 204.').waitFor()
  const test1 = await receiver.gets(2)
  await verifyWebhook(test1.body, test1.headers, secret)

  receiver.behave(503)
  await page.getByText('Nothing was sent yet').waitFor()
  await post('/v1/pets', { name: 'Herald', categoryId: 1 })
  const row = rowWith(page, 'evt_').first()
  await row.getByText('503').waitFor()
  await row.getByText('Pending').waitFor()
  await row.getByText(/^in \d+/).waitFor()
  receiver.behave(204)
  await row.getByRole('button', { name: /^Send evt_.* again/ }).click()
  await row.getByText('Delivered').waitFor()
  await row.getByText('204').waitFor()
  await opened.screenshot('console-webhook')

  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click()
  assert.notEqual(await takeSecret(page), secret)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('pet.deleted').uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Is told of pet\.created, pet\.updated, order\.placed/).waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^Send evt_.* again/ }).click()
  await page.getByText('The webhook is disabled: enable it first.').waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('Enabled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the webhook' }).click()
  await page.waitForURL('**/console/webhooks')
  await page.getByText('No webhooks yet').waitFor()
  assertClean(opened, /status of (400|409)/)
})

/** What opens over a page, by the button that opens it. */
const forms: [path: string, button: string | RegExp][] = [
  ['/console/admin', 'Add an account'],
  ['/console/admin/accounts/2', 'Make a key'],
  ['/console/admin/accounts/2', /^Rotate/],
  ['/console/admin/accounts/2', /^Revoke/],
  ['/console/categories', 'Name a category'],
  ['/console/webhooks', 'Add a webhook'],
]

test('axe finds nothing serious in the forms, in either colours, and they work by keyboard', {
  skip,
}, async () => {
  await using opened = await open('/console/admin', { colorScheme: 'dark' })
  const { page } = opened
  for (const [at, [path, button]] of forms.entries()) {
    await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'dark' : 'light' })
    await page.goto(`${server.address}${path}`)
    await page.getByRole('button', { name: button }).first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await opened.screenshot(`console-form-${at}`)
    assert.deepEqual(await opened.axe(), [], `${path} ${button}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  assertClean(opened)
})

const places: [path: string, text: string][] = [
  ['/console/admin', 'Paws and Whiskers'],
  ['/console/admin/accounts/2', 'Adoption site'],
  ['/console/usage', 'used, '],
  ['/console/categories', 'Cats'],
  ['/console/webhooks', 'shelter.example'],
  ['/console/webhooks/2', 'Deliveries'],
]

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious (${colorScheme}), and a phone shows all their width`, {
    skip,
  }, async () => {
    const phone = { width: 375, height: 812, isMobile: true }
    await post('/v1/webhooks', { url: 'http://shelter.example/hook', types: ['pet.deleted'] })
    await using opened = await open('/console/usage', { colorScheme, ...phone })
    const { page } = opened
    for (const isPhone of [true, false]) {
      if (!isPhone) await page.setViewportSize({ width: 1280, height: 800 })
      for (const [path, text] of places) {
        await page.goto(`${server.address}${path}`)
        await page.getByText(text).first().waitFor()
        const loaders = page.locator('.mantine-Loader-root')
        await eventually('all is loaded', async () => (await loaders.count()) === 0)
        const name = `${path.slice(1).replaceAll('/', '-')}-${colorScheme}`
        await opened.screenshot(isPhone ? `${name}-phone` : name, { fullPage: true })
        assert.deepEqual(await opened.axe(), [], path)
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path)
      }
    }
    assertClean(opened)
  })
}
