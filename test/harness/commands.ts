import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cleanupProcess } from './cleanup-process.ts'

export type Command = {
  args: readonly string[]
  environment: Record<string, string>
  /** The working folder; by default that of the tests. */
  cwd?: string
}
export type CommandResult = {
  code: number
  stdout: string
  stderr: string
  /** Both outputs in order, as in a terminal. */
  seen: string
}

const idle: ChildProcess[] = []

/**
 * Runs a command in another process that is already running, because starting one is most of the cost. It ends when
 * nothing would keep a program running. Concurrent commands use separate processes.
 */
export const runCommand = async (command: Command): Promise<CommandResult> => {
  const child = idle.pop() ?? start()
  const ending = new AbortController()
  const ended = once(child, 'exit', ending).then(([code]) => {
    throw new Error(`The process of ${command.args.join(' ')} ended with code ${code}`)
  })
  child.ref()
  child.channel?.ref()
  // A shell passes only text, but tests also pass numbers.
  child.send({ ...command, args: command.args.map(String) })
  const [result] = await Promise.race([once(child, 'message', ending), ended])
  ending.abort()
  // It ends with this process, and must not keep it running.
  child.unref()
  child.channel?.unref()
  idle.push(child)
  return result
}

const start = (): ChildProcess => {
  const child = fork(new URL('command-process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  return child
}
