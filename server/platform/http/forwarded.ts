import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { isHost } from './request-head.ts'

/** The longest text of an address, with brackets and a port. */
const LONGEST_ADDRESS = 64
/** The longest chain of proxies that is read; addresses beyond it are ignored. */
const MOST_PROXIES = 32

/**
 * Cleans the headers that proxies add, so that they hold only valid addresses, a scheme and a host. `X-Forwarded-For`
 * is read from its end, where the nearest proxy wrote, up to the first invalid address: anybody may have written what
 * comes before that.
 */
export const cleanForwarded = (headers: IncomingHttpHeaders): void => {
  const addresses = headers['x-forwarded-for']
  if (typeof addresses === 'string') replace(headers, 'x-forwarded-for', readAddresses(addresses))
  const scheme = headers['x-forwarded-proto']
  if (typeof scheme === 'string' && !/^https?$/.test(lastOf(scheme))) {
    delete headers['x-forwarded-proto']
  }
  const host = headers['x-forwarded-host']
  if (typeof host === 'string' && !isHost(lastOf(host))) delete headers['x-forwarded-host']
}

const replace = (headers: IncomingHttpHeaders, name: string, value: string | undefined): void => {
  if (value === undefined) delete headers[name]
  else headers[name] = value
}

/** The last value, as the framework uses it. */
const lastOf = (list: string): string => list.slice(list.lastIndexOf(',') + 1).trim()

const readAddresses = (list: string): string | undefined => {
  const addresses: string[] = []
  let end = list.length
  while (end >= 0 && addresses.length < MOST_PROXIES) {
    const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1)
    const address = end - comma > LONGEST_ADDRESS ? undefined : readAddress(list.slice(comma + 1, end).trim())
    if (address === undefined) break
    addresses.unshift(address)
    end = comma
  }
  return addresses.length > 0 ? addresses.join(', ') : undefined
}

/** Parses an address as proxies write it: alone, with a port, in brackets, or an IPv4 address mapped to IPv6. */
const readAddress = (text: string): string | undefined => {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1]
  const bare = bracketed ?? /^([^:]*):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = /^::ffff:(\d[\d.]*)$/i.exec(bare)?.[1] ?? bare.split('%')[0] ?? ''
  return isIP(address) ? address : undefined
}
