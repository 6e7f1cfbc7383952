import type { Clock } from '../../platform/clock.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { FolderMarkers } from '../media/folder-markers.ts'
import { listMarkers, noteMarker, removeMarker } from './photo-files.repository.ts'

/**
 * A server refreshes its marker more often than this, so an older one belongs to a server that was
 * killed.
 */
const MAX_AGE_MS = 30 * 60_000

type Deps = {
  database: Database<never>
  markers: FolderMarkers
  clock: Pick<Clock, 'nowMs'>
}

/**
 * Finds out whether all replicas store photos in one folder: each creates a file there and records
 * its name in the database, and must see the files of the others.
 */
export const sharedFolder = ({ database, markers, clock }: Deps) => ({
  /** Throws if the folder is not writable. */
  async leaveMarker(name: string): Promise<void> {
    await markers.write(name, clock.nowMs())
    await markers.sweep(clock.nowMs() - DAY_MS)
    await database.write((trx) => noteMarker(trx.query, name, clock.nowMs()))
  },

  /** Whether another server stores photos in a folder that this one cannot read. */
  async isElsewhere(): Promise<boolean> {
    const names = await listMarkers(database.read, clock.nowMs() - MAX_AGE_MS)
    const found = await Promise.all(names.map(markers.isThere))
    return found.includes(false)
  },

  async removeMarker(name: string): Promise<void> {
    await database.write((trx) => removeMarker(trx.query, name))
    await markers.remove(name)
  },
})
