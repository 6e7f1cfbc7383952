import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ProxyConfig } from '../../platform/http/proxies.ts'
import { flag, secret, setting, text, type Values } from './setting.ts'
import type { Environment } from './setting-text.ts'

/** Requests to other servers: webhooks, photos by URL, S3, OpenID Connect, traces. */
export const outboundSettings = {
  HTTPS_PROXY: secret(
    undefined,
    'The HTTP proxy for requests to `https:` addresses, such as `http://proxy.example.org:3128`; `user:password@` before the host signs in. Also read as `https_proxy`.',
    readProxy,
  ),
  HTTP_PROXY: secret(
    undefined,
    'The HTTP proxy for requests to `http:` addresses. Also read as `http_proxy`.',
    readProxy,
  ),
  NO_PROXY: setting(
    '',
    'Hosts that are reached without a proxy, separated by commas: names with their subdomains, addresses, networks such as `10.0.0.0/8`, or `*`. A port restricts an entry to it. Also read as `no_proxy`.',
    text,
  ),
  PROXY_RESOLVES_NAMES: setting(
    'false',
    '`false` resolves the names of webhooks and of photos to import here, checks their addresses, and asks the proxy to connect to the checked address. `true` sends names to the proxy, which must then refuse private addresses: for networks without public name servers, and for proxies that filter by name.',
    flag,
  ),
  NODE_EXTRA_CA_CERTS: setting(
    undefined,
    'A file of PEM certificates of your own authorities. Node.js trusts them besides the usual ones in every connection: proxies, webhooks, S3, OpenID Connect, mail, PostgreSQL and Redis. It reads the file only when it starts.',
    readCertificates,
  ),
} as const

type OutboundValues = Values<typeof outboundSettings>

export type OutboundConfig = {
  proxies: ProxyConfig
  /** Undefined if only the usual authorities are trusted. */
  extraAuthorities: Authorities | undefined
}

/** The certificates of a file. */
type Authorities = { path: string; endsMs: readonly number[] }

export const outboundConfig = (values: OutboundValues): OutboundConfig => ({
  proxies: {
    http: values.HTTP_PROXY,
    https: values.HTTPS_PROXY,
    noProxy: values.NO_PROXY,
    resolvesNames: values.PROXY_RESOLVES_NAMES,
  },
  extraAuthorities: values.NODE_EXTRA_CA_CERTS,
})

/** The variables of proxies are also written in lower case, which wins in most programs. */
export const withLowerCaseProxies = (environment: Environment): Environment => {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const
  const given = names.flatMap((name) => {
    const value = environment[name.toLowerCase()]
    return value ? [[name, value] as const] : []
  })
  return given.length === 0 ? environment : { ...environment, ...Object.fromEntries(given) }
}

function readProxy(value: string): URL {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`)
  if (!url || !/^https?:$/.test(url.protocol)) throw 'must be the http or https address of an HTTP proxy'
  if (url.pathname !== '/' || url.search || url.hash) throw 'must be an address without a path'
  return url
}

function readCertificates(path: string): Authorities {
  let file: string
  try {
    file = readFileSync(path, 'utf8')
  } catch (error) {
    throw `must name a file that can be read (${(error as NodeJS.ErrnoException).code})`
  }
  const found = file.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    const ends = found.map((pem) => new X509Certificate(pem).validToDate.getTime())
    if (ends.length > 0) return { path, endsMs: ends }
  } catch {}
  throw 'must name a file of PEM certificates'
}
