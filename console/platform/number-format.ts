const format = new Intl.NumberFormat()

/** A number with thousands separators. */
export const formatCount = (count: number): string => format.format(count)
