import { type RowList, rowList } from './row-list.ts'

/** Clients choose their tags: with more terms than these, later ones are not kept. */
const MAX_TERMS = 50_000

/** Which rows have a term. */
export const termRows = ({ maxTerms = MAX_TERMS } = {}) => {
  let lists = new Map<string, RowList>()
  let isFull = false

  const listOf = (term: string): RowList | undefined => {
    const known = lists.get(term)
    if (known || isFull) return known
    // From here on none is added, as it would not have its earlier rows.
    isFull = lists.size >= maxTerms
    if (isFull) return undefined
    const list = rowList()
    lists.set(term, list)
    return list
  }

  return {
    /** The row has to be greater than those before it. */
    add(terms: readonly string[], row: number): void {
      for (const term of terms) listOf(term)?.add(row)
    },

    /** Whether it is known which rows have it. */
    knows: (term: string): boolean => !isFull || lists.has(term),

    markOn: (term: string, marks: Uint8Array, from: number): void =>
      lists.get(term)?.markOn(marks, from),

    /** Where rows are from now on; those at a negative number are no more. */
    move(movedTo: Int32Array): void {
      for (const list of lists.values()) list.move(movedTo)
      lists = new Map([...lists].filter(([, list]) => list.length() > 0))
    },
  }
}
