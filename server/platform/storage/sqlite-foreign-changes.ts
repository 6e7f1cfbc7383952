import type { DatabaseSync } from 'node:sqlite'

const POLL_MS = 50

export type ForeignChanges = ReturnType<typeof watchForeignChanges>

/**
 * Notifies of commits of other processes once they can be read. While one of our own commits is synced, `reader` still
 * sees the state before it, so a listener would read old data and not look again.
 */
export const watchForeignChanges = (connection: DatabaseSync, reader: DatabaseSync) => {
  // The value changes when another connection commits, and not on this connection's own commits
  // (sqlite.org/pragma.html#pragma_data_version).
  const statement = connection.prepare('PRAGMA data_version')
  const version = () => Number(statement.get()?.data_version)
  const listeners = new Set<() => void>()
  let seen = version()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let isHeld = false
  /** A change that was noticed but is not readable yet. */
  let isHidden = false
  const poll = () => {
    if (isHeld) return
    const now = version()
    if (now === seen) return
    seen = now
    isHidden = reader.isTransaction
    if (!isHidden) notify()
  }
  const timer = setInterval(poll, POLL_MS).unref()
  return {
    poll,
    notify,
    /** Must be called when the reader sees the current state. */
    shown() {
      if (!isHidden) return
      isHidden = false
      notify()
    },
    version,
    /** Pauses until `go`, which gets a version up to which no change is of stored data. */
    hold() {
      isHeld = true
      return (known?: number) => {
        isHeld = false
        seen = known ?? seen
      }
    },
    listen(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => clearInterval(timer),
  }
}
