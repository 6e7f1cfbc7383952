import { defineErrors, notFound } from '../../requests/errors/api-error.ts'

export const sessionError = defineErrors({
  session_not_found: notFound('session', 'Check the id; it may have ended by itself.'),
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    session: typeof sessionError
  }
}
