/**
 * Repeats a small step until it returns that nothing is left, or until the process stops. The rest is done after the
 * next start.
 */
export const repeatUntilDone = async (step: () => Promise<boolean>, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted && (await step()));
}
