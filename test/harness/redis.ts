import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import type { CatalogueNews } from '../../server/animals/pets/redis-catalogue.ts'
import type { Redis } from '../../server/platform/redis/client.ts'
import { script } from '../../server/platform/redis/script.ts'
import { installPackage } from './debian.ts'
import { realClockEnvironment } from './environment.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A real Redis or Valkey to test against. */
export type TestRedis = {
  url: string
  /** The prefix of this test, because others may use the same Redis. */
  prefix: string
  /** Set if the process is ours, so that tests may freeze and kill it. */
  faults?: RedisFaults
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type RedisFaults = {
  freeze(): void
  thaw(): void
  /** Ends it with SIGKILL; nothing is saved. */
  kill(): Promise<void>
  /** Restarts it on the same port. */
  restart(): Promise<void>
}

/**
 * `TEST_REDIS_URL` if set, else a private process of an installed program or Debian's package. Undefined if there is
 * none: `skipWithoutRedis` reports it.
 */
export const testRedis = async (): Promise<TestRedis | undefined> => {
  const url = process.env.TEST_REDIS_URL
  return url ? shared(url) : privateRedis()
}

/** A private process, even if `TEST_REDIS_URL` is set, for tests that freeze and kill it. */
export const privateRedis = async (
  settings: string[] = [],
): Promise<(TestRedis & { faults: RedisFaults }) | undefined> => {
  const program = findProgram()
  if (!program) return undefined
  const folder = temporaryFolder()
  const port = await freePort()
  const start = () => startRedis(program, port, folder.path, settings)
  let running: Running | undefined = await start()
  const kill = async () => {
    running?.signal('SIGKILL')
    // Keeps the process running until it has ended.
    const waiting = setInterval(() => {}, 1_000)
    await running?.ended
    clearInterval(waiting)
    running = undefined
  }
  const close = async () => {
    await kill()
    folder.remove()
  }
  const faults = {
    freeze: () => running?.signal('SIGSTOP'),
    thaw: () => running?.signal('SIGCONT'),
    kill,
    async restart() {
      running = await start()
    },
  }
  const url = `redis://127.0.0.1:${port}`
  return { url, prefix: newPrefix(), faults, close, [Symbol.asyncDispose]: close }
}

/** Reads the news of a catalogue without a rate-limit decision. Returns whether none is missing. */
export const readNews = async (redis: Pick<Redis, 'run'>, { text, keys, ask }: CatalogueNews): Promise<boolean> => {
  const { known, learn } = ask()
  const read = script(`${text}\nreturn newsSince(KEYS[1], KEYS[2], ARGV[1])`)
  return learn(await redis.run(read, keys, [known]))
}

/** Why a test is skipped without Redis. */
export const skipWithoutRedis = 'skipped: no Redis. Set TEST_REDIS_URL, or install redis-server or valkey-server'

const shared = (url: string): TestRedis => {
  const close = async () => {}
  return { url, prefix: newPrefix(), close, [Symbol.asyncDispose]: close }
}

export const newPrefix = (): string => `test-${randomBytes(6).toString('hex')}:`

const programs = ['redis-server', 'valkey-server']

export const findProgram = (): string | undefined => {
  const found = programs.find(isInstalled)
  if (found) return found
  installPackage('redis-server', 'Redis')
  return programs.find(isInstalled)
}

const installed = new Map<string, boolean>()

const isInstalled = (program: string): boolean => {
  if (installed.get(program)) return true
  const options = { stdio: 'ignore', env: realClockEnvironment } as const
  const isThere = spawnSync(program, ['--version'], options).status === 0
  installed.set(program, isThere)
  return isThere
}

type Unrefable = { unref(): void }
export type Running = { signal(name: NodeJS.Signals): void; ended: Promise<unknown> }

const startRedis = (program: string, port: number, folder: string, settings: string[]): Promise<Running> =>
  startProgram(
    [
      program,
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
      '--daemonize',
      'no',
      ...settings,
    ],
    /ready to accept connections/i,
  )

/** Starts a program, and waits until it reports that it is ready. */
export const startProgram = async (command: string[], isReady: RegExp): Promise<Running> => {
  const child = guarded(command)
  const ended = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (isReady.test(output)) resolve()
    })
    child.once('error', reject)
    ended.then(() => reject(new Error(`${command[0]} did not start\n${output}`)), reject)
  })
  // The test process must be able to end.
  for (const held of [child, child.stdin, child.stdout]) (held as unknown as Unrefable).unref()
  const pid = Number.parseInt(output, 10)
  return { ended, signal: (name) => void process.kill(pid, name) }
}

/**
 * Starts the program so that it ends with us in any case: a shell reads its standard input, which we hold open, and
 * then kills it. The first line of output is its process id.
 */
const guarded = (command: string[]) => {
  const script =
    'exec 3<&0; "$@" </dev/null & server=$!; echo $server; ' +
    '{ read -r end <&3; kill -9 $server; } & wait $server; kill $!'
  return spawn('sh', ['-c', script, 'sh', ...command], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: realClockEnvironment,
  })
}

/** Runs a command with `redis-cli`, independently of our own client. */
export const redisCli = async (url: string, ...args: string[]): Promise<string> => {
  const program = isInstalled('redis-cli') ? 'redis-cli' : 'valkey-cli'
  const options = { env: realClockEnvironment }
  return (await promisify(execFile)(program, ['-u', url, ...args], options)).stdout.trim()
}
