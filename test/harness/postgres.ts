import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { installPackage } from './debian.ts'
import { realClockEnvironment } from './environment.ts'
import { freePort } from './free-port.ts'
import { newFolder } from './temporary-folder.ts'

// A real PostgreSQL: the server named by TEST_DATABASE_URL (with a role that may create databases), or a private one
// from installed programs or Debian's package.

export type PostgresServer = {
  /** The address of one of its databases. */
  url(database: string): string
  /** Creates an empty database, or a copy of another. Returns its address. */
  create(template?: string): Promise<string>
  drop(url: string): Promise<void>
  stop(): Promise<void>
}

/** A private server that tests may break and restart on the same files. */
export type PrivatePostgres = PostgresServer & {
  port: number
  /** The process id of the postmaster. */
  pid(): number
  /** `immediate` simulates a crash: nothing more is written, and commits must be recovered from the log. */
  halt(mode: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** Stops all its processes: connections stay open, but nothing responds. */
  freeze(): void
  thaw(): void
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /**
   * Replaces its files by a copy of another server, and starts it as a standby of that. It follows it at `port`, which
   * may be that of a proxy.
   */
  follow(primary: Pick<PrivatePostgres, 'port'>, port?: number): Promise<void>
  /** Makes commits wait for a standby, which does not exist, or stop waiting. */
  requireStandby(isRequired: boolean): Promise<void>
}

type PrivateOptions = {
  /** Off is faster, but loses commits in a crash; tests of crashes need it on. */
  fsync?: boolean
  /** The primary that it follows. */
  standbyOf?: Pick<PrivatePostgres, 'port'>
  settings?: Record<string, string | number>
  /** The lines of `pg_hba.conf`; by default everybody may connect. */
  access?: readonly string[]
  /** Files for its folder that only it may read, such as certificates. */
  files?: Record<string, string>
}

/** Why there is no PostgreSQL to test with; undefined if there is one. */
export const whyNoPostgres = (): string | undefined => {
  if (process.env.TEST_DATABASE_URL || programs() || install()) return undefined
  return 'no PostgreSQL: set TEST_DATABASE_URL or install it (Debian: apt-get install postgresql)'
}

let shared: Promise<PostgresServer> | undefined

/** One server for all tests of this process, which ends with it. */
export const sharedPostgres = (): Promise<PostgresServer> => {
  const url = process.env.TEST_DATABASE_URL
  shared ??= url ? Promise.resolve(namedPostgres(url)) : startPostgres()
  return shared
}

export const startPostgres = async (options: PrivateOptions = {}): Promise<PrivatePostgres> => {
  const { fsync = false, standbyOf, access } = options
  const bin = programs()
  if (bin === undefined) throw new Error(whyNoPostgres())
  const folder = newFolder('postgres')
  const identity = unprivileged()
  if (identity) execFileSync('chown', [`${identity.uid}:${identity.gid}`, folder])
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), [...args, '-D', data, '--no-sync'], {
      stdio: 'ignore',
      env: realClockEnvironment,
      ...identity,
    })
  const copyFrom = (primary: Pick<PrivatePostgres, 'port'>) => {
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    run('pg_basebackup', [...from, '--write-recovery-conf', '--checkpoint=fast'])
  }
  if (standbyOf) copyFrom(standbyOf)
  else run('initdb', ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'])
  const put = (path: string, text: string) => {
    writeFileSync(path, text, { mode: 0o600 })
    if (identity) chownSync(path, identity.uid, identity.gid)
  }
  if (access) put(join(data, 'pg_hba.conf'), `${access.join('\n')}\n`)
  for (const [name, text] of Object.entries(options.files ?? {})) put(join(folder, name), text)
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 400,
    // Each connection has its own process, so this maps less memory into each, and never compiles a plan.
    shared_buffers: '16MB',
    jit: 'off',
    // Its files may be in memory.
    max_wal_size: '128MB',
    ...(!fsync && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = { bin, folder, data, identity, args: ['-D', data, ...args] }
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const control = postgresControl(server, url('postgres'))
  await control.start()
  const follow = async (primary: Pick<PrivatePostgres, 'port'>, at = primary.port) => {
    await control.end()
    rmSync(data, { recursive: true })
    copyFrom(primary)
    const from = `primary_conninfo = 'host=127.0.0.1 port=${at} user=postgres'`
    appendFileSync(join(data, 'postgresql.auto.conf'), `${from}\n`)
    await control.start()
  }
  return { ...databases(url), port, ...control, follow }
}

type Files = {
  bin: string
  folder: string
  data: string
  identity: { uid: number; gid: number } | undefined
  args: string[]
}

const postgresControl = ({ bin, folder, data, identity, args }: Files, url: string) => {
  let running: ReturnType<typeof guarded> | undefined
  const release = async () => {
    if (!running) return
    running.ref()
    const ended = once(running, 'exit')
    running.stdin.end('keep\n')
    await ended
    running = undefined
  }
  const start = async () => {
    await release()
    running = guarded([join(bin, 'postgres'), ...args], folder, identity)
    await answers(url, running)
  }
  const halt = async (mode: 'fast' | 'immediate') => {
    const how = ['stop', '-D', data, '-m', mode, '-w']
    execFileSync(join(bin, 'pg_ctl'), how, {
      stdio: 'ignore',
      env: realClockEnvironment,
      ...identity,
    })
    await release()
  }
  const pid = () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  let frozen: number[] = []
  return {
    start,
    halt,
    /** Ends it, if it still runs. */
    end: release,
    pid,
    freeze() {
      const postmaster = pid()
      process.kill(postmaster, 'SIGSTOP')
      frozen = [postmaster, ...childrenOf(postmaster)]
      for (const one of frozen) process.kill(one, 'SIGSTOP')
    },
    thaw() {
      for (const one of frozen) process.kill(one, 'SIGCONT')
      frozen = []
    },
    async requireStandby(isRequired: boolean) {
      const names = isRequired ? '*' : ''
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(`alter system set synchronous_standby_names = '${names}'`)
      await client.query('select pg_reload_conf()')
      for (let shown: string | undefined; shown !== names; await sleep(5)) {
        const { rows } = await client.query('show synchronous_standby_names')
        shown = rows[0].synchronous_standby_names
      }
      await client.end()
    },
    async promote() {
      execFileSync(join(bin, 'pg_ctl'), ['promote', '-D', data, '-w'], {
        stdio: 'ignore',
        env: realClockEnvironment,
        ...identity,
      })
    },
    async stop() {
      await release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts the program so that it ends with us in any case: a shell reads its standard input, which we hold open, and
 * then stops it. Unless it must be kept, the folder is removed too.
 */
const guarded = (command: string[], folder: string, identity: Files['identity']) => {
  const script =
    'folder=$1; shift; "$@" </dev/null & server=$!; read -r keep; ' +
    'kill -QUIT $server; kill -CONT $server; wait $server; [ -n "$keep" ] || rm -rf "$folder" || { sleep 1; rm -rf "$folder"; }'
  const child = spawn('sh', ['-c', script, 'sh', folder, ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: realClockEnvironment,
    // Not killed with the group of the tests, because it ends by itself and leaves nothing behind.
    detached: true,
    ...identity,
  })
  // The test process must be able to end.
  child.unref()
  ;(child.stdin as unknown as { unref(): void }).unref()
  return child
}

/** Ends a start that hangs; no test relies on it. */
const STARTED_WITHIN_MS = 120_000

const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
    .flatMap(([parent, child]) => (parent === pid && child ? [child] : []))

const answers = async (url: string, server: ReturnType<typeof guarded>): Promise<void> => {
  const startedAtMs = performance.now()
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() - startedAtMs > STARTED_WITHIN_MS) throw error
      await sleep(20)
    }
  }
}

const namedPostgres = (address: string): PostgresServer => {
  const url = (database: string) => {
    const other = new URL(address)
    other.pathname = `/${database}`
    return other.href
  }
  return { ...databases(url), stop: async () => {} }
}

const databases = (url: (database: string) => string) => {
  const run = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: url('postgres') })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  return {
    url,
    async create(template = 'template0') {
      const name = `adoption_${randomBytes(6).toString('hex')}`
      await run(`create database ${name} template ${template} encoding 'UTF8'`)
      return url(name)
    },
    drop: (address: string) => run(`drop database if exists ${new URL(address).pathname.slice(1)} with (force)`),
  }
}

/** The folder of the newest installed PostgreSQL. */
const programs = (): string | undefined =>
  [
    ...globSync('/usr/lib/postgresql/*/bin').sort((one, other) => version(other) - version(one)),
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/opt/homebrew/opt/postgresql*/bin'),
  ].find((folder) => ['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(join(folder, name))))

const version = (path: string): number => Number(/postgresql\/(\d+)/.exec(path)?.[1] ?? 0)

const isRoot = (): boolean => process.getuid?.() === 0

/** Installs Debian's package. Returns whether it is there afterwards. */
const install = (): boolean => {
  installPackage('postgresql', 'PostgreSQL')
  return programs() !== undefined
}

/** PostgreSQL refuses to run as root. */
export const unprivileged = (): Files['identity'] => {
  if (!isRoot()) return undefined
  const id = (...args: string[]) => spawnSync('id', args, { encoding: 'utf8' })
  const user = id('-u', 'postgres').status === 0 ? 'postgres' : 'nobody'
  return { uid: Number(id('-u', user).stdout), gid: Number(id('-g', user).stdout) }
}
