import { defineErrors } from '../errors/api-error.ts'

export const requestLogError = defineErrors({
  request_not_found: {
    status: 404,
    text: 'The request log has no request with this id that you may see.',
    advice:
      'Try again after two seconds: requests appear with a delay. The log removes old ones, has no successful requests from seconds with ten or more of them, and a key sees only its own.',
  },
})

declare module '../errors/api-error.ts' {
  interface Errors {
    requestLog: typeof requestLogError
  }
}
