import { HttpError } from '../../platform/http/http-error.ts'

const realm = 'Bearer realm="animal-adoption-store"'

/** Converts an authentication error to the response for its caller (RFC 6750 section 3); rethrows any other error. */
export const challenge = (error: unknown): HttpError => {
  if (!(error instanceof HttpError)) throw error
  error.headers['www-authenticate'] = error.code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`
  return error
}
