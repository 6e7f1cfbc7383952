import type { Finding } from './finding.ts'

const CLOCK_MS = 1_000

/** Compares the clock of another machine with this one's. */
export const checkClock = (check: string, timeMs = Date.now()): Finding => {
  const offMs = Math.abs(timeMs - Date.now())
  const isOff = offMs > CLOCK_MS
  return {
    check,
    state: isOff ? 'warn' : 'ok',
    found: `${offMs} ms from this machine's`,
    ...(isOff && { advice: 'run NTP on both machines' }),
  }
}
