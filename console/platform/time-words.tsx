import { durationWords } from './error-words.ts'

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A time of the service, in the reader's zone and language. */
export const timeWords = (time: string): string => format.format(new Date(time))

/** Shown short, and exact for machines and on hovering. */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {timeWords(at)}
  </time>
)

/** `in 4 min 10 s`, `now`. */
export const untilWords = (time: string, nowMs: number): string => {
  const seconds = (Date.parse(time) - nowMs) / 1_000
  return seconds <= 0 ? 'now' : `in ${durationWords(seconds)}`
}
