const marks = [',', '.'] as const
/** The decimal separator of a column, if the whole column shows it. */
export type DecimalMark = (typeof marks)[number]

const vulgar: Record<string, number> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
}

/** A number within a larger pattern, as `readAmount` accepts it. */
export const AMOUNT = String.raw`(?:\d[\d.,]*\d|\d)?(?:\s?[½¼¾⅓⅔⅛⅜⅝⅞]|\s\d{1,2}\/\d{1,2})?|\d{1,2}\/\d{1,2}`

/**
 * Parses a number with digits, separators or a fraction; undefined if it is not a number, or
 * ambiguous. A comma before exactly three digits separates thousands. A dot before exactly three
 * may be either.
 */
export const readAmount = (text: string, mark?: DecimalMark): number | undefined => {
  const [, whole = '', sign, upper, lower] =
    /^([\d.,]*?)(?:\s?([½¼¾⅓⅔⅛⅜⅝⅞])|(?:^|\s)(\d{1,2})\/(\d{1,2}))?$/.exec(text) ?? []
  const fraction = fractionOf(sign, upper, lower)
  if (fraction === undefined || text === '') return undefined
  if (fraction === 0) return plainNumber(whole, mark)
  if (whole === '') return fraction
  return /^\d+$/.test(whole) ? Number(whole) + fraction : undefined
}

const fractionOf = (sign?: string, upper?: string, lower?: string): number | undefined => {
  if (sign !== undefined) return vulgar[sign]
  if (upper === undefined || lower === undefined) return 0
  const [part, all] = [Number(upper), Number(lower)]
  return part > 0 && part < all ? part / all : undefined
}

const plainNumber = (text: string, mark: DecimalMark | undefined): number | undefined => {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (isAmbiguous(text)) {
    const decimal = mark ?? (text.includes('.') ? undefined : '.')
    return decimal && asNumber(text, decimal)
  }
  const shown = decimalMarkOf(text)
  return shown && asNumber(text, shown)
}

/** `1,200` or `1.200`: one separator, followed by exactly three digits. */
const isAmbiguous = (text: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)

const asNumber = (text: string, mark: DecimalMark): number => {
  const thousands = mark === '.' ? ',' : '.'
  return Number(text.replaceAll(thousands, '').replace(mark, '.'))
}

const decimalForms: Record<DecimalMark, RegExp> = {
  '.': /^(?:\d{1,15}\.\d{1,9}|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,9})?)$/,
  ',': /^(?:\d{1,15},\d{1,9}|[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,9})?)$/,
}

/** The decimal separator that a number shows; undefined if it shows none, or is not a number. */
const decimalMarkOf = (text: string): DecimalMark | undefined => {
  if (isAmbiguous(text) || !/[.,]/.test(text)) return undefined
  return marks.find((mark) => decimalForms[mark].test(text))
}

/** The decimal separator of a column: one that some of its numbers show and none contradicts. */
export const decimalMarks = () => {
  const seen = new Set<DecimalMark>()
  return {
    add(text: string): void {
      for (const [number] of text.slice(0, 200).matchAll(/\d[\d.,]*\d/g)) {
        const mark = decimalMarkOf(number)
        if (mark) seen.add(mark)
      }
    },
    mark: (): DecimalMark | undefined => (seen.size === 1 ? [...seen][0] : undefined),
  }
}
