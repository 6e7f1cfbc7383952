import { useNowMs } from './countdown.ts'
import { formatRelative, formatTime } from './time-format.ts'

/** A short time, with the exact one in the tooltip. */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {formatTime(at)}
  </time>
)

/** A relative time that stays up to date, with the exact one in the tooltip. */
export const Ago = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatTime(at)}>
    {formatRelative(at, useNowMs())}
  </time>
)
