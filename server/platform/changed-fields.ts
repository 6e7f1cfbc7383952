import { isDeepStrictEqual } from 'node:util'

/** The names of what is not the same in both. */
export const changedFields = (before: object, after: object): string[] => {
  const [old, now] = [before, after] as Record<string, unknown>[]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(old?.[name], now?.[name]))
}
