import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cleanupProcess } from './cleanup-process.ts'

export type Command = {
  args: readonly string[]
  environment: Record<string, string>
  /** The folder it is carried out in: that of the tests when left out. */
  cwd?: string
}
export type CommandResult = {
  code: number
  stdout: string
  stderr: string
  /** Both, as somebody at a terminal sees them. */
  seen: string
}

const idle: ChildProcess[] = []

/**
 * A command in another process than ours, as from a shell, but one that has started already: to start is most of what a
 * command costs. It is over when nothing would keep a program of its own. Commands at the same time have a process each.
 */
export const runCommand = async (command: Command): Promise<CommandResult> => {
  const child = idle.pop() ?? start()
  const ending = new AbortController()
  const ended = once(child, 'exit', ending).then(([code]) => {
    throw new Error(`The process of ${command.args.join(' ')} ended with code ${code}`)
  })
  child.ref()
  child.channel?.ref()
  // As from a shell: what a test has read as a number is a text.
  child.send({ ...command, args: command.args.map(String) })
  const [result] = await Promise.race([once(child, 'message', ending), ended])
  ending.abort()
  // It goes with us, and does not keep us.
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
