import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTests, onPhone } from '../harness/browser-tests.ts'
import { said, signedIn, signOut } from '../harness/console.ts'

const PASSWORD = 'velvet-otter-harbour-71'
const mara = { email: 'mara@example.org', name: 'Mara Klein', role: 'admin' }

const store = browserTests({ prepare: () => prepare() })
const { skip } = store

const prepare = async () => {
  const { link } = await store.api.call('POST', '/v1/users', mara)
  const { address } = store.server
  const response = await fetch(`${address}/auth/password`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.split('#')[1], password: PASSWORD }),
  })
  assert.equal(response.status, 200)
}

/** Opens a page whose scripts and styles arrive when the returned function is called. */
const openSlowly = async (page: Page, path: string) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/console\/assets\/.*\.(js|css)$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${store.server.address}${path}`, { waitUntil: 'commit' })
  return release
}

const openPage = (options = {}) =>
  store.browser.openPage({ address: store.server.address, path: '/console/forgotten', ...options })

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })

test('the sign-in form renders before the script loads, and keeps typed text', {
  skip,
}, async () => {
  for (const options of [{}, onPhone, { colorScheme: 'dark' as const }]) {
    await using opened = await openPage(options)
    const { page } = opened
    const release = await openSlowly(page, '/console/animals')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await email(page).fill('ada@exam')
    await page.keyboard.type('ple.org')
    await password(page).fill('half a pass')
    await opened.screenshot(`console-early-${Object.values(options).join('-')}`)
    assert.deepEqual(await opened.axe(), [])
    release()
    await page.getByRole('button', { name: 'Use an API key instead' }).waitFor()
    assert.equal(await email(page).inputValue(), 'ada@example.org')
    assert.equal(await password(page).inputValue(), 'half a pass')
    await page.locator('*:focus[name="password"]').waitFor()
    await page.keyboard.type('word')
    assert.equal(await password(page).inputValue(), 'half a password')
    assert.deepEqual(
      opened.consoleErrors.filter((text) => !text.includes('401')),
      [],
    )
  }
})

for (const how of ['Enter', 'the button'] as const) {
  test(`a sign-in by ${how} before the script has arrived takes effect when it arrives`, {
    skip,
  }, async () => {
    await using opened = await openPage()
    const { page } = opened
    const release = await openSlowly(page, '/console/animals')
    await email(page).fill(mara.email)
    await password(page).fill(PASSWORD)
    if (how === 'Enter') await page.keyboard.press('Enter')
    else await page.getByRole('button', { name: 'Sign in' }).click()
    await said(page, 'The rest of this page is still loading.')
    release()
    await signedIn(page, mara.name).waitFor()
    assert.equal(page.url(), `${store.server.address}/console/animals`)

    // The form is not drawn for those who are signed in, nor is the page white.
    const releaseNext = await openSlowly(page, '/console/animals')
    await said(page, 'Loading…')
    assert.equal(await password(page).count(), 0)
    releaseNext()
    await signedIn(page, mara.name).waitFor()
    await signOut(page)
    // A reload before that could cancel the request.
    await password(page).waitFor()
    await page.reload()
    await password(page).waitFor()
    assert.deepEqual(
      opened.consoleErrors.filter((text) => !text.includes('401')),
      [],
    )
  })
}
