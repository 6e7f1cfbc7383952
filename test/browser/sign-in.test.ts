import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { browserTests, clipboard } from '../harness/browser-tests.ts'
import type { TestPage } from '../harness/chromium.ts'
import { assertClean, said, signedIn, signOut } from '../harness/console.ts'
import { assertReadable, takeSecret } from '../harness/console-page.ts'
import { eventually } from '../harness/eventually.ts'
import { bearer } from '../harness/keys.ts'

const store = browserTests({ hasKey: false })
const { skip } = store
// All tests share one new store. Each continues where the previous one left it.

const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'velvet-otter-harbour-71' }
const mara = { name: 'Mara Klein', email: 'mara@example.org', password: 'quiet-lantern-orchard-5' }

const open = (path = '/console') =>
  store.browser.openPage({
    address: store.server.address,
    path,
    context: clipboard,
    mayBeUsed: true,
  })

const fillSignIn = async (page: Page, { email, password }: typeof ada) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const signedInAs = async (who: typeof ada, path?: string): Promise<TestPage> => {
  const opened = await open(path)
  await fillSignIn(opened.page, who)
  await signedIn(opened.page, who.name).waitFor()
  return opened
}

/** Calls the API as a user who is signed in on another device. */
const elsewhere = async ({ email, password }: typeof ada) => {
  const post = (path: string, body?: object) =>
    fetch(`${store.server.address}${path}`, {
      method: 'POST',
      headers: { origin: store.server.address, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const answer = (await (await post('/auth/sign-in', { email, password })).json()) as {
    accessToken: string
  }
  return async (method: string, path: string, body?: object) => {
    const headers = {
      ...bearer(answer.accessToken),
      ...(body && { 'content-type': 'application/merge-patch+json' }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await store.server.fetch(path, init)
    assert.ok(response.status < 300, response.body)
    return response.status === 204 ? undefined : response.json()
  }
}

const cookieOf = async (context: BrowserContext): Promise<string | undefined> =>
  (await context.cookies(`${store.server.address}/auth`)).find(({ name }) => name === 'aas_session')?.value

const secrets = /aas_(?:link|ses|ref)_/

test('the printed link sets up the first admin, by keyboard alone, and its token is not stored anywhere', {
  skip,
}, async () => {
  const printed = () => /^ {2}(\S+\/console\/setup#\S+)$/m.exec(store.server.output.join('\n'))?.[1]
  await eventually('the link is printed', () => printed() !== undefined)
  const link = printed() ?? ''
  await using opened = await open(link)
  const { page } = opened
  const referrers: string[] = []
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''))
  await page.locator('*:focus[name="organization"]').waitFor()
  assert.equal(page.url(), `${store.server.address}/console/setup`)
  await said(page, 'At least 12 characters')
  await opened.screenshot('console-setup')
  await page.keyboard.type('Paws')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Berlin')
  await page.keyboard.press('Tab')
  await said(page, 'Found: Berlin, Germany')
  await page.getByLabel('Your name').focus()
  await page.keyboard.type(ada.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('passwordpassword')
  await page.keyboard.press('Enter')
  await said(page, 'is too easy to guess')
  await page.getByLabel('Password', { exact: true }).press('Control+A')
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await signedIn(page, ada.name).waitFor()
  await said(page, 'Administrator · Store staff')

  const kept = await page.evaluate(
    `JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href, history.state,
      performance.getEntriesByType('resource').map(({ name }) => name)])`,
  )
  assert.doesNotMatch(String(kept), secrets)
  assert.deepEqual(new Set(referrers), new Set(['']))
  const logged = store.server.output.filter((line) => line !== `  ${link}`).join('\n')
  assert.doesNotMatch(logged, secrets)
  assertClean(opened)

  // The link works once.
  await page.goto(`${store.server.address}/console`)
  await page.goto(link)
  await page.getByLabel('Shelter’s name').fill('Claws')
  await page.getByLabel('Your name').fill('Eve')
  await page.getByLabel('Email').fill('eve@example.org')
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.keyboard.press('Enter')
  await said(page, 'This link no longer works')
})

test('a wrong password and too many attempts show a message, with the remaining time', {
  skip,
}, async () => {
  await using opened = await open('/console/settings/users')
  const { page } = opened
  const wrong = { ...ada, email: 'nobody@example.org' }
  await fillSignIn(page, wrong)
  await said(page, 'Wrong email or password')
  assert.equal(await page.getByRole('alert').count(), 1)
  const hasToWait = page.getByRole('button', { name: /^Try again in \d+ s$/ })
  for (let attempts = 1; !(await hasToWait.isVisible()); attempts += 1) {
    assert.ok(attempts < 20, 'it can be tried for ever')
    const response = page.waitForResponse((one) => one.url().endsWith('/auth/sign-in'))
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await response
    // The form accepts no other attempt until then.
    await page.locator('button[data-loading]').waitFor({ state: 'detached' })
  }
  await said(page, 'Too many attempts. Try again in')
  await opened.screenshot('console-too-many-attempts')
  assert.deepEqual(await opened.axe(), [])
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await opened.context.setOffline(true)
  await fillSignIn(page, ada)
  await said(page, 'You are offline')
  await opened.context.setOffline(false)
  await fillSignIn(page, ada)
  await signedIn(page, ada.name).waitFor()
  assert.ok(page.url().endsWith('/console/settings/users'), 'the address asked for is kept')
})

test('a reload and another tab stay signed in; tabs take turns to refresh, and share what they get', {
  skip,
}, async () => {
  await using opened = await signedInAs(ada)
  const { page, context } = opened
  let underWay = 0
  let most = 0
  let refreshed = 0
  await context.route('**/auth/refresh', async (route: Route) => {
    underWay += 1
    most = Math.max(most, underWay)
    refreshed += 1
    // Long enough for every tab to need a token too.
    await new Promise((resolve) => setTimeout(resolve, 300))
    underWay -= 1
    await route.continue()
  })
  await page.reload()
  await signedIn(page, ada.name).waitFor()
  const other = await context.newPage()
  await other.goto(`${store.server.address}/console/settings/usage`)
  await signedIn(other, ada.name).waitFor()

  // Both tabs get the response that their token has expired.
  const [before, started] = [await cookieOf(context), refreshed]
  const rejected = new Set<string>()
  await context.route('**/v1/me', async (route) => {
    const token = route.request().headers().authorization ?? ''
    if (rejected.size === 0) rejected.add(token)
    if (!rejected.has(token)) return route.continue()
    await route.fulfill({
      status: 401,
      json: { code: 'session_expired', message: 'The session has ended.', status: 401 },
    })
  })
  // Only a page that loads asks who is signed in, so both are loaded at once.
  await Promise.all([page.reload(), other.reload()])
  await Promise.all([signedIn(page, ada.name).waitFor(), signedIn(other, ada.name).waitFor()])
  assert.ok(rejected.size > 0 && refreshed > started)
  assert.equal(most, 1, 'never two at once')
  assert.notEqual(await cookieOf(context), before)
  await page.goto(`${store.server.address}/console/settings/sign-in`)
  await said(page, 'This device')
  assert.equal(await page.getByText('This device').count(), 1)

  // A server that is briefly unreachable signs nobody out.
  let isAway = true
  await context.route('**/auth/refresh', (route) => {
    const body = { code: 'service_unavailable', message: 'Away.', status: 503 }
    return isAway ? route.fulfill({ status: 503, json: body }) : route.fallback()
  })
  await other.reload()
  await said(other, 'The server is temporarily unavailable')
  isAway = false
  await signedIn(other, ada.name).waitFor()
})

test('a token is renewed shortly before it expires, even without user activity', {
  skip,
}, async () => {
  await using opened = await open()
  const { page } = opened
  await page.clock.install()
  await fillSignIn(page, ada)
  await signedIn(page, ada.name).waitFor()
  let refreshed = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) refreshed += 1
  })
  await page.clock.runFor(13 * 60_000)
  assert.equal(refreshed, 0)
  // In steps, because a request takes real time and must not seem to have taken a minute.
  for (let second = 0; second < 70 && refreshed === 0; second += 1) {
    await page.clock.runFor(1_000)
  }
  assert.equal(refreshed, 1)
})

test('signing out in one tab signs out all tabs, and they stay at their URL', {
  skip,
}, async () => {
  await using opened = await signedInAs(ada)
  const { page, context } = opened
  const other = await context.newPage()
  await other.goto(`${store.server.address}/console/settings/usage`)
  await signedIn(other, ada.name).waitFor()
  await signOut(page)
  await other.getByLabel('Email').waitFor()
  assert.ok(other.url().endsWith('/console/settings/usage'))
  assert.equal(await cookieOf(context), undefined)
  await fillSignIn(other, ada)
  await said(other, 'Requests per day')
  // The tab that signed out is signed in again too.
  await signedIn(page, ada.name).waitFor()
})

test('when a session is ended elsewhere, the console shows the sign-in page and then returns to the same page', {
  skip,
}, async () => {
  await using opened = await signedInAs(ada, '/console/settings/categories?from=here')
  const { page } = opened
  await said(page, 'Live')
  const api = await elsewhere(ada)
  const sessions: { id: number; isCurrent: boolean }[] = await api('GET', '/v1/users/me/sessions')
  for (const { id, isCurrent } of sessions) {
    if (!isCurrent) await api('DELETE', `/v1/users/me/sessions/${id}`)
  }
  await said(page, 'Your session has ended')
  assert.deepEqual(await opened.axe(), [])
  await fillSignIn(page, ada)
  await signedIn(page, ada.name).waitFor()
  assert.ok(page.url().endsWith('/console/settings/categories?from=here'))
})

test('an invited member sets a password and sees only what their role permits, and a new role applies without reloading', {
  skip,
}, async () => {
  await using admin = await signedInAs(ada, '/console/settings/accounts')
  await admin.page.getByRole('button', { name: 'New account' }).click()
  await admin.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Riverside Shelter')
  await admin.page.getByRole('button', { name: 'Create account' }).click()
  await admin.page.waitForURL('**/console/settings/accounts/*')
  await admin.page.getByRole('link', { name: 'Users' }).click()
  await admin.page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(mara.name)
  await dialog.getByLabel('Email').fill(mara.email)
  await dialog.getByRole('combobox', { name: 'Works for' }).click()
  await admin.page.getByRole('option', { name: /^Riverside Shelter/ }).click()
  await dialog.getByLabel('Viewer').check()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await takeSecret(admin.page)
  await said(admin.page, 'Invited')

  await using member = await open(link)
  const { page } = member
  assert.equal(page.url(), `${store.server.address}/console/password`)
  await page.getByLabel('Password', { exact: true }).fill(mara.password)
  await page.keyboard.press('Enter')
  await signedIn(page, mara.name).waitFor()
  await said(page, 'Viewer · Riverside Shelter')
  const links = (name: string) => page.getByRole('navigation', { name }).getByRole('link')
  assert.deepEqual(await links('Main').allInnerTexts(), ['Today', 'Animals', 'Reports', 'Settings'])
  await said(page, 'Live')
  await page.goto(`${store.server.address}/console/settings/users`)
  await said(page, 'Your role does not permit this')
  assert.deepEqual(await links('Settings').allInnerTexts(), [
    'Your sign-in',
    'Categories',
    'Import and export',
    'Usage',
  ])
  assertClean(member)

  await admin.page.getByRole('link', { name: new RegExp(mara.name) }).click()
  await admin.page.getByLabel('Administrator').check()
  await admin.page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('button', { name: 'Invite user' }).waitFor()
  assert.deepEqual(await links('Main').allInnerTexts(), [
    'Today',
    'Animals',
    'Applications',
    'Adoptions',
    'People',
    'Reports',
    'Settings',
  ])
  assert.deepEqual(await links('Settings').allInnerTexts(), [
    'Your sign-in',
    'Organization',
    'Forms',
    'Account',
    'Users',
    'Categories',
    'Documents',
    'Mail texts',
    'Import and export',
    'API keys',
    'Webhooks',
    'Requests',
    'Usage',
  ])
  const users = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await users.first().waitFor()
  assert.equal(await users.count(), 1)

  await page.goto(`${store.server.address}/console/keys`)
  await page.waitForURL('**/console/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  assert.equal(await page.getByRole('dialog').getByLabel('admin', { exact: true }).count(), 0)
  await page.getByRole('dialog').getByLabel('Name').fill('Web site')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await takeSecret(page)
  const { status } = await store.server.fetch('/v1/pets', { headers: bearer(key) })
  assert.equal(status, 200)

  await admin.page.getByRole('button', { name: 'Disable' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await said(page, 'Your session has ended')
})

test('users can change their password, errors are shown at their fields, and other devices are signed out', {
  skip,
}, async () => {
  await using other = await signedInAs(ada)
  await using opened = await signedInAs(ada, '/console/settings/sign-in')
  const { page } = opened
  const next = 'copper-lantern-meadow-38'
  const [current, password] = [page.getByLabel('Current password'), page.getByLabel('New password')]
  await current.fill('not the password')
  await password.fill('passwordpassword')
  await page.getByRole('button', { name: 'Change password' }).click()
  await said(page, 'is too easy to guess')
  await password.fill(next)
  await page.keyboard.press('Enter')
  await said(page, 'is not your current password')
  assert.equal(await current.getAttribute('aria-invalid'), 'true')
  await opened.screenshot('console-own-password')
  await current.fill(ada.password)
  await page.keyboard.press('Enter')
  await said(page, 'Password changed')
  assert.deepEqual([await current.inputValue(), await password.inputValue()], ['', ''])
  await said(other.page, 'Your session has ended')
  assertClean(opened)
  await page.reload()
  await signedIn(page, ada.name).waitFor()
  ada.password = next
})

test("staff find the store's keys under For developers, with the name of the shelter", {
  skip,
}, async () => {
  await using opened = await signedInAs(ada, '/console/settings/keys')
  const { page } = opened
  await said(page, 'These are the keys of Paws.')
  const settings = page.getByRole('navigation', { name: 'Settings' })
  assert.equal(await settings.getByText('For developers').count(), 1)
  await opened.screenshot('console-keys')
  await page.goto(`${store.server.address}/console/settings/accounts`)
  await page.getByRole('link', { name: 'Paws', exact: true }).waitFor()
  for (const path of ['accounts', 'accounts/1', 'usage', 'organization', 'audit-log', 'users']) {
    await page.goto(`${store.server.address}/console/settings/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.doesNotMatch(await page.locator('main').innerText(), /first account/i, path)
  }
  assertClean(opened)
})

test('the last admin cannot be demoted, and the page says why', { skip }, async () => {
  await using opened = await signedInAs(ada, '/console/settings/users')
  const { page } = opened
  await page.getByRole('link', { name: new RegExp(ada.name) }).click()
  await page.getByLabel('Viewer').check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change my role' }).click()
  await said(page, 'This is the last administrator')
  assert.equal(await page.getByLabel('Administrator').isChecked(), true)
  await opened.screenshot('console-last-admin')
})

test('a page of another origin cannot refresh, sign in or sign out anybody', { skip }, async () => {
  await using opened = await signedInAs(ada)
  const { page, context } = opened
  const before = await cookieOf(context)
  const hostile = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>elsewhere</title>')
  })
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
  const { port } = hostile.address() as AddressInfo
  const forms = ['/auth/refresh', '/auth/sign-out', '/auth/sign-in', '/auth/password']
  try {
    // Another port of the same site, whose requests have the cookie, and another site.
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      const other = await context.newPage()
      await other.goto(origin)
      const body = JSON.stringify({ email: ada.email, password: ada.password })
      for (const path of forms) {
        const url = JSON.stringify(`${store.server.address}${path}`)
        const send = (init: string) =>
          other.evaluate(
            `fetch(${url}, { method: 'POST', credentials: 'include', ${init} }).then((r) => r.type, () => 'failed')`,
          )
        assert.equal(await send(`body: ${JSON.stringify(body)}`), 'failed')
        assert.equal(
          await send(`body: ${JSON.stringify(body)}, headers: { 'content-type': 'application/json' }`),
          'failed',
        )
        await send(`mode: 'no-cors', body: ${JSON.stringify(body)}`)
        await other.evaluate(
          `new Promise((resolve) => {
            const frame = document.createElement('iframe')
            frame.name = 'target'
            document.body.append(frame)
            const form = document.createElement('form')
            Object.assign(form, { method: 'post', enctype: 'text/plain', action: ${url}, target: 'target' })
            document.body.append(form)
            frame.onload = () => { frame.remove(); form.remove(); resolve() }
            form.submit()
          })`,
        )
      }
      await other.close()
    }
  } finally {
    hostile.closeAllConnections()
    hostile.close()
  }
  assert.equal(await cookieOf(context), before)
  await page.reload()
  await signedIn(page, ada.name).waitFor()
})

test('axe finds no serious issues, and everything fits on a phone, in light and dark', {
  skip,
}, async () => {
  await using opened = await signedInAs(ada)
  const users = [
    { path: '/console/settings/users', text: mara.email },
    { path: '/console/settings/users/2', text: mara.email },
    { path: '/console/settings/sign-in', text: 'This device' },
  ]
  await assertReadable(opened, users)
  await signOut(opened.page)
  await opened.page.getByLabel('Email').waitFor()
  await assertReadable(opened, [
    { path: '/console', text: 'Use an API key instead' },
    { path: '/console/password', text: 'Open your link again' },
    { path: '/console/setup#aas_link_any', text: 'At least 12 characters' },
  ])
  assertClean(opened)
})
