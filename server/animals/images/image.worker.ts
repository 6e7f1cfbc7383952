import { tooMuchMemory } from './image-format.ts'
import type { RenderReply, RenderRequest } from './image-messages.ts'
import { renderImage } from './render-image.ts'

// The program of a child process: it decodes what strangers send, so it has no secrets and may end at any moment.

const CHECK_MS = 25
/** Of the processor's time, not of the clock's: a busy machine is not the image's fault. */
const MAX_CPU_MICROS = 60_000_000

/** Decoders work on threads of their own, while this one watches what they take. */
const watch = ({
  format,
  isAlone,
  roomBytes,
}: RenderRequest): { over: Promise<RenderReply>; stop: () => void } => {
  const { promise: over, resolve } = Promise.withResolvers<RenderReply>()
  const before = process.cpuUsage()
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > roomBytes) {
      resolve(isAlone ? { kind: 'exhausted', reason: tooMuchMemory(format) } : { kind: 'outgrown' })
    }
    const { user, system } = process.cpuUsage(before)
    if (user + system > MAX_CPU_MICROS)
      resolve({ kind: 'exhausted', reason: 'The image takes too long to decode.' })
  }, CHECK_MS)
  return { over, stop: () => clearInterval(timer) }
}

process.on('message', async (request: RenderRequest) => {
  const { over, stop } = watch(request)
  const reply = await Promise.race([renderImage(request), over])
  stop()
  process.send?.(reply)
})

// Whoever asked is gone, also where it was killed. A decoder in the middle of its work is not waited for.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
