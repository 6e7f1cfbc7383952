/** Knows by name what is being closed and has not ended, so that the log can say what a stop waits for. */
export const closeWatch = () => {
  const names = new Set<string>()
  return {
    /** The same close, with a name while it runs. */
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
