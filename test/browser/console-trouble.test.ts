import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import { apiOf, assertClean, assertUsable, BOARD, card, choose, said } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer } from '../harness/keys.ts'
import { startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const store = browserTests({
  prepare: () => prepare(),
  settings: { BAN_STRIKES: '2', BAN_GRACE_MS: '0' },
})
const { skip, key, api, open } = store

const prepare = async () => {
  for (const name of ['Biscuit', 'Bruno', 'Olive', 'Hazel']) await api.addPet(name)
}

test('the console counts down an exhausted limit and continues by itself', {
  skip,
}, async () => {
  const limits = { plan: 'enterprise', perMinute: 40, perDay: 100 }
  const { key: limited, accountId } = await api.issueKey(limits)
  await apiOf(store.server, limited).addPet('Biscuit')
  // Enough requests per minute that those sent at once do not cause a ban.
  await api.call('PATCH', `/v1/accounts/${accountId}`, { perMinute: 8 })
  await using opened = await open(BOARD, { key: limited })
  const { page } = opened
  const notice = page.getByRole('status').filter({ hasText: 'Rate limit reached. Resuming in' })
  await notice.waitFor()
  const secondsLeft = async () => Number(/in (\d+) s/.exec(await notice.innerText())?.[1])
  const first = await secondsLeft()
  assert.ok(first > 0 && first <= 60, `${first} s`)
  await eventually('the seconds go down', async () => (await secondsLeft()) < first)
  await opened.screenshot('console-limited')
  await assertUsable(opened, 'a limit')
  await api.call('PATCH', `/v1/accounts/${accountId}`, { perMinute: 1_000 })
  await notice.waitFor({ state: 'detached' })
  await card(page, 'Available', 'Biscuit').waitFor()
  await apiOf(store.server, limited).addPet('After the limit')
  await card(page, 'Available', 'After the limit').waitFor()
  assertClean(opened)
})

test('the console shows when a ban ends, and continues when it is lifted', {
  skip,
}, async () => {
  const limits = { plan: 'enterprise', perMinute: 40, perDay: 1_000 }
  const { key: banned, keyId, accountId } = await api.issueKey(limits)
  await apiOf(store.server, banned).addPet('Waffle')
  await using opened = await open(BOARD, { key: banned })
  const { page } = opened
  await card(page, 'Available', 'Waffle').waitFor()
  await api.call('PATCH', `/v1/accounts/${accountId}`, { perMinute: 1 })
  for (let sent = 0; sent < 6; sent += 1) {
    await store.server.fetch('/v1/pets', { headers: bearer(banned) })
  }
  await choose(page, 'Waffle', 'Put on hold')
  await said(page, 'This key is banned for')
  await card(page, 'Available', 'Waffle').waitFor()
  await opened.screenshot('console-banned')
  await api.call('PATCH', `/v1/accounts/${accountId}`, { perMinute: 1_000 })
  await api.call('DELETE', `/v1/bans/${keyId}`)
  await page.getByText('This key is banned').waitFor({ state: 'detached' })
  await choose(page, 'Waffle', 'Put on hold')
  await card(page, 'On hold', 'Waffle').waitFor()
  assertClean(opened)
})

test('a page stays unchanged when its event stream is lost right after it opened', {
  skip,
}, async () => {
  const limits = { plan: 'enterprise', perMinute: 40, perDay: 1_000 }
  const { key: banned, accountId } = await api.issueKey(limits)
  await apiOf(store.server, banned).addPet('Waffle')
  await using opened = await store.browser.openPage({
    address: store.server.address,
    path: BOARD,
  })
  const { page } = opened
  // From here on the page's clock hardly moves, so the stream ends just after it was opened.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const shows = async (what: Locator) => {
    await page.clock.runFor(1)
    return what.isVisible()
  }
  await page.getByRole('button', { name: 'Use an API key instead' }).click()
  await page.getByLabel('API key').fill(banned)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await eventually('the page is shown', () => shows(card(page, 'Available', 'Waffle')))
  const shown = await card(page, 'Available', 'Waffle').elementHandle()
  await api.call('PATCH', `/v1/accounts/${accountId}`, { perMinute: 1 })
  for (let sent = 0; sent < 6; sent += 1) {
    await store.server.fetch('/v1/pets', { headers: bearer(banned) })
  }
  await eventually('the ban is shown', () => shows(page.getByText('This key is banned for').first()))
  assert.equal(await shown?.isVisible(), true)
  assertClean(opened)
})

