import { failedLookupsBucket, networksOf } from './address.ts'
import type { Decision, Limiter } from './limiter.ts'
import type { Policy } from './policy.ts'

type Deps = { limiter: Limiter; addressPolicy: Policy }

/** The address has no quota left for failed keys, so this key was not looked up; it may be valid. */
export class LookupRejected extends Error {
  readonly decision: Decision
  constructor(decision: Decision) {
    super('too many failed keys from this address')
    this.name = 'LookupRejected'
    this.decision = decision
  }
}

export type LookupGuard = ReturnType<typeof lookupGuard>

/**
 * Limits lookups of keys that this process does not know. Only failed lookups are charged to the address. Only as many
 * lookups as may still fail run at once; others wait for one of them.
 */
export const lookupGuard = ({ limiter, addressPolicy }: Deps) => {
  const underWay = new Map<string, Set<Promise<unknown>>>()

  /** `place` is the widest network that is counted, so that no network has more lookups in progress than may fail. */
  const turn = async (address: string, place: string): Promise<Set<Promise<unknown>>> => {
    for (;;) {
      const decision = await limiter.peek({ address }, addressPolicy)
      const left = Math.min(...decision.windows.map(({ remaining }) => remaining))
      if (left === 0) throw new LookupRejected(refused(decision))
      const lookups = underWay.get(place) ?? new Set()
      if (lookups.size < left) return lookups
      await Promise.race(lookups)
    }
  }

  /** Runs `lookUp` if the address may still fail. `isFailure` decides which errors are charged to it. */
  return async <T>(
    ip: string | undefined,
    lookUp: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> => {
    const address = failedLookupsBucket(ip)
    const place = networksOf(address)?.network48 ?? address
    const lookups = await turn(address, place)
    const charged = async (): Promise<T> => {
      try {
        return await lookUp()
      } catch (error) {
        if (isFailure(error)) await limiter.take({ address }, addressPolicy)
        throw error
      }
    }
    const lookup = charged()
    const settled = lookup.then(
      () => {},
      () => {},
    )
    lookups.add(settled)
    underWay.set(place, lookups)
    try {
      return await lookup
    } finally {
      lookups.delete(settled)
      if (lookups.size === 0) underWay.delete(place)
    }
  }
}

const refused = (decision: Decision): Decision => ({
  ...decision,
  allowed: false,
  rejectedBy: decision.windows.filter(({ remaining }) => remaining === 0).map(({ name }) => name),
})
