import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import { said } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'
import { jpeg } from '../harness/images.ts'

const store = browserTests({ prepare: () => prepare() })
const { skip, api, key } = store

const OUTDATED = 'We couldn’t refresh this, so it may be out of date.'

const ids = { pet: 0, form: 0 }

const prepare = async () => {
  const { account } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${account.id}/organization`, { name: 'Paws' })
  const questions = [{ id: 'home', label: 'Where will she live?', kind: 'text', required: true }]
  ids.form = (await api.call('POST', '/v1/forms', { name: 'Dogs', questions })).id
  ids.pet = (await api.addPet('Biscuit')).id
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' }
  const body = new Uint8Array(await jpeg(640, 480))
  await store.server.fetch(`/v1/pets/${ids.pet}/photos`, { method: 'POST', headers, body })
}

/** Lets every read of a page fail, first without a response, then with an error of the server. */
const breakReads = async (page: Page) => {
  let isDown = true
  const isRead = (route: Route) => route.request().method() === 'GET'
  const pathOf = (route: Route) => new URL(route.request().url()).pathname
  await page.route('**/v1/**', async (route) => {
    if (!isRead(route) || pathOf(route).startsWith('/v1/events')) return route.continue()
    if (isDown) return route.abort()
    // The page checks this to decide whether to continue, and then reloads its data.
    if (pathOf(route) === '/v1/rate-limit') return route.continue()
    const reason = 'Something went wrong.'
    await route.fulfill({ status: 500, json: { code: 'internal_error', reason } })
  })
  const applicant = { name: 'Ada', email: `${crypto.randomUUID()}@example.org` }
  const answers = { home: 'With us' }
  await api.call('POST', '/v1/applications', { formId: ids.form, applicant, answers })
  await said(page, 'Cannot reach the server')
  isDown = false
  await page.getByText('Cannot reach the server').waitFor({ state: 'detached' })
}

/** Fails reads of a page and lets them succeed again, while `check` holds. */
const assertKept = async (page: Page, check: () => Promise<void>) => {
  await breakReads(page)
  await said(page, OUTDATED)
  await check()
  assert.equal(await page.getByRole('alert').count(), 0, 'no error replaces the content')
  await page.unrouteAll({ behavior: 'wait' })
  const note = page.getByText(OUTDATED)
  // Another part of the page may be refreshed by itself meanwhile.
  await eventually('everything is up to date', async () => {
    const [button] = await page.getByRole('button', { name: 'Try again' }).elementHandles()
    await button?.click({ timeout: 1_000 }).catch(() => {})
    return (await note.count()) === 0
  })
  await check()
}

type Typed = { path: () => string; field: (page: Page) => Locator }

const forms: Record<string, Typed> = {
  'the organization': {
    path: () => '/console/settings/organization',
    field: (page) => page.getByLabel('City'),
  },
  'a form': {
    path: () => `/console/settings/forms/${ids.form}`,
    field: (page) => page.getByRole('textbox', { name: 'Question 1' }),
  },
  'a copy of a form': {
    path: () => `/console/settings/forms/new?from=${ids.form}`,
    field: (page) => page.getByRole('textbox', { name: 'Question 1' }),
  },
  'the text of a mail': {
    path: () => '/console/settings/mail-texts',
    field: (page) => page.getByLabel('Subject'),
  },
  'the template of a document': {
    path: () => '/console/settings/documents',
    field: (page) => page.getByLabel('Title'),
  },
}

for (const [name, { path, field }] of Object.entries(forms)) {
  test(`${name}: text that was typed stays when a refresh fails`, { skip }, async () => {
    await using opened = await store.open(path())
    const { page } = opened
    await field(page).fill('Not saved yet, and not lost')
    await assertKept(page, async () => {
      assert.equal(await field(page).inputValue(), 'Not saved yet, and not lost')
    })
  })
}

const pages: Record<string, { path: () => string; shown: (page: Page) => Locator }> = {
  'the list of animals': {
    path: () => '/console/animals',
    shown: (page) => page.getByRole('link', { name: 'Biscuit' }),
  },
  'an animal with its photos': {
    path: () => `/console/animals/${ids.pet}`,
    shown: (page) => page.getByRole('button', { name: /^Photo 1 of 1/ }),
  },
  Today: {
    path: () => '/console/today',
    shown: (page) => page.getByRole('link', { name: /Biscuit/ }),
  },
}

for (const [name, { path, shown }] of Object.entries(pages)) {
  test(`${name}: the page stays when a refresh fails, and says so`, { skip }, async () => {
    await using opened = await store.open(path())
    const { page } = opened
    await shown(page).first().waitFor()
    const before = await shown(page).first().elementHandle()
    await assertKept(page, async () => {
      assert.equal(await before?.isVisible(), true)
    })
  })
}
