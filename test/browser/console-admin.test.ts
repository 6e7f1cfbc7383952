import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests, clipboard } from '../harness/browser-tests.ts'
import { assertClean, rowWith, takeSecret } from '../harness/console-page.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer } from '../harness/keys.ts'

const store = browserTests({
  settings: { BAN_STRIKES: '3', BAN_GRACE_MS: '0' },
  pages: { context: clipboard },
})
const { skip, key, api, open, at } = store

const post = (path: string, body: object) => api.call('POST', path, body)

const statusWith = async (apiKey: string): Promise<number> =>
  (await store.server.fetch('/v1/pets', { headers: bearer(apiKey) })).status

test('an account and its key can be created, and the key is shown once, copied, rotated and revoked', {
  skip,
}, async () => {
  const opened = await at('/console/settings/accounts')
  const { page } = opened
  await page.getByRole('button', { name: 'New account' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Paws and Whiskers')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/console/settings/accounts/2')
  await page.getByText('60 requests per minute, 1,000 per day').waitFor()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Enterprise' }).click()
  await page.getByRole('textbox', { name: 'Requests per minute' }).fill('5000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/set both limits or neither/).waitFor()
  await page.getByRole('textbox', { name: 'Requests per day' }).fill('70000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('5,000 requests per minute, 70,000 per day').waitFor()

  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Adoption site')
  await page.getByLabel('webhooks:manage').uncheck()
  await page.getByRole('button', { name: 'Create key' }).click()
  const first = await takeSecret(page)
  const firstRow = rowWith(page, first.slice(-4))
  await firstRow.getByText('Active').waitFor()
  await firstRow.getByText('5 permissions').click()
  await firstRow.getByText('pets:read, pets:write, listings:read, orders:read, orders:write').waitFor()
  assert.equal(await statusWith(first), 200)

  await firstRow.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Rotate key' }).click()
  const second = await takeSecret(page)
  assert.notEqual(second, first)
  await firstRow.getByText(/^Rotated, expires in 23 h/).waitFor()
  assert.deepEqual([await statusWith(first), await statusWith(second)], [200, 200])

  await firstRow.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await firstRow.getByText('Revoked').waitFor()
  assert.deepEqual([await statusWith(first), await statusWith(second)], [401, 200])
  assertClean(opened, /status of 400/)
})

test('a publishable key is created for its web pages, and a wrong origin is rejected at its field', {
  skip,
}, async () => {
  const { id } = await post('/v1/accounts', { name: 'Web site', plan: 'free' })
  const opened = await at(`/console/settings/accounts/${id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Gallery')
  await dialog.getByText('Publishable', { exact: true }).click()
  assert.equal(await dialog.getByRole('checkbox').count(), 2)
  const pages = dialog.getByLabel('Web pages')
  await pages.fill('https://a.example\n\nhttps://*.example')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('https://*.example must be an origin').waitFor()
  await pages.fill('https://a.example\nhttps://b.example/')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const secret = await takeSecret(page)
  assert.match(secret, /^aas_pub_live_/)
  const row = rowWith(page, 'Gallery')
  await row.getByText('Publishable').waitFor()
  await row.getByText('listings:read, applications:create').waitFor()
  await row.getByText('https://a.example, https://b.example').waitFor()
  const from = async (origin: string) =>
    (await store.server.fetch('/v1/me', { headers: { ...bearer(secret), origin } })).status
  assert.deepEqual([await from('https://b.example'), await from('https://c.example')], [200, 403])
  assertClean(opened, /status of 400/)
})

test('a key can be created with an expiry, and an expiry in the past is rejected at its field', {
  skip,
}, async () => {
  const { id } = await post('/v1/accounts', { name: 'Short stay', plan: 'free' })
  const opened = await at(`/console/settings/accounts/${id}`)
  const { page } = opened
  await page.getByText('No keys yet').waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Fair')
  await page.getByLabel('Expires').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page
    .getByRole('dialog')
    .getByText(/future|later/)
    .waitFor()
  await page.getByLabel('Expires').fill('2099-01-01T10:00')
  await page.getByRole('button', { name: 'Create key' }).click()
  await takeSecret(page)
  await rowWith(page, 'Fair')
    .getByText(/^Expires in/)
    .waitFor()
  assertClean(opened)
})

test('a key gets limits of its own, and one above its account is rejected at its field', {
  skip,
}, async () => {
  const { id } = await post('/v1/accounts', { name: 'Own limits', plan: 'free' })
  const opened = await at(`/console/settings/accounts/${id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Widget')
  const perMinute = dialog.getByRole('textbox', { name: 'Requests per minute' })
  await perMinute.fill('61')
  await dialog.getByRole('textbox', { name: 'Requests per day' }).fill('500')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('must not exceed the limit of its account, 60').waitFor()
  assert.equal(await perMinute.getAttribute('aria-invalid'), 'true')
  await perMinute.fill('20')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const secret = await takeSecret(page)
  await rowWith(page, 'Widget').getByText('20 per minute, 500 per day').waitFor()
  const { headers } = await store.server.fetch('/v1/pets', { headers: bearer(secret) })
  assert.equal(headers.get('x-ratelimit-limit'), '20')
  assertClean(opened, /status of 400/)
})

test('accounts are searched by name and status, and a long list of keys too', {
  skip,
}, async () => {
  const { id } = await post('/v1/accounts', { name: 'Tierheim Münster', plan: 'free' })
  const { id: stopped } = await post('/v1/accounts', { name: 'Munster Cats', plan: 'free' })
  await api.call('PATCH', `/v1/accounts/${stopped}`, { suspended: true })
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    await post(`/v1/accounts/${id}/keys`, { name: `Gallery number ${at}` })
  const opened = await at('/console/settings/accounts')
  const { page } = opened
  await page.getByRole('searchbox', { name: 'Find an account' }).fill('MUNSTER')
  await page.getByText('2 accounts', { exact: true }).waitFor()
  await page.getByText('Suspended', { exact: true }).first().click()
  await page.getByText('1 account', { exact: true }).waitFor()
  await rowWith(page, 'Munster Cats').waitFor()
  await opened.screenshot('console-accounts-search')
  await page.goBack()
  await rowWith(page, 'Tierheim Münster').waitFor()
  await page.getByRole('searchbox', { name: 'Find an account' }).fill('nobody')
  await page.getByText('No account matches this search.').waitFor()

  await page.goto(`${store.server.address}/console/settings/accounts/${id}`)
  await page.getByRole('searchbox', { name: 'Search by name or key' }).fill('number 7')
  await rowWith(page, 'Gallery number 3').waitFor({ state: 'detached' })
  await rowWith(page, 'Gallery number 7').waitFor()
  await page.getByRole('radiogroup', { name: 'State' }).getByText('Revoked').click()
  await page.getByText('No key matches.').waitFor()

  await page.goto(`${store.server.address}/console/settings/usage`)
  const account = page.getByRole('combobox', { name: 'Account' })
  await account.fill('munster')
  await page.getByRole('option', { name: 'Tierheim Münster' }).click()
  assert.equal(await account.inputValue(), `Tierheim Münster · ${id}`)
  assertClean(opened)
})

test('an account is suspended, and resumed', { skip }, async () => {
  const { id } = await post('/v1/accounts', { name: 'On hold', plan: 'free' })
  const { key: own } = await post(`/v1/accounts/${id}/keys`, { name: 'Site' })
  const opened = await at(`/console/settings/accounts/${id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Suspended', { exact: true }).waitFor()
  assert.equal(await statusWith(own), 403)
  await page.getByRole('link', { name: 'All accounts' }).click()
  await rowWith(page, 'On hold').getByText('Suspended').waitFor()
  await page.getByRole('link', { name: 'On hold' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  assert.equal(await statusWith(own), 200)
  assertClean(opened)
})

test('a new ban appears live and can be lifted', { skip }, async () => {
  const limits = { plan: 'enterprise', perMinute: 1, perDay: 1_000 }
  const { id } = await post('/v1/accounts', { name: 'Eager', ...limits })
  const eager = await post(`/v1/accounts/${id}/keys`, { name: 'Loop' })
  const opened = await at('/console/settings/bans')
  const { page } = opened
  await page.getByText('No keys are banned').waitFor()
  for (let sent = 0; sent < 6; sent += 1) await statusWith(eager.key)
  const row = rowWith(page, eager.key.slice(-4)).filter({ hasText: 'Loop' })
  await row.getByText(/^in \d+/).waitFor()
  await row.getByRole('link', { name: 'Eager' }).waitFor()
  await opened.screenshot('console-admin-ban')
  assert.ok(await banOf(eager.key))
  await using banned = await open('/console/settings/usage', { key: eager.key })
  await banned.page.getByText(/^The ban ends in \d+ min/).waitFor()
  await using account = await open(`/console/settings/accounts/${id}`)
  const ofKey = rowWith(account.page, 'Loop')
  await ofKey.getByText(/^Banned, ends in \d+/).waitFor()
  await account.screenshot('console-admin-banned-key')
  await row.getByRole('button', { name: 'Lift' }).click()
  await page.getByText('No keys are banned').waitFor()
  assert.equal(await banOf(eager.key), undefined)
  await banned.page.getByText(/^The ban ends/).waitFor({ state: 'detached' })
  assertClean(opened)
  assertClean(banned, /status of 429/)
})

const banOf = async (apiKey: string): Promise<unknown> =>
  (await store.server.fetch('/v1/rate-limit', { headers: bearer(apiKey) })).json().ban

test('the gauges follow the requests sent, and requests per day are shown as bars and numbers', {
  skip,
}, async () => {
  const opened = await at('/console/settings/usage')
  const { page } = opened
  const today = page.locator('[data-window="day"]')
  await today.getByText('of 1,000,000,000 left').waitFor()
  const usedNow = async () => Number((await today.innerText()).match(/\n(\d+)\s+used/)?.[1])
  const before = await usedNow()
  for (let sent = 0; sent < 7; sent += 1) await statusWith(key)
  await eventually('the gauge moves', async () => (await usedNow()) >= before + 7)
  await page.getByRole('img', { name: /^Requests per day in the last 30 days/ }).waitFor()
  assert.equal(await page.locator('svg [data-day]').count(), 30)
  await page.getByText('7 days', { exact: true }).click()
  const bars = page.locator('svg [data-day]')
  await eventually('there are 7 bars', async () => (await bars.count()) === 7)
  await opened.screenshot('console-usage')
  await page.getByRole('button', { name: 'Show as table' }).click()
  const shownDay = "new Date().toLocaleDateString(undefined, { dateStyle: 'medium' })"
  const today2 = String(await page.evaluate(shownDay))
  await rowWith(page, today2).waitFor()
  assert.match(await rowWith(page, today2).innerText(), /\t[1-9]\d*\t\d+$/)
  assertClean(opened)
})

test('the console hides admin actions from a key without the scope admin', { skip }, async () => {
  const { id } = await post('/v1/accounts', { name: 'Desk', plan: 'pro' })
  const desk = await post(`/v1/accounts/${id}/keys`, { name: 'Desk' })
  await using opened = await open('/console/settings/usage', { key: desk.key })
  const { page } = opened
  await page.locator('[data-window="minute"]').getByText('of 300 left').waitFor()
  await page.getByText('Only keys with the scope admin').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Accounts' }).count(), 0)
  await page.goto(`${store.server.address}/console/settings/accounts`)
  await page.getByText('Your key does not have the scope admin').waitFor()
  // The console sent no request that the key may not send.
  assertClean(opened)
})

/** The dialogs of each page, by the button that opens them. */
const forms: [path: string, button: string | RegExp][] = [
  ['/console/settings/accounts', 'New account'],
  ['/console/settings/accounts/2', 'New key'],
  ['/console/settings/accounts/2', /^Rotate/],
  ['/console/settings/accounts/2', /^Revoke/],
]

test('axe finds no serious issues in the forms, in light and dark, and they work by keyboard', {
  skip,
}, async () => {
  for (const [turn, [path, button]] of forms.entries()) {
    const opened = await at(path)
    const { page } = opened
    await page.emulateMedia({ colorScheme: turn % 2 === 0 ? 'dark' : 'light' })
    await page.getByRole('button', { name: button }).first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await opened.screenshot(`console-form-${turn}`)
    // The page behind each dialog is the same.
    const options = turn === 0 ? {} : { include: ['[role=dialog]'] }
    assert.deepEqual(await opened.axe(options), [], `${path} ${button}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assertClean(opened)
  }
})

test('the audit log shows who did what, and keeps its filters in the URL', { skip }, async () => {
  await post('/v1/accounts', { name: 'Audited', plan: 'free' })
  const opened = await at('/console/settings/audit-log')
  const { page } = opened
  await rowWith(page, 'Created an account').first().waitFor()
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Webhooks' }).click()
  await page.getByText('No entries match these filters').waitFor()
  await page.goto(`${store.server.address}/console/settings/audit-log?action=account&actor=key`)
  await rowWith(page, 'Created an account').first().waitFor()
  assertClean(opened)
  await page.goto(`${store.server.address}/console/settings/audit-log?actor=cli:`)
  await page.getByRole('alert').waitFor()
})

test('the audit log shows changes by default, reads on request, and can be filtered by person', {
  skip,
}, async () => {
  const { id } = await post('/v1/users', {
    name: 'Grace Hopper',
    email: 'grace@example.org',
    role: 'viewer',
  })
  await api.call('GET', '/v1/mails')
  const opened = await at('/console/settings/audit-log')
  const { page } = opened
  await rowWith(page, 'Invited a user').first().waitFor()
  assert.equal(await page.getByRole('row').filter({ hasText: 'Listed mail' }).count(), 0)
  await page.getByRole('switch', { name: 'Show reads' }).check()
  // Reads are written within a second.
  await eventually('the read is listed', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    return (await rowWith(page, 'Listed mail').count()) > 0
  })
  await opened.screenshot('console-audit-log')
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.keyboard.type('grace')
  await page.getByRole('option', { name: /^Grace Hopper/ }).click()
  await page.waitForURL(`**actor=user%3A${id}*`)
  await page.getByText('No entries match these filters').waitFor()
  await page.reload()
  const who = page.getByRole('combobox', { name: 'Who' })
  await eventually('the person is named', async () => /^Grace Hopper/.test(await who.inputValue()))
  assert.equal(await page.getByRole('switch', { name: 'Show reads' }).isChecked(), true)
  assertClean(opened)
})

test('webhook problems are visible at every screen size', { skip }, async () => {
  const opened = await at('/console/settings/webhooks')
  const { page } = opened
  await page.setViewportSize({ width: 1024, height: 420 })
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  const url = dialog.getByLabel('URL')
  await url.fill('http://10.0.0.1/hook')
  await dialog.getByRole('checkbox').last().scrollIntoViewIfNeeded()
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('Must lead to a public address').waitFor()
  await eventually('the field has the focus and is visible', async () =>
    Boolean(
      await url.evaluate((field) => {
        const { top, bottom } = field.getBoundingClientRect()
        return document.activeElement === field && top >= 0 && bottom <= window.innerHeight
      }),
    ),
  )
  await opened.screenshot('console-webhook-refused')

  // An error that belongs to no field.
  await page.route('**/v1/webhooks', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const body = {
      code: 'too_many_webhooks',
      message: 'This account has 50 webhooks.',
      status: 409,
    }
    return route.fulfill({ status: 409, json: body })
  })
  await url.fill('https://hooks.example.org/')
  await dialog.getByRole('checkbox').last().scrollIntoViewIfNeeded()
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const alert = dialog.getByRole('alert')
  await alert.waitFor()
  await eventually('the message is visible', async () => {
    const box = await alert.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= 420
  })
  await page.unroute('**/v1/webhooks')
  await page.setViewportSize({ width: 1280, height: 800 })
  assertClean(opened, /status of 4\d\d/)
})
