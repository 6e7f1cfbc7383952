import { once } from 'node:events'
import { createServer } from 'node:net'
import { boundedFetch } from '../../../platform/http/outbound.ts'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

/** For a port on which another program may listen. */
const fetchFromPort = boundedFetch({ timeoutMs: 10_000, maxBytes: 16 * 1_048_576 })

/** Checks that the ports are free, or that one of our servers listens on them. */
export const checkPorts = async (config: Config): Promise<Finding[]> => [
  await checkPort('port', config, '/healthz'),
  ...(config.metrics ? [await checkPort('metrics port', config.metrics, '/metrics')] : []),
]

const checkPort = async (
  check: string,
  { host, port }: { host: string; port: number },
  path: string,
): Promise<Finding> => {
  const place = `${host}:${port}`
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return { check, state: 'ok', found: `${place} is free` }
  } catch (error) {
    if (await isOurs(host, port, path))
      return { check, state: 'ok', found: `a server runs on ${place}` }
    const advice = 'choose another HOST or PORT, or stop the program that uses it'
    return { check, state: 'fail', found: `${place}: ${messageOf(error)}`, advice }
  } finally {
    server.close()
  }
}

const isOurs = async (host: string, port: number, path: string): Promise<boolean> => {
  const name = host.includes(':') ? `[${host}]` : host
  try {
    const { status, body } = await fetchFromPort(`http://${name}:${port}${path}`)
    await body?.cancel()
    return status === 200
  } catch {
    return false
  }
}
