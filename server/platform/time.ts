import { DAY_MS } from './durations.ts'

/**
 * Formats a time: RFC 3339 in UTC, to the millisecond. Not done by `toISOString`, which computes the date each time: a
 * page has dozens of times, mostly of the same few days.
 */
export const showTime = (time: number | bigint): string => {
  const ms = Math.floor(Number(time))
  const day = Math.floor(ms / DAY_MS)
  const second = Math.floor((ms - day * DAY_MS) / 1_000)
  const minute = Math.floor(second / 60)
  const clock = `${digits[Math.floor(minute / 60)]}:${digits[minute % 60]}:${digits[second % 60]}`
  return `${showDay(day)}T${clock}.${String(ms - day * DAY_MS - second * 1_000).padStart(3, '0')}Z`
}

/** Formats a day, counted from the Unix epoch in UTC, as `2026-11-20`. */
export const showDay = (day: number): string => {
  const known = days.get(day)
  if (known !== undefined) return known
  const fresh = new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length)
  if (days.size >= MAX_DAYS) days.clear()
  days.set(day, fresh)
  return fresh
}

const days = new Map<number, string>()
const MAX_DAYS = 256
const digits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/**
 * Parses an RFC 3339 time to milliseconds since the Unix epoch; `undefined` if it is invalid. A leap second, which the
 * epoch does not count, becomes the last millisecond before it, on the same day.
 */
export const parseTime = (text: string): number | undefined => {
  const [, day, hourMinute, second, , zone = ''] = form.exec(text) ?? []
  if (day === undefined) return undefined
  const isLeap = second === '60'
  const ms = Date.parse(isLeap ? `${day}T${hourMinute}:59.999${zone}` : text)
  // Leap seconds are inserted at the end of a day in UTC, whatever the offset.
  if (isLeap && (ms + 1) % DAY_MS !== 0) return undefined
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(ms) || Number.isNaN(midnightMs)) return undefined
  // Date.parse reads 30 February as 2 March, and the offset may move a time beyond years of four digits.
  return showTime(midnightMs).startsWith(day) && /^\d{4}-/.test(showTime(ms)) ? ms : undefined
}

const form = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i

/** Whether a day such as `2026-11-20` exists. */
export const isDay = (text: string): boolean => {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && showTime(ms).startsWith(text)
}

/** The zones that are furthest ahead of UTC. */
const FURTHEST_EAST_MS = 14 * 60 * 60 * 1_000

/** The day that it already is somewhere on Earth, such as `2026-11-20`: later ones are in the future. */
export const latestToday = (nowMs: number): string => showTime(nowMs + FURTHEST_EAST_MS).slice(0, 'YYYY-MM-DD'.length)

/** The day of a time in UTC, in days since the Unix epoch, as the database stores days. */
export const dayAt = (ms: number): bigint => BigInt(Math.floor(ms / DAY_MS))

/** The time as the database stores it: whole milliseconds since the Unix epoch. */
export const instant = (ms: number): bigint => BigInt(Math.floor(ms))
