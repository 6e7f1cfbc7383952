import { defineErrors } from '../../requests/errors/api-error.ts'

export const signInError = defineErrors({
  invalid_credentials: {
    status: 401,
    text: 'The email address or the password is wrong.',
    advice: 'Check the email address and the password, or ask an admin for a new link.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    signIn: typeof signInError
  }
}
