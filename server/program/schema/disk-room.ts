import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** SQLite's index, the lock of the server, and the first commits. */
const ROOM_BYTES = 256 * 1_024
const CHECK_MS = 1_000

/** Whether the disk of an embedded database has room to work. Tries it, because quotas and root's share count too. */
export const hasRoom = (path: string): boolean => {
  const probe = `${path}-room`
  try {
    writeFileSync(probe, Buffer.alloc(ROOM_BYTES), { mode: 0o600 })
    return true
  } catch (error) {
    // Every other fault is reported by what it breaks.
    return !['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Resolves when there is room, or when the server is stopped. */
export const waitForRoom = async (path: string, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted && !hasRoom(path)) await sleep(CHECK_MS, undefined, { signal: stopping }).catch(() => {})
}
