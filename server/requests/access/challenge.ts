import { HttpError } from '../../platform/http/http-error.ts'

const realm = 'Bearer realm="animal-adoption-store"'

/** A failed identification as its caller is shown it (RFC 6750 section 3); any other failure is thrown on. */
export const challenge = (error: unknown): HttpError => {
  if (!(error instanceof HttpError)) throw error
  error.headers['www-authenticate'] =
    error.code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`
  return error
}
