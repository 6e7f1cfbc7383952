/** `MK` of Mara Klein: the first letters of the first and the last word, as a reader counts letters. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return chosen.map((word) => firstLetter(word ?? '')).join('')
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const firstLetter = (word: string): string => {
  const [first] = letters.segment(word)
  return (first?.segment ?? '').toLocaleUpperCase()
}
