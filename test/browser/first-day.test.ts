import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import { assertClean, said } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'

const store = browserTests({ hasKey: false })
const { skip } = store
// The tests share one new store. Each continues where the previous one left it.

const PASSWORD = 'velvet-otter-harbour-71'
const MOST_ACTIONS = 25

const setupLink = async (): Promise<string> => {
  const printed = () => /^ {2}(\S+\/console\/setup#\S+)$/m.exec(store.server.output.join('\n'))?.[1]
  await eventually('the link is printed', () => printed() !== undefined)
  return printed() ?? ''
}

/** Counts what a person does: each click, each field that is filled in, each key. */
const person = (page: Page) => {
  let actions = 0
  const typed: string[] = []
  return {
    get actions() {
      return actions
    },
    typed,
    async click(target: Locator) {
      actions += 1
      await target.click()
    },
    async type(target: Locator, text: string) {
      actions += 1
      typed.push(text)
      await target.fill(text)
    },
    async attach(name: string, buffer: Buffer) {
      actions += 1
      const file = { name, mimeType: 'image/jpeg', buffer }
      await page.locator('input[type="file"]').first().setInputFiles(file)
    },
  }
}

const step = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Your first day' }).getByRole('listitem').filter({ hasText: title })

const isDone = (page: Page, title: string) => step(page, title).getByRole('img', { name: 'Done' }).waitFor()

test('from the setup link to a published animal with a photo in at most 25 actions, without a number', {
  skip,
}, async () => {
  const { address } = store.server
  await using opened = await store.browser.openPage({ address, path: await setupLink() })
  const { page } = opened
  const mara = person(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await mara.type(page.getByLabel('Shelter’s name'), 'Riverside Shelter')
  await mara.type(page.getByLabel('City'), 'portland')
  await mara.click(page.getByRole('option', { name: 'Portland, OR, United States' }))
  await mara.type(page.getByLabel('Your name'), 'Mara Klein')
  await mara.type(page.getByLabel('Email'), 'mara@example.org')
  await mara.type(page.getByLabel('Password', { exact: true }), PASSWORD)
  await opened.screenshot('console-setup-filled')
  await mara.click(button('Create the store'))

  await page.getByRole('heading', { level: 1, name: 'Welcome, Mara' }).waitFor()
  await said(page, '0 of 5 done')
  await opened.screenshot('console-first-day')
  assert.deepEqual(await opened.axe(), [])
  await mara.click(page.getByRole('link', { name: 'Add an animal' }))
  const dialog = page.getByRole('dialog')
  await mara.type(dialog.getByLabel('Name'), 'Biscuit')
  await mara.click(dialog.getByRole('combobox', { name: 'Species' }))
  await mara.click(page.getByRole('option', { name: 'Dog', exact: true }))
  await mara.click(button('Add'))
  await page.waitForURL(/\/console\/animals\/\d+$/)
  await mara.attach('biscuit.jpg', Buffer.from(await jpeg(1200, 900)))
  await page.getByRole('button', { name: /^Photo 1 of 1/ }).waitFor()
  await mara.click(button('Publish'))
  await said(page, 'Biscuit is published.')

  assert.ok(mara.actions <= MOST_ACTIONS, `${mara.actions} actions`)
  assert.ok(mara.typed.every((text) => text === PASSWORD || !/\d/.test(text)))
  assertClean(opened)

  // The shelter is in the United States.
  await page.goto(`${page.url().split('?')[0]}?tab=profile`)
  await page.getByLabel('Weight in lb').fill('31.5')
  assert.equal(await page.getByLabel('Currency').inputValue(), 'USD')
  await page.getByRole('link', { name: 'Overview' }).click()
  await said(page, '31.5 lb')

  await page.goto(`${address}/adopt`)
  const link = page.getByRole('link', { name: /Biscuit/ }).first()
  await link.waitFor()
  await said(page, 'Riverside Shelter')
  const photo = page.locator('main img').first()
  await eventually('the photo is drawn', async () =>
    photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
  )
})

test('the steps are ticked as they are done, and then Today shows its numbers only', {
  skip,
}, async () => {
  const { address } = store.server
  await using opened = await store.browser.openPage({ address, path: '/console' })
  const { page } = opened
  await page.getByLabel('Email').fill('mara@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await said(page, '2 of 5 done')
  await isDone(page, 'Add an animal')
  await isDone(page, 'Publish Biscuit')

  await step(page, 'Complete the shelter’s details').getByRole('link').click()
  assert.equal(await page.getByLabel(/^Name/).inputValue(), 'Riverside Shelter')
  assert.equal(await page.getByLabel('City').inputValue(), 'Portland')
  await page.getByLabel('Email').fill('hello@riverside.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved. Visitors see it immediately.')
  await page.goBack()
  await isDone(page, 'Complete the shelter’s details')

  await step(page, 'Look at the form').getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor()
  await page.goBack()
  await isDone(page, 'Look at the form')

  await step(page, 'Invite a colleague').getByRole('link').click()
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Kofi')
  await dialog.getByLabel('Email').fill('kofi@example.org')
  await dialog.getByRole('button', { name: /Invite|Create/ }).click()
  await said(page, 'Kofi is invited')
  await page.keyboard.press('Escape')
  await page.goto(`${address}/console/today`)
  await said(page, 'Waiting longest')
  assert.equal(await page.getByText('Your first day').count(), 0)
  assertClean(opened)
})
