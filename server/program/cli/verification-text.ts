import type { AcceptedBreaks } from '../../accounts/audit/audit-breaks.ts'
import type { Verification } from '../../accounts/audit/audit-verification.ts'
import { counted } from '../../platform/counted.ts'
import { showTime } from '../../platform/time.ts'

export const shownVerification = ({ begunAtMs, accepted, breaks: _, ...rest }: Verification) => ({
  ...(begunAtMs !== undefined && { begunAt: showTime(begunAtMs) }),
  ...rest,
  accepted: accepted.map(({ timeMs, ...one }) => ({ ...one, time: showTime(timeMs) })),
})

export const soundLines = ({ entries, head, begunAtMs, accepted }: Verification): string[] => [
  `${counted(entries, 'entry', 'entries')} ${entries === 1 ? 'is as it was' : 'are as they were'} written.`,
  ...(begunAtMs === undefined ? [] : [`The log begins at ${showTime(begunAtMs)}, and the store was there before.`]),
  ...accepted.map(acceptedText),
  `Head: ${head}`,
]

export const faultyLines = ({ findings, accepted, breaks: [first] }: Verification): string[] => [
  ...findings.map(({ message }) => message),
  ...accepted.map(acceptedText),
  ...(first ? [`If you know the cause: audit accept --from ${first.id} --reason TEXT`] : []),
]

const acceptedText = ({ id, timeMs, by, reason, ...covered }: AcceptedBreaks): string =>
  `Accepted: ${breaksText(covered)}, by entry ${id} of ${showTime(timeMs)}${by === undefined ? '' : ` (${by})`}: ${reason}`

export const breaksText = ({ count, first, last }: Pick<AcceptedBreaks, 'count' | 'first' | 'last'>) =>
  count === 1 ? `the break at entry ${first}` : `${count} breaks at entries ${first} to ${last}`
