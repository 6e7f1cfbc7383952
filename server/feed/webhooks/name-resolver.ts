import { Resolver } from 'node:dns/promises'
import type { Resolve } from './target-guard.ts'

type Options = {
  /** The deadline of a query, whatever the number of name servers. */
  timeoutMs?: number
  /** The name servers; those of the system by default. */
  servers?: string[]
}

/**
 * Queries the name servers itself, without threads: the system's lookup uses one of the process's few threads, and a
 * hostile name server would block them all.
 */
export const nameResolver =
  ({ timeoutMs = 2_000, servers }: Options = {}): Resolve =>
  async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 2 })
    if (servers) resolver.setServers(servers)
    const overdue = setTimeout(() => resolver.cancel(), timeoutMs)
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    clearTimeout(overdue)
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (addresses.length === 0) throw new Error('the name does not resolve')
    return addresses
  }
