/** How often a test repeats its steps: many times in `npm run torture`, and otherwise a few times. */
export const rounds = ({ usual, torture }: { usual: number; torture: number }): number =>
  process.env.TORTURE ? torture : usual

/** The usual ones of many; all of them in `npm run torture`. */
export const usualOf = <Item>(all: readonly Item[], isUsual: (item: Item, index: number) => boolean): Item[] =>
  all.filter((item, index) => process.env.TORTURE || isUsual(item, index))
