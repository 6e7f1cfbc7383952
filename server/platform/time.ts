/** How every time is shown: RFC 3339 in UTC, to the millisecond. */
export const showTime = (ms: number | bigint): string => new Date(Number(ms)).toISOString()

/** Milliseconds since the Unix epoch of an RFC 3339 time; `undefined` for what is none. */
export const parseTime = (text: string): number | undefined => {
  const day = form.exec(text)?.[1]
  if (day === undefined) return undefined
  const ms = Date.parse(text)
  const midnightMs = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(ms) || Number.isNaN(midnightMs)) return undefined
  // Date.parse takes 30 February for 2 March; and with its offset a time may be beyond the years of four digits.
  return showTime(midnightMs).startsWith(day) && /^\d{4}-/.test(showTime(ms)) ? ms : undefined
}

const form =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i
