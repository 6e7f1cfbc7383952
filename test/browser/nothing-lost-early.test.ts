import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import { signedIn } from '../harness/console.ts'
import { earlyForms, fillIn, lostField } from '../harness/console-forms.ts'
import { returnToTab } from '../harness/console-people.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { mailServer } from '../harness/mail-server.ts'
import { unreliableProxy } from '../harness/unreliable-proxy.ts'

// The forms of the console before anybody is signed in. The tests share one new store: the first sets it up.

const mailPort = await freePort()
const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const settings = { SMTP_URL: `smtp://127.0.0.1:${mailPort}`, SIGNUP: 'open', PUBLIC_URL }
const store = browserTests({ hasKey: false, settings })
const { skip } = store

let mail: Awaited<ReturnType<typeof mailServer>>
let proxy: Awaited<ReturnType<typeof unreliableProxy>>
before(async () => {
  mail = await mailServer({}, mailPort)
  proxy = await unreliableProxy(() => store.server.port, port)
})
after(async () => {
  proxy.stop()
  await mail.close()
})

const mailedLink = async (email: string): Promise<string> => {
  const link = () => {
    const mails = mail.received.filter(({ to }) => to[0] === email)
    const text = (mails.at(-1)?.raw ?? '').replaceAll('=\r\n', '')
    return /http\S+?\/console\/(?:sign-up|password)#[\w.-]+/.exec(text)?.[0]
  }
  await eventually(`mail to ${email}`, () => link() !== undefined)
  return link() ?? ''
}

const ask = async (path: string, email: string): Promise<string> => {
  const headers = { origin: PUBLIC_URL, 'content-type': 'application/json' }
  const body = JSON.stringify({ email })
  const response = await fetch(`${PUBLIC_URL}${path}`, { method: 'POST', headers, body })
  assert.ok(response.ok, await response.text())
  return mailedLink(email)
}

const links: Record<string, () => Promise<string>> = {
  'the first administrator': async () => {
    const link = () => /^ {2}(\S+\/console\/setup#\S+)$/m.exec(store.server.output.join('\n'))?.[1]
    await eventually('the link is printed', () => link() !== undefined)
    return link() ?? ''
  },
  'a password': () => ask('/auth/password-reset', 'first@example.org'),
  'a new member': () => ask('/auth/sign-up', 'member@example.org'),
}

/** Nobody leaves the page by accident: the browser asks. */
const goBack = async (page: Page) => {
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', async (dialog) => {
      await dialog.dismiss()
      resolve(dialog.type())
    }),
  )
  await page.evaluate('setTimeout(() => history.back())')
  assert.equal(await asked, 'beforeunload')
}

for (const [name, { button, ...form }] of Object.entries(earlyForms)) {
  test(`${name}: typed text survives every interruption of the page, and is saved when the server is back`, {
    skip,
  }, async () => {
    const link = await links[name]?.()
    assert.ok(link)
    await using opened = await store.browser.openPage({ address: PUBLIC_URL, path: '/console' })
    const { page } = opened
    await page.goto(link)
    await fillIn(page, form)
    // Browsers ask only users who have interacted with the page.
    await page.keyboard.press('Tab')
    const check = async (event: string) => assert.equal(await lostField(page, form), undefined, `after: ${event}`)
    await goBack(page)
    await check('Back')
    await page.context().setOffline(true)
    await returnToTab(page)
    await page.context().setOffline(false)
    await check('the browser is offline')
    await page.setViewportSize({ width: 600, height: 800 })
    await check('the phone is turned')
    proxy.stop()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('alert').getByText('Cannot reach the server').waitFor()
    await opened.screenshot(`stopped-server-${name.replaceAll(' ', '-')}`)
    await returnToTab(page)
    await check('the server is stopped')
    await proxy.start()
    await page.getByRole('button', { name: button }).click()
    const saved = page.getByRole('button', { name: "I've saved it" })
    await signedIn(page).or(saved).first().waitFor()
  })
}
