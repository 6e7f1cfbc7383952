import { isApiError } from '@adoption-store/client'
import { signal } from './signal.ts'

/** Why the store is read-only. */
type ReadOnly = 'maintenance' | 'restored'

const CHECK_MS = 30_000

const readOnly = signal<ReadOnly | undefined>(undefined)

export const useReadOnly = readOnly.use

/** Calls the listener when the store is writable again. Returns a function that unsubscribes. */
export const onWritable = (listener: () => void): (() => void) =>
  readOnly.subscribe(() => {
    if (readOnly.get() === undefined) listener()
  })

/** Checks the server now, and periodically while the page is visible. */
export const watchReadOnly = (): void => {
  const checkIfSeen = () => {
    if (document.visibilityState === 'visible') void check()
  }
  void check()
  setInterval(checkIfSeen, CHECK_MS)
  document.addEventListener('visibilitychange', checkIfSeen)
}

/** Records that a change was rejected because the store is read-only. Returns whether it was. */
export const reportReadOnly = (error: unknown): boolean => {
  if (!isApiError(error, 'read_only')) return false
  if (readOnly.get() === undefined) {
    readOnly.set('maintenance')
    void check()
  }
  return true
}

const check = async (): Promise<void> => {
  try {
    const response = await fetch('/readyz')
    // A stopping server, or a proxy in front of it, says nothing about the store.
    if (response.ok) readOnly.set(readOnlyIn(await response.json()))
  } catch {
    // The state is unknown, so the notice stays as it is.
  }
}

const readOnlyIn = (readiness: { reasons?: readonly string[] }): ReadOnly | undefined => {
  const { reasons = [] } = readiness
  if (reasons.includes('restore_unconfirmed')) return 'restored'
  return reasons.includes('read_only') ? 'maintenance' : undefined
}
