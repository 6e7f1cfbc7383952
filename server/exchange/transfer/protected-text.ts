/**
 * Texts that a spreadsheet would run or round: formulas, and numbers of which digits would be lost. A ' before them makes
 * them texts. Each text with a ' of its own gets one more, so that exactly what was added can be removed.
 */

/** A sign that begins a formula, also after a semicolon, which separates columns in many countries. */
const FORMULA = String.raw`'* *[=+@\-\t\r＝＋＠－]`
/** With zeros in front, with more than 11 digits, with an exponent, or as short as a date without its year. */
const NUMBER = String.raw`'* *(?:0\d[\d.,]*|\d{12,}(?:[.,]\d+)?|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,2}([-/.])\d{1,2}(?:\1\d{1,4})?) *$`

const FORMULAS = new RegExp(`(^|;)(?=${FORMULA})`, 'g')
const PROTECTED_FORMULAS = new RegExp(`(^|;)'(?=${FORMULA})`, 'g')
const WHOLE_NUMBER = new RegExp(`^${NUMBER}`, 'i')
const PROTECTED_NUMBER = new RegExp(`^'(?=${NUMBER})`, 'i')

/** What a row says whose texts are protected: an import removes what this added from such rows alone. */
export const protectionColumn = 'protectedText'

export const protectText = (text: string): string =>
  WHOLE_NUMBER.test(text) ? `'${text}` : text.replaceAll(FORMULAS, "$1'")

export const unprotectText = (text: string): string =>
  PROTECTED_NUMBER.test(text) ? text.slice(1) : text.replaceAll(PROTECTED_FORMULAS, '$1')
