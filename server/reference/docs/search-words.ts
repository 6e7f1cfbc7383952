/** Each word takes up to 2 ms to look for, and nobody else is served meanwhile. */
export const MAX_WORDS = 10

/** The maximum number of words to search for in an unknown query: `getPetById` may be four. */
export const countWords = (query: string): number =>
  query.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
