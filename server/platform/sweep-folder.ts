import { mkdtemp, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the files of a folder that were last written before a given time, such as leftovers of a killed process. */
export const sweepFolder = async (folder: string, beforeMs: number, stopping: AbortSignal): Promise<void> => {
  const found = await opendir(folder).catch(() => undefined)
  if (!found) return
  for await (const { name } of found) {
    if (stopping.aborted) break
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < beforeMs) await rm(path, { recursive: true, force: true })
  }
}

/**
 * The time with which files are dated that are written to a folder now; undefined if nothing can be written. It can differ
 * from the clock of this process.
 */
export const fileTimeMs = async (folder: string): Promise<number | undefined> => {
  const path = await mkdtemp(join(folder, '.time-')).catch(() => undefined)
  if (path === undefined) return undefined
  try {
    return (await stat(path)).mtimeMs
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}
