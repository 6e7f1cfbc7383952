import { doJob } from '../../../platform/child-job.ts'
import { drawingOf } from './drawing.ts'
import type { DrawingJob } from './drawing-job.ts'

// The program of a child process: a server must not spend its time, or keep the memory, that drawing takes.

doJob(async ({ drawings }: DrawingJob) => {
  const { default: sharp } = await import('sharp')
  for (const { look, file } of drawings) {
    await sharp(Buffer.from(drawingOf(look)))
      .jpeg({ quality: 92 })
      .toFile(file)
  }
})
