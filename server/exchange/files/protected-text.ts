/**
 * Texts that a spreadsheet would run or round: formulas, and numbers that would lose digits. A '
 * before them makes them texts. Texts that begin with ' get another one, so that exactly what was
 * added can be removed.
 */

/**
 * The first character of a formula, also after a semicolon, which separates columns in many
 * countries.
 */
const FORMULA = String.raw`'* *[=+@\-\t\r＝＋＠－]`
/**
 * Numbers with leading zeros, more than 11 digits or an exponent, and those that look like a date
 * without a year.
 */
const NUMBER = String.raw`'* *(?:0\d[\d.,]*|\d{12,}(?:[.,]\d+)?|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,2}([-/.])\d{1,2}(?:\1\d{1,4})?) *$`

const FORMULAS = new RegExp(`(^|;)(?=${FORMULA})`, 'g')
const PROTECTED_FORMULAS = new RegExp(`(^|;)'(?=${FORMULA})`, 'g')
const WHOLE_NUMBER = new RegExp(`^${NUMBER}`, 'i')
const PROTECTED_NUMBER = new RegExp(`^'(?=${NUMBER})`, 'i')

/** The column that marks rows with protected texts: an import only unprotects these. */
export const protectionColumn = 'protectedText'

export const protectText = (text: string): string =>
  WHOLE_NUMBER.test(text) ? `'${text}` : text.replaceAll(FORMULAS, "$1'")

export const unprotectText = (text: string): string =>
  PROTECTED_NUMBER.test(text) ? text.slice(1) : text.replaceAll(PROTECTED_FORMULAS, '$1')
