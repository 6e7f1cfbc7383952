/** How often a test does the same again: a few times in `npm test`, and for as long as it takes in `npm run torture`. */
export const rounds = ({ usual, torture }: { usual: number; torture: number }): number =>
  process.env.TORTURE ? torture : usual
