import { totalmem } from 'node:os'

/** What this process and those that it starts may take together: the limit of their container, else what the machine has. */
export const memoryLimitBytes = (): number => {
  // Without a limit it is 0, or more than any machine has.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
