import { tooMuchMemory } from './image-format.ts'
import type { RenderReply, RenderRequest } from './image-messages.ts'
import { renderImage } from './render-image.ts'

// The program of a child process. It decodes untrusted files, so it has no secrets and may be
// killed at any moment.

const CHECK_MS = 25
/** CPU time rather than clock time, so that a busy machine does not matter. */
const MAX_CPU_MICROS = 60_000_000

/** Watches the resources of decoders, which run on their own threads. */
const watch = ({ format, isAlone, roomBytes }: RenderRequest): { over: Promise<RenderReply>; stop: () => void } => {
  const { promise: over, resolve } = Promise.withResolvers<RenderReply>()
  const before = process.cpuUsage()
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > roomBytes) {
      resolve(isAlone ? { kind: 'exhausted', reason: tooMuchMemory(format) } : { kind: 'outgrown' })
    }
    const { user, system } = process.cpuUsage(before)
    if (user + system > MAX_CPU_MICROS) resolve({ kind: 'exhausted', reason: 'The image takes too long to decode.' })
  }, CHECK_MS)
  return { over, stop: () => clearInterval(timer) }
}

process.on('message', async (request: RenderRequest) => {
  const { over, stop } = watch(request)
  const reply = await Promise.race([renderImage(request), over])
  stop()
  process.send?.(reply)
})

// The parent has ended, perhaps killed: exit at once, even if a decoder is running.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
