import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RenderReply, RenderRequest } from './image-messages.ts'

/** The longest time for one image by the clock, as a hanging worker uses no CPU time. */
const MAX_JOB_MS = 120_000
/** Lower than the server's, so that requests come first. */
const PRIORITY = 10
const program = new URL('./image.worker.ts', import.meta.url)

/** The worker ended before it replied, because it took too long or by itself. */
export type WorkerEnd = { isOverdue: boolean }

export type ImageWorker = ReturnType<typeof startWorker>

/**
 * A process that renders one image at a time. It does not keep the server running while it is idle.
 */
export const startWorker = (folder: string) => {
  const child = fork(program, {
    execArgv: ['--max-old-space-size=64', '--max-semi-space-size=2'],
    env: environment(folder),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  lower(child)
  rest(child)
  let ended: WorkerEnd | undefined
  let isOverdue = false
  const gone = new Promise<WorkerEnd>((resolve) => {
    const end = () => {
      ended ??= { isOverdue }
      resolve(ended)
    }
    child.once('exit', end)
    // It could not be started, or cannot be reached.
    child.on('error', end)
  })

  return {
    get pid(): number | undefined {
      return child.pid
    },
    get hasEnded(): boolean {
      return ended !== undefined
    },
    gone,

    async render(request: RenderRequest): Promise<RenderReply | WorkerEnd> {
      wake(child)
      const overdue = setTimeout(() => {
        isOverdue = true
        child.kill('SIGKILL')
      }, MAX_JOB_MS)
      const { promise: reply, resolve } = Promise.withResolvers<RenderReply>()
      child.once('message', resolve)
      try {
        child.send(request, (error) => {
          if (error) child.kill('SIGKILL')
        })
        return await Promise.race([reply, gone])
      } finally {
        clearTimeout(overdue)
        child.off('message', resolve)
        rest(child)
      }
    },

    end(): Promise<WorkerEnd> {
      child.ref()
      child.kill('SIGKILL')
      return gone
    },
  }
}

/** The folder of the library that a release brings for its Node.js. A clone has none. */
const libraries = fileURLToPath(new URL('../../../lib', import.meta.url))

/** Without our secrets and addresses. Few arenas make malloc reuse freed memory. */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '2',
  LD_LIBRARY_PATH: libraries,
  TMPDIR: folder,
  TEMP: folder,
})

const lower = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY)
  } catch {
    // It has ended, or this system has no priorities.
  }
}

const rest = (child: ChildProcess): void => {
  child.unref()
  child.channel?.unref()
}

const wake = (child: ChildProcess): void => {
  child.ref()
  child.channel?.ref()
}
