const MIN_LENGTH = 16

/**
 * Parses the key that signs, and after commas earlier ones. Throws a text that says what is valid.
 */
export const readSecretKeys = (text: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = text.split(',').map((key) => key.trim())
  if ([first, ...others].every((key) => key.length >= MIN_LENGTH)) return [first, ...others]
  throw 'must have at least 16 characters, and so must each older key after a comma'
}
