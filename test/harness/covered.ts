import assert from 'node:assert/strict'
import type { TestPage } from './chromium.ts'
import { eventually } from './eventually.ts'

/** How long a covered control may stay covered; only a failing test waits as long. */
const PATIENCE_MS = 10_000

/**
 * Fails if a person cannot click a control: after scrolling to it, its centre has to be on the screen and not below
 * anything else, such as a bar at the edge.
 */
export const assertNothingCovered = async ({ page }: TestPage, where: string): Promise<void> => {
  let found: string[] = []
  const isClear = async () => {
    found = await page.evaluate<string[]>(covered)
    return found.length === 0
  }
  // Content that arrives late moves others for a moment.
  await eventually('no control is covered', isClear, PATIENCE_MS).catch(() => {
    assert.fail(`${where}: ${found.join(', ')}`)
  })
}

const covered = `(() => {
  const controls = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch]'
  const found = []
  const nameOf = (one) => (one.ariaLabel || one.innerText || one.id || one.tagName).trim().slice(0, 60)
  for (const one of document.querySelectorAll(controls)) {
    if (!one.isConnected || one.matches(':disabled') || one.closest('[inert], [aria-hidden=true]')) continue
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { left, top, right, width, height } = one.getBoundingClientRect()
    // What only the keyboard reaches is off the left edge, or is drawn by its label.
    if (right <= 0 || width < 2 || height < 2) continue
    // The first line of a link that is broken across lines.
    const [line] = one.getClientRects()
    const isBroken = one.getClientRects().length > 1
    const x = isBroken ? line.left + line.width / 2 : left + width / 2
    const y = isBroken ? line.top + line.height / 2 : top + height / 2
    const hit = document.elementFromPoint(x, y)
    const isOwn = hit && (one.contains(hit) || hit.contains(one) || [...(one.labels ?? [])].some((label) => label.contains(hit)))
    if (!isOwn) found.push(nameOf(one) + (hit ? ' is covered by ' + nameOf(hit) : ' is off the screen'))
  }
  scrollTo(0, 0)
  return found
})()`
