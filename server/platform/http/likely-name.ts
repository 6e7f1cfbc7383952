/** Common names in other APIs, and the names that ours uses. */
const meanings: Readonly<Record<string, string>> = {
  page: 'cursor',
  offset: 'cursor',
  skip: 'cursor',
  starting_after: 'cursor',
  per_page: 'limit',
  perpage: 'limit',
  page_size: 'limit',
  pagesize: 'limit',
  count: 'limit',
  size: 'limit',
  max: 'limit',
  first: 'limit',
  query: 'q',
  search: 'q',
  order: 'sort',
  orderby: 'sort',
  order_by: 'sort',
  sort_by: 'sort',
  ids: 'id',
}

/** Longer names cannot be typing errors of ours. */
const MAX_LENGTH = 40

/** Finds the known name that an unknown one was probably meant to be; undefined if none is likely. */
export const likelyName = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > MAX_LENGTH) return undefined
  const plain = folded(name)
  const meant = meanings[name.toLowerCase()]
  return (
    known.find((one) => folded(one) === plain) ??
    known.find((one) => `${folded(one)}s` === plain || folded(one) === `${plain}s`) ??
    known.find((one) => one === meant) ??
    // In a name of two letters, one typo is half of the name.
    known.find((one) => one.length > 2 && isOneTypo(folded(one), plain))
  )
}

/** Removes case and the separators of words. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[_\-[\]]/g, '')

/** Whether the texts differ by one missing, extra or wrong character, or by two swapped ones. */
const isOneTypo = (one: string, other: string): boolean => {
  const longest = Math.max(one.length, other.length)
  if (Math.abs(one.length - other.length) > 1) return false
  let begin = 0
  while (begin < longest && one[begin] === other[begin]) begin += 1
  const [rest, otherRest] = [one.slice(begin), other.slice(begin)]
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}
