const format = new Intl.NumberFormat()

/** A number with thousands separators. */
export const formatCount = (count: number): string => format.format(count)

/** `1 adoption`, `1,200 adoptions` */
export const formatCounted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`
