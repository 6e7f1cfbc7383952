import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { adminOf } from '../harness/admin.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { applicationsOf } from '../harness/applications.ts'
import { startChromium, type TestBrowser, type TestPage, whyNoChromium } from '../harness/chromium.ts'
import { assertFits, assertUsable, BOARD, buildConsole, card, choose, openConsole, said } from '../harness/console.ts'
import { freePort } from '../harness/free-port.ts'
import { mailServer } from '../harness/mail-server.ts'
import { confirmRestore, holdRestored } from '../harness/restored.ts'
import { TYPING_MS } from '../harness/visitor.ts'

const skip = whyNoChromium() ?? false
let app: TestApp
let mail: Awaited<ReturnType<typeof mailServer>>
let browser: TestBrowser
let address: string
let key: string
let petId: number
let form: string

before(async () => {
  if (skip) return
  buildConsole()
  mail = await mailServer()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const settings = { SMTP_URL: mail.url, SIGNUP: 'open', PUBLIC_URL: address }
  ;[app, browser] = await Promise.all([testApp({ settings }), startChromium()])
  await app.service.app.listen({ host: '127.0.0.1', port })
  const admin = await adminOf(app)
  key = admin.key
  const { addPet, patch } = applicationsOf(app, admin.headers)
  petId = await addPet({ name: 'Biscuit' })
  await patch(`/v1/pets/${petId}/profile`, { species: 'dog', published: true })
  form = `/adopt/${petId}-biscuit/apply`
})

after(async () => {
  await browser?.close()
  await app?.close()
  await mail?.close()
})

/** The console checks again when the tab becomes visible. */
const comeBack = (page: Page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)

/** Makes the store read-only until the end of the test. */
const readOnly = async () => {
  await holdRestored(app)
  return {
    async [Symbol.asyncDispose]() {
      await confirmRestore(app)
      await app.service.runRoutine('maintenance.refresh')
    },
  }
}

const banner = 'The store was restored and is read-only'

test('the console says that the store is read-only, and keeps typed text', {
  skip,
}, async () => {
  await using board = await openConsole(browser, { address, key, path: BOARD })
  await using profile = await openConsole(browser, {
    address,
    key,
    path: `/console/animals/${petId}`,
  })
  await card(board.page, 'Available', 'Biscuit').waitFor()
  await board.page.getByRole('button', { name: 'Add an animal' }).click()
  const dialog = board.page.getByRole('dialog', { name: 'Add an animal' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Waffles')
  await dialog.getByLabel('Category').fill('7')
  const description = profile.page.getByLabel('Story of Biscuit')
  await description.fill('Sleeps a lot.')
  await profile.page.locator('[data-save="saved"]').first().waitFor()
  {
    await using _ = await readOnly()
    await description.fill('Sleeps a lot, and snores.')
    await said(profile.page, 'Not saved: the store is read-only for now')
    await said(profile.page, banner)

    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await said(board.page, 'Not saved: the store is read-only')
    assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Waffles')
    assert.equal(await description.inputValue(), 'Sleeps a lot, and snores.')
    // It can be read, so the console does not report it as unreachable.
    assert.equal(await board.page.getByText('Cannot reach the server').count(), 0)
    await assertUsable(profile, 'an animal of a read-only store')
  }
  // The change is saved automatically as soon as writes are possible again.
  await comeBack(profile.page)
  await profile.page.locator('[data-save="saved"]').first().waitFor()
  await profile.page.getByText(banner).waitFor({ state: 'detached' })
  const stored = await app.get(`/v1/pets/${petId}/profile`, app.bearer(key))
  assert.equal(stored.json().description, 'Sleeps a lot, and snores.')
})

test('an animal whose move the store rejects returns to its column, with the reason', {
  skip,
}, async () => {
  await using opened = await openConsole(browser, { address, key, path: BOARD })
  const { page } = opened
  await card(page, 'Available', 'Biscuit').waitFor()
  await using _ = await readOnly()
  await choose(page, 'Biscuit', 'Put on hold')
  await said(page, 'Not saved: the store is read-only')
  await card(page, 'Available', 'Biscuit').waitFor()
  await said(page, banner)
})

test('the sign-up form says that it is closed, and keeps typed text until it is open', {
  skip,
}, async () => {
  await using opened = await browser.openPage({ address, path: '/console/sign-up' })
  const { page } = opened
  await page.getByLabel('Email').fill('dev@example.org')
  {
    await using _ = await readOnly()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await said(page, 'Not possible right now')
    assert.equal(await page.getByLabel('Email').isVisible(), false)
  }
  await comeBack(page)
  await page.getByText('Not possible right now').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Email').inputValue(), 'dev@example.org')
})

test('the application form says that it is closed, and can be sent later without typing again', {
  skip,
}, async () => {
  await using opened = await browser.openPage({ address, path: form })
  const { page } = opened
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email').first().fill('ada@example.org')
  app.clock.advance(TYPING_MS)
  {
    await using _ = await readOnly()
    await page.getByRole('button', { name: 'Send application' }).click()
    await said(page, 'Your answers are still here')
    await assertUsable(opened, 'a form that cannot be sent')
  }
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Ada Lovelace')
  await page.getByRole('button', { name: 'Send application' }).click()
  await said(page, 'Thank you. Your application has been sent.')
})

test('the read-only notices fit on every screen, in light and dark', { skip }, async () => {
  const link = await applied()
  await using _ = await readOnly()
  const pages: [name: string, path: string, text: string][] = [
    ['console', BOARD, banner],
    ['animal', `/console/animals/${petId}`, banner],
    ['sign-up', '/console/sign-up', 'Not possible right now'],
    ['apply', form, 'Applications are paused.'],
    ['application', link, "can't withdraw"],
    ['withdraw', `${link}/withdraw`, 'right now'],
  ]
  for (const width of [375, 1024, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const size = { width, height: width === 375 ? 812 : 900, isMobile: width === 375 }
      for (const [name, path, text] of pages) {
        const isStaff = name === 'console' || name === 'animal'
        const options = { address, path, colorScheme, ...size }
        await using opened: TestPage = isStaff
          ? await openConsole(browser, { ...options, key })
          : await browser.openPage(options)
        await said(opened.page, text)
        await opened.screenshot(`read-only-${name}-${width}-${colorScheme}`)
        await assertFits(opened, `${name} at ${width}`)
      }
    }
  }
})

/** Applies, and returns the path of the applicant's page. */
const applied = async (): Promise<string> => {
  await using opened = await browser.openPage({ address, path: form })
  const { page } = opened
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Email').first().fill('grace@example.org')
  app.clock.advance(TYPING_MS)
  await page.getByRole('button', { name: 'Send application' }).click()
  await said(page, 'Thank you. Your application has been sent.')
  return new URL(page.url()).pathname
}
