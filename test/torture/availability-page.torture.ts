import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import {
  debianPostgres,
  documentedCommands,
  forDebianPostgres,
  whyNoDebianPostgres,
} from '../harness/documented-commands.ts'
import { startTcpHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'
import { type Machine, startNetwork, whyNoMachines } from '../harness/machines.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { newFolder } from '../harness/temporary-folder.ts'
import { startWrittenStore } from '../harness/writes-during.ts'

// Runs the commands of docs/operating/availability.md as the page has them, on two machines, while clients write.

const shipped = new URL('../../deploy/availability', import.meta.url).pathname
const passwords = { STORE_PASSWORD: 'storepassword', REPLICATOR_PASSWORD: 'replicatorpassword' }

const [certificates, restart, copy, synchronous] = commandsOf('Set it up', 4)
const [check, promote, rewind, synchronousAgain] = commandsOf('When the primary fails', 4)
const [stop, promoteOther, follow, synchronousOther] = commandsOf('Switch over', 4)

const redis = await testRedis()
const whyNot = redis ? (whyNoDebianPostgres() ?? whyNoHaproxy() ?? whyNoMachines()) : skipWithoutRedis
after(() => redis?.close())

suite('the commands of the page on availability', { skip: whyNot ?? false }, () => {
  if (!redis || whyNot) return
  const stack = new AsyncDisposableStack()
  const network = startNetwork()
  stack.defer(network.stop)
  after(() => stack.disposeAsync())
  let store: Awaited<ReturnType<typeof startWrittenStore>>
  let primary: Machine
  let standby: Machine

  before(async () => {
    primary = await network.start('db1', 11)
    standby = await network.start('db2', 12)
    const ca = await setUp()
    const haproxy = await startTcpHaproxy('haproxy-postgres.cfg', [['10.0.0.', network.prefix]])
    stack.use(haproxy)
    const url = `postgres://store:${passwords.STORE_PASSWORD}@localhost:${haproxy.port}/store?sslmode=verify-full&sslrootcert=${ca}`
    store = await startWrittenStore({ url, redis }, stack)
  })

  /** The steps before the service. Returns the path of the certificate authority. */
  const setUp = async (): Promise<string> => {
    const folder = newFolder('store')
    cpSync(shipped, folder, { recursive: true })
    // postgres reads roles.sql.
    chmodSync(folder, 0o755)
    // The first line changes to the folder.
    const make = certificates.replace(/^cd .*\n/, '')
    execFileSync('sh', ['-ec', network.addressed(make)], { cwd: folder })
    for (const machine of [primary, standby]) {
      const files = ['ca.pem', `${machine.name}.pem`, `${machine.name}.key`]
      await machine.run(
        [
          `pg_createcluster ${debianPostgres()} main -p 5432`,
          'install -d -o postgres -m 700 /etc/ssl/adoption-store',
          `cd ${folder}/certs`,
          `install -o postgres -m 600 ${files.join(' ')} /etc/ssl/adoption-store`,
          `echo '*:*:*:replicator:${passwords.REPLICATOR_PASSWORD}' >~postgres/.pgpass`,
          'chmod 600 ~postgres/.pgpass && chown postgres ~postgres/.pgpass',
        ].join('\n'),
      )
      const put = (name: string, path: string) => {
        const text = readFileSync(join(folder, name), 'utf8')
        const own = network.addressed(machine === primary ? text : exchanged(text))
        machine.write(`/etc/postgresql/${debianPostgres()}/main/${path}`, own)
      }
      put('postgresql.conf', 'conf.d/adoption-store.conf')
      put('pg_hba.conf', 'pg_hba.conf')
    }
    await on(primary, `cd ${folder}\n${restart}`)
    await on(standby, copy)
    await on(primary, synchronous)
    return join(folder, 'certs/ca.pem')
  }

  /** Runs a block for the failure of a server: the page describes that of db1. */
  const on = (machine: Machine, block: string, failed = 'db1'): Promise<string> => {
    const own = network.addressed(failed === 'db1' ? block : exchanged(block))
    const PGDATA = `/var/lib/postgresql/${debianPostgres()}/main`
    return machine.run(forDebianPostgres(own), { ...passwords, PGDATA })
  }

  const exchange = () => {
    const old = primary
    primary = standby
    standby = old
  }

  const failOver = async (t: TestContext) => {
    const failed = primary
    await store.writeDuring(
      t,
      async () => {
        await failed.switchOff()
        await on(standby, check, failed.name)
        await on(standby, promote, failed.name)
        exchange()
      },
      async () => {
        await failed.switchOn()
        await on(failed, rewind, failed.name)
        await on(primary, synchronousAgain, failed.name)
      },
    )
  }

  const switchOver = async (t: TestContext) => {
    const old = primary
    await store.writeDuring(
      t,
      async () => {
        await on(old, stop, old.name)
        await on(standby, promoteOther, old.name)
        exchange()
      },
      async () => {
        await on(old, follow, old.name)
        await on(primary, synchronousOther, old.name)
      },
    )
  }

  test('db1 loses its power, and returns as the standby of db2', failOver)
  test('db2 loses its power, and returns as the standby of db1', failOver)
  test('db1 loses its power again', failOver)
  test('db2 loses its power again', failOver)
  test('db1 and db2 exchange their roles', switchOver)
  test('db2 and db1 exchange their roles back', switchOver)
})

function commandsOf(heading: string, count: 4): [string, string, string, string]
function commandsOf(heading: string, count: number): string[] {
  const blocks = documentedCommands('availability', heading)
  if (blocks.length !== count) throw new Error(`${heading} has ${blocks.length} blocks of commands`)
  return blocks
}

/** The text for db1 as a text for db2, and the other way around. */
const exchanged = (text: string): string =>
  text.replaceAll(/\b(?:db|10\.0\.0\.1)[12]\b/g, (name) => name.replace(/.$/, (digit) => (digit === '1' ? '2' : '1')))
