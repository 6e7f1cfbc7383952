import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address is public. The ranges are those of the IANA special-purpose registries, from ipaddr.js. Of IPv6
 * only assigned space (2000::/3) counts, and an address that contains an IPv4 address is checked as that one.
 */
export const isPublicAddress = (text: string): boolean => {
  if (isIPv4(text)) return isPublicV4(ipaddr.IPv4.parse(text))
  // An address with a zone is link-local, and so not public.
  if (!isIPv6(text) || text.includes('%')) return false
  const address = ipaddr.IPv6.parse(usualSpelling(text))
  const carried = carriedV4(address)
  if (carried) return isPublicV4(carried)
  return address.match(given) && address.range() === 'unicast'
}

/** Normalizes to hexadecimal: ipaddr.js confuses `::1.2.3.4` with `::ffff:1.2.3.4`, which is another address. */
const usualSpelling = (text: string): string => new URL(`http://[${text}]`).hostname.slice(1, -1)

const isPublicV4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast' && !metadata.has(address.toString())

/** Azure's platform address: the address is public, but the service behind it is not. */
const metadata = new Set(['168.63.129.16'])

const given = ipaddr.IPv6.parseCIDR('2000::/3')
const mapped = ipaddr.IPv6.parseCIDR('::ffff:0:0/96')
/** RFC 6052: how a host without IPv4 reaches one without IPv6. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

const carriedV4 = (address: ipaddr.IPv6): ipaddr.IPv4 | undefined =>
  address.match(mapped) || address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : undefined
