import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhotoMedia, StoredImage } from '../../animals/photos/photo-media.service.ts'
import { runJob } from '../../platform/child-job.ts'
import type { Clock } from '../../platform/clock.ts'
import { makePrivateFolder } from '../../platform/private-folder.ts'
import type { DrawingJob } from './drawing/drawing-job.ts'
import type { SamplePictures } from './sample-pictures.ts'
import { mixed, type SampleEntry, sampleEntries } from './sample-shelter.ts'

type Deps = {
  photoMedia: Pick<PhotoMedia, 'store'>
  /** Claims stored files that are about to be used. Returns false while one of them is being removed. */
  claimFiles: (names: readonly string[]) => Promise<boolean>
  /** The folder for received photos. */
  uploadFolder: string
  stopping: AbortSignal
  clock: Pick<Clock, 'nowMs'>
}

type Drawn = { image: StoredImage; usedMs: number }

const program = new URL('./drawing/drawing.process.ts', import.meta.url)

/** The number of pictures that one process draws. */
const AT_ONCE = 6
/** Files without a photo are stored for a day after their last use. */
const REUSED_MS = 12 * 3_600_000

/**
 * Draws the pictures of sample animals in child processes, for a server. Each is drawn once, however many accounts add
 * the sample: they share its files.
 */
export const drawnPictures = (deps: Deps): SamplePictures => {
  const { photoMedia, claimFiles, uploadFolder, stopping, clock } = deps
  const drawn = new Map<string, Drawn>()

  const recent = ({ pictureText }: SampleEntry): Drawn | undefined => {
    const found = drawn.get(pictureText)
    return found && clock.nowMs() - found.usedMs < REUSED_MS ? found : undefined
  }

  const reuse = async (entry: SampleEntry): Promise<StoredImage | undefined> => {
    const found = recent(entry)
    if (!found || !(await claimFiles(found.image.names.toSorted()))) return undefined
    found.usedMs = clock.nowMs()
    return found.image
  }

  /** Draws an animal, and those that are added after it. */
  const draw = async (first: SampleEntry): Promise<StoredImage | undefined> => {
    const all = mixed(sampleEntries(clock.nowMs()))
    const at = all.findIndex(({ externalId }) => externalId === first.externalId)
    const next = all.slice(at + 1, at + AT_ONCE).filter((entry) => !recent(entry))
    const drawings = [first, ...next].map(({ look, pictureText }) => ({
      ...{ look, pictureText, file: join(uploadFolder, `${randomUUID()}.jpg`) },
    }))
    await makePrivateFolder(uploadFolder)
    try {
      const job: DrawingJob = { drawings }
      await runJob(program, job, stopping)
      for (const { file, pictureText } of drawings) {
        stopping.throwIfAborted()
        const image = await photoMedia.store(file)
        drawn.set(pictureText, { image, usedMs: clock.nowMs() })
      }
    } finally {
      await Promise.all(drawings.map(({ file }) => rm(file, { force: true })))
    }
    return drawn.get(first.pictureText)?.image
  }

  return async (entry) => (await reuse(entry)) ?? (await draw(entry))
}
