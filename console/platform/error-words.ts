import {
  ApiError,
  BannedError,
  ConnectionError,
  type ErrorCode,
  RateLimitError,
  TimeoutError,
} from '@adoption-store/client'
import { missingScopeOf } from './scopes.ts'

/** An error, said to staff. */
export type Words = { title: string; detail: string; requestId?: string | undefined }

/** What happened and what to do about it. The service's own message is the fallback: it is written to be shown. */
export const wordsOf = (error: unknown): Words => {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return noAnswer
  if (!(error instanceof ApiError)) {
    return { title: 'Something went wrong', detail: error instanceof Error ? error.message : '' }
  }
  const { requestId } = error
  const scope = missingScopeOf(error)
  if (scope) return { ...scopeWords(scope), requestId }
  if (error instanceof RateLimitError || error instanceof BannedError) return limitWords(error)
  const known = words[error.code]
  if (known) return { title: known[0], detail: known[1] ?? messageOf(error), requestId }
  return { title: 'The store refused', detail: messageOf(error), requestId }
}

/** What is wrong with one field of a form, as the service says; undefined when nothing is. */
export const fieldFault = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.errors.find((fault) => fault.field === field)?.message
    : undefined

/** Why a key cannot do something, and how it could. */
export const scopeWords = (scope: string): Words => ({
  title: `This key may not do that: it lacks ${scope}`,
  detail: `Sign in with a key that has the scope ${scope}, or ask an administrator to make you one.`,
})

const noAnswer: Words = {
  title: 'The store does not answer',
  detail: 'Your connection or the store is down. Nothing was shown as done that was not.',
}

const limitWords = (error: RateLimitError | BannedError): Words => ({
  title: error instanceof BannedError ? 'This key is banned for a time' : 'The limit is used up',
  detail: `It ends in ${durationWords(error.retryAfterSeconds)}.`,
  requestId: error.requestId,
})

/** `1 h 5 min`, `3 min`, `72 s`: the two largest units that say something, in seconds where those are few. */
export const durationWords = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < MAX_BARE_SECONDS) return `${whole} s`
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3_600), 'h'],
    [Math.floor((whole % 3_600) / 60), 'min'],
    [whole % 60, 's'],
  ]
  const said = parts.filter(([count]) => count > 0).slice(0, 2)
  return said.map(([count, unit]) => `${count} ${unit}`).join(' ')
}

const MAX_BARE_SECONDS = 100

/** A title for each code, and a text where ours says more to staff than the service's. */
const words: Partial<Record<ErrorCode, [title: string, detail?: string]>> = {
  missing_api_key: ['The key was not sent'],
  invalid_api_key: [
    'This key is not valid',
    'It was mistyped, cut short, or is of another store. Copy it again from where it was shown.',
  ],
  expired_api_key: ['This key has expired', 'Ask an administrator for a new one.'],
  revoked_api_key: ['This key has been revoked', 'Ask an administrator for a new one.'],
  wrong_environment: [
    'This key is for the other environment',
    'Keys that begin with aas_live_ are for production, those with aas_test_ for staging.',
  ],
  account_suspended: [
    'This account is suspended',
    'None of its keys works until an administrator resumes it.',
  ],
  too_many_streams: ['Too many live connections', 'Close the console in other tabs.'],
  validation_failed: ['Some of it is not right'],
  invalid_parameter: ['That cannot be searched for'],
  invalid_cursor: ['The list has moved on', 'Load it again from its beginning.'],
  pet_not_found: ['The animal is gone', 'Somebody has deleted it, or it never was.'],
  order_not_found: ['There is no such order'],
  category_not_found: ['There is no such category'],
  webhook_not_found: ['There is no such webhook'],
  account_not_found: ['There is no such account'],
  key_not_found: ['There is no such key, or it is not banned'],
  pet_not_available: ['The animal is not available', 'It is ordered or sold already.'],
  pet_has_open_order: [
    'An open order holds this animal',
    'While it is open the order moves the animal: deliver or cancel the order.',
  ],
  invalid_transition: ['That step is not allowed'],
  category_in_use: ['Animals belong to this category', 'Move or delete them first.'],
  precondition_failed: [
    'Somebody was faster',
    'It was changed while you looked at it. You see it as it is now: decide again.',
  ],
  internal_error: [
    'Something failed in the store',
    'Try again; if it stays so, quote the request id.',
  ],
  service_unavailable: ['The store cannot do this right now', 'Try again in a moment.'],
}

/** Without the code and the request id that the client adds. */
const messageOf = ({ message, errors }: ApiError): string => {
  const plain = message.replace(/ \([a-z_]+, \d{3}(, request id [^)]*)?\)$/, '')
  if (errors.length === 0) return plain
  return errors.map(({ field, message: fault }) => `${field} ${fault}`).join('; ')
}
