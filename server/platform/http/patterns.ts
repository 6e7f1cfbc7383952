/**
 * The patterns for text that clients send. They are published, so they must mean the same in every regular expression
 * engine: with and without the flags `u` and `v`, in a literal between slashes, and without Unicode properties. They
 * do not cover unpaired surrogates, which no text may contain (`checked-schema.ts`). Each takes linear time.
 */

const control = '\\x00-\\x1f\\x7f-\\x9f'

/** One line that is not blank. */
export const linePattern = `^[^\\S${control}]*[^\\s${control}][^${control}]*$`

/** Text of any number of lines, which may be blank. */
export const linesPattern = '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$'

/** Spaces and dashes that a copied telephone number may have. */
const typographic = '[\\xa0\\u2007\\u2009\\u2010-\\u2015\\u202f\\u2212]'

/** What a telephone number has besides digits, in any position. */
const phoneSign = `(?:[ +,#*\\(\\)\\[\\]\\.\\x2f\\-]|${typographic})`

/** A word and digits after the number. No dot precedes the word, because mail programs would make it a link. */
const extension = `(?:[ ,\\(\\[]|${typographic})*[A-Za-z]{1,12}(?:${phoneSign}*[0-9])+${phoneSign}*`

export const phonePattern = `^(?:${phoneSign}*[0-9]){3,}(?:${phoneSign}*|${extension})$`

/** Characters that are not shown, or that change the direction of text: they make an address look like another. */
const invisible =
  '\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb'

/** A character of an email address before the @, except dots: none that has a meaning in mail headers or commands. */
const atom = `[^\\s@"\\(\\),\\.:;<>\\[\\\\\\]${control}${invisible}]`
/** A part of a host name. Of the ASCII characters it has letters, digits and, within, hyphens. */
const labelCharacter = `[^\\s\\x20-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e${control}${invisible}]`
const label = `${labelCharacter}(?:-*${labelCharacter})*`

/** One address that mail can be sent to (RFC 5321 section 4.1.2, RFC 6531): dots are single and stand between others. */
export const emailPattern = `^${atom}(?:\\.?${atom}){0,63}@${label}(?:\\.${label})*$`

/** The host of a public address, without a user, and what follows it. */
const hostAndRest = (rest: string): string =>
  `[^\\s@\\x2f?#\\\\${control}${invisible}]+(?:[\\x2f?${rest === '' ? '#' : ''}][^\\s${rest}\\\\${control}${invisible}]*)?`

/** An http or https address without a fragment, for programs. */
export const webAddressPattern = `^[hH][tT][tT][pP][sS]?:\\x2f\\x2f[^\\s#\\\\${control}]+$`

/** An http or https address without a user and a fragment, which people may read and follow. */
export const publicAddressPattern = `^[hH][tT][tT][pP][sS]?:\\x2f\\x2f${hostAndRest('#')}$`

/** An https address without a user, which people may follow. */
export const secureAddressPattern = `^[hH][tT][tT][pP][sS]:\\x2f\\x2f${hostAndRest('')}$`

/** A date in RFC 3339 format; whether it exists is checked elsewhere. */
export const dayPattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'

/** A currency code in ISO 4217 format; whether it exists is checked elsewhere. */
export const currencyPattern = '^[A-Z]{3}$'

/** Microchip numbers have 9, 10 or 15 characters. */
export const microchipPattern = '^(?:[0-9A-Za-z]{9}|[0-9A-Za-z]{10}|[0-9A-Za-z]{15})$'

/** The `operationId` of an operation. */
export const operationIdPattern = '^[A-Za-z]+$'

/** A country code in ISO 3166-1 format. */
export const countryPattern = '^[A-Z]{2}$'

/**
 * A pattern as it is published. Ruby refuses escapes from \\x80 on, and PHP takes them for bytes. These control characters
 * and those that are not shown are rare: the published pattern lets them pass, and the service rejects them. So it does
 * with every character beyond ASCII in a telephone number.
 */
export const portablePattern = (pattern: string): string =>
  pattern.replaceAll('\\x7f-\\x9f', '\\x7f').replaceAll(invisible, '').replaceAll(typographic, '[^\\x00-\\x7f]')
