/** How often a test repeats its steps: a few times in `npm test`, and many times in `npm run torture`. */
export const rounds = ({ usual, torture }: { usual: number; torture: number }): number =>
  process.env.TORTURE ? torture : usual
