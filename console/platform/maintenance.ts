import { isApiError } from '@adoption-store/client'
import { signal } from './signal.ts'

/** Why the store takes no changes at the moment. */
type ReadOnly = 'maintenance' | 'restored'

const CHECK_MS = 30_000

const readOnly = signal<ReadOnly | undefined>(undefined)

export const useReadOnly = readOnly.use

/** Calls back when the store takes changes again. Returns what stops that. */
export const onWritable = (listener: () => void): (() => void) =>
  readOnly.subscribe(() => {
    if (readOnly.get() === undefined) listener()
  })

/** Asks the server now, and then from time to time while somebody may be looking. */
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
    // A server that is stopping, or one before it, says nothing about the store.
    if (response.ok) readOnly.set(readOnlyIn(await response.json()))
  } catch {
    // Nobody knows: what is shown stays.
  }
}

const readOnlyIn = (readiness: { reasons?: readonly string[] }): ReadOnly | undefined => {
  const { reasons = [] } = readiness
  if (reasons.includes('restore_unconfirmed')) return 'restored'
  return reasons.includes('read_only') ? 'maintenance' : undefined
}
