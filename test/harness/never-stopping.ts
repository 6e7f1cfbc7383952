/** A signal for background work that never stops. */
export const neverStopping = new AbortController().signal
