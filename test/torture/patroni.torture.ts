import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { installPackage } from '../harness/debian.ts'
import { documentedCommands, forDebianPostgres } from '../harness/documented-commands.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { startTcpHaproxy, whyNoHaproxy } from '../harness/haproxy.ts'
import { type Machine, startNetwork, whyNoMachines } from '../harness/machines.ts'
import { whyNoPostgres } from '../harness/postgres.ts'
import { skipWithoutRedis, testRedis } from '../harness/redis.ts'
import { cli } from '../harness/server.ts'
import { newFolder } from '../harness/temporary-folder.ts'
import { startWrittenStore } from '../harness/writes-during.ts'

// Runs the commands of docs/operating/automatic-failover.md on three machines, and breaks the primary while clients write.

const shipped = new URL('../../deploy/availability', import.meta.url).pathname
const STORE_PASSWORD = 'storepassword'

const whyNoPatroni = (): string | undefined => {
  const isInstalled = () => ['patroni', 'etcd'].every((name) => spawnSync(name, ['--version']).status === 0)
  if (!isInstalled()) for (const name of ['patroni', 'etcd-server']) installPackage(name, name)
  return isInstalled() ? undefined : 'no Patroni and etcd: install them (Debian: patroni, etcd-server)'
}

const redis = await testRedis()
const whyNot = redis ? (whyNoPostgres() ?? whyNoHaproxy() ?? whyNoMachines() ?? whyNoPatroni()) : skipWithoutRedis
after(() => redis?.close())

/** A member of the cluster as Patroni lists it. */
type Member = { Member: string; Role: string; State: string }

