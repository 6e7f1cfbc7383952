import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The bucket of a client without a key: its address, or the /64 that an IPv6 client usually owns. Invalid addresses
 * share one bucket, so that nobody gets more buckets, or longer names, by inventing addresses.
 */
export const addressBucket = (address: string | undefined): string => {
  if (address === undefined || address.length > LONGEST_ADDRESS) return UNKNOWN
  if (isIPv4(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isIPv4(mapped) ? mapped : UNKNOWN
  const plain = address.split('%')[0] ?? address
  return isIPv6(plain) ? `${network64(plain)}::/64` : UNKNOWN
}

/** The client's bucket for pages, which are counted separately from API requests. */
export const portalBucket = (address: string | undefined): string => `portal ${addressBucket(address)}`

/** The client's bucket for lookups of invalid keys. */
export const failedLookupsBucket = (address: string | undefined): string => `keys ${addressBucket(address)}`

/** The networks that a bucket belongs to, and how many times the limit of a bucket each of them may use. */
export const networkTimes = { network56: 4, network48: 16 } as const
export type Network = keyof typeof networkTimes
export const networkNames = Object.keys(networkTimes) as Network[]

/** The networks of an IPv6 bucket, because one customer may have 65,536 buckets. Undefined for IPv4 addresses. */
export const networksOf = (bucket: string): Record<Network, string> | undefined => {
  const [, before, fourth = ''] = IPV6_BUCKET.exec(bucket) ?? []
  if (before === undefined) return undefined
  const part = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return { network56: `${before}:${part}::/56`, network48: `${before}::/48` }
}

/** Everything that a request from a bucket is counted under, with the multiple of the limit that applies. */
export const countedUnder = (bucket: string): { name: string; times: number }[] => {
  const networks = networksOf(bucket)
  const wider = networkNames.flatMap((network) =>
    networks ? [{ name: networks[network], times: networkTimes[network] }] : [],
  )
  return [{ name: bucket, times: 1 }, ...wider]
}

/**
 * The network of a bucket, where a stranger may easily have many addresses: the /24 of an IPv4 address, or the /48 of
 * an IPv6 bucket.
 */
export const networkOf = (bucket: string): string => {
  const first24 = isIPv4(bucket) && /^\d+\.\d+\.\d+/.exec(bucket)?.[0]
  if (first24) return `${first24}.0/24`
  return networksOf(bucket)?.network48 ?? bucket
}

/** The part before the fourth group, and that group. */
const IPV6_BUCKET = /^((?:[a-z]+ )?[0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64$/

const UNKNOWN = 'unknown'
/** An IPv6 address with a dotted quad and the name of an interface. */
const LONGEST_ADDRESS = 64

const network64 = (address: string): string =>
  ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
