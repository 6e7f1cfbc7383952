// What a response says of the limits.

/**
 * Of the window with the fewest requests left.
 *
 * @param {Headers} headers
 */
export const limitsIn = (headers) => {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
  )
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  return Number.isNaN(limit + remaining + reset) ? undefined : { limit, remaining, reset }
}

/**
 * A whole number with commas. What `toLocaleString` loads for it takes longer than all else that a panel does.
 *
 * @param {number} number
 */
export const grouped = (number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
