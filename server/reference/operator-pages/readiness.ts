/** A reason why the service is degraded. */
export type Condition = {
  /** Its name, as `/readyz`, the log and the metrics have it. */
  reason: string
  /** A description for the log. */
  meaning: string
  isTrue: () => boolean
  /** The error, if there was one. */
  fault?: () => string | undefined
  /** The effect of the failure. A service that is not ready gets no requests. */
  stops?: 'writes' | 'everything'
}

/** `unavailable`: the service responds to nothing, or soon will, or its responses may be wrong. */
export type Readiness =
  | { status: 'unavailable' }
  | { status: 'ready' | 'degraded'; reasons: readonly string[]; canWrite: boolean }

/** A load balancer waits for a response less long than the database's timeout. */
const STORE_ANSWERS_WITHIN_MS = 1_000
/** A client that sent a request within this time is likely to send another. */
const WATCHED_FOR_MS = 10_000

const DATABASE_UNAVAILABLE = 'database_unavailable'

type Deps = {
  /** Looks at the store, also for the conditions; returns whether it can be read. */
  refreshStore: () => Promise<boolean>
  conditions: readonly Condition[]
  isRetired: () => boolean
  steadyMs: () => number
}

/** Checks what the process can do at the moment. Concurrent requests share one check of the database. */
export const readiness = ({ refreshStore, conditions, isRetired, steadyMs }: Deps) => {
  let look: Promise<boolean> | undefined
  let askedAtMs = -Infinity
  return {
    async read(): Promise<Readiness> {
      askedAtMs = steadyMs()
      if (isRetired()) return { status: 'unavailable' }
      look ??= refreshStore().finally(() => {
        look = undefined
      })
      const isAlive = await within(STORE_ANSWERS_WITHIN_MS, look)
      if (isRetired()) return { status: 'unavailable' }
      const found = conditions.filter(({ isTrue }) => isTrue())
      if (found.some(({ stops }) => stops === 'everything')) return { status: 'unavailable' }
      const reasons = [...(isAlive ? [] : [DATABASE_UNAVAILABLE]), ...found.map(({ reason }) => reason)]
      const canWrite = isAlive && !found.some(({ stops }) => stops === 'writes')
      return { status: reasons.length === 0 ? 'ready' : 'degraded', reasons, canWrite }
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
