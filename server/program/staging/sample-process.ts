import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'

const main = new URL('../../main.ts', import.meta.url).pathname

type Options = {
  stopping: AbortSignal
  /** The folder of the server's own uploads. The command gets one beside it. */
  uploadFolder: string
}

/**
 * Runs the command that adds the sample to staging. In a child process, because this one would not release the memory
 * that it takes. It ends with this process, and leaves no files behind. Returns whether it succeeded.
 */
export const addSample = async (
  options: readonly string[],
  { stopping, isUrgent, uploadFolder }: Options & { isUrgent: boolean },
): Promise<boolean> => {
  if (stopping.aborted) return false
  mkdirSync(dirname(uploadFolder), { recursive: true })
  const folder = mkdtempSync(join(dirname(uploadFolder), 'adoption-store-sample-'))
  const child = spawn(
    process.execPath,
    [main, 'sample', '--test', '--json', '--draw-in', folder, ...options],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
  child.unref()
  child.channel?.unref()
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  const end = () => {
    child.kill('SIGKILL')
    clear()
  }
  stopping.addEventListener('abort', end)
  if (!isUrgent && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const [code] = await once(child, 'exit').catch(() => [undefined])
  stopping.removeEventListener('abort', end)
  clear()
  return code === 0
}
