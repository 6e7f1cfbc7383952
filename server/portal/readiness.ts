/** `degraded`: the database is away, and what needs no database is served on. `unavailable`: nothing is, or soon nothing. */
export type Readiness = 'ready' | 'degraded' | 'unavailable'

/** A load balancer waits for a response less long than the database's timeout. */
const STORE_ANSWERS_WITHIN_MS = 1_000
/** A client that has asked within this time is likely to ask again. */
const WATCHED_FOR_MS = 10_000

type Deps = {
  isDatabaseAlive: () => Promise<boolean>
  isRetired: () => boolean
  steadyMs: () => number
}

/** What the process can do at the moment. Concurrent requests share one check of the database. */
export const readiness = ({ isDatabaseAlive, isRetired, steadyMs }: Deps) => {
  let look: Promise<boolean> | undefined
  let askedAtMs = -Infinity
  return {
    async read(): Promise<Readiness> {
      askedAtMs = steadyMs()
      if (isRetired()) return 'unavailable'
      look ??= isDatabaseAlive().finally(() => {
        look = undefined
      })
      const isAlive = await within(STORE_ANSWERS_WITHIN_MS, look)
      if (isRetired()) return 'unavailable'
      return isAlive ? 'ready' : 'degraded'
    },
    /** Whether somebody asks from time to time. */
    isWatched: (): boolean => steadyMs() - askedAtMs < WATCHED_FOR_MS,
  }
}

const within = async (limitMs: number, look: Promise<boolean>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  try {
    return await Promise.race([look, late])
  } finally {
    clearTimeout(timer)
  }
}
