import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

type Program = {
  /** The command before the program's file, which pins it to a core. */
  prefix: string[]
  /** This Node.js by default. */
  command?: string
  args: string[]
  environment?: Record<string, string>
  /** The folder for CPU profiles. */
  profileFolder?: string | undefined
}

const running = new Set<ChildProcess>()

/** Starts a server and resolves once it prints that it is ready. */
export const startProcess = async ({
  prefix,
  command: program = process.execPath,
  args,
  environment,
  profileFolder,
}: Program) => {
  const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const [command = '', ...rest] = [...prefix, program, ...profiling, ...args]
  const startedAtMs = performance.now()
  const child = spawn(command, rest, {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  const address = await Promise.race([
    readyAddress(child),
    ended.then(([code]) => Promise.reject(new Error(`${args.join(' ')} ended with ${code}`))),
  ])
  const readyMs = performance.now() - startedAtMs
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return {
    pid: child.pid as number,
    port: Number(new URL(address).port),
    readyMs,
    [Symbol.asyncDispose]: stop,
  }
}

/** Ends all processes, so that an interrupted benchmark leaves nothing running. */
export const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

const readyAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line).address)
    })
  })
