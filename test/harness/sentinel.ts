import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import {
  findProgram,
  newPrefix,
  privateRedis,
  type Running,
  redisCli,
  startProgram,
} from './redis.ts'
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
  const access = password === undefined ? [] : ['--requirepass', password, '--masterauth', password]
  const master = await privateRedis([...access, '--repl-diskless-sync-delay', '0'])
  if (!program || !master) return undefined
  const at = portOf(master.url)
  const replica = await privateRedis([...access, '--replicaof', '127.0.0.1', at])
  if (!replica) return undefined
  const servers = [master, replica]
  const folder = temporaryFolder()
  const asUser = password === undefined ? '' : `default:${encodeURIComponent(password)}@`
  const cli = (port: string, ...args: string[]) =>
    redisCli(`redis://${asUser}127.0.0.1:${port}`, ...args)
  await eventually('the replica follows', async () =>
    (await cli(at, 'INFO', 'replication')).includes('state=online'),
  )

  const ports: string[] = []
  const running: Running[] = []
  for (let sentinel = 0; sentinel < COUNT; sentinel += 1) {
    const port = String(await freePort())
    const file = join(folder.path, `${port}.conf`)
    // Sentinels write their state to this file.
    writeFileSync(
      file,
      [
        ...[`port ${port}`, 'bind 127.0.0.1', `dir ${folder.path}`],
        `sentinel monitor ${NAME} 127.0.0.1 ${at} ${Math.ceil((COUNT + 1) / 2)}`,
        ...[
          `sentinel down-after-milliseconds ${NAME} ${downAfterMs}`,
          `sentinel failover-timeout ${NAME} 5000`,
        ],
        ...(password === undefined
          ? []
          : [
              ...[`requirepass ${password}`, `sentinel auth-pass ${NAME} ${password}`],
              `sentinel sentinel-pass ${password}`,
            ]),
      ].join('\n'),
    )
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
    /** Whether a server reports that it is the master. */
    isMaster: async (url: string): Promise<boolean> =>
      (await cli(portOf(url), 'ROLE')).startsWith('master'),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const portOf = (url: string): string => new URL(url).port
