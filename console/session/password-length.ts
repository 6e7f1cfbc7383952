/** Characters; the server asks for as many. */
export const MIN_PASSWORD_LENGTH = 12
