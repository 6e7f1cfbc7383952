import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopes } from '../../server/requests/access/scope.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { startChromium, type TestBrowser, whyNoChromium } from '../harness/chromium.ts'
import { assertClean, assertUsable, buildConsole, openConsole, signedIn } from '../harness/console.ts'
import { takeSecret } from '../harness/console-page.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { mailServer } from '../harness/mail-server.ts'
import { peopleOf } from '../harness/people.ts'

const skip = whyNoChromium() ?? false
let app: TestApp
let mail: Awaited<ReturnType<typeof mailServer>>
let browser: TestBrowser
let address: string

before(async () => {
  if (skip) return
  buildConsole()
  mail = await mailServer()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const settings = { SMTP_URL: mail.url, SIGNUP: 'open', PUBLIC_URL: address }
  ;[app, browser] = await Promise.all([testApp({ settings }), startChromium()])
  await app.service.app.listen({ host: '127.0.0.1', port })
})

after(async () => {
  await browser?.close()
  await app?.close()
  await mail?.close()
})

const mailedLink = async (email: string): Promise<string> => {
  const found = () => mail.received.filter(({ to }) => to[0] === email)
  await eventually(`mail to ${email}`, () => found().length > 0)
  const raw = (found().at(-1)?.raw ?? '').replaceAll('=\r\n', '')
  return /http\S+?\/console\/sign-up#[\w.-]+/.exec(raw)?.[0] ?? ''
}

test('a developer signs up by email and keyboard, is shown a key once, and makes a request with it', {
  skip,
}, async () => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  await using opened = await browser.openPage({ address, path: '/console', context })
  const { page } = opened
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.locator('*:focus[name="email"]').waitFor()
  await page.keyboard.type('Dev@x.org')
  await page.keyboard.press('Enter')
  await page.getByText('We have sent a link to Dev@x.org').waitFor()
  const link = await mailedLink('dev@x.org')
  assert.ok(link.startsWith(`${address}/console/sign-up#`), link)

  await page.goto('about:blank')
  await page.goto(link)
  await page.locator('*:focus[name="name"]').waitFor()
  assert.equal(page.url(), `${address}/console/sign-up`)
  await page.keyboard.type('Dev')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Dev & Co <b>')
  await page.keyboard.press('Tab')
  await page.keyboard.type('password')
  await page.keyboard.press('Enter')
  await page.getByText('Must have at least 12 characters').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('velvet-otter-harbour-71')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your first API key' }).waitFor()
  const key = await takeSecret(page)
  await signedIn(page, 'Dev').waitFor()
  const me = (await app.get('/v1/me', app.bearer(key))).json()
  assert.deepEqual([me.account.name, me.account.plan], ['Dev & Co <b>', 'free'])
  assert.equal((await app.get('/v1/pets', app.bearer(key))).statusCode, 200)

  await page.goto('about:blank')
  await page.goto(link)
  await page.getByLabel('Your name').fill('Dev')
  await page.getByLabel('Name of your organization or app').fill('Again')
  await page.getByLabel('Password', { exact: true }).fill('velvet-otter-harbour-71')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await page.getByRole('button', { name: 'Request a new link' }).click()
  await page.getByRole('heading', { name: 'Sign up' }).waitFor()
  assertClean(opened)
})

test('the pages to sign up and to reset a password are accessible, on a phone and a desktop, in light and dark', {
  skip,
}, async () => {
  for (const [width, colorScheme] of [
    [375, 'dark'],
    [1_440, 'light'],
  ] as const) {
    await using opened = await browser.openPage({ address, path: '/console', width, colorScheme })
    const { page } = opened
    const looks = async (name: string) => {
      await assertUsable(opened, `${name} ${width} ${colorScheme}`)
      await opened.screenshot(`${name}-${width}-${colorScheme}`)
    }
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill('nobody@x.org')
    await looks('forgotten')
    await page.keyboard.press('Enter')
    await page.getByText('If nobody@x.org has an account here').waitFor()
    await looks('forgotten-sent')
    await page.goto(`${address}/console/sign-up`)
    const email = `phone-${width}@x.org`
    await page.getByLabel('Email').fill(email)
    await looks('sign-up')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    const link = await mailedLink(email)
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('Your name').fill('Dev')
    await page.getByLabel('Name of your organization or app').fill('Dev')
    await page.getByLabel('Password', { exact: true }).fill('velvet-otter-harbour-71')
    await looks('sign-up-confirm')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your first API key' }).waitFor()
    await looks('sign-up-key')
    assertClean(opened)
  }
})

test('staff see unreviewed accounts and can accept one with one click', {
  skip,
}, async () => {
  const { key } = await app.createKey('enterprise', { scopes })
  const people = peopleOf(app)
  const signUp = async (email: string, accountName: string) => {
    const headers = { origin: address, host: address.slice('http://'.length) }
    await people.post('/auth/sign-up', { email }, { headers })
    const token = (await mailedLink(email)).split('#')[1]
    const body = { token, password: 'velvet-otter-harbour-71', name: 'Dev', accountName }
    const made = await people.post('/auth/sign-up/confirm', body, { headers })
    assert.equal(made.statusCode, 200, made.body)
  }
  await signUp('paws@x.org', 'Paws of the North')
  await signUp('tails@x.org', 'Tails & Friends')
  for (const [width, colorScheme, name] of [
    [1_440, 'light', 'Paws of the North'],
    [375, 'dark', 'Tails & Friends'],
  ] as const) {
    const path = '/console/settings/accounts'
    await using opened = await openConsole(browser, { address, key, path, width, colorScheme })
    const { page } = opened
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('Not reviewed yet').waitFor()
    await assertUsable(opened, `accounts to review ${width} ${colorScheme}`)
    await opened.screenshot(`accounts-to-review-${width}-${colorScheme}`)
    await row.getByRole('link', { name }).click()
    await page.getByRole('heading', { name }).waitFor()
    await page.getByText('Not reviewed yet').waitFor()
    await assertUsable(opened, `account to review ${width} ${colorScheme}`)
    await opened.screenshot(`account-to-review-${width}-${colorScheme}`)
    await page.goBack()
    await page.getByRole('button', { name: `Accept ${name}` }).click()
    await page.getByText(`${name} accepted.`).waitFor()
    await row.getByText('Not reviewed yet').waitFor({ state: 'detached' })
    assertClean(opened)
  }
})
