/**
 * The patterns of text that clients send. They are published, so they mean the same to every engine of regular
 * expressions: with and without the flags `u` and `v`, in a literal between slashes, and without Unicode's properties.
 * Unpaired surrogates are none of theirs: no text may have those (`checked-schema.ts`). Each takes linear time.
 */

const control = '\\x00-\\x1f\\x7f-\\x9f'

/** One line that is not blank. */
export const linePattern = `^[^\\S${control}]*[^\\s${control}][^${control}]*$`

/** Lines, which may be blank. */
export const linesPattern = '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$'

export const emailPattern = `^[^\\s@${control}]{1,64}@[^\\s@.${control}]+(?:\\.[^\\s@.${control}]+)*$`

export const phonePattern = '^\\+?[0-9][0-9 \\(\\)\\.\\x2f\\-]{2,30}$'

/** An http or https address without a fragment. */
export const webAddressPattern = `^[hH][tT][tT][pP][sS]?:\\x2f\\x2f[^\\s#\\\\${control}]+$`

/** An https address. */
export const secureAddressPattern = `^[hH][tT][tT][pP][sS]:\\x2f\\x2f[^\\s\\\\${control}]+$`

/** A day as RFC 3339 writes it; whether there is such a day is another question. */
export const dayPattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'

/** A currency as ISO 4217 writes it; whether there is such a one is another question. */
export const currencyPattern = '^[A-Z]{3}$'

/** The three lengths that numbers of microchips have. */
export const microchipPattern = '^(?:[0-9A-Za-z]{9}|[0-9A-Za-z]{10}|[0-9A-Za-z]{15})$'

/** A country as ISO 3166-1 writes it. */
export const countryPattern = '^[A-Z]{2}$'
