import type { Logger } from '../log.ts'

export const requestLines = ['errors', 'all', 'none'] as const

export type RequestLinesConfig = {
  /** `errors`: rejected requests, at debug. `all`: each request, at info. Failures are logged in any case. */
  requests: (typeof requestLines)[number]
  /** Requests that take this long are logged at warn, unless `requests` is `none`. */
  slowMs: number
}

/** The fields of a log line for a request. The URL is left out because clients put keys and names in it. */
export type RequestLine = {
  requestId: string
  method: string | undefined
  operation: string
  status: number
  durationMs?: number
  accountId?: string
  keyId?: string
  userId?: string
  address?: string
  traceId?: string
}

export type RequestLineWriter = ReturnType<typeof requestLineWriter>

/** Logs one line for a finished request, if the settings ask for one. */
export const requestLineWriter = (log: Logger, { requests, slowMs }: RequestLinesConfig) => {
  const levelOf = (status: number, durationMs: number) => {
    if (requests === 'none') return undefined
    if (durationMs >= slowMs) return 'warn'
    if (requests === 'all') return 'info'
    // For a server error, the error itself is logged elsewhere.
    return status >= 400 && status < 500 ? 'debug' : undefined
  }
  return {
    /**
     * Successful requests are logged from this duration on: a quick check for callers that serve very many requests.
     */
    fromMs: requests === 'none' ? Infinity : requests === 'all' ? 0 : slowMs,

    isWanted(status: number, durationMs: number): boolean {
      const level = levelOf(status, durationMs)
      return level !== undefined && log.isLevelEnabled(level)
    },
    write(line: RequestLine): void {
      const { status, durationMs = 0 } = line
      const level = levelOf(status, durationMs)
      if (!level) return
      const isSlow = durationMs >= slowMs
      const rounded = { ...line, durationMs: Math.round(durationMs * 1_000) / 1_000 }
      log[level](rounded, isSlow ? 'slow request' : textOf(status))
    },
  }
}

const textOf = (status: number): string => (status >= 400 ? 'request refused' : 'request answered')
