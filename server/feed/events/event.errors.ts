import { defineErrors } from '../../requests/errors/api-error.ts'

export const eventError = defineErrors({
  too_many_streams: {
    status: 429,
    text: 'Too many event streams are open. Close one, or retry after `Retry-After` seconds.',
    advice: 'Share one stream among your workers. Closed streams are released after a moment.',
  },
})

declare module '../../requests/errors/api-error.ts' {
  interface Errors {
    event: typeof eventError
  }
}
