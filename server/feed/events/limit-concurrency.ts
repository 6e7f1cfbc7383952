/** Runs at most `most` works at one time; the others wait, in the order they came, and each begins in a turn of its own. */
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
      // The waiting caller takes over the slot, after everything else that has arrived in the meantime.
      if (next) setImmediate(next)
      else running -= 1
    }
  }
}
