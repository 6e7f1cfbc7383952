import { spawnSync } from 'node:child_process'
import type { PageOptions, TestBrowser, TestPage } from './chromium.ts'

const root = new URL('../../', import.meta.url).pathname

/** The console as it is now: built, unless what is there is as new as its sources. */
export const buildConsole = (): void => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', '--console', '--version'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
}

type ConsoleOptions = Omit<PageOptions, 'path'> & { key: string; path?: string }

/** A page of the console, in a browser of its own, signed in as staff do it. */
export const openConsole = async (
  browser: TestBrowser,
  { key, path = '/console', ...options }: ConsoleOptions,
): Promise<TestPage> => {
  const opened = await browser.openPage({ path, ...options })
  await signIn(opened, key)
  return opened
}

export const signIn = async ({ page }: TestPage, key: string): Promise<void> => {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}
