type Limits = {
  total: number
  /** Attempts to webhooks whose last attempt did not succeed quickly, or that had none. */
  unproven: number
  /** The attempts among these to webhooks whose last attempt failed or was slow. */
  failing: number
  perAccount: number
  perHost: number
  perAccountAndHost: number
  /** An attempt that takes longer is slow. */
  slowMs: number
}

/** The receiver of an attempt, and its account. */
export type Destination = {
  webhookId: bigint
  accountId: bigint
  host: string
  /** Whether its attempts fail according to the database. */
  isFailing: boolean
}

type Kind = 'proven' | 'new' | 'failing'

export type Slot = { destination: Destination; kind: Kind; sinceMs: number }

export const deliveryLimits: Limits = {
  total: 256,
  unproven: 96,
  failing: 48,
  perAccount: 32,
  perHost: 16,
  perAccountAndHost: 4,
  slowMs: 2_000,
}

/**
 * Limits how many attempts run at the same time, and for whom. Receivers that fail or hang share some of the slots, so
 * that others need not wait for them.
 */
export const deliverySlots = (steadyMs: () => number, limits: Limits = deliveryLimits) => {
  const slots = new Set<Slot>()
  const byKind = new Map<Kind, number>()
  const byAccount = new Map<bigint, number>()
  const byHost = new Map<string, number>()
  const byAccountAndHost = new Map<string, number>()
  /** The outcome of each webhook's last attempt. */
  const lastWas = new Map<bigint, 'proven' | 'failing'>()

  const kindOf = ({ webhookId, isFailing }: Destination): Kind =>
    lastWas.get(webhookId) ?? (isFailing ? 'failing' : 'new')

  const roomOfKind = (kind: Kind): number => {
    if (kind === 'proven') return limits.total
    const failing = byKind.get('failing') ?? 0
    const fresh = byKind.get('new') ?? 0
    if (kind === 'failing') return limits.failing - failing
    // More attempts may turn out to be slow than failing ones are allowed; the excess does not count against new ones.
    return limits.unproven - Math.min(failing, limits.failing) - fresh
  }

  const count = ({ destination, kind }: Slot, change: 1 | -1): void => {
    const { accountId, host } = destination
    add(byKind, kind, change)
    add(byAccount, accountId, change)
    add(byHost, host, change)
    add(byAccountAndHost, pairOf(destination), change)
  }

  return {
    /** Whether any slot is free. */
    hasRoom: (): boolean => slots.size < limits.total,

    /** How many more attempts to it may begin. */
    roomFor(destination: Destination): number {
      const { accountId, host } = destination
      const room = Math.min(
        limits.total - slots.size,
        limits.perAccount - (byAccount.get(accountId) ?? 0),
        limits.perHost - (byHost.get(host) ?? 0),
        limits.perAccountAndHost - (byAccountAndHost.get(pairOf(destination)) ?? 0),
        roomOfKind(kindOf(destination)),
      )
      return Math.max(0, room)
    },

    /** How many it may start per turn; a working receiver has no limit. */
    perTurn: (destination: Destination): number => (kindOf(destination) === 'proven' ? limits.perAccountAndHost : 1),

    take(destination: Destination): Slot {
      const slot = { destination, kind: kindOf(destination), sinceMs: steadyMs() }
      slots.add(slot)
      count(slot, 1)
      return slot
    },

    putBack(slot: Slot): void {
      if (slots.delete(slot)) count(slot, -1)
    },

    /** Records the outcome, which affects later attempts. */
    remember({ destination: { webhookId }, sinceMs }: Slot, isSuccess: boolean): void {
      const isQuick = steadyMs() - sinceMs <= limits.slowMs
      lastWas.set(webhookId, isSuccess && isQuick ? 'proven' : 'failing')
    },

    /** Reclassifies attempts that have become slow, so that others can begin. */
    findSlow(): void {
      const beforeMs = steadyMs() - limits.slowMs
      for (const slot of slots) {
        if (slot.sinceMs >= beforeMs || slot.kind === 'failing') continue
        add(byKind, slot.kind, -1)
        slot.kind = 'failing'
        add(byKind, slot.kind, 1)
        lastWas.set(slot.destination.webhookId, 'failing')
      }
    },

    keepOnly(webhookIds: { has(id: bigint): boolean }): void {
      for (const id of lastWas.keys()) if (!webhookIds.has(id)) lastWas.delete(id)
    },
  }
}

const pairOf = ({ accountId, host }: Destination): string => `${accountId} ${host}`

const add = <Key>(counts: Map<Key, number>, key: Key, change: number): void => {
  const sum = (counts.get(key) ?? 0) + change
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}
