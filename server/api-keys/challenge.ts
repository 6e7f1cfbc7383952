import { ApiError } from '../platform/http/errors.ts'

const realm = 'Bearer realm="animal-adoption-store"'

/** A failed identification as its caller is shown it (RFC 6750 section 3); any other failure is thrown on. */
export const challenge = (error: unknown): ApiError => {
  if (!(error instanceof ApiError)) throw error
  error.headers['www-authenticate'] =
    error.code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`
  return error
}
