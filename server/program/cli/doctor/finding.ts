/** The result of one check of `doctor`. */
export type Finding = {
  check: string
  state: 'ok' | 'warn' | 'fail'
  found: string
  /** Advice for the operator. */
  advice?: string
}

export const UPGRADE_ADVICE = 'the next start or migrate will upgrade it'

/** The text of an error, with that of its cause. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
