import { type ErrorDefinition, type ErrorDetails, HttpError, protocolErrors } from '../../platform/http/http-error.ts'

/**
 * Every error that a client can receive: its status, its text and what to do about it. A code is never renamed.
 * Clients see the texts; details go to the log.
 */
export const errorCodes = {
  ...protocolErrors,
  invalid_image: {
    status: 400,
    text: 'The file is not a supported image.',
    advice: 'Send the image in the way that the message says. The same file will fail again.',
  },
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
  invalid_credentials: {
    status: 401,
    text: 'The email address or the password is wrong.',
    advice: 'Check the email address and the password, or ask an admin for a new link.',
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
  recent_sign_in_required: {
    status: 403,
    text: 'Sign in again: this requires a sign-in within the last 15 minutes.',
    advice: 'Sign out and in again, then repeat the request.',
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
  account_unreviewed: {
    status: 403,
    text: 'The staff of this store have not accepted your account yet, so it cannot do this.',
    advice: 'Wait until the staff accept the account. You can manage your own animals meanwhile.',
  },
  account_suspended: {
    status: 403,
    text: 'The account of this API key is suspended.',
    advice: 'Stop and contact the operator. No key of the account works until it is resumed.',
  },
  pet_not_found: {
    status: 404,
    text: 'There is no animal with this id.',
    advice: 'Treat the animal as deleted.',
  },
  category_not_found: {
    status: 404,
    text: 'There is no category with this id.',
    advice: 'Check the id, or create the category first.',
  },
  order_not_found: {
    status: 404,
    text: 'There is no order with this id.',
    advice: 'Check the id.',
  },
  request_not_found: {
    status: 404,
    text: 'The request log has no request with this id that you may see.',
    advice:
      'Try again after two seconds: requests appear with a delay. The log removes old ones, has no successful requests from seconds with ten or more of them, and a key sees only its own.',
  },
  mail_not_found: {
    status: 404,
    text: 'There is no mail with this id.',
    advice: 'Check the id. Mail is removed some time after it was sent: `MAIL_RETENTION_DAYS`.',
  },
  webhook_not_found: {
    status: 404,
    text: 'There is no webhook with this id.',
    advice: 'Check the id. A key sees only the webhooks of its own account.',
  },
  account_not_found: {
    status: 404,
    text: 'There is no account with this id.',
    advice: 'Check the id.',
  },
  key_not_found: {
    status: 404,
    text: 'There is no API key with this id.',
    advice: 'Check the id.',
  },
  photo_not_found: {
    status: 404,
    text: 'There is no photo with this id.',
    advice: 'Treat the photo as deleted.',
  },
  note_not_found: {
    status: 404,
    text: 'There is no note with this id.',
    advice: 'Treat the note as deleted.',
  },
  listing_not_found: {
    status: 404,
    text: 'No animal with this id is published.',
    advice: 'Remove it from your page: it is a draft, or was sold more than 30 days ago.',
  },
  organization_not_found: {
    status: 404,
    text: 'There is no organization with this id.',
    advice: 'Check the id, or have the account add its public details first.',
  },
  form_not_found: {
    status: 404,
    text: 'There is no form with this id.',
    advice: 'Check the id. Forms of other accounts serve only their own animals.',
  },
  application_not_found: {
    status: 404,
    text: 'There is no application with this id.',
    advice: 'Check the id. A key sees only the applications for its own account.',
  },
  mail_template_not_found: {
    status: 404,
    text: 'There is no mail template of this kind in this language.',
    advice: '`GET /v1/mail-templates` lists every kind and language.',
  },
  import_not_found: {
    status: 404,
    text: 'There is no import with this id.',
    advice: 'Check the id. A key sees only the imports for its own account.',
  },
  person_not_found: {
    status: 404,
    text: 'There is no person with this id.',
    advice:
      'Search for the person in `GET /v1/people`. The person may have been removed, or your account may not see them.',
  },
  user_not_found: {
    status: 404,
    text: 'There is no user with this id.',
    advice: 'Check the id. Members see only the users of their own account.',
  },
  session_not_found: {
    status: 404,
    text: 'There is no session with this id.',
    advice: 'Check the id; it may have ended by itself.',
  },
  passkey_not_found: {
    status: 404,
    text: 'There is no passkey with this id.',
    advice: 'Check the id; it may have been removed.',
  },
  method_not_allowed: {
    status: 405,
    text: 'This path does not support this method; `Allow` lists those that it supports.',
    advice: 'Use a method listed in the `Allow` header.',
  },
  pet_not_available: {
    status: 409,
    text: 'The animal is not available.',
    advice: 'Choose another animal, or wait for a `pet.updated` event.',
  },
  pet_has_open_order: {
    status: 409,
    text: 'An open order owns the status of this animal.',
    advice: 'Deliver or cancel the order instead.',
  },
  invalid_transition: {
    status: 409,
    text: 'The status cannot change in this way.',
    advice: 'Read the resource again; its status has changed.',
  },
  undo_not_possible: {
    status: 409,
    text: 'The last step of this order can no longer be undone.',
    advice: 'Read the order again, and take the step that you want.',
  },
  import_not_ready: {
    status: 409,
    text: 'The status of the import does not allow this.',
    advice:
      'Get the import and check its status: `checking` and `running` end after a moment, and only a `checked` import can be run.',
  },
  already_imported: {
    status: 409,
    text: 'This file was imported before, with the same options.',
    advice: 'Nothing needs to be done. To import it anyway, send `again`.',
  },
  account_has_animals: {
    status: 409,
    text: 'The sample shelter is for accounts that have no animals.',
    advice: 'Nothing needs to be done. To try things out, use staging.',
  },
  sample_under_way: {
    status: 409,
    text: 'The sample shelter is being removed.',
    advice: 'Get the sample, and retry once its status is `absent`.',
  },
  too_many_imports: {
    status: 409,
    text: 'The plan of this account allows no more imports for now.',
    advice: 'Run or delete an import whose file is stored, or wait, as the message says.',
  },
  person_has_open_cases: {
    status: 409,
    text: 'The person has open applications or orders: close them first.',
    advice: 'Close the applications and orders that the message names first.',
  },
  customer_erased: {
    status: 409,
    text: "The customer's data has been erased.",
    advice: 'Do not retry: erased data cannot be restored.',
  },
  document_not_available: {
    status: 409,
    text: 'An order with this status has no such document.',
    advice: 'Read the order again; its status has changed.',
  },
  category_in_use: {
    status: 409,
    text: 'Animals belong to this category.',
    advice: 'Move or delete its animals first.',
  },
  too_many_open_orders: {
    status: 409,
    text: "This account has as many open orders for other accounts' animals as its plan allows.",
    advice: 'Cancel orders that you do not need, or wait until others are closed.',
  },
  order_blocked: {
    status: 409,
    text: 'The owner of this animal cancelled your last order for it, so you cannot order it for 30 days.',
    advice: 'Order another animal, contact the owner, or wait until the time that the message names.',
  },
  too_many_webhooks: {
    status: 409,
    text: 'This account has as many webhooks as its plan allows.',
    advice: 'Delete a webhook that you do not need, or ask for a larger plan.',
  },
  webhook_exists: {
    status: 409,
    text: 'This account already has a webhook with this URL.',
    advice: 'Change the webhook that has this URL: `GET /v1/webhooks` lists it.',
  },
  idempotency_key_in_use: {
    status: 409,
    text: 'A request with this Idempotency-Key is still running.',
    advice: 'Wait `Retry-After` seconds, then retry the same request.',
  },
  photo_limit_reached: {
    status: 409,
    text: 'The animal already has 20 photos.',
    advice: 'Delete a photo of the animal first.',
  },
  note_limit_reached: {
    status: 409,
    text: 'The animal already has 500 notes.',
    advice: 'Delete a note of the animal first.',
  },
  email_in_use: {
    status: 409,
    text: 'A user with this email address already exists.',
    advice: 'Find the user with `GET /v1/users`, or use another address.',
  },
  last_admin: {
    status: 409,
    text: 'This is the last admin of the staff: make somebody else an admin first.',
    advice: 'Give somebody else the role `admin` first.',
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
  photo_quota_exceeded: {
    status: 429,
    text: 'The plan of this account allows no more photos in this day. Retry after `Retry-After` seconds.',
    advice:
      'Wait `Retry-After` seconds before you add or rotate photos, or ask for a larger plan. Other requests need not wait, and it does not count as a strike.',
  },
  too_many_streams: {
    status: 429,
    text: 'Too many event streams are open. Close one, or retry after `Retry-After` seconds.',
    advice: 'Share one stream among your workers. Closed streams are released after a moment.',
  },
  too_many_applications: {
    status: 429,
    text: 'Too many applications from this email or IP address. Retry after `Retry-After` seconds.',
    advice:
      'Wait `Retry-After` seconds. It does not count as a strike. A server that sends for many people needs a secret key.',
  },
  too_many_attempts: {
    status: 429,
    text: 'Too many failed sign-ins. Retry after `Retry-After` seconds.',
    advice: 'Wait `Retry-After` seconds. If you forgot the password, ask an admin for a link.',
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
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorCodes

type Details = ErrorDetails & { requiredScope?: string }

/** An error of the table. */
export class ApiError extends HttpError {
  /** For `insufficient_scope`: the scope that the operation requires. */
  readonly requiredScope: string | undefined

  constructor(code: ErrorCode, { requiredScope, ...details }: Details = {}) {
    super(code, errorCodes[code], details)
    this.name = 'ApiError'
    this.requiredScope = requiredScope
  }
}
