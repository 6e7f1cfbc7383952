/** An attempt to sign in: the email and the address of the client. */
export type Attempt = { email: string; address: string }

/**
 * The port of failed sign-ins. An attempt counts as failed before its password is checked, so that
 * concurrent attempts get no further than sequential ones; a successful one is taken back.
 *
 *     const waitMs = await attempts.reserve({ email, address })
 *     if (waitMs > 0) throw userError('too_many_attempts')
 *     if (isRight) await attempts.takeBack({ email, address })
 */
export type Attempts = {
  /** How many milliseconds to wait before another attempt; 0 if this one may proceed. */
  reserve(attempt: Attempt): number | Promise<number>
  /**
   * The attempt succeeded: forgets the failures of its email. For a month, guesses of this email
   * from elsewhere do not delay its address.
   */
  takeBack(attempt: Attempt): void | Promise<void>
}

/**
 * Groups of attempts that are counted together, with the number of free failures. The networks of an IPv6 address have
 * several times as many.
 */
export const attemptRules = {
  /** Failures of an email from one address. */
  pair: { free: 5, forgetMs: 3_600_000 },
  /** Failures of an email from all addresses together. */
  email: { free: 20, forgetMs: 300_000 },
  /** Different emails that failed from an address within the time. */
  address: { free: 50, forgetMs: 3_600_000 },
} as const

/**
 * How long a turn lasts: a user who must wait because others guess the email gets one try after the
 * longest wait, as long as the user's own failures are few.
 */
export const TURN_MS = 600_000

/** How long an address from which an email has signed in is remembered. */
export const KNOWN_MS = 30 * 86_400_000

const FIRST_WAIT_MS = 1_000
export const MAX_WAIT_MS = 60_000

/**
 * The wait after that many failures: one second after the last free one, then twice as long each
 * time.
 */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - free, 10))
