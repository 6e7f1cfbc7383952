const MIN_LENGTH = 16

/** The key that signs, and after commas those that signed before. Throws a text that says what would be right. */
export const readSecretKeys = (text: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = text.split(',').map((key) => key.trim())
  if ([first, ...others].every((key) => key.length >= MIN_LENGTH)) return [first, ...others]
  throw 'must have 16 characters or more, also each older key after a comma'
}