suite('Patroni and etcd', { skip: whyNot ?? false }, () => {
  if (!redis || whyNot) return
  const [certificates, programs, files, start, list, database] = documentedCommands('automatic-failover', 'Set it up')
  const [switchover] = documentedCommands('automatic-failover', 'Operate it')
  const stack = new AsyncDisposableStack()
  const network = startNetwork()
  stack.defer(network.stop)
  after(() => stack.disposeAsync())
  const machines: Machine[] = []
  let store: Awaited<ReturnType<typeof startWrittenStore>>

  before(async () => {
    for (const [index, name] of ['db1', 'db2', 'db3'].entries()) machines.push(await network.start(name, 11 + index))
    const folder = await setUp()
    const haproxy = await startTcpHaproxy('patroni/haproxy-patroni.cfg', [
      ['10.0.0.', network.prefix],
      ['127.0.0.1:5434', `127.0.0.1:${await freePort()}`],
    ])
    stack.use(haproxy)
    const url = `postgres://store:${STORE_PASSWORD}@localhost:${haproxy.port}/store?sslmode=verify-full&sslrootcert=${folder}/certs/ca.pem`
    store = await startWrittenStore({ url, redis }, stack)
  })

  const setUp = async (): Promise<string> => {
    const folder = newFolder('store')
    cpSync(shipped, folder, { recursive: true })
    chmodSync(folder, 0o755)
    // The first line changes to the folder.
    const make = certificates?.replace(/^cd .*\n/, '') ?? ''
    execFileSync('sh', ['-ec', network.addressed(make)], { cwd: folder })
    for (const machine of machines) {
      const { name } = machine
      const own = ['ca.pem', `${name}.pem`, `${name}.key`].map((file) => `certs/${file}`)
      await machine.run(
        [
          programs?.replace(/^apt-get .*\n/, ''),
          'install -d -o postgres -m 700 /etc/ssl/adoption-store',
          `cd ${folder} && install -o postgres -m 600 ${own.join(' ')} /etc/ssl/adoption-store`,
          `cd ${folder}/patroni`,
          files,
        ].join('\n'),
      )
      for (const file of ['etcd.env', 'patroni.yml']) {
        const text = readFileSync(join(folder, 'patroni', file), 'utf8')
        const own = network.addressed(textFor(name, forDebianPostgres(text)))
        machine.write(`/etc/adoption-store/${file}`, own)
      }
    }
    for (const machine of machines) await machine.run(start ?? '')
    await eventually('the cluster is complete', isComplete)
    await (await leader()).run(database ?? '', { STORE_PASSWORD })
    return folder
  }

  const members = async (): Promise<Member[]> => {
    for (const machine of machines) {
      if (!machine.isOn()) continue
      const text = await machine.run(`${list?.trim()} -f json`).catch(() => '[]')
      const found: Member[] = JSON.parse(text)
      if (found.length > 0) return found
    }
    return []
  }

  const withRole = async (role: string): Promise<Machine> => {
    const found = (await members()).find(({ Role }) => Role === role)
    const machine = machines.find(({ name }) => name === found?.Member)
    if (!machine) throw new Error(`there is no ${role}`)
    return machine
  }
  const leader = () => withRole('Leader')

  const isComplete = async (): Promise<boolean> => {
    const all = await members()
    const count = (role: string) => all.filter(({ Role }) => Role === role).length
    if (
      all.length !== 3 ||
      count('Leader') !== 1 ||
      count('Sync Standby') !== 1 ||
      !all.every(({ State }) => /^(running|streaming)$/.test(State))
    )
      return false
    // What Patroni lists may be some seconds old.
    const streaming = "select count(*) from pg_stat_replication where state = 'streaming'"
    const standbys = await leader()
      .then((primary) => primary.run(`sudo -u postgres psql -Atc "${streaming}"`))
      .catch(() => '')
    return standbys.trim() === '2'
  }
  const rejoined = async () => {
    await eventually('all servers replicate again', isComplete, 300_000)
  }
  /** Its services start with the machine. */
  const restart = async (machine: Machine) => {
    await machine.switchOn()
    await machine.run(start ?? '')
    await rejoined()
  }

  test('the role of the service makes a backup and verifies it', async () => {
    const folder = newFolder('store')
    const settings = {
      ...store.settings,
      MEDIA_URL: join(folder, 'media'),
      BACKUP_URL: join(folder, 'backups'),
      BACKUP_PASSPHRASE: 'a passphrase of tests',
    }
    await cli(settings, 'backup')
    const { stdout } = await cli(settings, 'backup', 'verify', '--json')
    assert.deepEqual(JSON.parse(stdout).faults, [])
  })

  test('the primary loses its power', async (t) => {
    const primary = await leader()
    await store.writeDuring(t, primary.switchOff, () => restart(primary))
  })

  test('the primary freezes, and wakes up again', async (t) => {
    const primary = await leader()
    await store.writeDuring(
      t,
      async () => primary.freeze(),
      async () => {
        primary.thaw()
        await rejoined()
      },
    )
  })

  // What a primary does that is connected again depends on when its etcd hears of its successor.
  for (const time of ['', ', again', ', once more'])
    test(`the primary is cut off from the other servers, but not from the service${time}`, async (t) => {
      const primary = await leader()
      const others = machines.filter((one) => one !== primary)
      await store.writeDuring(
        t,
        async () => void (await primary.cutFrom(others)),
        async () => {
          await primary.mend()
          await rejoined()
        },
      )
    })

  test('the synchronous standby loses its power', async (t) => {
    const standby = await withRole('Sync Standby')
    await store.writeDuring(t, standby.switchOff, () => restart(standby))
  })

  test('the roles are exchanged on purpose', async (t) => {
    const primary = await leader()
    await store.writeDuring(t, async () => void (await primary.run(switchover ?? '')), rejoined)
  })
})

/** The lines that name only db1 are different on the other servers. */
const textFor = (name: string, text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line.includes('10.0.0.13')
        ? line
        : line.replaceAll('db1', name).replaceAll('10.0.0.11', `10.0.0.1${name.at(-1)}`),
    )
    .join('\n')
