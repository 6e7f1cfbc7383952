import { ApiError } from '../errors/api-error.ts'
import { requestError } from '../errors/request.errors.ts'

/** Adds to the error of a key of the other environment where it works. */
export const atOther = (error: unknown, address: string | undefined): unknown =>
  error instanceof ApiError && error.code === 'wrong_environment' && address !== undefined
    ? requestError('wrong_environment', {
        message: `The API key belongs to the other environment. Send it to ${address}/v1 instead.`,
      })
    : error
