import { addressTurns } from '../../requests/rate-limits/address-turns.ts'

export type Hashing = ReturnType<typeof hashing>

/** Computes hashes off the main thread, two at a time, because each uses a core and 19 MiB. */
export const hashing = () =>
  addressTurns({
    atOnce: 2,
    maxWaiting: 256,
    maxOfAddress: 8,
    message: 'Too many people are signing in at the moment. Try again shortly.',
  })
