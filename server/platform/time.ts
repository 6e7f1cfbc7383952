/**
 * How every time is shown: RFC 3339 in UTC, to the millisecond. Put together here, as a page has dozens of times, mostly
 * of a few days, and `toISOString` works out the date of each.
 */
export const showTime = (time: number | bigint): string => {
  const ms = Math.floor(Number(time))
  const day = Math.floor(ms / DAY_MS)
  const second = Math.floor((ms - day * DAY_MS) / 1_000)
  const minute = Math.floor(second / 60)
  const clock = `${digits[Math.floor(minute / 60)]}:${digits[minute % 60]}:${digits[second % 60]}`
  return `${showDay(day)}T${clock}.${String(ms - day * DAY_MS - second * 1_000).padStart(3, '0')}Z`
}

/** `2026-11-20`, of a day counted from the Unix epoch in UTC. */
export const showDay = (day: number): string => {
  const known = days.get(day)
  if (known !== undefined) return known
  const fresh = new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length)
  if (days.size >= MAX_DAYS) days.clear()
  days.set(day, fresh)
  return fresh
}

const DAY_MS = 86_400_000
const days = new Map<number, string>()
const MAX_DAYS = 256
const digits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/**
 * Milliseconds since the Unix epoch of an RFC 3339 time; `undefined` if it is not one. A leap second, which that
 * epoch does not count, is the last millisecond before it, on the same day.
 */
export const parseTime = (text: string): number | undefined => {
  const [, day, hourMinute, second, , zone = ''] = form.exec(text) ?? []
  if (day === undefined) return undefined
  const isLeap = second === '60'
  const ms = Date.parse(isLeap ? `${day}T${hourMinute}:59.999${zone}` : text)
  // It is inserted at the end of a day in UTC, whatever the offset.
  if (isLeap && (ms + 1) % DAY_MS !== 0) return undefined
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(ms) || Number.isNaN(midnightMs)) return undefined
  // Date.parse takes 30 February for 2 March; and with its offset a time may be beyond the years of four digits.
  return showTime(midnightMs).startsWith(day) && /^\d{4}-/.test(showTime(ms)) ? ms : undefined
}

const form =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i

/** Whether a day that is written as `2026-11-20` exists. */
export const isDay = (text: string): boolean => {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && showTime(ms).startsWith(text)
}

/** The day of a time in UTC, in days since the Unix epoch, as days are in the database. */
export const dayAt = (ms: number): bigint => BigInt(Math.floor(ms / DAY_MS))

/** A time in the database: whole milliseconds since the Unix epoch. */
export const instant = (ms: number): bigint => BigInt(Math.floor(ms))
