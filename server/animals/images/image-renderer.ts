import { open } from 'node:fs/promises'
import { fairQueue } from '../../platform/fair-queue.ts'
import { memoryLimitBytes as machineLimitBytes } from '../../platform/memory-limit.ts'
import { type Degrees, ImageFault, ImagesBusy, type RenderedImage } from './image.ts'
import { formatOf, HEAD_BYTES, type ImageFormat } from './image-format.ts'
import type { RenderReply } from './image-messages.ts'
import { imageRoom, sharedRoom } from './image-room.ts'
import { type ImageWorker, startWorker, type WorkerEnd } from './image-worker.ts'

/** Images rendered concurrently. */
const SLOTS = 2
const MAX_WAITING = 250
/** A worker that is idle for this long is stopped. */
const IDLE_MS = 30_000
/** A process is replaced after so many jobs, to free what decoders leak. */
const MAX_JOBS = 200
/** If a worker is killed, the image is retried; only a second time counts against it. */
const MAX_TRIES = 2

type Task = {
  file: string
  format: ImageFormat
  degrees: Degrees
  owner: string
  tries: number
  resolve: (image: RenderedImage) => void
  reject: (error: Error) => void
}

type Options = {
  folder: string
  /** How much this process and its workers may use together. */
  memoryLimitBytes?: number
  /** How much this process uses. */
  memoryUsageBytes?: () => number
}

type Worker = ImageWorker & { jobs: number; idle?: NodeJS.Timeout }

export type ImageRenderer = ReturnType<typeof imageRenderer>

/**
 * Renders images in child processes: two at a time, and one that needs much memory alone. Owners
 * take turns, so that one with several images does not delay others.
 */
export const imageRenderer = ({
  folder,
  memoryLimitBytes = machineLimitBytes(),
  memoryUsageBytes = () => process.memoryUsage.rss(),
}: Options) => {
  const small = fairQueue<Task>()
  const large = fairQueue<Task>()
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let waiting = 0
  let running = 0
  let isAlone = false
  /** Alternates large and small images. */
  let wasLarge = false
  let isClosed = false

  const start = (): Worker => {
    const worker: Worker = Object.assign(startWorker(folder), { jobs: 0 })
    all.add(worker)
    void worker.gone.then(() => all.delete(worker))
    return worker
  }
  const take = (): Worker => {
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      clearTimeout(worker.idle)
      if (!worker.hasEnded) return worker
    }
    return start()
  }
  const giveBack = (worker: Worker): void => {
    worker.jobs += 1
    if (worker.hasEnded) return
    if (isClosed || worker.jobs >= MAX_JOBS) {
      void worker.end()
      return
    }
    worker.idle = setTimeout(() => {
      idle.splice(idle.indexOf(worker), 1)
      void worker.end()
    }, IDLE_MS).unref()
    idle.push(worker)
  }
  /** One image gets all the memory for images. */
  const endIdle = (): Promise<unknown> => {
    for (const worker of idle) clearTimeout(worker.idle)
    return Promise.all(idle.splice(0).map((worker) => worker.end()))
  }

  const room = (): number | undefined => imageRoom({ limitBytes: memoryLimitBytes, serverBytes: memoryUsageBytes() })

  const settle = (task: Task, outcome: RenderReply | WorkerEnd): void => {
    if (!('kind' in outcome)) ended(task, outcome)
    else if (outcome.kind === 'rendered') task.resolve(outcome.image)
    else if (outcome.kind === 'large' || outcome.kind === 'outgrown') large.add(task.owner, task)
    else if (outcome.kind !== 'failed') task.reject(new ImageFault(outcome.reason))
    else {
      const { message, code } = outcome
      task.reject(Object.assign(new Error(`an image was not rendered: ${message}`), { code }))
    }
  }

  const ended = (task: Task, { isOverdue }: WorkerEnd): void => {
    task.tries += 1
    if (isClosed || isOverdue) task.reject(new ImagesBusy('images take too long at the moment'))
    else if (task.tries < MAX_TRIES) small.add(task.owner, task)
    else task.reject(new ImageFault('The image cannot be decoded.'))
  }

  const run = async (task: Task, alone: boolean): Promise<void> => {
    running += 1
    isAlone = alone
    wasLarge = alone
    try {
      if (alone) await endIdle()
      const left = room()
      if (left === undefined) throw new ImagesBusy('too little memory is left for images')
      const worker = alone ? start() : take()
      const { file, format, degrees } = task
      const roomBytes = alone ? left : sharedRoom(left)
      const outcome = await worker.render({
        file,
        format,
        degrees,
        folder,
        roomBytes,
        isAlone: alone,
      })
      const isSpent = 'kind' in outcome && spent.has(outcome.kind)
      if (alone || isSpent) await worker.end()
      else giveBack(worker)
      settle(task, outcome)
    } catch (error) {
      task.reject(error as Error)
    } finally {
      running -= 1
      isAlone = false
      startNext()
    }
  }

  const startNext = (): void => {
    while (!isClosed && !isAlone && running < SLOTS) {
      const isLargeDue = !large.isEmpty && !(wasLarge && !small.isEmpty)
      if (isLargeDue && running > 0) return
      const task = isLargeDue ? large.take() : small.take()
      if (!task) return
      void run(task, isLargeDue)
    }
  }

  return {
    /**
     * Writes the variants of an image into the folder, rotated clockwise. Throws `ImageFault` for an invalid image,
     * `ImagesBusy` if too many are waiting.
     */
    async render(file: string, owner: string, degrees: Degrees = 0): Promise<RenderedImage> {
      if (isClosed || waiting >= MAX_WAITING) throw new ImagesBusy('too many images are waiting')
      waiting += 1
      try {
        const format = formatOf(await headOf(file))
        return await new Promise<RenderedImage>((resolve, reject) => {
          small.add(owner, { file, format, degrees, owner, tries: 0, resolve, reject })
          startNext()
        })
      } finally {
        waiting -= 1
      }
    },

    /** The current worker processes. */
    pids: (): number[] => [...all].flatMap(({ pid }) => pid ?? []),

    async close(): Promise<void> {
      isClosed = true
      const left = [...small.takeAll(), ...large.takeAll()]
      for (const task of left) task.reject(new ImagesBusy('the service is stopping'))
      await Promise.all([...all].map((worker) => worker.end()))
    },
  }
}

/** Replies of a worker that may still hold memory of the image. */
const spent: ReadonlySet<RenderReply['kind']> = new Set(['outgrown', 'exhausted'])

const headOf = async (file: string): Promise<Buffer> => {
  const handle = await open(file)
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
