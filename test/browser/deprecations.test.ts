import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTests, onDesk, onPhone } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { apiOf, assertClean, assertUsable, goWithin, said, signedIn } from '../harness/console.ts'

const password = 'velvet-otter-harbour-71'
const store = browserTests({ prepare: () => prepare() })
const { skip, api } = store

const prepare = async () => {
  const caller = await api.issueKey()
  const { id } = await apiOf(store.server, caller.key).addPet('Biscuit')
  for (let sent = 0; sent < 20; sent += 1) await apiOf(store.server, caller.key).call('GET', `/v1/pets/${id}`)
  const other = await api.issueKey()
  await invite('manager', caller.accountId)
  await invite('counselor', caller.accountId)
  await invite('admin', other.accountId)
}

const emailOf = (role: string) => `${role}@example.org`

const invite = async (role: string, accountId: number) => {
  const person = { email: emailOf(role), name: `The ${role}`, role, accountId }
  const { link } = await api.call('POST', '/v1/users', person)
  const [, token] = String(link).split('#')
  const { status, body } = await store.server.fetch('/auth/password', {
    method: 'POST',
    headers: { origin: store.server.address, 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  })
  assert.equal(status, 200, body)
}

const openAs = async (role: string, more: object = {}): Promise<TestPage> => {
  const { address } = store.server
  const opened = await store.browser.openPage({ ...onDesk, ...more, address, path: '/console' })
  await opened.page.getByLabel('Email').fill(emailOf(role))
  await opened.page.getByLabel('Password', { exact: true }).fill(password)
  await opened.page.keyboard.press('Enter')
  return opened
}

const TITLE = /GET \/v1\/pets\/\{petId\} will be removed on .*2030/

test("a manager sees the deprecated calls of the account's keys, and can dismiss the notice by keyboard for this session", {
  skip,
}, async () => {
  await using opened = await openAs('manager')
  const { page } = opened
  const banner = page.getByRole('status').filter({ hasText: TITLE })
  await banner.getByText('1 API key of your account called it 20 times in the last 30 days.').waitFor()
  const guide = banner.getByRole('link', { name: 'Read what to change' })
  assert.equal(await guide.getAttribute('href'), '/docs/guides/deprecated-read')
  await assertUsable(opened, 'the banner')
  await opened.screenshot('console-deprecation')
  await banner.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await banner.waitFor({ state: 'detached' })
  await page.reload()
  await signedIn(page, 'The manager').waitFor()
  await goWithin(page, '/console/animals')
  await said(page, 'Biscuit')
  assert.equal(await banner.count(), 0)
  assertClean(opened)
})

test('the banner fits a phone', { skip }, async () => {
  await using opened = await openAs('manager', onPhone)
  await opened.page.getByRole('status').filter({ hasText: TITLE }).waitFor()
  await assertUsable(opened, 'the banner on a phone')
  await opened.screenshot('console-deprecation-phone')
})

for (const [role, who] of [
  ['counselor', 'who cannot change keys'],
  ['admin', 'of an account without such calls'],
] as const) {
  test(`a person ${who} sees no banner`, { skip }, async () => {
    await using opened = await openAs(role)
    const { page } = opened
    await signedIn(page, `The ${role}`).waitFor()
    await goWithin(page, '/console/animals')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.getByText('will be removed on').count(), 0)
    assertClean(opened)
  })
}
