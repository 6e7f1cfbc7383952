type Limits = {
  /** Attempts under way. */
  total: number
  /** Of these, attempts to webhooks whose last response was slow. */
  slow: number
  perAccount: number
  perWebhook: number
  /** A response that took longer was slow. */
  slowMs: number
}

/** Who uses a slot. */
export type Holder = { webhookId: bigint; accountId: bigint }

export const concurrencyLimits: Limits = {
  total: 128,
  slow: 64,
  perAccount: 32,
  perWebhook: 8,
  slowMs: 2_000,
}

/**
 * How many attempts may be under way, and whose. Slow receivers share half of the slots, so that fast ones do not
 * wait for them.
 */
export const deliveryConcurrency = (limits: Limits = concurrencyLimits) => {
  const byWebhook = new Map<bigint, number>()
  const byAccount = new Map<bigint, number>()
  const slow = new Set<bigint>()
  let taken = 0

  const slowTaken = (): number => {
    let count = 0
    for (const [webhookId, held] of byWebhook) if (slow.has(webhookId)) count += held
    return count
  }

  return {
    hasRoom: (): boolean => taken < limits.total,

    /** How many more a webhook may take now. */
    roomFor({ webhookId, accountId }: Holder): number {
      const room = Math.min(
        limits.total - taken,
        limits.perAccount - (byAccount.get(accountId) ?? 0),
        limits.perWebhook - (byWebhook.get(webhookId) ?? 0),
      )
      const bounded = slow.has(webhookId) ? Math.min(room, limits.slow - slowTaken()) : room
      return Math.max(0, bounded)
    },

    take({ webhookId, accountId }: Holder, count: number): void {
      taken += count
      add(byWebhook, webhookId, count)
      add(byAccount, accountId, count)
    },

    /** Gives back slots that nothing was found for. */
    putBack({ webhookId, accountId }: Holder, count: number): void {
      taken -= count
      add(byWebhook, webhookId, -count)
      add(byAccount, accountId, -count)
    },

    /** What a webhook's last attempt says of its next ones. */
    remember({ webhookId }: Holder, tookMs: number): void {
      if (tookMs > limits.slowMs) slow.add(webhookId)
      else slow.delete(webhookId)
    },
  }
}

const add = (counts: Map<bigint, number>, key: bigint, count: number): void => {
  const sum = (counts.get(key) ?? 0) + count
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}
