import assert from 'node:assert/strict'
import type { TestPage } from './chromium.ts'
import { assertFits, goWithin, signedIn } from './console.ts'
import { assertNothingCovered } from './covered.ts'
import { eventually } from './eventually.ts'

type Page = TestPage['page']
type Locator = ReturnType<Page['locator']>

/** Fails if the page requested another server or reported an error that is not `allowed`. */
export const assertClean = ({ consoleErrors, foreignRequests }: TestPage, allowed?: RegExp): void => {
  assert.deepEqual(foreignRequests, [])
  assert.deepEqual(
    consoleErrors.filter((error) => !allowed?.test(error)),
    [],
  )
}

/** The row that contains a text. */
export const rowWith = (place: Page | Locator, text: string): Locator =>
  place.getByRole('row').filter({ hasText: text })

/** Copies a secret that is shown only once, and checks that it disappears from the page. */
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

/** A page of the console, and a text that shows that it is complete. */
export type Place = { path: string; text?: string }

/** Covers each width and both colour schemes; the findings of axe do not depend on their combination. */
const looks = [
  { width: 375, colorScheme: 'light', kind: 'light-phone' },
  { width: 1440, colorScheme: 'dark', kind: 'dark' },
] as const
/** Alternates between pages; the long tests check every page in both. */
const looksOf = (at: number) => looks.filter((_, turn) => process.env.TORTURE || turn === at % looks.length)
/** Landmarks must have unique names, and accessible names must contain the visible text. */
const moreRules = [
  'label-content-name-mismatch',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
]
/** Phone, desktop at 200 %, desktop, tablet. */
const widths = [375, 720, 1440, 1024]

/**
 * Checks that each page fits the screen of a phone, a tablet and a desktop, and that no control is covered there. Axe
 * alternates between a light phone and a dark desktop; `firstAt` is the number of pages checked before.
 */
export const assertReadable = async (opened: TestPage, places: readonly Place[], firstAt = 0): Promise<void> => {
  const { page } = opened
  const origin = new URL(page.url()).origin
  for (const [at, { path, text }] of places.entries()) {
    // Loaded once, because pages respond to changes of width and colour scheme.
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
      await assertNothingCovered(opened, `${path} at ${width} pixels`)
    }
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()
