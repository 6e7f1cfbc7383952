import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { findProgram, newPrefix, privateRedis, type Running, redisCli, startProgram } from './redis.ts'
import { temporaryFolder } from './temporary-folder.ts'

const NAME = 'mymaster'
const COUNT = 3

type Options = {
  password?: string
  /** How long a master may not reply before it counts as down. A busy machine is slow, too. */
  downAfterMs?: number
}

/**
 * Two Redis servers, a master and its replica, and three Sentinels that promote the replica when the master is down.
 * Undefined if there is no Redis.
 */
export const startSentinels = async ({ password, downAfterMs = 60_000 }: Options = {}) => {
  const program = findProgram()
  const access = redisSettings(password)
  const master = await privateRedis([...access, '--repl-diskless-sync-delay', '0'])
  if (!program || !master) return undefined
  const at = portOf(master.url)
  const replica = await privateRedis([...access, '--replicaof', '127.0.0.1', at])
  if (!replica) return undefined
  const servers = [master, replica]
  const folder = temporaryFolder()
  const asUser = password === undefined ? '' : `default:${encodeURIComponent(password)}@`
  const cli = (port: string, ...args: string[]) => redisCli(`redis://${asUser}127.0.0.1:${port}`, ...args)
  await eventually('the replica follows', async () => (await cli(at, 'INFO', 'replication')).includes('state=online'))

  const ports: string[] = []
  const running: Running[] = []
  for (let sentinel = 0; sentinel < COUNT; sentinel += 1) {
    const port = String(await freePort())
    const file = join(folder.path, `${port}.conf`)
    // Sentinels write their state to this file.
    writeFileSync(file, sentinelFile({ port, folder: folder.path, at, downAfterMs, password }))
    running.push(await startProgram([program, file, '--sentinel'], /\+monitor master/))
    ports.push(port)
  }
  const isFormed = async (port: string) => {
    const state = (await cli(port, 'SENTINEL', 'MASTER', NAME)).split('\n')
    const field = (name: string) => Number(state[state.indexOf(name) + 1])
    return field('num-other-sentinels') === COUNT - 1 && field('num-slaves') === 1
  }
  for (const port of ports) await eventually('the Sentinels know each other', () => isFormed(port))

  const masterPort = async (): Promise<string> => {
    const found = await cli(ports[0] ?? '', 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)
    return found.split('\n')[1] ?? ''
  }
  const hosts = ports.map((port) => `127.0.0.1:${port}`)
  const close = async () => {
    for (const { signal } of running) signal('SIGKILL')
    await Promise.all(servers.map((server) => server.close()))
    folder.remove()
  }
  return {
    url: `redis+sentinel://${asUser}${hosts.join(',')}/${NAME}/0`,
    prefix: newPrefix(),
    hosts,
    /** Returns the current master, and the other server. */
    async roles() {
      const port = await masterPort()
      const isFirst = portOf(master.url) === port
      return { master: isFirst ? master : replica, other: isFirst ? replica : master }
    },
    /**
     * What a server reports: `master` or `slave`. Undefined if it does not answer: Sentinels close all its connections
     * when they change its role.
     */
    roleOf: (url: string): Promise<string | undefined> =>
      cli(portOf(url), 'ROLE').then(
        (role) => role.split('\n')[0],
        () => undefined,
      ),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const shipped = (name: string): string =>
  readFileSync(new URL(`../../deploy/availability/${name}`, import.meta.url), 'utf8')

/** The shipped lines, with another password or none. */
const linesOf = (name: string, password: string | undefined): string[] =>
  shipped(name)
    .split('\n')
    .filter((line) => /^[a-z]/.test(line) && (password !== undefined || !/ password$/.test(line)))
    .map((line) => line.replace(/ password$/, ` ${password}`))

/** The options of a Redis server. */
const redisSettings = (password: string | undefined): string[] =>
  linesOf('redis.conf', password)
    .filter((line) => !/^(?:bind|port) /.test(line))
    .flatMap((line) => {
      const [name = '', value = ''] = line.split(' ')
      return [`--${name}`, value]
    })

type SentinelOptions = {
  port: string
  folder: string
  /** The port of the master. */
  at: string
  downAfterMs: number
  password: string | undefined
}

const sentinelFile = ({ port, folder, at, downAfterMs, password }: SentinelOptions): string =>
  [...linesOf('sentinel.conf', password), `dir ${folder}`]
    .map((line) =>
      line
        .replace(/^bind .*/, 'bind 127.0.0.1')
        .replace(/^port .*/, `port ${port}`)
        .replace('10.0.0.21 6379', `127.0.0.1 ${at}`)
        .replace(/(down-after-milliseconds \w+) \d+/, `$1 ${downAfterMs}`),
    )
    .join('\n')

const portOf = (url: string): string => new URL(url).port
