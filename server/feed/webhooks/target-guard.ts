import { isIP, type LookupFunction } from 'node:net'
import { RefusedAddress } from '../../platform/http/tunnel.ts'
import { isPublicAddress } from './public-address.ts'

/** Resolves the addresses of a name. Rejects if it has none, or none is found in time. */
export type Resolve = (name: string) => Promise<string[]>

type Deps = {
  resolve: Resolve
  /** Whether private addresses are allowed: only for development. */
  allowPrivate: boolean
}

export type TargetGuard = ReturnType<typeof targetGuard>

/**
 * Keeps deliveries out of our own network (server-side request forgery). The addresses of a name are checked when the
 * URL is registered, and again at each connection: they may have changed in between.
 */
export const targetGuard = ({ resolve, allowPrivate }: Deps) => {
  const lookupPublic: LookupFunction = (name, { all }, done) => {
    resolve(name).then(
      (addresses) => {
        const refused = addresses.find((address) => !isPublicAddress(address))
        const [first] = addresses
        if (refused !== undefined || first === undefined) done(new ForbiddenTarget(), '')
        else if (all) done(null, addresses.map(withFamily))
        else done(null, first, isIP(first))
      },
      (error: Error) => done(error, ''),
    )
  }

  return {
    /**
     * Says what is wrong with a URL to register; undefined if it is acceptable. A name that does not resolve yet is
     * accepted.
     */
    async fault(text: string): Promise<string | undefined> {
      const url = URL.parse(text)
      const form = url ? faultOfForm(url) : 'must be an http or https address'
      if (!url || form !== undefined || allowPrivate) return form
      const host = hostOf(url)
      if (faultOfHost(host) !== undefined) return faultOfHost(host)
      if (isIP(host) !== 0) return undefined
      const addresses = await resolve(host).catch(() => [])
      return addresses.every(isPublicAddress) ? undefined : NOT_PUBLIC
    },

    /** Returns the lookup function for a URL that is about to be called. Throws `ForbiddenTarget`. */
    lookupFor(url: URL): LookupFunction | undefined {
      if (faultOfForm(url) !== undefined) throw new ForbiddenTarget()
      if (allowPrivate) return undefined
      // There is no lookup if the host is an address.
      if (faultOfHost(hostOf(url)) !== undefined) throw new ForbiddenTarget()
      return lookupPublic
    },
  }
}

/** A URL with a private address. */
export class ForbiddenTarget extends RefusedAddress {
  constructor() {
    super('the address is not public; WEBHOOK_ALLOW_PRIVATE=true allows it, for development')
    this.name = 'ForbiddenTarget'
  }
}

const NOT_PUBLIC =
  'must lead to a public address (for development, a store started with WEBHOOK_ALLOW_PRIVATE=true takes private ones)'

const faultOfForm = ({ protocol, username, password, hash, hostname }: URL): string | undefined => {
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be an http or https address'
  if (username !== '' || password !== '') return 'must have no credentials'
  if (hash !== '') return 'must have no fragment'
  return hostname === '' ? 'must have a host' : undefined
}

/** The URL parser has normalized every spelling of an address (decimal, octal, hexadecimal, short). */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const faultOfHost = (host: string): string | undefined => {
  const isPublic = isIP(host) === 0 ? !innerName.test(host) : isPublicAddress(host)
  return isPublic ? undefined : NOT_PUBLIC
}

/** Internal names, whatever they resolve to: without a dot, or with a suffix reserved for private use. */
const innerName = /^[^.]*$|(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/i

const withFamily = (address: string) => ({ address, family: isIP(address) })
