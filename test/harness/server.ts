import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { cleanupProcess } from './cleanup-process.ts'
import { runCommand } from './commands.ts'
import { basicEnvironment } from './environment.ts'
import { freshFile } from './file-template.ts'
import { openapiCheck } from './openapi-check.ts'
import { checkPolicy } from './policy-check.ts'

const root = new URL('../../', import.meta.url).pathname
const main = join(root, 'server/main.ts')
const check = openapiCheck(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')))
const run = promisify(execFile)

/** The cache of `npm start` and `npm run cli`, so that processes share compiled code. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')

export type Server = Awaited<ReturnType<typeof startServer>>

type Options = {
  /** The folder of the store. Its tables exist before the program starts, as if it had started before. */
  folder: string
  settings?: Record<string, string>
}

/** The real program in a separate process on a free port. Resolves when it is ready. */
export const startServer = async ({ folder, settings = {} }: Options) => {
  const environment = {
    ...basicEnvironment,
    DATABASE_URL: settings.DATABASE_URL ?? `sqlite:${await freshFile(folder)}`,
    PORT: '0',
    // On a machine that is busy with other tests, delays are neither overload nor an unavailable database.
    OVERLOAD_DELAY_MS: '60000',
    DATABASE_DEADLINE_MS: '20000',
    ...settings,
  }
  const env = { NODE_COMPILE_CACHE, ...environment }
  const child = spawn(process.execPath, [main, 'serve'], { env })
  // Kills the server even if the test fails early or is killed.
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
    /** All lines that it has printed. */
    output,
    environment,
    /** Sends a request, and checks the response against the OpenAPI document. */
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
    /** Whether a stop had to close connections because requests did not end in time. */
    wasForced: () => output.some((line) => line.includes('did not end in time')),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}

/** Runs a command (see `runCommand`). Rejects with `code`, `stdout` and `stderr` if it fails. */
export const cli = async (environment: Record<string, string>, ...args: string[]) => {
  const result = await runCommand({ args, environment })
  if (result.code !== 0) throw Object.assign(new Error(result.stderr), result)
  return result
}

/** Runs a command as a separate program, which is slow: only for tests of how it starts or ends. */
export const cliProgram = (environment: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [main, ...args], {
    env: { ...basicEnvironment, NODE_COMPILE_CACHE, ...environment },
  })
