import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { realClockEnvironment } from './environment.ts'
import { eventually } from './eventually.ts'
import { startLink } from './link.ts'
import { type PrivatePostgres, startPostgres } from './postgres.ts'
import { newFolder } from './temporary-folder.ts'

export type PostgresPair = Awaited<ReturnType<typeof startPair>>
type Name = 'db1' | 'db2'
/** `link` is how the service and its balancers reach a server. */
type Member = PrivatePostgres & { name: Name; link: Awaited<ReturnType<typeof startLink>> }

const folder = new URL('../../deploy/availability/', import.meta.url).pathname
const shipped = (name: string): string => readFileSync(join(folder, name), 'utf8')

const PASSWORD = 'a password of tests'

/**
 * Two PostgreSQL servers, the second as a standby of the first, with the settings, access rules, roles and certificates
 * of deploy/availability.
 */
export const startPair = async () => {
  const certificates = newFolder('store')
  // Other users than that of the tests read the certificate of the authority.
  chmodSync(certificates, 0o755)
  const issue = (name: Name) => {
    const names = [name, 'localhost', 'IP:127.0.0.1']
    // PostgreSQL checks them with the real clock.
    execFileSync(join(folder, 'certificates.sh'), [certificates, name, ...names], {
      env: realClockEnvironment,
    })
    const read = (file: string) => readFileSync(join(certificates, file), 'utf8')
    return { [`${name}.pem`]: read(`${name}.pem`), [`${name}.key`]: read(`${name}.key`) }
  }
  const start = async (name: Name, standbyOf?: Member): Promise<Member> => {
    const options = { fsync: true, settings: settingsOf(name), access, files: issue(name) }
    const server = await startPostgres({ ...options, ...(standbyOf && { standbyOf }) })
    return { ...server, name, link: await startLink(server.port) }
  }
  const db1 = await start('db1')
  await run(db1.url('postgres'), roles())
  const members = [db1, await start('db2', db1)]
  let primary = db1
  const other = (member: Member): Member => members.find((one) => one !== member) ?? member

  const store = (address: string) => {
    const trust = `sslmode=verify-full&sslrootcert=${join(certificates, 'ca.pem')}`
    return `postgres://store:${encodeURIComponent(PASSWORD)}@${address}/store?${trust}`
  }
  return {
    members,
    primary: () => primary,
    standby: () => other(primary),
    /** The address of the store at a port, such as a load balancer's. */
    urlAt: (port: number) => store(`localhost:${port}`),
    /** The address with both servers. */
    bothUrl: () =>
      `${store(members.map(({ link }) => `localhost:${link.port}`).join(','))}&target_session_attrs=read-write`,
    /** Whether commits wait for the standby. */
    async synchronous(isSynchronous: boolean): Promise<void> {
      const names = isSynchronous ? other(primary).name : ''
      const url = primary.url('postgres')
      await run(url, `alter system set synchronous_standby_names = '${names}'`)
      await run(url, 'select pg_reload_conf()')
      const state = isSynchronous ? `sync_state = 'sync'` : `state = 'streaming'`
      const select = `select count(*) as n from pg_stat_replication where ${state}`
      await eventually('the standby follows', async () => (await run(url, select))[0]?.n === '1')
    },
    /** Nobody follows the new primary yet, so its commits must not wait for anybody. */
    async promote(): Promise<void> {
      primary = other(primary)
      const statements = `alter system set synchronous_standby_names = '';
        select pg_reload_conf(); select pg_promote()`
      await run(primary.url('postgres'), statements)
    },
    /** Makes the old primary a standby of the new one; through a proxy at `port`, if there is one. */
    async rebuild(port = primary.port): Promise<void> {
      await other(primary).follow(primary, port)
    },
    names: async (): Promise<string[]> => {
      const rows = await run(primary.url('store'), 'select name from pets')
      return rows.map(({ name }) => String(name))
    },
    databases: async (): Promise<string[]> => {
      const select = 'select datname from pg_database where not datistemplate order by 1'
      return (await run(primary.url('postgres'), select)).map(({ datname }) => String(datname))
    },
    async stop(): Promise<void> {
      for (const member of members) {
        member.link[Symbol.dispose]()
        member.thaw()
        await member.stop()
      }
    },
  }
}

/** The harness writes where a standby finds its primary. */
const settingsOf = (name: Name): Record<string, string> => {
  const found = [...shipped('postgresql.conf').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)]
  return Object.fromEntries(
    found
      .filter(([, setting]) => setting !== 'primary_conninfo')
      .map(([, setting = '', value = '']) => [
        setting,
        // The files are beside the folder of the data.
        value.replaceAll('/etc/ssl/adoption-store', '..').replaceAll('db1', name),
      ]),
  )
}

/** The shipped rules for this machine; its administrator may connect over TCP. */
const access = [
  'host all postgres 127.0.0.1/32 trust',
  'host replication postgres 127.0.0.1/32 trust',
  ...shipped('pg_hba.conf').replaceAll('10.0.0.0/24', '127.0.0.1/32').split('\n'),
]

const roles = (): string =>
  shipped('roles.sql')
    .replaceAll(/:'\w+_password'/g, `'${PASSWORD}'`)
    .replaceAll(/^--.*$/gm, '')

/** Runs statements one by one, because some must not be in a transaction. */
const run = async (url: string, statements: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements.split(';').filter((one) => one.trim() !== ''))
      rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
