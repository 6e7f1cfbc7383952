/** How often a test repeats its steps: many times in `npm run torture`, and otherwise a few times. */
export const rounds = ({ usual, torture }: { usual: number; torture: number }): number =>
  process.env.TORTURE ? torture : usual
