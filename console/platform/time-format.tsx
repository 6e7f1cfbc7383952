import { formatDuration } from './error-messages.ts'

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A timestamp of the API, in the reader's time zone and language. */
export const formatTime = (time: string): string => format.format(new Date(time))

/** A short time; the exact one is in the tooltip. */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {formatTime(at)}
  </time>
)

/** `in 4 min 10 s`, `now`. */
export const formatUntil = (time: string, nowMs: number): string => {
  const seconds = (Date.parse(time) - nowMs) / 1_000
  return seconds <= 0 ? 'now' : `in ${formatDuration(seconds)}`
}
