import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanupProcess } from './cleanup-process.ts'
import { installPackage } from './debian.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

const shipped = new URL('../../deploy/haproxy.cfg', import.meta.url)

/** Why there is no HAProxy to test with; undefined if there is one. */
export const whyNoHaproxy = (): string | undefined => {
  if (isInstalled()) return undefined
  installPackage('haproxy', 'HAProxy')
  return isInstalled() ? undefined : 'no HAProxy: install it (Debian: apt-get install haproxy)'
}

const isInstalled = () => spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0

/** Starts HAProxy with the configuration that we ship, with other addresses and after `changes` to its text. */
export const startHaproxy = async (
  servers: string[],
  changes: readonly (readonly [from: string, to: string])[] = [],
) => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'haproxy.cfg')
  const port = await freePort()
  const text = changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`haproxy.cfg has no ${from}`)
      return text.replaceAll(from, to)
    },
    configuration(port, servers),
  )
  writeFileSync(file, text)
  const child = spawn('haproxy', ['-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) child.once('exit', cleanupProcess.kill(child.pid))
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => output.push(String(chunk)))
  const address = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${address}/healthz`).then(
      ({ status }) => status > 0,
      () => {
        if (child.exitCode !== null) throw new Error(`haproxy ended\n${output.join('')}`)
        return false
      },
    )
  await eventually('HAProxy listens', answers, 20_000)
  return {
    address,
    port,
    output,
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
