import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { cleanupProcess } from './cleanup-process.ts'
import { basicEnvironment } from './environment.ts'

const run = promisify(execFile)

/** The result of a command, as a shell sees it. */
export type Ran = { code: number; stdout: string; stderr: string }

/** npm without a registry, in a folder: everything that the client needs comes from the store. */
export const npmIn = (folder: string, cache: string) => {
  const environment = {
    ...basicEnvironment,
    HOME: cache,
    npm_config_cache: join(cache, '.npm'),
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_fetch_retries: '0',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
  return (program: 'npm' | 'npx', ...args: string[]) => run(program, args, { cwd: folder, env: environment })
}

/** The command of the client that was installed into a folder. */
export const commandIn = (folder: string) => {
  const program = join(folder, 'node_modules/.bin/adoption-store')
  const start = (environment: Record<string, string>, args: readonly string[]): ChildProcess => {
    const env = { ...basicEnvironment, HOME: folder, ...environment }
    const child = spawn(program, args, { cwd: folder, env })
    if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
    return child
  }

  return {
    /** Runs a command to its end, with `input` as its standard input. */
    async run(environment: Record<string, string>, args: readonly string[], input?: string): Promise<Ran> {
      const child = start(environment, args)
      if (input !== undefined) child.stdin?.end(input)
      const [stdout, stderr, [code]] = await Promise.all([
        textOf(child.stdout),
        textOf(child.stderr),
        once(child, 'close'),
      ])
      return { code: Number(code), stdout, stderr }
    },

    /** Starts a command that does not end, and collects its lines. */
    follow(environment: Record<string, string>, args: readonly string[]) {
      const child = start(environment, args)
      const lines: string[] = []
      const errors: string[] = []
      if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line))
      if (child.stderr) createInterface(child.stderr).on('line', (line) => errors.push(line))
      return { lines, errors, kill: () => void child.kill('SIGKILL') }
    },
  }
}

const textOf = async (stream: ChildProcess['stdout']): Promise<string> => {
  let text = ''
  if (stream) for await (const chunk of stream) text += chunk
  return text
}

/** The folders of the PATH with a Node.js other than that of the tests. */
export const foldersOfOtherNodes = (): string[] => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((one) => one !== '')
  const own = realpathSync(process.execPath)
  return folders.filter((one) => {
    const path = join(one, 'node')
    return existsSync(path) && realpathSync(path) !== own
  })
}
