import { readFileSync } from 'node:fs'

/**
 * One lower-case password a line. Searched as a text, because a set would take ten times the
 * memory.
 */
const listed = (): string => {
  text ??= `\n${readFileSync(new URL('common-passwords.txt', import.meta.url), 'latin1')}`
  return text
}
let text: string | undefined

/** The length of the longest one, as searching for longer texts is pointless. */
const LONGEST = 25

/** Whether a lower-case text is one of about 49,000 most common passwords. */
const isListed = (password: string): boolean =>
  password.length <= LONGEST && !password.includes('\n') && listed().includes(`\n${password}\n`)

/**
 * Whether a password is a common one, a repeated one, or one with digits and signs around or
 * between its letters, also after undoing leetspeak.
 */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.toLowerCase()
  const bases = [plain, withoutEnd(plain), withoutEnd(plain).slice(Math.max(0, plain.search(/[a-z]/)))]
  const forms = bases.flatMap((base) => [base, ...withLetters(base)])
  return forms.some((form) => {
    const letters = form.replaceAll(/[^a-z]/g, '')
    return [form, unit(form), letters, unit(letters)].some(isListed)
  })
}

/** Up to the last letter. */
const withoutEnd = (plain: string): string => {
  let end = plain.length
  while (end > 0 && !isLetter(plain.charAt(end - 1))) end -= 1
  return plain.slice(0, end)
}

const isLetter = (character: string): boolean => character >= 'a' && character <= 'z'

/** Undoes leetspeak. A `1` may be either of two letters. */
const withLetters = (plain: string): string[] => {
  const written = plain.replaceAll(/[023456789@$!+|(]/g, (sign) => letterOf[sign] ?? sign)
  return [written.replaceAll('1', 'i'), written.replaceAll('1', 'l')]
}

const letterOf: Readonly<Record<string, string>> = {
  0: 'o',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
  '|': 'l',
  '(': 'c',
}

/** The repeated part: that of `abcabcabc` is `abc`. */
export const unit = (text: string): string => {
  const length = (text + text).indexOf(text, 1)
  return length > 0 ? text.slice(0, length) : text
}
