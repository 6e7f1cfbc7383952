import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const personError = defineErrors({
  person_not_found: notFound(
    'person',
    'Search for the person in `GET /v1/people`. The person may have been removed, or your account may not see them.',
  ),
  person_has_open_cases: {
    status: 409,
    text: 'The person has open applications or orders: close them first.',
    advice: 'Close the applications and orders that the message names first.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    person: typeof personError
  }
}
