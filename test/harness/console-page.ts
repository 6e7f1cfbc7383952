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
export const looks = [
  { width: 375, colorScheme: 'light', kind: 'light-phone' },
  { width: 1440, colorScheme: 'dark', kind: 'dark' },
] as const
type Look = (typeof looks)[number]
/** Parts of a page have names of their own, and what is said aloud has the words that are shown. */
const moreRules = [
  'label-content-name-mismatch',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
]
/** Of a tablet. */
const BETWEEN = 1024

/**
 * Each is read by everyone and no wider than the screen, on a phone and on a desk, in both colours. Axe looks at them,
 * and pictures of them are kept, as `checked` says.
 */
export const assertReadable = async (
  opened: TestPage,
  places: readonly Place[],
  checked: readonly Look[] = looks,
) => {
  const { page } = opened
  const origin = new URL(page.url()).origin
  for (const { path, text } of places) {
    // Reached once: it follows the width and the colours as they change.
    const isInside = (await signedIn(page).count()) > 0
    if (isInside && !process.env.TORTURE) await goWithin(page, path)
    else await page.goto(`${origin}${path}`)
    if (text) await page.getByText(text).first().waitFor()
    await heading(page).waitFor()
    const loaders = page.locator('.mantine-Loader-root, [role=status][data-loading]')
    await eventually('all is loaded', async () => (await loaders.count()) === 0)
    for (const look of looks) {
      const { width, colorScheme, kind } = look
      await page.setViewportSize({ width, height: 812 })
      await page.emulateMedia({ colorScheme })
      const scheme = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)
      await scheme.waitFor()
      await opened.screenshot(`${path.slice(1).replaceAll(/[^\w-]/g, '-')}-${kind}`, {
        fullPage: true,
        isKept: checked.includes(look),
      })
      if (checked.includes(look)) {
        assert.deepEqual(await opened.axe({ moreRules }), [], `${path} ${kind}`)
      }
      await assertFits(opened, path)
    }
    await page.setViewportSize({ width: BETWEEN, height: 812 })
    await assertFits(opened, path)
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()
