import { totalmem } from 'node:os'

/**
 * The memory that this process and its children may use together: the limit of the container, else that of the
 * machine.
 */
export const memoryLimitBytes = (): number => {
  // Without a limit it is 0, or more than the machine has.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
