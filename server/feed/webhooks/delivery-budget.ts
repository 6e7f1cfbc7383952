/** How many past seconds count: together with the current second, they cover any minute. */
const COUNTED_SECONDS = 60

/** An account may have this many times as many deliveries per minute as requests. */
const DELIVERIES_PER_REQUEST = 10

type Spender = { accountId: bigint; perMinute: number }

/** Limits the deliveries of each account: within any 60 seconds, ten times the requests of its plan. */
export const deliveryBudget = (steadyMs: () => number) => {
  const accounts = new Map<bigint, Map<number, number>>()
  const currentSecond = () => Math.floor(steadyMs() / 1_000)

  return {
    left({ accountId, perMinute }: Spender): number {
      const seconds = accounts.get(accountId)
      let spent = 0
      for (const [second, count] of seconds ?? []) {
        if (second < currentSecond() - COUNTED_SECONDS) seconds?.delete(second)
        else spent += count
      }
      if (seconds?.size === 0) accounts.delete(accountId)
      return Math.max(0, perMinute * DELIVERIES_PER_REQUEST - spent)
    },

    /** Returns a function that returns the budget. Call it if nothing was sent. */
    spend(accountId: bigint): () => void {
      const seconds = accounts.get(accountId) ?? new Map<number, number>()
      accounts.set(accountId, seconds)
      const second = currentSecond()
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
      return () => {
        const count = seconds.get(second)
        if (count !== undefined) seconds.set(second, count - 1)
      }
    },
  }
}
