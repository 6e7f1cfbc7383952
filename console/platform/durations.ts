/** Lengths of time in milliseconds. A day has 24 hours, which a day on a calendar may not have. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
