import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const applicationError = defineErrors({
  application_not_found: notFound('application', 'Check the id. A key sees only the applications for its own account.'),
  too_many_applications: {
    status: 429,
    text: 'Too many applications from this email or IP address. Retry after `Retry-After` seconds.',
    advice:
      'Wait `Retry-After` seconds. It does not count as a strike. A server that sends for many people needs a secret key.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    application: typeof applicationError
  }
}
