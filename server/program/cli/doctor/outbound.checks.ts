import { once } from 'node:events'
import { connect } from 'node:net'
import { systemClock } from '../../../platform/clock.ts'
import { hostOf, portOf } from '../../../platform/http/proxies.ts'
import { showTime } from '../../../platform/time.ts'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

const TIMEOUT_MS = 5_000

/** Says how requests leave this machine, and which authorities are trusted besides the usual ones. */
export const checkOutbound = async (config: Config): Promise<Finding[]> => [
  ...(await checkProxies(config)),
  ...checkAuthorities(config),
]

const checkProxies = async ({ proxies }: Config): Promise<Finding[]> => {
  const { http, https, noProxy, resolvesNames } = proxies
  if (!http && !https) return []
  const check = 'outbound proxy'
  const through = (proxy: URL | undefined) => (proxy ? `through ${proxy.host}` : 'directly')
  const except = noProxy === '' ? '' : `, except ${noProxy}`
  const found = `https ${through(https)}, http ${through(http)}${except}`
  for (const proxy of new Set([https, http])) {
    const fault = proxy && (await faultOf(proxy))
    if (fault === undefined) continue
    const advice = 'start the proxy, or correct HTTPS_PROXY and HTTP_PROXY: webhooks wait, and S3 and sign-in may fail'
    return [{ check, state: 'warn', found: `${proxy?.host}: ${fault}`, advice }]
  }
  if (!resolvesNames) return [{ check, state: 'ok', found }]
  const advice =
    'make the proxy refuse private addresses, or unset PROXY_RESOLVES_NAMES: it resolves the names that webhooks and imports contain'
  return [{ check, state: 'warn', found: `${found}; it resolves names`, advice }]
}

/** Returns why no connection can be made. */
const faultOf = async (proxy: URL): Promise<string | undefined> => {
  const socket = connect({ host: hostOf(proxy), port: portOf(proxy) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return undefined
  } catch (error) {
    return messageOf(error)
  } finally {
    socket.destroy()
  }
}

const checkAuthorities = ({ extraAuthorities }: Config): Finding[] => {
  if (!extraAuthorities) return []
  const { path, endsMs } = extraAuthorities
  const valid = endsMs.filter((endMs) => endMs > systemClock.nowMs())
  const certificates = endsMs.length === 1 ? '1 certificate' : `${endsMs.length} certificates`
  const check = 'own authorities'
  // Bundles have expired certificates too: one that is still needed shows where it is used.
  if (valid.length > 0) {
    const expired = endsMs.length - valid.length
    const others = expired > 0 ? `, and ${expired} expired` : ''
    const found = `${certificates} in ${path}, valid until ${showTime(Math.min(...valid))}${others}`
    return [{ check, state: 'ok', found }]
  }
  const found = `${certificates} in ${path}, expired at ${showTime(Math.max(...endsMs))}`
  const advice = 'replace the expired certificate in NODE_EXTRA_CA_CERTS, and restart'
  return [{ check, state: 'warn', found, advice }]
}
