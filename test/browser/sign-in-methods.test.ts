import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startChromium, type TestBrowser, type TestPage, whyNoChromium } from '../harness/chromium.ts'
import { assertUsable, buildConsole, said, signedIn, signOut } from '../harness/console.ts'
import { freePort } from '../harness/free-port.ts'
import { startOidcProvider } from '../harness/oidc-provider.ts'
import { type Server, startServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const skip = whyNoChromium() ?? false
const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'velvet-otter-harbour-71' }

/** Adds a device to the browser that creates passkeys and always confirms. */
const addAuthenticator = async ({ page, context }: TestPage): Promise<void> => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

suite('sign-in without a password, in Chromium', { skip }, () => {
  const folder = temporaryFolder()
  let server: Server
  let browser: TestBrowser
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  let address: string
  let settings: Record<string, string>

  before(async () => {
    buildConsole()
    const port = String(await freePort())
    address = `http://localhost:${port}`
    provider = await startOidcProvider({ redirectUri: `${address}/auth/oidc/callback` })
    settings = {
      ...provider.settings,
      PORT: port,
      PUBLIC_URL: address,
      OIDC_NAME: 'Keycloak',
    }
    const starting = startServer({ folder: folder.path, settings })
    ;[server, browser] = await Promise.all([starting, startChromium()])
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await provider?.close()
    folder.remove()
  })

  /** Restarts the store with other settings. */
  const restartWith = async (more: Record<string, string>) => {
    const { DATABASE_URL } = server.environment
    await server.stop()
    server = await startServer({
      folder: folder.path,
      settings: { ...settings, DATABASE_URL, ...more },
    })
  }
  const invite = async (person: { email: string; name: string }, role: string) => {
    const named = ['--email', person.email, '--name', person.name, '--role', role]
    const { stdout } = await server.cli('users', 'create', ...named, '--json')
    return String(JSON.parse(stdout).link).split('#')[1] ?? ''
  }

  const open = (path = '/console') => browser.openPage({ address, path })

  test('a passkey is added right after the sign-in, signs in without an email, and is removed', async () => {
    const token = await invite(ada, 'admin')
    await using opened = await open(`/console/password#${token}`)
    const { page } = opened
    await addAuthenticator(opened)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await signedIn(page, ada.name).click()
    await page.getByRole('menuitem', { name: 'Your sign-in' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await said(page, 'Passkey Chrome (headless) on Linux added.')
    await page.getByRole('button', { name: 'Remove Chrome (headless) on Linux' }).waitFor()
    await assertUsable(opened, 'passkeys')
    await opened.screenshot('console-passkeys')
    // The same device a second time.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await said(page, 'This device already has a passkey')

    await signOut(page)
    const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
    await byPasskey.waitFor()
    await assertUsable(opened, 'ways to sign in')
    await opened.screenshot('console-sign-in-methods')
    await byPasskey.click()
    await signedIn(page, ada.name).waitFor()
    await page.reload()
    await signedIn(page, ada.name).waitFor()

    await page.goto(`${address}/console/settings/sign-in`)
    await said(page, 'last used')
    await page.getByRole('button', { name: 'Remove Chrome (headless) on Linux' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await said(page, 'Passkey Chrome (headless) on Linux removed.')
    await signOut(page)
    await byPasskey.click()
    await said(page, 'This store doesn’t know this passkey')
    assert.deepEqual(opened.foreignRequests, [])
  })

  test('an invited user signs in at the provider and stays signed in, and an uninvited user sees a message', async () => {
    const grace = { sub: 'grace', email: 'grace@example.org', email_verified: true }
    provider.signInAs(grace)
    await using opened = await open()
    const { page } = opened
    const away = page.getByRole('link', { name: 'Sign in with Keycloak' })
    await away.click()
    await said(page, 'You have no access yet')
    assert.equal(page.url(), `${address}/console`)

    const create = ['users', 'create', '--email', grace.email, '--name', 'Grace Hopper']
    await server.cli(...create, '--role', 'viewer')
    await away.click()
    await signedIn(page, 'Grace Hopper').waitFor()
    await page.reload()
    await signedIn(page, 'Grace Hopper').waitFor()
    assert.doesNotMatch(page.url(), /code|state/)
  })

  test('a person invited by a member must confirm before joining the account', async () => {
    const cli = async (...words: string[]) => JSON.parse((await server.cli(...words, '--json')).stdout)
    const { id } = await cli('accounts', 'create', '--name', 'Strangers & Co', '--plan', 'free')
    const create = ['users', 'create', '--name', 'Mallory', '--role', 'admin']
    const made = await cli(...create, '--email', 'mallory@x.org', '--account', String(id))
    const send = (path: string, body: object, more: object = {}) =>
      server.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: address, ...more },
        body: JSON.stringify(body),
      })
    const token = made.link.split('#')[1]
    const { accessToken } = await (await send('/auth/password', { token, password: ada.password })).json()
    const boss = { email: 'boss@example.org', name: 'The Boss', role: 'admin' }
    const bearer = { authorization: `Bearer ${accessToken}` }
    assert.equal((await send('/v1/users', boss, bearer)).status, 201)

    provider.signInAs({ sub: 'boss', email: boss.email, email_verified: true })
    for (const [width, colorScheme] of [
      [1_440, 'light'],
      [375, 'dark'],
    ] as const) {
      await using opened = await browser.openPage({ address, path: '/console', width, colorScheme })
      const { page } = opened
      await page.getByRole('link', { name: 'Sign in with Keycloak' }).click()
      const join = page.getByRole('button', { name: 'Join account Strangers & Co' })
      await join.waitFor()
      await assertUsable(opened, `join ${width} ${colorScheme}`)
      await opened.screenshot(`join-${width}-${colorScheme}`)
      if (colorScheme === 'light') {
        await page.getByRole('link', { name: 'Not now' }).click()
        await page.getByRole('link', { name: 'Sign in with Keycloak' }).waitFor()
        continue
      }
      await join.click()
      await signedIn(page, 'The Boss').waitFor()
      assert.doesNotMatch(page.url(), /join/)
    }
  })

  test('once a passkey is required, a signed-in user must add one first', async () => {
    const margaret = { name: 'Margaret Hamilton', email: 'margaret@example.org' }
    const token = await invite(margaret, 'manager')
    await using opened = await open(`/console/password#${token}`)
    const { page } = opened
    await addAuthenticator(opened)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await signedIn(page, margaret.name).waitFor()

    await restartWith({ REQUIRE_PASSKEY: 'staff' })
    await page.goto(`${address}/console/animals`)
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.waitFor()
    assert.equal(await signedIn(page).count(), 0)
    await assertUsable(opened, 'enrolment')
    await opened.screenshot('console-enrolment')
    await page.goto(`${address}/console/settings/sign-in`)
    await add.waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    await add.click()
    await signedIn(page, margaret.name).waitFor()
    await page.reload()
    await signedIn(page, margaret.name).waitFor()

    await signOut(page)
    await page.getByLabel('Email').fill(margaret.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await said(page, 'Sign in with your passkey')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await signedIn(page, margaret.name).waitFor()
    assert.deepEqual(opened.foreignRequests, [])
  })

  test('with single sign-on only, no page asks for a password', async () => {
    await restartWith({ SIGN_IN: 'sso' })
    provider.signInAs({ sub: 'grace', email: 'grace@example.org', email_verified: true })
    await using opened = await open()
    const { page } = opened
    const away = page.getByRole('link', { name: 'Sign in with Keycloak' })
    await away.waitFor()
    await said(page, 'This store has no passwords.')
    assert.equal(await page.getByLabel('Email').count(), 0)
    assert.equal(await page.locator('input').count(), 0)
    await assertUsable(opened, 'sign-in at the provider only')
    await opened.screenshot('console-sign-in-sso')
    await page.getByRole('button', { name: 'Use an API key instead' }).click()
    await page.getByLabel('API key').waitFor()
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click()
    await away.click()
    await signedIn(page, 'Grace Hopper').waitFor()
  })
})
