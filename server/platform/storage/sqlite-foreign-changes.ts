import type { DatabaseSync } from 'node:sqlite'

const POLL_MS = 50

export type ForeignChanges = ReturnType<typeof watchForeignChanges>

/**
 * Tells of commits of other processes, once they can be read: while a commit of our own is synced, `reader` is kept at the
 * state before it, and who looked would see the past and not look again.
 */
export const watchForeignChanges = (connection: DatabaseSync, reader: DatabaseSync) => {
  // Changes when another connection commits, and not by this one's commits (sqlite.org/pragma.html#pragma_data_version).
  const statement = connection.prepare('PRAGMA data_version')
  const version = () => Number(statement.get()?.data_version)
  const listeners = new Set<() => void>()
  let seen = version()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let isHeld = false
  /** Noticed, and not readable yet. */
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
    /** To be called when the reader may see what is there now. */
    shown() {
      if (!isHidden) return
      isHidden = false
      notify()
    },
    version,
    /** Looks away until `go`; what changed up to the version that is given to it is known to be nothing stored. */
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
