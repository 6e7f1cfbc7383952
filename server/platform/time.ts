/** How every time is shown: RFC 3339 in UTC, to the millisecond. */
export const showTime = (ms: number | bigint): string => new Date(Number(ms)).toISOString()

/**
 * Milliseconds since the Unix epoch of an RFC 3339 time; `undefined` for what is none. A leap second, which that epoch
 * does not count, is the last millisecond before it, of the same day.
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

const DAY_MS = 86_400_000

const form =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i

/** A time as the store has it: whole milliseconds since the Unix epoch. */
export const instant = (ms: number): bigint => BigInt(Math.floor(ms))
