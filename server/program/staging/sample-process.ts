import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'

const main = new URL('../../main.ts', import.meta.url).pathname

/**
 * Runs the command that adds the sample to staging. In a process of its own, because this one would keep the memory
 * that it takes. It ends with this process. Returns whether it succeeded.
 */
export const addSample = async (
  options: readonly string[],
  { stopping, isUrgent }: { stopping: AbortSignal; isUrgent: boolean },
): Promise<boolean> => {
  if (stopping.aborted) return false
  const child = spawn(process.execPath, [main, 'sample', '--test', '--json', ...options], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  const end = () => void child.kill()
  stopping.addEventListener('abort', end)
  if (!isUrgent && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const [code] = await once(child, 'exit').catch(() => [undefined])
  stopping.removeEventListener('abort', end)
  return code === 0
}
