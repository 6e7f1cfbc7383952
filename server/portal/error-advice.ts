import { type ErrorCode, errorCodes } from '../errors/api-error.ts'

/** What a client does about each error. A code without advice does not compile. */
const advice = {
  malformed_request: 'Mend the client: an HTTP library would not send this.',
  malformed_json: 'Send one JSON document in UTF-8, without a byte order mark.',
  validation_failed: 'Mend each field that `errors` names. The same body will fail again.',
  invalid_parameter: 'Mend the parameter that `errors` names.',
  unknown_parameter: 'Remove the parameter, or correct its spelling.',
  invalid_cursor: 'Begin the list again without `cursor`. A cursor is good only with its filters.',
  invalid_idempotency_key: 'Send one key of 1-255 printable ASCII characters, such as a UUID.',
  missing_api_key: 'Send the `Authorization` header.',
  invalid_api_key: 'Check that the key was copied whole. Do not retry.',
  expired_api_key: 'Ask the operator for a new key. Do not retry.',
  revoked_api_key: 'Ask the operator for a new key. Do not retry.',
  wrong_environment:
    'Use an `aas_live_` key in production and an `aas_test_` key in staging. Do not retry.',
  insufficient_scope: 'Use a key that has the scope in `requiredScope`. Do not retry.',
  origin_not_allowed:
    'Call from a page whose origin the key names, or make a key that names this one.',
  account_suspended:
    'Stop, and ask the operator why. No key of the account works until it is resumed.',
  pet_not_found: 'Treat the animal as gone.',
  category_not_found: 'Check the id, or name the category first.',
  order_not_found: 'Check the id.',
  webhook_not_found: 'Check the id: a key sees the webhooks of its own account.',
  account_not_found: 'Check the id.',
  key_not_found: 'Check the id.',
  route_not_found: 'Check the path; every path begins with `/v1`.',
  method_not_allowed: 'Use a method that the `Allow` header names.',
  request_timeout: 'Send it again, whole and sooner; a POST with its `Idempotency-Key`.',
  pet_not_available: 'Choose another animal, or wait for a `pet.updated` event.',
  pet_has_open_order: 'Change the order instead: deliver or cancel it.',
  invalid_transition: 'Read the resource again; its status has already moved on.',
  category_in_use: 'Move or remove its animals first.',
  idempotency_key_in_use: 'Wait for `Retry-After` seconds and send the same request again.',
  operation_removed: 'Use the successor that the `Link` header names.',
  precondition_failed: 'Read it again, apply your change to what it is now, and send its new ETag.',
  body_too_large: 'Send less at once; a batch takes up to 100 animals.',
  uri_too_long: 'Shorten the query: ask for fewer ids at a time.',
  unsupported_media_type: 'Send `Content-Type: application/json`, without `Content-Encoding`.',
  idempotency_key_reused: 'Use a new key for a new request.',
  precondition_required: 'Send the ETag of what you read as `If-Match`.',
  rate_limit_exceeded: 'Send nothing until `Retry-After` seconds have passed; then go on, slower.',
  daily_quota_exceeded: 'Stop until `Retry-After` seconds have passed, or ask for a larger plan.',
  key_temporarily_banned:
    'Stop until `Retry-After` seconds have passed, and mend the loop that did not wait.',
  too_many_streams:
    'Share one stream among your workers. Streams that you left are free again after a moment.',
  headers_too_large: 'Send fewer or shorter headers; look for cookies that pile up.',
  internal_error:
    'Send it again with growing waits; a POST with its `Idempotency-Key`. If it stays, quote `requestId`.',
  service_unavailable: 'Send it again after `Retry-After` seconds, with growing waits.',
} as const satisfies Record<ErrorCode, string>

/** Every error a client can be given, as a Markdown table. */
export const errorsTable = (): string =>
  ['| Status | Code | What it says | What to do |', '|---|---|---|---|']
    .concat(Object.entries(advice).map(row))
    .join('\n')

const row = ([code, action]: [string, string]): string => {
  const [status, text] = errorCodes[code as ErrorCode]
  return `| ${status} | \`${code}\` | ${text} | ${action} |`
}
