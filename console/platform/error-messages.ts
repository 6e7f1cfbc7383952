import {
  ApiError,
  BannedError,
  ConnectionError,
  type ErrorCode,
  isApiError,
  RateLimitError,
  TimeoutError,
} from '@adoption-store/client'

/** An error message for staff. */
export type ErrorMessage = { title: string; detail: string; requestId?: string | undefined }

/** Returns a message that says what happened and what to do. The fallback is the API's own message. */
export const messageFor = (error: unknown): ErrorMessage => {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return noResponse
  if (!(error instanceof ApiError)) {
    return { title: 'Something went wrong', detail: error instanceof Error ? error.message : '' }
  }
  const { requestId } = error
  if (error instanceof RateLimitError || error instanceof BannedError) return limitMessage(error)
  const known = messages[error.code]
  if (known) return { title: known[0], detail: known[1] ?? messageOf(error), requestId }
  return { title: 'The request was rejected', detail: messageOf(error), requestId }
}

/** The API's message for one field of a form, if there is one, without the name of the field. */
export const fieldError = (error: unknown, field: string): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const found = error.errors.find((issue) => issue.field === field)?.message
  return found && found.charAt(0).toUpperCase() + found.slice(1)
}

/** The message for a missing scope of a key. */
export const missingScopeMessage = (scope: string): ErrorMessage => ({
  title: `Your key does not have the scope ${scope}`,
  detail: `Sign in with a key that has this scope, or ask an administrator for one.`,
})

/** The same for a user, who has a role. */
export const missingRoleMessage: ErrorMessage = {
  title: 'Your role does not permit this',
  detail: 'An administrator can give you another role.',
}

const noResponse: ErrorMessage = {
  title: 'Cannot reach the server',
  detail: 'Check your connection. Your change may not have been saved.',
}

/** The same for a change that somebody has entered in a form, which stays open. */
export const notSavedMessage = (error: unknown): ErrorMessage => {
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return {
      title: noResponse.title,
      detail:
        'What you entered is still here. Save it again when the connection is back: it is saved once, even if the first attempt arrived.',
    }
  }
  if (isApiError(error, 'session_expired')) {
    return {
      title: 'Your session had ended',
      detail: 'What you entered is still here, but not saved. Save it again.',
    }
  }
  return messageFor(error)
}

const limitMessage = (error: RateLimitError | BannedError): ErrorMessage => ({
  title: error instanceof BannedError ? 'This key is temporarily banned' : 'Rate limit reached',
  detail: `Try again in ${formatDuration(error.retryAfterSeconds)}.`,
  requestId: error.requestId,
})

