import assert from 'node:assert/strict'
import type { TestPage } from './chromium.ts'
import { assertFits, goWithin, signedIn } from './console.ts'
import { eventually } from './eventually.ts'

type Page = TestPage['page']
type Locator = ReturnType<Page['locator']>

/** Nothing but this server was asked for anything, and nothing went wrong but what the test means to. */
export const assertClean = (
  { consoleErrors, foreignRequests }: TestPage,
  allowed?: RegExp,
): void => {
  assert.deepEqual(foreignRequests, [])
  assert.deepEqual(
    consoleErrors.filter((error) => !allowed?.test(error)),
    [],
  )
}

/** The row whose text has this. */
export const rowWith = (place: Page | Locator, text: string): Locator =>
  place.getByRole('row').filter({ hasText: text })

/** What is shown once, as it was copied from there; afterwards it is nowhere on the page. */
export const takeSecret = async (page: Page): Promise<string> => {
  const shown = await page.locator('[data-secret]').innerText()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), shown)
  await page.getByRole('button', { name: "I've saved it" }).click()
  await page.locator('[data-secret]').waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(shown))
  return shown
}

/** A page of the console, and what it shows when it is all there. */
export type Place = { path: string; text?: string }

/** Each width and both colours; what axe finds does not depend on which of them go together. */
const looks = [
  { width: 375, colorScheme: 'light', kind: 'light-phone' },
  { width: 1440, colorScheme: 'dark', kind: 'dark' },
] as const
/** One page on a phone, the next on a desk; each in both ways where nobody waits for it. */
const looksOf = (at: number) =>
  looks.filter((_, turn) => process.env.TORTURE || turn === at % looks.length)
/** Parts of a page have names of their own, and what is said aloud has the words that are shown. */
const moreRules = [
  'label-content-name-mismatch',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
]
/** Of a phone, of a desk, of a tablet. */
const widths = [375, 1440, 1024]

/**
 * Each is no wider than the screen, on a phone, on a tablet and on a desk. Axe looks at one on a phone by day, at the next
 * on a desk by night; `firstAt` says how many came before.
 */
export const assertReadable = async (
  opened: TestPage,
  places: readonly Place[],
  firstAt = 0,
): Promise<void> => {
  const { page } = opened
  const origin = new URL(page.url()).origin
  for (const [at, { path, text }] of places.entries()) {
    // Reached once: it follows the width and the colours as they change.
    const isInside = (await signedIn(page).count()) > 0
    if (isInside && !process.env.TORTURE) await goWithin(page, path)
    else await page.goto(`${origin}${path}`)
    if (text) await page.getByText(text).first().waitFor()
    await heading(page).waitFor()
    const loaders = page.locator('.mantine-Loader-root, [role=status][data-loading]')
    await eventually('all is loaded', async () => (await loaders.count()) === 0)
    for (const { width, colorScheme, kind } of looksOf(firstAt + at)) {
      await page.setViewportSize({ width, height: 812 })
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      const name = `${path.slice(1).replaceAll(/[^\w-]/g, '-')}-${kind}`
      await opened.screenshot(name, { fullPage: true })
      assert.deepEqual(await opened.axe({ moreRules }), [], `${path} ${kind}`)
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 812 })
      await assertFits(opened, path)
    }
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()
