import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { cleanupProcess } from './cleanup-process.ts'
import { installPackage } from './debian.ts'
import { realClockEnvironment } from './environment.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { unprivileged } from './postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Why there is no PgBouncer to test with; undefined if there is one. */
export const whyNoPgbouncer = (): string | undefined => {
  if (program()) return undefined
  installPackage('pgbouncer', 'PgBouncer')
  return program() ? undefined : 'no PgBouncer: install it (Debian: apt-get install pgbouncer)'
}

const program = (): string | undefined =>
  ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)

const shipped = new URL('../../deploy/availability/pgbouncer.ini', import.meta.url)

/**
 * PgBouncer in front of the server of a database, with the configuration that we ship except for addresses, `settings`,
 * and how clients prove who they are.
 */
export const startPgbouncer = async (database: string, settings: Record<string, string> = {}) => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'pgbouncer.ini')
  const port = await freePort()
  const server = new URL(database)
  const all = {
    ...shippedSettings(),
    ...tlsOf(server),
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const password = decodeURIComponent(server.password)
  const login = `user=${server.username}${password && ` password='${password}'`}`
  const target = `* = host=${server.hostname} port=${server.port} ${login}`
  writeFileSync(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'))
  const identity = unprivileged()
  for (const path of [folder.path, file]) if (identity) chownSync(path, identity.uid, identity.gid)
  const child = spawn(program() ?? 'pgbouncer', ['-q', file], {
    stdio: 'ignore',
    env: realClockEnvironment,
    ...identity,
  })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const url = new URL(database)
  url.port = String(port)
  url.search = ''
  const answers = async () => {
    if (child.exitCode !== null) throw new Error('pgbouncer ended')
    const client = new Client({ connectionString: url.href })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }
  await eventually('PgBouncer listens', answers)
  return {
    /** The address of the database through PgBouncer. */
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      folder.remove()
    },
  }
}

const shippedSettings = (): Record<string, string> => {
  const [, section = ''] = readFileSync(shipped, 'utf8').split('[pgbouncer]')
  const lines = [...section.matchAll(/^(\w+) = (.*)$/gm)]
  return Object.fromEntries(
    lines
      .map(([, name = '', value = '']) => [name, value] as const)
      .filter(([name]) => !/^(?:auth|server_tls)_/.test(name)),
  )
}

/** The trust of `sslmode` and `sslrootcert`. */
const tlsOf = ({ searchParams }: URL): Record<string, string> => {
  const [mode, path] = [searchParams.get('sslmode'), searchParams.get('sslrootcert')]
  return { ...(mode && { server_tls_sslmode: mode }), ...(path && { server_tls_ca_file: path }) }
}
