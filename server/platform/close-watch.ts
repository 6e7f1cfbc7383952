/** Tracks by name what is still closing, so that the log can say what a shutdown is waiting for. */
export const closeWatch = () => {
  const names = new Set<string>()
  return {
    /** Wraps `close` so that `name` is listed as unfinished while it runs. */
    named: (name: string, close: () => unknown) => async (): Promise<void> => {
      names.add(name)
      try {
        await close()
      } finally {
        names.delete(name)
      }
    },
    unfinished: (): string[] => [...names],
  }
}
