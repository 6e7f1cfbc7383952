import { isDeepStrictEqual } from 'node:util'

/** Lists the names of the fields whose values differ. */
export const changedFields = (before: object, after: object): string[] => {
  const [old, now] = [before, after] as Record<string, unknown>[]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(old?.[name], now?.[name]))
}
