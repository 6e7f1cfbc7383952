import { defineErrors } from './api-error.ts'

/** The errors that any operation may return. */
export const requestError = defineErrors({
  missing_api_key: {
    status: 401,
    text: 'Send your API key as `Authorization: Bearer <API_KEY>`.',
    advice: 'Send the `Authorization` header.',
  },
  invalid_api_key: {
    status: 401,
    text: 'The API key is not valid.',
    advice: 'Check that you copied the whole key. Do not retry.',
  },
  expired_api_key: {
    status: 401,
    text: 'The API key has expired.',
    advice: 'Ask the operator for a new key. Do not retry.',
  },
  revoked_api_key: {
    status: 401,
    text: 'The API key has been revoked.',
    advice: 'Ask the operator for a new key. Do not retry.',
  },
  wrong_environment: {
    status: 401,
    text: 'The API key belongs to the other environment (live or test).',
    advice: 'Use an `aas_live_` key in production and an `aas_test_` key in staging. Do not retry.',
  },
  session_expired: {
    status: 401,
    text: 'The session has ended. Sign in again.',
    advice: 'Refresh the session (`POST /auth/refresh`), or sign in again.',
  },
  insufficient_scope: {
    status: 403,
    text: 'The caller lacks the scope this operation needs.',
    advice: 'Use a key that has the scope in `requiredScope`. Do not retry.',
  },
  passkey_required: {
    status: 403,
    text: 'The role of this user requires a passkey.',
    advice: 'Sign in with the passkey. If there is none yet, add one in the console first.',
  },
  origin_not_allowed: {
    status: 403,
    text: 'This publishable key may not be used by pages of this origin.',
    advice: 'Call from a page whose origin the key names, or make a key that names this one.',
  },
  not_owner: {
    status: 403,
    text: 'This belongs to another account, and only that account may do this.',
    advice: 'Use a key of the account that it belongs to. You may cancel an order that you placed.',
  },
  account_suspended: {
    status: 403,
    text: 'The account of this API key is suspended.',
    advice: 'Stop and contact the operator. No key of the account works until it is resumed.',
  },
  key_not_found: {
    status: 404,
    text: 'There is no API key with this id.',
    advice: 'Check the id.',
  },
  method_not_allowed: {
    status: 405,
    text: 'This path does not support this method; `Allow` lists those that it supports.',
    advice: 'Use a method listed in the `Allow` header.',
  },
  invalid_transition: {
    status: 409,
    text: 'The status cannot change in this way.',
    advice: 'Read the resource again; its status has changed.',
  },
  idempotency_key_in_use: {
    status: 409,
    text: 'A request with this Idempotency-Key is still running.',
    advice: 'Wait `Retry-After` seconds, then retry the same request.',
  },
  operation_removed: {
    status: 410,
    text: 'This operation has been removed; `Link` names its successor.',
    advice: 'Use the successor named in the `Link` header.',
  },
  idempotency_key_reused: {
    status: 422,
    text: 'This Idempotency-Key was used for another request.',
    advice: 'Use a new key for a new request.',
  },
  precondition_required: {
    status: 428,
    text: 'This request needs an If-Match header.',
    advice: 'Send the ETag of what you read as `If-Match`.',
  },
  rate_limit_exceeded: {
    status: 429,
    text: 'Too many requests in this minute. Retry after `Retry-After` seconds.',
    advice: 'Wait `Retry-After` seconds before the next request, then slow down.',
  },
  daily_quota_exceeded: {
    status: 429,
    text: 'Too many requests in this day. Retry after `Retry-After` seconds.',
    advice: 'Wait `Retry-After` seconds, or ask for a larger plan.',
  },
  key_temporarily_banned: {
    status: 429,
    text: 'This API key is temporarily banned because it kept sending after 429. Retry after `Retry-After` seconds.',
    advice: 'Wait `Retry-After` seconds, and fix the loop that kept sending after 429.',
  },
  internal_error: {
    status: 500,
    text: 'Something failed on our side. Include the request id when you report it.',
    advice: 'Retry with backoff; a POST with the same `Idempotency-Key`. If it persists, report the `requestId`.',
  },
  outcome_unknown: {
    status: 500,
    text: 'It is unknown whether this was done. Repeat it with the same `Idempotency-Key`, or check before you repeat it.',
    advice:
      'Repeat a POST with the same `Idempotency-Key`: it takes effect once. For other requests, read first what is stored.',
  },
  read_only: {
    status: 503,
    text: 'The store is read-only for maintenance: nothing was changed. Try again later.',
    advice: 'Reads work. Retry writes when the maintenance is over: `Retry-After` is only an estimate.',
  },
  service_unavailable: {
    status: 503,
    text: 'The service cannot do this at the moment. Retry shortly.',
    advice: 'Retry after `Retry-After` seconds, with backoff.',
  },
})

export type RequestErrorCode = Parameters<typeof requestError>[0]

declare module './api-error.ts' {
  interface Errors {
    request: typeof requestError
  }
}
