import { isIP } from 'node:net'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { DAY_MS } from '../../../platform/durations.ts'
import { boundedFetch, outboundReason } from '../../../platform/http/outbound.ts'
import { showTime } from '../../../platform/time.ts'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'
import { isHealthy } from './ports.checks.ts'

const check = 'public address'
const TIMEOUT_MS = 5_000
/** Automatic renewal begins a month before the end. */
const SOON_MS = 14 * DAY_MS

const fetchOnce = boundedFetch({ timeoutMs: TIMEOUT_MS, maxBytes: 1_048_576 })

type Check = Pick<Finding, 'state' | 'found' | 'advice'>

/** Checks that browsers reach this service at its public address, and its certificate. */
export const checkPublicUrl = async (config: Config): Promise<Finding[]> => {
  const own = config.environment === 'staging' ? config.stagingUrl : config.publicUrl
  if (own === undefined) return []
  const url = new URL(own)
  const found =
    (url.protocol === 'https:' ? await findCertificateFault(url) : findPlainFault(url)) ??
    (await findWrongServer(url, await isServing(config)))
  return [{ check, ...(found ?? { state: 'ok', found: own }) }]
}

const findPlainFault = ({ hostname, origin }: URL): Check | undefined =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    ? undefined
    : {
        state: 'warn',
        found: `${origin} is not encrypted: others can read passwords and keys, and browsers offer no passkeys`,
        advice: 'put a proxy with TLS in front, and set PUBLIC_URL=https://...',
      }

const findCertificateFault = async ({ hostname, port, host }: URL): Promise<Check | undefined> => {
  const name = hostname.replace(/^\[|\]$/g, '')
  const seen = await certificateOf(name, Number(port || 443))
  // Without a connection, there is no certificate to check.
  if (seen === undefined) return undefined
  const endsAtMs = Date.parse(seen.certificate.valid_to)
  const advice = 'renew the certificate of the proxy in front'
  if (endsAtMs < Date.now())
    return {
      state: 'fail',
      found: `the certificate of ${host} expired at ${showTime(endsAtMs)}`,
      advice,
    }
  if (seen.error !== undefined) {
    const found = `browsers reject the certificate of ${host}: ${seen.error}`
    return {
      state: 'fail',
      found,
      advice:
        'install a certificate for this name from an authority that browsers know, with its intermediate certificates',
    }
  }
  return endsAtMs < Date.now() + SOON_MS
    ? {
        state: 'warn',
        found: `the certificate of ${host} expires at ${showTime(endsAtMs)}`,
        advice,
      }
    : undefined
}

type Seen = { certificate: PeerCertificate; error: string | undefined }

const certificateOf = (host: string, port: number): Promise<Seen | undefined> =>
  new Promise((resolve) => {
    const servername = isIP(host) === 0 ? host : ''
    // Accepts it, to say what is wrong with it. Nothing is sent.
    const socket: TLSSocket = connect({ host, port, servername, rejectUnauthorized: false }, () => {
      const error = socket.authorizationError as Error | string | null
      const certificate = socket.getPeerCertificate()
      socket.destroy()
      resolve({ certificate, error: error ? String(error) : undefined })
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => resolve(undefined)).on('close', () => resolve(undefined))
  })

/** Describes what responds at the URL if it is not this service. Without a running server, nothing can be expected. */
const findWrongServer = async (url: URL, isRunning: boolean): Promise<Check | undefined> => {
  const advice = 'check PUBLIC_URL, its DNS name, and the proxy in front'
  try {
    const response = await fetchOnce(`${url.origin}/healthz`, { redirect: 'manual' })
    const location = response.headers.get('location')
    await response.body?.cancel()
    if (location !== null && URL.canParse(location) && new URL(location).origin !== url.origin) {
      const { origin } = new URL(location)
      return {
        state: 'warn',
        found: `${url.origin} redirects to ${origin}`,
        advice: `set PUBLIC_URL=${origin}`,
      }
    }
    if (!isRunning || (await isHealthy(url.origin))) return undefined
    return {
      state: 'warn',
      found: `${url.origin} responds with ${response.status}, and is not this service`,
      advice,
    }
  } catch (error) {
    if (!isRunning) return undefined
    return { state: 'warn', found: outboundReason(error) ?? messageOf(error), advice }
  }
}

/** Whether the server runs on this machine. */
const isServing = async ({ host, port }: Config): Promise<boolean> => {
  if (port === 0) return false
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return isHealthy(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`)
}
