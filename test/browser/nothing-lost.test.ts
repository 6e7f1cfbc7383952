import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { browserTests } from '../harness/browser-tests.ts'
import { said, signedIn, signOut } from '../harness/console.ts'
import { eventually } from '../harness/eventually.ts'

const PASSWORD = 'velvet-otter-harbour-71'
const TEXT = 'Typed and not lost'
const mara = { email: 'mara@example.org', name: 'Mara Klein', role: 'admin' }
const noor = { email: 'noor@example.org', name: 'Noor Haddad', role: 'admin' }
const ids = { pet: 0, form: 0, application: 0 }

const store = browserTests({ prepare: () => prepare() })
const { skip, api } = store

const prepare = async () => {
  const { account } = await api.call('GET', '/v1/me')
  await api.call('PUT', `/v1/accounts/${account.id}/organization`, { name: 'Paws' })
  const questions = [{ id: 'home', label: 'Where will she live?', kind: 'text', required: true }]
  ids.form = (await api.call('POST', '/v1/forms', { name: 'Dogs', questions })).id
  ids.pet = (await api.addPet('Biscuit')).id
  const applicant = { name: 'Ada', email: 'ada@example.org' }
  const application = { formId: ids.form, petId: ids.pet, applicant, answers: { home: 'Here' } }
  ids.application = (await api.call('POST', '/v1/applications', application)).id
  await invite(mara)
  await invite(noor)
}

const invite = async (user: typeof mara) => {
  const { link } = await api.call('POST', '/v1/users', user)
  const { address } = store.server
  const headers = { origin: address, 'content-type': 'application/json' }
  const body = JSON.stringify({ token: link.split('#')[1], password: PASSWORD })
  await fetch(`${address}/auth/password`, { method: 'POST', headers, body })
}

type Form = {
  path: () => string
  open?: (page: Page) => Promise<void>
  field: (page: Page) => Locator
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().press('Enter')
const inDialog = (label: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByLabel(label).first()

/** Every form of the console, by its page. */
const forms: Record<string, Form> = {
  organization: {
    path: () => '/settings/organization',
    field: (page) => page.getByLabel('Street and number'),
  },
  'a form': {
    path: () => `/settings/forms/${ids.form}`,
    field: (page) => page.getByRole('textbox', { name: 'Question 1' }),
  },
  'a new form': {
    path: () => `/settings/forms/new?from=${ids.form}`,
    field: (page) => page.getByRole('textbox', { name: 'Question 1' }),
  },
  'templates of documents': {
    path: () => '/settings/documents',
    field: (page) => page.getByLabel('Title'),
  },
  'a new animal': {
    path: () => '/animals',
    open: press('Add an animal'),
    field: inDialog(/^Name/),
  },
  'the profile of an animal': {
    path: () => `/animals/${ids.pet}?tab=profile`,
    field: (page) => page.getByLabel('Special needs'),
  },
  'the note of an application': {
    path: () => `/applications/${ids.application}`,
    field: (page) => page.getByRole('textbox', { name: /note/i }).first(),
  },
  'an adoption': {
    path: () => '/adoptions/new',
    field: (page) => page.getByLabel(/^(Customer|Adopter|Name)/).first(),
  },
  'an invitation': {
    path: () => '/settings/users',
    open: press('Invite user'),
    field: inDialog(/^Name/),
  },
  'a category': {
    path: () => '/settings/categories',
    open: press('Add a category'),
    field: inDialog(/^Name/),
  },
  'a webhook': {
    path: () => '/settings/webhooks',
    open: press('New webhook'),
    field: inDialog(/URL|address/i),
  },
  'an account': {
    path: () => '/settings/accounts',
    open: press('New account'),
    field: inDialog(/^Name/),
  },
}

const signIn = async (page: Page, { email, name } = mara) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await signedIn(page, name).waitFor()
}

const returnToTab = (page: Page) =>
  page.evaluate(`window.dispatchEvent(new Event('blur')); window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'))`)

/** Interruptions while somebody types. */
const events: Record<string, (page: Page) => Promise<void>> = {
  'every request fails, and the tab is left and entered': async (page) => {
    await page.route('**/v1/**', (route) => {
      const isRead = route.request().method() === 'GET'
      return isRead ? route.fulfill({ status: 500, body: '' }) : route.abort()
    })
    await returnToTab(page)
  },
  'the server cannot be reached': async (page) => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().setOffline(true)
    await returnToTab(page)
    await page.context().setOffline(false)
    await returnToTab(page)
  },
  'Back, and forward again': async (page) => {
    const { pathname } = new URL(page.url())
    await page.goBack()
    const isAsked = page.getByRole('button', { name: 'Keep editing', exact: true })
    // A page that saves by itself is left at once.
    // Asked in the page: its address changes twice while the guard goes back.
    if ((await page.evaluate('location.pathname')) === pathname) await isAsked.press('Enter')
    else await page.goForward()
  },
  'the session ends': async (page) => {
    await page.evaluate(`fetch('/auth/sign-out', { method: 'POST' })`)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await signIn(page)
  },
}

