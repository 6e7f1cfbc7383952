import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { cleanupProcess } from './cleanup-process.ts'
import { realClockEnvironment } from './environment.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { whyNoTool } from './tools.ts'

const shipped = new URL('../../deploy/haproxy.cfg', import.meta.url)
const availability = new URL('../../deploy/availability/', import.meta.url)

/** Why there is no HAProxy to test with; undefined if there is one. */
export const whyNoHaproxy = (): string | undefined => whyNoTool('haproxy')

type Changes = readonly (readonly [from: string, to: string])[]

/** Starts HAProxy with the configuration that we ship, with other addresses and after `changes` to its text. */
export const startHaproxy = async (servers: string[], changes: Changes = []) => {
  const port = await freePort()
  const started = run(changed(configuration(port, servers), changes))
  const address = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${address}/healthz`).then(
      ({ status }) => status > 0,
      () => {
        started.checkRunning()
        return false
      },
    )
  await eventually('HAProxy listens', answers, 20_000)
  return { address, port, ...started }
}

/** Starts HAProxy with the configuration that we ship for two PostgreSQL servers, which listen on these ports. */
export const startPostgresHaproxy = (ports: readonly number[]) =>
  startTcpHaproxy(
    'haproxy-postgres.cfg',
    ports.map((at, index) => [`10.0.0.1${index + 1}:5432`, `127.0.0.1:${at}`]),
  )

/** Starts HAProxy with a configuration of deploy/availability, after `changes` to its text, on another port. */
export const startTcpHaproxy = async (name: string, changes: Changes) => {
  const port = await freePort()
  const text = changed(readFileSync(new URL(name, availability), 'utf8'), changes)
  const started = run(changed(text, [['127.0.0.1:5433', `127.0.0.1:${port}`]]))
  const accepts = async () => {
    started.checkRunning()
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return isOpen
  }
  await eventually('HAProxy listens', accepts, 20_000)
  return { port, ...started }
}

const changed = (text: string, changes: Changes): string =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration has no ${from}`)
    return text.replaceAll(from, to)
  }, text)

const run = (text: string) => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'haproxy.cfg')
  writeFileSync(file, text)
  const child = spawn('haproxy', ['-f', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: realClockEnvironment,
  })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  return {
    output,
    checkRunning(): void {
      if (child.exitCode !== null) throw new Error(`haproxy ended\n${output.join('')}`)
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      folder.remove()
    },
  }
}

const configuration = (port: number, servers: string[]): string => {
  return readFileSync(shipped, 'utf8')
    .replace(/^( *bind) \S+/m, `$1 127.0.0.1:${port}`)
    .replace(/^ *server store-(\d) .*\n/gm, (_, number: string) => {
      const address = servers[Number(number) - 1]
      return address ? `  server store-${number} ${address}\n` : ''
    })
}
