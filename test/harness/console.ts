import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import type { PageOptions, TestBrowser, TestPage } from './chromium.ts'
import { eventually } from './eventually.ts'
import { bearer } from './keys.ts'
import type { Server } from './server.ts'

const root = new URL('../../', import.meta.url).pathname

let isBuilt = false

/** Builds the console unless the build is newer than its sources. Each process checks once. */
export const buildConsole = (): void => {
  if (isBuilt) return
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', '--console', '--version'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  isBuilt = true
}

export type ConsoleOptions = Omit<PageOptions, 'path'> & { key: string; path?: string }

/** The board of animals. */
export const BOARD = '/console/animals?view=board'

/** A page of the console, signed in with a key. Signing in itself has separate tests. */
export const openConsole = async (
  browser: TestBrowser,
  { key, path = '/console/animals', ...options }: ConsoleOptions,
): Promise<TestPage> => {
  const sessionStorage = { 'adoption-store.key': key }
  const opened = await browser.openPage({ mayBeUsed: true, path, ...options, sessionStorage })
  await signedIn(opened.page).waitFor()
  return opened
}

export const signIn = async ({ page }: TestPage, key: string): Promise<void> => {
  await page.getByRole('button', { name: 'Use an API key instead' }).click()
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signedIn(page).waitFor()
}

/** The menu button with the name of the user. */
export const signedIn = (page: Page, name = '') => page.getByRole('button', { name: `Signed in as ${name}` })

export const signOut = async (page: Page): Promise<void> => {
  await signedIn(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The API with a key that has all permissions, without the console. */
export const apiOf = (server: Pick<Server, 'fetch'>, key: string) => {
  const call = async (method: Method, path: string, body?: object) => {
    const headers = { ...bearer(key), ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await server.fetch(path, init)
    assert.ok(answer.status < 300, answer.body)
    return answer.status === 204 ? undefined : answer.json()
  }
  return {
    call,
    addPet: (name: string, status = 'available'): Promise<{ id: number }> =>
      call('POST', '/v1/pets', { name, categoryId: 1, status }),
    /** Issues another key of the account. */
    async issueOwnKey(request: object = {}): Promise<string> {
      const { account } = await call('GET', '/v1/me')
      const path = `/v1/accounts/${account.id}/keys`
      return (await call('POST', path, { name: 'tab', ...request })).key
    },
    /** Issues a key of another account. */
    async issueKey(account: object = {}, request: object = {}) {
      const made = await call('POST', '/v1/accounts', { name: 'staff', plan: 'pro', ...account })
      const issued = await call('POST', `/v1/accounts/${made.id}/keys`, { name: 'tab', ...request })
      return { key: issued.key as string, keyId: issued.id as number, accountId: made.id as number }
    },
  }
}

/**
 * Navigates within the console, which takes a sixth of the CPU time of a load. It goes through an unknown path, so that
 * the page is rendered again and not mistaken for the previous one.
 */
export const goWithin = async (page: Page, path: string): Promise<void> => {
  const push = (to: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(to)})`)
  await push('/console/no/such/page')
  const nowhere = page.getByRole('heading', { level: 1, name: 'Page not found' })
  await nowhere.waitFor()
  await push(path)
  await nowhere.waitFor({ state: 'detached' })
}

export const column = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

export const card = (page: Page, title: string, name: string) =>
  column(page, title).getByRole('listitem').filter({ hasText: name })

/** Chooses an item from the menu of an animal. */
export const choose = async (page: Page, animal: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${animal}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Waits until the page shows a text. */
export const said = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** Fails if the page requested another server, or reported an error other than a response of the store. */
export const assertClean = ({ consoleErrors, foreignRequests }: TestPage) => {
  assert.deepEqual(foreignRequests, [])
  const refused = /^Failed to load resource: the server responded with a status of 4\d\d/
  assert.deepEqual(
    consoleErrors.filter((text) => !refused.test(text)),
    [],
  )
}

/** Fails if axe finds anything serious, or if the page does not fit the screen of a phone. */
export const assertUsable = async (opened: TestPage, where: string) => {
  assert.deepEqual(await opened.axe(), [], where)
  await assertFits(opened, where)
}

/** Fails if anything extends beyond the right edge, scrolled or clipped content included. */
export const assertFits = async ({ page }: TestPage, where: string) => {
  // On a phone, the width of the window grows with content that does not fit.
  const width = page.viewportSize()?.width ?? 0
  const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
  assert.ok(needed <= width, `${where} needs ${needed} of ${width} pixels`)
  // A table gets its available width only after a layout.
  const isCut = `[...document.querySelectorAll('main table')].some(
    (table) => table.scrollWidth > table.parentElement.clientWidth)`
  await eventually(
    `tables of ${where} have room in ${width} pixels`,
    async () => (await page.evaluate(isCut)) === false,
  )
}
