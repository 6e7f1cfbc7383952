import {
  type ErrorDefinition,
  type ErrorDetails,
  HttpError,
  protocolErrors,
} from '../../platform/http/http-error.ts'

/**
 * Every error that a client can receive: its status and its text, in one place. A code is never renamed. Clients see
 * the texts; details go to the log.
 */
export const errorCodes = {
  ...protocolErrors,
  invalid_image: [400, 'The file is no image that can be shown.'],
  missing_api_key: [401, 'Send your API key as `Authorization: Bearer <API_KEY>`.'],
  invalid_api_key: [401, 'The API key is not valid.'],
  expired_api_key: [401, 'The API key has expired.'],
  revoked_api_key: [401, 'The API key has been revoked.'],
  wrong_environment: [401, 'The API key belongs to the other environment (live or test).'],
  invalid_credentials: [401, 'The email address or the password is wrong.'],
  session_expired: [401, 'The session has ended. Sign in again.'],
  insufficient_scope: [403, 'The caller lacks the scope this operation needs.'],
  origin_not_allowed: [403, 'This publishable key may not be used by pages of this origin.'],
  recent_sign_in_required: [
    403,
    'Sign in again first: this needs a sign-in of the last 15 minutes.',
  ],
  not_owner: [403, 'This belongs to another account, which alone may do this with it.'],
  account_suspended: [403, 'The account of this API key is suspended.'],
  pet_not_found: [404, 'There is no animal with this id.'],
  category_not_found: [404, 'There is no category with this id.'],
  order_not_found: [404, 'There is no order with this id.'],
  webhook_not_found: [404, 'There is no webhook with this id.'],
  account_not_found: [404, 'There is no account with this id.'],
  key_not_found: [404, 'There is no API key with this id.'],
  photo_not_found: [404, 'There is no photo with this id.'],
  listing_not_found: [404, 'No animal with this id is published.'],
  organization_not_found: [404, 'There is no organization with this id.'],
  user_not_found: [404, 'There is no user with this id.'],
  mail_not_found: [404, 'There is no mail with this id.'],
  session_not_found: [404, 'There is no session with this id.'],
  passkey_not_found: [404, 'There is no passkey with this id.'],
  form_not_found: [404, 'There is no form with this id.'],
  person_not_found: [404, 'There is no person with this id.'],
  application_not_found: [404, 'There is no application with this id.'],
  method_not_allowed: [405, 'This path does not take this method; `Allow` names those it takes.'],
  pet_not_available: [409, 'The animal is not available.'],
  pet_has_open_order: [409, 'An open order owns the status of this animal.'],
  invalid_transition: [409, 'The status cannot change in this way.'],
  undo_not_possible: [409, 'The last step of this order can no longer be undone.'],
  person_has_open_cases: [409, 'The person has open applications or orders: close them first.'],
  customer_erased: [409, "The customer's data has been erased."],
  document_not_available: [409, 'An order with this status has no such document.'],
  category_in_use: [409, 'Animals belong to this category.'],
  too_many_open_orders: [
    409,
    "This account has as many open orders for other accounts' animals as its plan allows.",
  ],
  idempotency_key_in_use: [409, 'A request with this Idempotency-Key is still running.'],
  photo_limit_reached: [409, 'The animal has 20 photos already.'],
  email_in_use: [409, 'There is a user with this email address already.'],
  last_admin: [409, 'This is the last admin of the staff: make somebody else one first.'],
  operation_removed: [410, 'This operation has been removed; `Link` names its successor.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for another request.'],
  precondition_required: [428, 'This request needs an If-Match header.'],
  rate_limit_exceeded: [
    429,
    'Too many requests in this minute. Retry after `Retry-After` seconds.',
  ],
  daily_quota_exceeded: [429, 'Too many requests in this day. Retry after `Retry-After` seconds.'],
  key_temporarily_banned: [
    429,
    'This API key is banned for a time: it kept sending after 429. Retry after `Retry-After` seconds.',
  ],
  too_many_streams: [
    429,
    'Too many event streams are open. Close one, or retry after `Retry-After` seconds.',
  ],
  too_many_applications: [
    429,
    'Too many applications from this email or IP address. Retry after `Retry-After` seconds.',
  ],
  too_many_attempts: [429, 'Too many failed sign-ins. Retry after `Retry-After` seconds.'],
  internal_error: [500, 'Something failed on our side. The request id helps us to find out what.'],
  outcome_unknown: [
    500,
    'It is not known whether this was done. Repeat it with the same `Idempotency-Key`, or check before you repeat it.',
  ],
  read_only: [503, 'The store is read-only for maintenance: nothing was changed. Try again later.'],
  service_unavailable: [503, 'The service cannot do this at the moment. Retry shortly.'],
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorCodes

type Details = ErrorDetails & { requiredScope?: string }

/** An error of the table, thrown wherever it is found. */
export class ApiError extends HttpError {
  /** Of `insufficient_scope`: the scope that the operation requires. */
  readonly requiredScope: string | undefined

  constructor(code: ErrorCode, { requiredScope, ...details }: Details = {}) {
    super(code, errorCodes[code], details)
    this.name = 'ApiError'
    this.requiredScope = requiredScope
  }
}
