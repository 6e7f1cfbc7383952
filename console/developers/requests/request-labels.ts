import type { RequestEntry } from '@adoption-store/client'
import type { Tone } from '../../platform/pill.tsx'

export const statusTone = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'hold' : 'ok')

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** `10:42:18`, with the day unless that is today. */
export const timeLabel = (time: string, nowMs: number): string => {
  const at = new Date(time)
  const isToday = at.toDateString() === new Date(nowMs).toDateString()
  return (isToday ? clock : dayAndClock).format(at)
}

/** Explains the kinds of issues. Others are shown as they are. */
export const issueText = (code: string): string => issueTexts[code] ?? code.replaceAll('_', ' ')

const issueTexts: Readonly<Record<string, string>> = {
  required: 'is required',
  unknown_field: 'is not a field of this operation',
  invalid_type: 'has the wrong type',
  invalid_value: 'has a value that is not allowed',
  out_of_range: 'is out of range',
  repeated: 'was sent twice',
  invalid_encoding: 'is not percent-encoded UTF-8',
}

/** A command that sends the same request again, without its body and query, which the log does not have. */
export const curlOf = ({ method, path }: Pick<RequestEntry, 'method' | 'path'>): string => {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${window.location.origin}${path}'`,
    '-H "Authorization: Bearer $ADOPTION_KEY"',
    ...(hasBody ? ["-H 'Content-Type: application/json'", '-d @body.json'] : []),
  ].join(' \\\n  ')
}
