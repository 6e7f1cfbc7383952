import type { Page } from 'playwright-core'
import type { browserTests } from './browser-tests.ts'
import { signedIn } from './console.ts'

export const PASSWORD = 'velvet-otter-harbour-71'

type Person = { email: string; name: string; role: string }

/** Adds a person who signs in with `PASSWORD`. */
export const addPerson = async ({ api, server }: ReturnType<typeof browserTests>, user: Person): Promise<void> => {
  const { link } = await api.call('POST', '/v1/users', user)
  const headers = { origin: server.address, 'content-type': 'application/json' }
  const body = JSON.stringify({ token: link.split('#')[1], password: PASSWORD })
  await fetch(`${server.address}/auth/password`, { method: 'POST', headers, body })
}

/** Signs in on the page that asks for it. */
export const signInAs = async (page: Page, { email, name }: Person): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await signedIn(page, name).waitFor()
}

export const returnToTab = (page: Page): Promise<unknown> =>
  page.evaluate(`window.dispatchEvent(new Event('blur')); window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'))`)
