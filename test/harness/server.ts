import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { cleanupProcess } from './cleanup-process.ts'
import { runCommand } from './commands.ts'
import { freshFile } from './file-template.ts'
import { openapiCheck } from './openapi-check.ts'
import { checkPolicy } from './policy-check.ts'

const root = new URL('../../', import.meta.url).pathname
const main = join(root, 'server/main.ts')
const check = openapiCheck(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')))
const run = promisify(execFile)

/** As for `npm start` and `npm run cli`: what one process has compiled is there for the others. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')

export type Server = Awaited<ReturnType<typeof startServer>>

type Options = {
  /** Folder of the store, which has its tables when the program starts, as after its first start. */
  folder: string
  settings?: Record<string, string>
}

/** The real program in a process of its own, on a free port. Resolves when it is ready. */
export const startServer = async ({ folder, settings = {} }: Options) => {
  const environment = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: settings.DATABASE_URL ?? `sqlite:${await freshFile(folder)}`,
    PORT: '0',
    // Other tests keep the machine busy: that is neither overload nor a database that is away.
    OVERLOAD_DELAY_MS: '60000',
    DATABASE_DEADLINE_MS: '20000',
    ...settings,
  }
  const env = { NODE_COMPILE_CACHE, ...environment }
  const child = spawn(process.execPath, [main, 'serve'], { env })
  // A test that fails before it stops its server, or is killed, leaves none behind.
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const output: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    const read = (line: string) => {
      output.push(line)
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line).address)
    }
    createInterface(child.stdout).on('line', read)
    createInterface(child.stderr).on('line', read)
    child.once('exit', (code) => reject(new Error(`exit ${code}\n${output.join('\n')}`)))
  })

  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
    return child.exitCode
  }
  return {
    address,
    port: Number(new URL(address).port),
    pid: child.pid as number,
    child: child as ChildProcess,
    /** Every line it has printed. */
    output,
    environment,
    /** A request, its answer held against the OpenAPI document. */
    async fetch(path: string, init: RequestInit = {}) {
      const response = await fetch(`${address}${path}`, init)
      const body = await response.text()
      checkPolicy({ url: path, headers: Object.fromEntries(response.headers) })
      check({
        method: init.method ?? 'GET',
        url: path,
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body,
      })
      return {
        status: response.status,
        headers: response.headers,
        body,
        json: () => JSON.parse(body),
      }
    },
    /** The operator's command line on the same store. */
    cli: (...args: string[]) => cli(environment, ...args),
    stop: () => end('SIGTERM'),
    /** Whether a stop had to end connections by force, as what was in flight did not end in time. */
    wasForced: () => output.some((line) => line.includes('did not end in time')),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}

/** Carries out one command (see `runCommand`); rejects with `code`, `stdout` and `stderr` when it fails. */
export const cli = async (environment: Record<string, string>, ...args: string[]) => {
  const result = await runCommand({ args, environment })
  if (result.code !== 0) throw Object.assign(new Error(result.stderr), result)
  return result
}

/** The same as a program of its own, which is slow: where how it starts or ends is what is tested. */
export const cliProgram = (environment: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [main, ...args], { env: { NODE_COMPILE_CACHE, ...environment } })