for (const [name, { path, open, field }] of Object.entries(forms)) {
  test(`${name}: typed text survives every interruption of the page`, {
    skip,
  }, async () => {
    const { address } = store.server
    await using opened = await store.browser.openPage({ address, path: '/console/people' })
    const { page } = opened
    await signIn(page)
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${path()}`)})`)
    await open?.(page)
    await field(page).fill(TEXT)
    for (const [event, happen] of Object.entries(events)) {
      await happen(page)
      await eventually(
        `the text is there after: ${event}`,
        async () => (await field(page).count()) === 1 && (await field(page).inputValue()) === TEXT,
      )
    }
    await said(page, 'Live')
    assert.equal(await field(page).inputValue(), TEXT)
  })
}

/** A tab with unsaved text, which learns only from the other tab that the session has ended. */
const twoTabs = async (page: Page): Promise<{ field: Locator; other: Page }> => {
  await signIn(page)
  await page.evaluate(`history.pushState(null, '', '/console/settings/organization')`)
  const field = page.getByLabel('Street and number')
  await field.fill(TEXT)
  const other = await page.context().newPage()
  await other.goto(`${store.server.address}/console/people`)
  await signedIn(other, mara.name).waitFor()
  await page.route('**/auth/refresh', (route) => route.abort())
  return { field, other }
}

const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' })

/** How a session ends in the other tab, and whether the tab with the text says why. */
const ends: Record<string, { end: (other: Page) => Promise<unknown>; isExplained: boolean }> = {
  'the store ends the session': {
    end: (other) => other.evaluate(`fetch('/auth/sign-out', { method: 'POST' })`),
    isExplained: true,
  },
  'somebody signs out': { end: signOut, isExplained: false },
}

for (const [name, { end, isExplained }] of Object.entries(ends)) {
  test(`${name} in one tab: text typed in another tab is kept for the same user`, {
    skip,
  }, async () => {
    const { address } = store.server
    await using opened = await store.browser.openPage({ address, path: '/console/people' })
    const { page } = opened
    const { field, other } = await twoTabs(page)
    await end(other)
    await signInPage(other).waitFor()
    await signInPage(page).waitFor()
    assert.equal(await page.getByRole('alert').count(), isExplained ? 1 : 0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await signIn(page)
    assert.equal(await field.inputValue(), TEXT)
  })

  test(`${name} in one tab: text typed in another tab is not shown to another user`, {
    skip,
  }, async () => {
    const { address } = store.server
    await using opened = await store.browser.openPage({ address, path: '/console/people' })
    const { page } = opened
    const { field, other } = await twoTabs(page)
    await end(other)
    await signInPage(page).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await signIn(page, noor)
    await field.waitFor()
    assert.notEqual(await field.inputValue(), TEXT)
  })
}
