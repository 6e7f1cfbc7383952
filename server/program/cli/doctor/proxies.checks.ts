import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import type { Finding } from './finding.ts'

export const checkProxies = (config: Config): Finding[] =>
  config.trustedProxies.length > 0 ? [checkTrusted(config)] : findUntrusted(config)

/** The service does not terminate TLS, so an https address is that of a proxy. */
const findUntrusted = ({ environment, publicUrl, stagingUrl }: Config): Finding[] => {
  const own = environment === 'staging' ? stagingUrl : publicUrl
  if (!own?.startsWith('https:')) return []
  return [
    {
      check: 'trusted proxies',
      state: 'warn',
      found: `none, although ${own} is that of a proxy: all its clients count as one, share its limits and are banned together`,
      advice: 'set TRUST_PROXY to the address of the proxy',
    },
  ]
}

const checkTrusted = (config: Config): Finding => {
  const isExact = fewAddresses(config)
  return {
    check: 'trusted proxies',
    state: isExact ? 'ok' : 'warn',
    found: config.trustedProxies.join(', '),
    ...(!isExact && {
      advice: 'trust each proxy by its own address: any other host in the network can pose as any client',
    }),
  }
}

/** Whether the setting names only a few addresses: in a whole network, any host could pose as a proxy. */
const fewAddresses = ({ trustedProxies }: Config): boolean =>
  trustedProxies.every((proxy) => {
    const [address = '', bits] = proxy.split('/')
    if (isIP(address) === 0) return proxy === 'loopback'
    return bits === undefined || Number(bits) >= (isIP(address) === 4 ? 28 : 124)
  })
