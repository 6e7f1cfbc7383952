import { once } from 'node:events'
import { createServer } from 'node:net'
import { boundedFetch } from '../../../platform/http/outbound.ts'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

/** For a port on which another program may listen. */
const fetchFromPort = boundedFetch({
  timeoutMs: 10_000,
  maxBytes: 16 * 1_048_576,
  isLoopbackDirect: true,
})

/** Checks that the ports are free, or that one of our servers listens on them. */
export const checkPorts = async (config: Config): Promise<Finding[]> => [
  await checkPort('port', config, isHealthy),
  ...(config.metrics ? [await checkPort('metrics port', config.metrics, hasMetrics)] : []),
]

const checkPort = async (
  check: string,
  { host, port }: { host: string; port: number },
  isOurs: (origin: string) => Promise<boolean>,
): Promise<Finding> => {
  const place = `${host}:${port}`
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return { check, state: 'ok', found: `${place} is free` }
  } catch (error) {
    if (await isOurs(`http://${host.includes(':') ? `[${host}]` : host}:${port}`))
      return { check, state: 'ok', found: `a server runs on ${place}` }
    const { code = '' } = error as NodeJS.ErrnoException
    const advice = advices[code] ?? 'choose another HOST or PORT'
    return { check, state: 'fail', found: `${place}: ${messageOf(error)}`, advice }
  } finally {
    server.close()
  }
}

const advices: Record<string, string> = {
  EADDRINUSE: 'stop the program that uses the port, or choose another PORT',
  EADDRNOTAVAIL: 'set HOST to an address of this machine, or to 0.0.0.0 for all of them',
  EACCES: 'choose a PORT of 1024 or more: only root may listen on lower ones',
  ENOTFOUND: 'set HOST to an address of this machine: this name has none',
}

/** Whether this service responds at an address. */
export const isHealthy = async (origin: string): Promise<boolean> => {
  const text = await read(`${origin}/healthz`)
  try {
    return text !== undefined && JSON.parse(text).status === 'ok'
  } catch {
    return false
  }
}

const hasMetrics = async (origin: string): Promise<boolean> =>
  (await read(`${origin}/metrics`))?.includes('adoption_build_info') === true

const read = async (url: string): Promise<string | undefined> => {
  try {
    const response = await fetchFromPort(url)
    const text = await response.text()
    return response.ok ? text : undefined
  } catch {
    return undefined
  }
}
