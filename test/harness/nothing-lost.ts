import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserTests } from './browser-tests.ts'
import { said } from './console.ts'
import { type FormIds, prepareForms } from './console-form-data.ts'
import { type ConsoleForm, fillIn, lostField } from './console-forms.ts'
import { addPerson, returnToTab, signInAs } from './console-people.ts'
import { eventually } from './eventually.ts'
import { usualOf } from './rounds.ts'
import { unreliableProxy } from './unreliable-proxy.ts'

export const mara = { email: 'mara@example.org', name: 'Mara Klein', role: 'admin' }

type Proxy = Awaited<ReturnType<typeof unreliableProxy>>
type Event = (page: Page, proxy: Proxy) => Promise<void>

/** Interruptions while somebody fills in a form. */
const events: Record<string, Event> = {
  'every request fails, and the tab is left and entered': async (page) => {
    await page.route('**/v1/**', (route) => {
      const isRead = route.request().method() === 'GET'
      return isRead ? route.fulfill({ status: 500, body: '' }) : route.abort()
    })
    await returnToTab(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  'the browser is offline': async (page) => {
    await page.context().setOffline(true)
    await returnToTab(page)
    await page.context().setOffline(false)
    await returnToTab(page)
  },
  'the server is stopped, and started again': async (page, proxy) => {
    proxy.stop()
    await said(page, 'Cannot reach the server')
    await returnToTab(page)
    await proxy.start()
    const notice = page.getByRole('status').filter({ hasText: 'Cannot reach the server' })
    await eventually('the server is found again', async () => {
      await returnToTab(page)
      return (await notice.count()) === 0
    })
  },
  'the phone is turned': async (page) => {
    const size = page.viewportSize() ?? { width: 1280, height: 800 }
    await page.setViewportSize({ width: 600, height: 800 })
    await page.getByRole('navigation', { name: 'Tabs' }).or(page.locator('main')).first().waitFor()
    await page.setViewportSize(size)
  },
  'Back, and forward again': async (page) => {
    const { pathname } = new URL(page.url())
    await page.goBack()
    const keep = page.getByRole('button', { name: 'Keep editing', exact: true })
    // A page that saves by itself is left at once.
    // Asked in the page: its address changes twice while the guard goes back.
    if ((await page.evaluate('location.pathname')) === pathname) await keep.press('Enter')
    else await page.goForward()
  },
  'the session ends': async (page) => {
    await page.evaluate(`fetch('/auth/sign-out', { method: 'POST' })`)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await signInAs(page, mara)
  },
}

/** Tests that each form has what was typed into it after all that may happen to a page. */
export const walkForms = (forms: Readonly<Record<string, ConsoleForm>>, { people = [mara] } = {}) => {
  let ids: FormIds
  const store = browserTests({
    prepare: async () => {
      ids = await prepareForms(store)
      for (const one of people) await addPerson(store, one)
    },
  })
  let proxy: Proxy
  before(async () => {
    proxy = await unreliableProxy(() => store.server.port)
  })
  after(() => proxy.stop())

  /** The page that the tests share. A test that fails leaves a page that no other test uses. */
  let free: Page | undefined
  const takePage = async (): Promise<Page> => {
    const taken = free
    free = undefined
    if (taken) return taken
    const { address } = proxy
    const { page } = await store.browser.openPage({ address, path: '/console/people' })
    await signInAs(page, mara)
    return page
  }

  for (const [at, [name, form]] of Object.entries(forms).entries()) {
    test(`${name}: typed text survives what interrupts the page`, {
      skip: store.skip,
    }, async () => {
      const page = await takePage()
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${form.path(ids)}`)})`)
      await form.open?.(page)
      await fillIn(page, form)
      // Every form has another half; `npm run torture` has both.
      for (const [event, happen] of usualOf(Object.entries(events), (_, index) => (index + at) % 2 === 0)) {
        await happen(page, proxy)
        await eventually(`nothing is lost after: ${event}`, async () => (await lostField(page, form)) === undefined)
      }
      await said(page, 'Live')
      await page.evaluate(`history.pushState(null, '', '/console/people')`)
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
      free = page
    })
  }
  return store
}
