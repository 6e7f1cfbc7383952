import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { BlockList, isIP } from 'node:net'

/** The proxies for requests to other servers, as in the environment. */
export type ProxyConfig = {
  /** The proxy for `http:` addresses, and that for `https:` ones. */
  http: URL | undefined
  https: URL | undefined
  /** Hosts that are reached directly. */
  noProxy: string
  /** Whether proxies resolve names whose addresses must be checked; otherwise they are sent the checked address. */
  resolvesNames: boolean
}

export const noProxies: ProxyConfig = {
  http: undefined,
  https: undefined,
  noProxy: '',
  resolvesNames: false,
}

let used = noProxies

/** Sets the proxies for all requests of this process, once it has read its settings. */
export const useProxies = (config: ProxyConfig): void => {
  used = config
}

/** Where a request goes first: undefined means straight to its host. */
export type ProxyRoute = { url: URL; resolvesNames: boolean }

export const proxyFor = (url: URL, config: ProxyConfig = used): ProxyRoute | undefined => {
  const proxy = url.protocol === 'https:' ? config.https : config.http
  if (!proxy || isExempt(url, config.noProxy)) return undefined
  return { url: proxy, resolvesNames: config.resolvesNames }
}

/** Whether `NO_PROXY` lists a host: by name, with its subdomains, by address or network, or with its port. */
const isExempt = (url: URL, noProxy: string): boolean => {
  const host = hostOf(url)
  const port = portOf(url)
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && (entry === '*' || isEntryOf(entry, host, port)))
}

const isEntryOf = (entry: string, host: string, port: number): boolean => {
  if (isIP(host) !== 0 && isInNetwork(entry, host)) return true
  const { name = '', wanted } = /^\[?(?<name>.*?)\]?(?::(?<wanted>\d{1,5}))?$/.exec(entry)?.groups ?? {}
  if (wanted !== undefined && Number(wanted) !== port) return false
  const domain = name.replace(/^\*?\./, '')
  return domain !== '' && (host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)))
}

/** Whether an entry is this address, or a network (`10.0.0.0/8`) that contains it. */
const isInNetwork = (entry: string, address: string): boolean => {
  const [network = '', bits] = entry.split('/')
  const version = isIP(network)
  if (version === 0 || version !== isIP(address)) return false
  const most = version === 4 ? 32 : 128
  const prefix = Number(bits ?? most)
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > most) return false
  const type = version === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, prefix, type)
  return list.check(address, type)
}

/** The host of an address, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

export const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/** Whether this machine itself is meant. */
export const isLoopback = (url: URL): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(hostOf(url))

type AgentOptions = { keepAlive: boolean }

/** Creates an agent whose requests to this kind of address go through the proxy. Names are resolved there. */
export const agentThrough = (
  { protocol }: Pick<URL, 'protocol'>,
  proxy: URL | undefined,
  options: AgentOptions,
): HttpAgent | HttpsAgent => {
  const proxyEnv = proxy && { HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href }
  const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent
  return new Agent({ ...options, ...(proxyEnv && { proxyEnv }) })
}
