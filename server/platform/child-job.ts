import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** The reply of a process that does one job. */
type JobReply = { result: unknown } | { fault: string }

/** The job failed, with the reason. */
export class JobFailed extends Error {}

/**
 * Runs a program that does one job, at a low priority, so that requests come first. It ends with this process, or as
 * soon as `stopping` aborts: SQLite copies and checks a file without interruption, so nothing less than its end stops
 * it. Throws `JobFailed`, or the reason of the abort.
 */
export const runJob = async (program: URL, job: object, stopping: AbortSignal): Promise<unknown> => {
  stopping.throwIfAborted()
  const child = fork(program, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let reply: JobReply | undefined
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000)
  })
  const end = () => child.kill('SIGKILL')
  stopping.addEventListener('abort', end)
  try {
    lower(child.pid)
    child.once('message', (message: JobReply) => {
      reply = message
    })
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => resolve())
      child.once('error', reject)
      // Whether it could be sent shows in the end of the process.
      child.send(job, () => {})
    })
    stopping.throwIfAborted()
    if (reply === undefined) throw new JobFailed(`its process ended: ${errors.trim() || 'killed'}`)
    if ('fault' in reply) throw new JobFailed(reply.fault)
    return reply.result
  } finally {
    stopping.removeEventListener('abort', end)
  }
}

const lower = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended, or this system has no priorities.
  }
}

/** Does the job in the process that `runJob` started. */
export const doJob = <Job>(work: (job: Job) => unknown): void => {
  const reply = async (job: Job): Promise<JobReply> => {
    try {
      return { result: await work(job) }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }
  process.once('message', async (job: Job) => {
    process.send?.(await reply(job), () => process.disconnect())
  })
  // The parent has ended, perhaps killed, or has its reply.
  process.on('disconnect', () => process.exit())
}

const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message
}
