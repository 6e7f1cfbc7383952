import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { signedIn, signOut } from '../harness/console.ts'
import { shelterForms, TEXT } from '../harness/console-forms.ts'
import { signInAs } from '../harness/console-people.ts'
import { mara, walkForms } from '../harness/nothing-lost.ts'

const noor = { email: 'noor@example.org', name: 'Noor Haddad', role: 'admin' }

const store = walkForms(shelterForms, { people: [mara, noor] })
const { skip } = store

/** A tab with unsaved text, which learns only from the other tab that the session has ended. */
const twoTabs = async (page: Page): Promise<{ field: Locator; other: Page }> => {
  await signInAs(page, mara)
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
    await signInAs(page, mara)
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
    await signInAs(page, noor)
    await field.waitFor()
    assert.notEqual(await field.inputValue(), TEXT)
  })
}
