import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onServerCore } from './machine.ts'

const root = new URL('../', import.meta.url).pathname

const running = new Set<ChildProcess>()

/** Starts the program as we ship it, in its own process and on a free port. */
export const startService = (store: Record<string, string>) =>
  startProgram([`${root}scripts/run.mjs`, `${root}server/main.ts`, 'serve'], {
    ...store,
    PORT: '0',
  })

/** Starts a server on the servers' core, and resolves once it prints that it is ready. */
export const startProgram = async (
  args: string[],
  environment: Record<string, string> = {},
  program = process.execPath,
) => {
  const [command = '', ...rest] = [...onServerCore(), program, ...args]
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
  return {
    pid: child.pid as number,
    port: Number(new URL(address).port),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
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
