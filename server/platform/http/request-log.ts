import type { Logger } from '../log.ts'

export const requestLogs = ['errors', 'all', 'none'] as const

export type RequestLogConfig = {
  /** `errors`: what was refused, at debug. `all`: each request, at info. What failed is logged in any case. */
  requests: (typeof requestLogs)[number]
  /** Requests that took as long are logged at warn, unless `none` are. */
  slowMs: number
}

/** What a line tells of a request. No URL: clients put keys and names there. */
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

export type RequestLog = ReturnType<typeof requestLog>

/** One line for a request that was answered, where the settings want one. */
export const requestLog = (log: Logger, { requests, slowMs }: RequestLogConfig) => {
  const levelOf = (status: number, durationMs: number) => {
    if (requests === 'none') return undefined
    if (durationMs >= slowMs) return 'warn'
    if (requests === 'all') return 'info'
    // Of a failure, the error itself is logged.
    return status >= 400 && status < 500 ? 'debug' : undefined
  }
  return {
    /** From this length on a request that went well is logged: the quick look of those who answer very many. */
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
