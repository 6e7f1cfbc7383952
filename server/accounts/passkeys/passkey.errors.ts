import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const passkeyError = defineErrors({
  recent_sign_in_required: {
    status: 403,
    text: 'Sign in again: this requires a sign-in within the last 15 minutes.',
    advice: 'Sign out and in again, then repeat the request.',
  },
  passkey_not_found: notFound('passkey', 'Check the id; it may have been removed.'),
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    passkey: typeof passkeyError
  }
}
