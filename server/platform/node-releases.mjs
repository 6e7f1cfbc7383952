// Which Node.js to run on. Plain JavaScript of Node.js 20: scripts/run.mjs asks it before anything is installed.
import { readFileSync } from 'node:fs'

/** @type {Partial<Record<string, { minimum: string, fixed: string }>>} */
const lines = JSON.parse(readFileSync(new URL('node-releases.json', import.meta.url), 'utf8')).lines

const NEWEST_LISTED = Math.max(...Object.keys(lines).map(Number))

/**
 * Line 24 from 24.7 on, and every even line from 26 on. The odd ones get no security fixes after half a year.
 *
 * @param {string} version
 */
export const isSupported = (version) => {
  const line = lineOf(version)
  const listed = lines[line]
  if (listed) return !isLower(version, listed.minimum)
  return line > NEWEST_LISTED && line % 2 === 0
}

/**
 * The lowest release of the same line with every known security fix, if this one is below it.
 *
 * @param {string} version
 * @returns {string | undefined}
 */
const updateOf = (version) => {
  const fixed = lines[lineOf(version)]?.fixed
  return fixed !== undefined && isLower(version, fixed) ? fixed : undefined
}

/**
 * The candidate to run on: those with every known security fix come first, then the highest version, then the first.
 *
 * @template {{ version: string }} Candidate
 * @param {readonly Candidate[]} candidates
 * @returns {Candidate | undefined}
 */
export const chooseNode = (candidates) =>
  candidates
    .filter(({ version }) => isSupported(version))
    .reduce(
      (best, one) => (best && !isBetter(one, best) ? best : one),
      /** @type {Candidate | undefined} */ (undefined),
    )

/**
 * What to do about a release that lacks security fixes.
 *
 * @param {string} version
 * @returns {string | undefined}
 */
export const updateAdvice = (version) => {
  const update = updateOf(version)
  if (update === undefined) return undefined
  return `Node.js ${version} lacks known security fixes. Install Node.js ${update} or newer on this machine.`
}

/** The releases that somebody without a suitable one can install. */
export const suitableReleases = Object.values(lines)
  .map((line) => line?.fixed)
  .reverse()
  .join(' or ')

const isBetter = (one, other) => {
  const [isFixed, isOtherFixed] = [one, other].map(({ version }) => updateOf(version) === undefined)
  return isFixed === isOtherFixed ? isLower(other.version, one.version) : isFixed
}

const lineOf = (version) => Number.parseInt(version, 10)

const isLower = (one, other) => {
  const [parts, others] = [one, other].map((version) => version.split('.').map(Number))
  const at = parts.findIndex((part, index) => part !== others[index])
  return at !== -1 && parts[at] < others[at]
}