/** `1 h 5 min`, `3 min`, `72 s`: the two largest units, or only seconds if there are few. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < MAX_BARE_SECONDS) return `${whole} s`
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3_600), 'h'],
    [Math.floor((whole % 3_600) / 60), 'min'],
    [whole % 60, 's'],
  ]
  const shown = parts.filter(([count]) => count > 0).slice(0, 2)
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ')
}

const MAX_BARE_SECONDS = 100

/** A title for each code, and a text if ours is more helpful to staff than the API's. */
const messages: Partial<Record<ErrorCode, [title: string, detail?: string]>> = {
  missing_api_key: ['No key was sent'],
  invalid_api_key: ['This key is not valid', 'It may be mistyped, incomplete, or for another store. Copy it again.'],
  expired_api_key: ['This key has expired', 'Ask an administrator for a new one.'],
  revoked_api_key: ['This key has been revoked', 'Ask an administrator for a new one.'],
  wrong_environment: [
    'This key is for the other environment',
    'Keys that start with aas_live_ work in production, and those with aas_test_ in staging.',
  ],
  origin_not_allowed: ['This key is for other web pages', 'Sign in with a secret key.'],
  session_expired: ['Your session has ended', 'Sign in again to continue where you were.'],
  invalid_credentials: [
    'Wrong email or password',
    'Check both and try again. If it keeps failing, your access may have been disabled: ask an administrator.',
  ],
  passkey_required: [
    'Sign in with your passkey',
    'Your role requires a passkey. If you have lost yours, ask an operator for a link.',
  ],
  recent_sign_in_required: [
    'Sign in again first',
    'You can add a passkey within 15 minutes after you sign in. Sign out, sign in again, and add it.',
  ],
  passkey_not_found: ['This passkey has already been removed'],
  email_in_use: ['This email address is already in use'],
  last_admin: ['This is the last administrator', 'The store needs one. Make somebody else an administrator first.'],
  user_not_found: ['User not found', 'Somebody may have deleted them.'],
  session_not_found: ['This session has already ended'],
  insufficient_scope: ['You are not permitted to do this'],
  account_unreviewed: [
    'Your account is being reviewed',
    'You can do this once the staff of this store have accepted it.',
  ],
  account_suspended: ['This account is suspended', 'Nobody can use it until an administrator resumes it.'],
  not_owner: ['This belongs to another account', 'You can see it, but only that account can change it.'],
  too_many_open_orders: [
    'Too many open orders',
    "This account has reached its plan's limit of open orders for other accounts' animals. Cancel some first.",
  ],
  order_blocked: [
    'You cannot order this animal now',
    'Its owner cancelled your last order for it. Choose another animal, or talk to the owner.',
  ],
  too_many_webhooks: ['Too many webhooks', 'This account has as many webhooks as its plan allows. Delete one first.'],
  webhook_exists: ['This account already has a webhook with this URL'],
  photo_quota_exceeded: ['Your plan allows no more photos today', 'Add the others tomorrow, or ask for a larger plan.'],
  too_many_streams: ['Too many live connections', 'Close the console in other tabs.'],
  validation_failed: ['Some fields are not valid'],
  invalid_parameter: ['This search is not valid'],
  invalid_cursor: ['The list has changed', 'Reload it from the beginning.'],
  pet_not_found: ['Animal not found', 'It may have been deleted.'],
  order_not_found: ['Adoption not found'],
  category_not_found: ['Category not found'],
  webhook_not_found: ['Webhook not found'],
  account_not_found: ['Account not found'],
  key_not_found: ['Key not found, or not banned'],
  pet_not_available: ['The animal is not available', 'It is already on hold or adopted.'],
  pet_has_open_order: [
    'This animal has an open adoption',
    'Hand over or cancel the adoption to change the animal’s status.',
  ],
  invalid_transition: ['This step is not possible'],
  import_not_found: ['Import not found', 'Imports are shown for 30 days.'],
  import_not_ready: [
    'This import has changed',
    'Somebody else may have changed it. Reload the page to see its status.',
  ],
  already_imported: ['This file was imported before'],
  account_has_animals: ['There are animals already', 'The sample is for a store without animals.'],
  sample_under_way: ['The sample animals are being deleted', 'Try again in a moment.'],
  too_many_imports: ['Too many imports'],
  undo_not_possible: ['This can no longer be undone'],
  customer_erased: ['The adopter’s data was erased', 'There is nothing left to print.'],
  document_not_available: ['There is no such document'],
  category_in_use: ['This category still has animals', 'Move or delete them first.'],
  precondition_failed: ['Somebody else changed this', 'Yours is not saved. Check the current version and try again.'],
  internal_error: ['Something went wrong on the server', 'Try again. If it keeps failing, report the request ID.'],
  outcome_unknown: ['We don’t know whether this was saved', 'Reload the page and check before you try again.'],
  read_only: [
    'Not saved: the store is read-only',
    'It is being maintained. Keep your text, and save it when the maintenance is over.',
  ],
  service_unavailable: ['The server is temporarily unavailable', 'Try again in a moment.'],
}

const messageOf = ({ reason, errors }: ApiError): string => {
  if (errors.length === 0) return reason
  return errors.map(({ field, message }) => `${field} ${message}`).join('; ')
}
