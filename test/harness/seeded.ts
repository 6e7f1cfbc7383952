/** Pseudorandom numbers from 0 up to 1, the same for the same seed, so that failures can be reproduced. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `SEED` from the environment to repeat a run, else a new seed. */
export const chooseSeed = (): number => Number(process.env.SEED ?? Date.now() % 1_000_000)
