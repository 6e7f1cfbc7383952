import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Counts the password hashes of this process until it is disposed of, and how many run at the same time. */
export const countedHashes = () => {
  const { argon2 } = crypto
  const counts = { total: 0, running: 0, mostAtOnce: 0 }
  const counted: typeof argon2 = (algorithm, parameters, callback) => {
    counts.total += 1
    counts.running += 1
    counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.running)
    argon2(algorithm, parameters, (error, tag) => {
      counts.running -= 1
      callback(error, tag)
    })
  }
  const restore = (as: typeof argon2) => {
    crypto.argon2 = as
    syncBuiltinESMExports()
  }
  restore(counted)
  return { counts, [Symbol.dispose]: () => restore(argon2) }
}