test('offline a banner says so and nothing appears saved, and the console continues when the connection is back', {
  skip,
}, async () => {
  await using opened = await open(BOARD)
  const { page, context } = opened
  await card(page, 'Available', 'Bruno').waitFor()
  await context.setOffline(true)
  await said(page, 'You are offline')
  await choose(page, 'Bruno', 'Mark as adopted')
  await card(page, 'Adopted', 'Bruno').waitFor()
  await card(page, 'Available', 'Bruno').waitFor()
  await opened.screenshot('console-offline')
  const { id } = await api.addPet('Meanwhile')
  await context.setOffline(false)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
  await card(page, 'Available', 'Meanwhile').waitFor()
  await api.call('DELETE', `/v1/pets/${id}`)
  await card(page, 'Available', 'Meanwhile').waitFor({ state: 'detached' })
})

test('while the store is down the console says so, and continues when the store is back', {
  skip,
}, async () => {
  using own = temporaryFolder()
  const settings = { BOOTSTRAP_KEY: key }
  const first = await startServer({ folder: own.path, settings })
  await using opened = await open(BOARD, { address: first.address })
  const { page } = opened
  await said(page, 'No animals yet')
  await first.kill()
  await said(page, 'Cannot reach the server')
  await using second = await startServer({
    folder: own.path,
    settings: { ...settings, PORT: String(first.port) },
  })
  await page.getByText('Cannot reach the server').waitFor({ state: 'detached' })
  const headers = { ...bearer(key), 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'New here', categoryId: 1 })
  await second.fetch('/v1/pets', { method: 'POST', headers, body })
  await card(page, 'Available', 'New here').waitFor()
})

test('the console offers a key only the actions that its scopes permit', { skip }, async () => {
  await using opened = await open(BOARD, { key: await api.issueOwnKey({ scopes: ['pets:read'] }) })
  const { page } = opened
  await card(page, 'Available', 'Olive').waitFor()
  await said(page, 'Read only: your key does not have the scope pets:write.')
  assert.equal(await page.getByRole('button', { name: 'Add an animal' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Actions for Olive' }).count(), 0)
  const links = (name: string) => page.getByRole('navigation', { name }).getByRole('link')
  assert.deepEqual(await links('Main').allInnerTexts(), ['Today', 'Animals', 'Reports', 'Settings'])
  await opened.screenshot('console-read-only')
  await assertUsable(opened, 'a read-only key')
  // The page knew this from the start: no request was rejected.
  assert.deepEqual(opened.consoleErrors, [])
  await page.reload()
  await said(page, 'Read only: your key does not have the scope pets:write.')
  await links('Main').last().click()
  await links('Settings').first().waitFor()
  assert.deepEqual(await links('Settings').allInnerTexts(), ['Categories', 'Import and export', 'Usage'])

  const orders = await api.issueKey({}, { scopes: ['orders:read'] })
  await using other = await open('/console', { key: orders.key })
  await said(other.page, 'Read only: your key does not have the scope orders:write.')
  await other.page.waitForURL('**/console/adoptions')
  await other.page.goto(`${store.server.address}/console/animals`)
  await said(other.page, 'Your key does not have the scope pets:read')
  await assertUsable(other, 'a page that the key is not allowed to see')
  assertClean(other)
})

test('revoking the key ends the session, and the sign-in page says why', {
  skip,
}, async () => {
  const issued = await api.issueKey()
  await apiOf(store.server, issued.key).addPet('Waffle')
  await using opened = await open(BOARD, { key: issued.key })
  const { page } = opened
  await card(page, 'Available', 'Waffle').waitFor()
  // Revoking the key ends its stream, so the console notices without a request.
  await api.call('DELETE', `/v1/keys/${issued.keyId}`)
  await said(page, 'This key has been revoked')
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
  assertClean(opened)
})

test('a tab that is opened in the background opens its stream when somebody looks at it', {
  skip,
}, async () => {
  await using opened = await open('/console/animals')
  const { page } = opened
  await page.locator('[data-state="live"]').waitFor()
  await page.addInitScript(`Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (globalThis.isLookedAt ? 'visible' : 'hidden'),
  })`)
  let streams = 0
  page.on('request', (request) => {
    if (request.url().includes('/events/stream')) streams += 1
  })
  await page.reload()
  await page.getByRole('link', { name: 'Hazel' }).waitFor()
  assert.equal(streams, 0, 'browsers open only six connections to a server')
  await page.evaluate(`globalThis.isLookedAt = true
    document.dispatchEvent(new Event('visibilitychange'))`)
  await page.locator('[data-state="live"]').waitFor()
  assert.equal(streams, 1)
  assertClean(opened)
})
