import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { addressForTools, parsePostgresAddress } from '../../platform/storage/postgres-address.ts'

/** PostgreSQL's own programs. */
export type PostgresTools = ReturnType<typeof postgresTools>

type Address = { url: string; environment: Readonly<Record<string, string>> }

const MAX_FAULT_LENGTH = 600

export const postgresTools = ({ url, environment }: Address) => {
  const address = parsePostgresAddress(url)
  const env = {
    PGCONNECT_TIMEOUT: '10',
    ...environment,
    ...(address.password !== undefined && { PGPASSWORD: address.password }),
  }
  const to = `--dbname=${addressForTools(address)}`

  const start = (program: string, args: readonly string[]) =>
    started(program, spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] }))

  /** The rows of a query of one column. */
  const query = async (text: string): Promise<string[]> => {
    const psql = start('psql', ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', to])
    psql.child.stdin.end(`\\set ON_ERROR_STOP 1\n${text};\n`)
    let found = ''
    for await (const chunk of psql.child.stdout) found += chunk
    await psql.ended
    return found.split('\n').filter((line) => line !== '')
  }

  return {
    /** The database goes through our process, so that a killed one leaves no program behind. */
    async dump(file: string): Promise<void> {
      const dump = start('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', to])
      dump.child.stdin.end()
      const written = pipeline(dump.child.stdout, createWriteStream(file, { mode: 0o600 }))
      await Promise.all([written, dump.ended])
    },

    query,

    /** The dump as SQL, in one transaction between two texts. */
    async restore(file: string, { before, after }: { before: string; after: string }) {
      const script = start('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file])
      const psql = start('psql', ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', to])
      script.child.stdin.end()
      psql.child.stdout.resume()
      const sql = async function* () {
        yield before
        yield* script.child.stdout
        await script.ended
        yield after
      }
      // If psql ends early, its own message is the reason.
      const written = pipeline(sql(), psql.child.stdin).catch((error) => error)
      try {
        await psql.ended
      } finally {
        script.child.kill('SIGKILL')
        script.ended.catch(() => undefined)
      }
      const fault = await written
      if (fault instanceof Error) throw fault
      await script.ended
    },

    /** The lines of the dump as SQL. */
    async *lines(file: string): AsyncIterable<string> {
      const script = start('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file])
      script.child.stdin.end()
      script.child.stdout.setEncoding('utf8')
      let rest = ''
      for await (const chunk of script.child.stdout) {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop() ?? ''
        yield* lines
      }
      await script.ended
      if (rest !== '') yield rest
    },

    /** The version of `pg_dump`, such as 15. */
    async version(): Promise<number> {
      const found = start('pg_dump', ['--version'])
      found.child.stdin.end()
      let text = ''
      for await (const chunk of found.child.stdout) text += chunk
      await found.ended
      const major = /\b(\d+)(?:\.\d+)*/.exec(text)?.[1]
      if (major === undefined) throw new Error(`pg_dump --version printed ${text.slice(0, 80)}`)
      return Number(major)
    },

    async serverVersion(): Promise<number | undefined> {
      const [version] = await query('SHOW server_version_num')
      return version === undefined ? undefined : Math.trunc(Number(version) / 10_000)
    },
  }
}

/** `ended` rejects with what the program wrote about its failure. */
const started = <Child extends ReturnType<typeof spawn>>(program: string, child: Child) => {
  let fault = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    fault = (fault + text).slice(-MAX_FAULT_LENGTH)
  })
  // A program that ends early closes its input.
  child.stdin?.on('error', () => {})
  const ended = once(child, 'close').then(
    ([code, signal]) => {
      if (code !== 0) throw new Error(`${program} failed: ${fault.trim() || (signal ?? code)}`)
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error(`${program} is not installed, or not in PATH`)
      throw new Error(`${program} could not be started`, { cause: error })
    },
  )
  // Later callers that wait for it get the failure.
  ended.catch(() => {})
  return { child, ended }
}
