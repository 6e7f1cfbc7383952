type Limits = {
  total: number
  /** Attempts to webhooks whose last attempt did not succeed quickly, or that had none. */
  unproven: number
  /** Of these, attempts to webhooks whose last attempt failed or was slow. */
  failing: number
  perAccount: number
  perHost: number
  perAccountAndHost: number
  /** An attempt that takes longer is slow. */
  slowMs: number
}

/** Where an attempt goes, and for whom. */
export type Destination = {
  webhookId: bigint
  accountId: bigint
  host: string
  /** Whether the store has it that its attempts fail. */
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
 * How many attempts may be under way, and whose. Receivers that fail or hang share some of the slots, so that the others
 * do not wait for them.
 */
export const deliverySlots = (steadyMs: () => number, limits: Limits = deliveryLimits) => {
  const slots = new Set<Slot>()
  const byKind = new Map<Kind, number>()
  const byAccount = new Map<bigint, number>()
  const byHost = new Map<string, number>()
  const byAccountAndHost = new Map<string, number>()
  /** How the last attempt of a webhook went. */
  const lastWas = new Map<bigint, 'proven' | 'failing'>()

  const kindOf = ({ webhookId, isFailing }: Destination): Kind =>
    lastWas.get(webhookId) ?? (isFailing ? 'failing' : 'new')

  const roomOfKind = (kind: Kind): number => {
    if (kind === 'proven') return limits.total
    const failing = byKind.get('failing') ?? 0
    const fresh = byKind.get('new') ?? 0
    if (kind === 'failing') return limits.failing - failing
    // Attempts that turned out to be slow may be more than the failing ones can be: then they take nothing from new ones.
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

    /** How many it may take before others have their turn: a receiver that works gets all it can. */
    perTurn: (destination: Destination): number =>
      kindOf(destination) === 'proven' ? limits.perAccountAndHost : 1,

    take(destination: Destination): Slot {
      const slot = { destination, kind: kindOf(destination), sinceMs: steadyMs() }
      slots.add(slot)
      count(slot, 1)
      return slot
    },

    putBack(slot: Slot): void {
      if (slots.delete(slot)) count(slot, -1)
    },

    /** What the attempt says of the next ones. */
    remember({ destination: { webhookId }, sinceMs }: Slot, isSuccess: boolean): void {
      const isQuick = steadyMs() - sinceMs <= limits.slowMs
      lastWas.set(webhookId, isSuccess && isQuick ? 'proven' : 'failing')
    },

    /** Attempts that are slow by now count as such, so that others can begin. */
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
