/**
 * Runs at most `most` tasks at the same time. Others wait in order, and each begins in its own turn of the event loop.
 */
export const limitConcurrency = (most: number) => {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The waiting task takes over the slot, after everything else that has arrived in the meantime.
      if (next) setImmediate(next)
      else running -= 1
    }
  }
}
