import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address that a client without a key is counted under: its own, or the /64 that an IPv6 client usually owns. What
 * is no address shares one bucket, so that nobody gets more of them, or longer names, by making them up.
 */
export const addressBucket = (address: string | undefined): string => {
  if (address === undefined || address.length > LONGEST_ADDRESS) return UNKNOWN
  if (isIPv4(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isIPv4(mapped) ? mapped : UNKNOWN
  const plain = address.split('%')[0] ?? address
  return isIPv6(plain) ? `${network64(plain)}::/64` : UNKNOWN
}

/** The same client's bucket for pages, which are counted apart from requests of the API. */
export const portalBucket = (address: string | undefined): string =>
  `portal ${addressBucket(address)}`

/** The same client's bucket for keys that were looked up in vain. */
export const failedLookupsBucket = (address: string | undefined): string =>
  `keys ${addressBucket(address)}`

const UNKNOWN = 'unknown'
/** An IPv6 address with a dotted quad and the name of an interface. */
const LONGEST_ADDRESS = 64

const network64 = (address: string): string =>
  ipaddr.IPv6.parse(address)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
