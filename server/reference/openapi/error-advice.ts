import { type ErrorCode, errorCodes } from '../../requests/errors/api-error.ts'

/** What a client does about each error. A code without advice does not compile. */
const advice = {
  malformed_request: 'Fix the client; an HTTP library would not send this.',
  malformed_json: 'Send one JSON document in UTF-8, without a byte order mark.',
  validation_failed: 'Fix each field listed in `errors`. The same body will fail again.',
  invalid_parameter: 'Fix the parameter listed in `errors`.',
  unknown_parameter: 'Remove the parameter, or correct its spelling.',
  invalid_cursor:
    'Start again without `cursor`. A cursor works only with the filters it was created with.',
  invalid_idempotency_key: 'Send one key of 1-255 printable ASCII characters, such as a UUID.',
  invalid_image: 'Send the image in the way that the message says. The same file will fail again.',
  missing_api_key: 'Send the `Authorization` header.',
  invalid_api_key: 'Check that you copied the whole key. Do not retry.',
  expired_api_key: 'Ask the operator for a new key. Do not retry.',
  revoked_api_key: 'Ask the operator for a new key. Do not retry.',
  wrong_environment:
    'Use an `aas_live_` key in production and an `aas_test_` key in staging. Do not retry.',
  invalid_credentials: 'Check the email address and the password, or ask an admin for a new link.',
  session_expired: 'Refresh the session (`POST /auth/refresh`), or sign in again.',
  insufficient_scope: 'Use a key that has the scope in `requiredScope`. Do not retry.',
  recent_sign_in_required: 'Sign out and in again, then repeat the request.',
  origin_not_allowed:
    'Call from a page whose origin the key names, or make a key that names this one.',
  not_owner:
    'Use a key of the account that it belongs to. An order that you placed, you may cancel.',
  account_suspended:
    'Stop and contact the operator. No key of the account works until it is resumed.',
  pet_not_found: 'Treat the animal as deleted.',
  category_not_found: 'Check the id, or name the category first.',
  order_not_found: 'Check the id.',
  mail_not_found:
    'Check the id. Mail is removed some time after it was sent: `MAIL_RETENTION_DAYS`.',
  webhook_not_found: 'Check the id. A key sees only the webhooks of its own account.',
  account_not_found: 'Check the id.',
  key_not_found: 'Check the id.',
  photo_not_found: 'Treat the photo as deleted.',
  listing_not_found: 'Remove it from your page: it is a draft, or was sold more than 30 days ago.',
  organization_not_found: 'Check the id, or have the account give its public details first.',
  form_not_found: 'Check the id. Forms of other accounts serve only their own animals.',
  application_not_found: 'Check the id. A key sees only the applications for its own account.',
  person_not_found:
    'Look for the person in `GET /v1/people`. Nothing may be left of the person, or nothing that your account sees.',
  user_not_found: 'Check the id. Members see only the users of their own account.',
  session_not_found: 'Check the id; it may have ended by itself.',
  passkey_not_found: 'Check the id; it may have been removed.',
  route_not_found: 'Check the path; every path begins with `/v1`.',
  method_not_allowed: 'Use a method listed in the `Allow` header.',
  request_timeout: 'Retry and send the request faster; a POST with the same `Idempotency-Key`.',
  pet_not_available: 'Choose another animal, or wait for a `pet.updated` event.',
  pet_has_open_order: 'Deliver or cancel the order instead.',
  invalid_transition: 'Read the resource again; its status has changed.',
  undo_not_possible: 'Read the order again, and take the step that you want.',
  person_has_open_cases: 'Close the applications and orders that the message names first.',
  customer_erased: 'Stop: what has been erased cannot be had again.',
  document_not_available: 'Read the order again; its status has changed.',
  category_in_use: 'Move or delete its animals first.',
  too_many_open_orders: 'Cancel orders that you do not need, or wait until others are closed.',
  idempotency_key_in_use: 'Wait `Retry-After` seconds, then retry the same request.',
  photo_limit_reached: 'Delete a photo of the animal first.',
  email_in_use: 'Find the user with `GET /v1/users`, or use another address.',
  last_admin: 'Give somebody else the role `admin` first.',
  operation_removed: 'Use the successor named in the `Link` header.',
  precondition_failed: 'Read the resource again, reapply your change and send the new ETag.',
  body_too_large: 'Send less per request; a batch holds up to 100 animals.',
  uri_too_long: 'Shorten the query: ask for fewer ids at a time.',
  unsupported_media_type: 'Send `Content-Type: application/json`, without `Content-Encoding`.',
  idempotency_key_reused: 'Use a new key for a new request.',
  precondition_required: 'Send the ETag of what you read as `If-Match`.',
  rate_limit_exceeded: 'Wait `Retry-After` seconds before the next request, then slow down.',
  daily_quota_exceeded: 'Wait `Retry-After` seconds, or ask for a larger plan.',
  key_temporarily_banned:
    'Wait `Retry-After` seconds, and fix the loop that kept sending after 429.',
  too_many_streams:
    'Share one stream among your workers. Closed streams are released after a moment.',
  too_many_applications:
    'Wait `Retry-After` seconds. It is no strike. A server that sends for many people needs a secret key.',
  too_many_attempts:
    'Wait `Retry-After` seconds. If you forgot the password, ask an admin for a link.',
  headers_too_large: 'Send fewer or shorter headers; check for accumulating cookies.',
  internal_error:
    'Retry with backoff; a POST with the same `Idempotency-Key`. If it persists, report the `requestId`.',
  outcome_unknown:
    'Repeat a POST with the same `Idempotency-Key`: it takes effect once. For other requests, read first what is stored.',
  read_only:
    'Reads work. Keep what you want to write, and send it when the maintenance is over: `Retry-After` is a guess.',
  service_unavailable: 'Retry after `Retry-After` seconds, with backoff.',
} as const satisfies Record<ErrorCode, string>

/** What a client does about an error. */
export const adviceOn = (code: ErrorCode): string => advice[code]

/** Every error that a client can receive, as a Markdown table. */
export const errorsTable = (): string =>
  ['| Status | Code | Message | What to do |', '|---|---|---|---|']
    .concat(Object.entries(advice).map(row))
    .join('\n')

const row = ([code, action]: [string, string]): string => {
  const [status, text] = errorCodes[code as ErrorCode]
  return `| ${status} | \`${code}\` | ${text} | ${action} |`
}
