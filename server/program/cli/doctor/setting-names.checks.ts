import { findRemovedSettings, removedSettings } from '../../config/removed-settings.ts'
import { settings } from '../../config.ts'
import type { Finding } from './finding.ts'

/** Variables of other programs that look like ours. */
const others = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'])

/** Finds settings that were removed, and variables that look like a misspelled setting. The service ignores both. */
export const checkSettingNames = (environment: NodeJS.ProcessEnv): Finding[] => [
  ...findRemovedSettings(environment).map(warning),
  ...misspelled(environment),
]

const warning = (finding: { found: string; advice: string }): Finding => ({
  check: 'setting names',
  state: 'warn',
  ...finding,
})

const misspelled = (environment: NodeJS.ProcessEnv): Finding[] =>
  Object.keys(environment)
    .filter((name) => environment[name] !== '')
    .flatMap((name) => {
      const meant = meantBy(name)
      return meant === undefined ? [] : [warning({ found: `${name} is not a setting`, ...meant })]
    })

const meantBy = (name: string): { advice: string } | undefined => {
  if (isKnown(name) || others.has(name.toUpperCase())) return undefined
  const plain = name.replace(/_FILE$/, '')
  if (plain !== name && isKnown(plain)) return { advice: `set ${plain}: only secrets can be read from files` }
  const meant = names.find((known) => isNear(name, known))
  return meant === undefined ? undefined : { advice: `if it means ${meant}, rename it` }
}

const secrets = Object.entries(settings).filter(([, { isSecret }]) => isSecret)
const names = [
  ...Object.entries(settings).flatMap(([name, { formerName }]) =>
    formerName === undefined ? [name] : [name, formerName],
  ),
  ...secrets.map(([name]) => `${name}_FILE`),
  ...secrets.flatMap(([, { formerName }]) => (formerName === undefined ? [] : [`${formerName}_FILE`])),
]
const known = new Set([...names, ...Object.keys(removedSettings)])
const isKnown = (name: string): boolean => known.has(name)

/** Short names are near many others: HOME and HOST. */
const SHORTEST = 6

const isNear = (name: string, setting: string): boolean => {
  if (setting.length < SHORTEST || name.length < SHORTEST) return false
  if (name.toUpperCase().replaceAll('-', '_') === setting) return true
  return distance(name, setting) <= (setting.length < 10 ? 1 : 2)
}

/** The number of letters to add, remove, replace or swap with the next. */
const distance = (one: string, other: string): number => {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row[to] = Math.min(
        (last[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (last[to - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped && at > 1 && to > 1 ? [(before[to - 2] ?? 0) + 1] : []),
      )
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}
