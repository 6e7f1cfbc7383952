import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const userError = defineErrors({
  user_not_found: notFound('user', 'Check the id. Members see only the users of their own account.'),
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
  too_many_attempts: {
    status: 429,
    text: 'Too many failed sign-ins. Retry after `Retry-After` seconds.',
    advice: 'Wait `Retry-After` seconds. If you forgot the password, ask an admin for a link.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    user: typeof userError
  }
}
