/** In characters; the server has the same limit. */
export const MIN_PASSWORD_LENGTH = 12
