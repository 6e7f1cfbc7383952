/** An attempt to sign in: at which email, from which address. */
export type Attempt = { email: string; address: string }

/**
 * The port of failed sign-ins. An attempt counts as failed from before its password is checked, so that many at one time
 * get no further than one after the other; one that succeeds is taken back.
 *
 *     const waitMs = await attempts.reserve({ email, address })
 *     if (waitMs > 0) throw new ApiError('too_many_attempts')
 *     if (isRight) await attempts.takeBack({ email, address })
 */
export type Attempts = {
  /** How long to wait before another attempt, in milliseconds; 0 when this one may go on. */
  reserve(attempt: Attempt): number | Promise<number>
  /**
   * The attempt was none at guessing: forgets the failures of its email. Whoever guesses this email from elsewhere
   * does not keep its address waiting for a month.
   */
  takeBack(attempt: Attempt): void | Promise<void>
}

/** What is counted together, and how much of it is free: for the networks of an IPv6 address several times as much. */
export const attemptRules = {
  /** Failures of an email from one address. */
  pair: { free: 5, forgetMs: 3_600_000 },
  /** Failures of an email from all addresses together. */
  email: { free: 20, forgetMs: 300_000 },
  /** Different emails that have failed from an address within the time. */
  address: { free: 50, forgetMs: 3_600_000 },
} as const

/**
 * For how long a turn is kept: who is turned away because others guess the email gets one try after the longest wait,
 * however the others go on, as long as the own failures are few.
 */
export const TURN_MS = 600_000

/** For how long an address from which an email has signed in is known. */
export const KNOWN_MS = 30 * 86_400_000

const FIRST_WAIT_MS = 1_000
export const MAX_WAIT_MS = 60_000

/** The wait after that many failures: a second after the last free one, twice as long after each that follows. */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - free, 10))
