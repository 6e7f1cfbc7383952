/** Formats a count with its noun: `1 row`, `2 rows`, `1 entry`, `2 entries`. */
export const counted = (count: number | bigint, one: string, several = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : several}`

/** `was` or `were`, to follow a count. */
export const was = (count: number): string => (count === 1 ? 'was' : 'were')
