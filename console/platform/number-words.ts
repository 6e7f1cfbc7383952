const format = new Intl.NumberFormat()

/** A count with its thousands apart. */
export const countWords = (count: number): string => format.format(count)
