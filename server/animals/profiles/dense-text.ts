/** Characters that Markdown has to look at more closely, as many as nobody needs who writes a text. */
export const isDense = (text: string): boolean => {
  const marks = text.match(/[*_[\]()`~&<>#\\\n+=-]/g)?.length ?? 0
  // Each of a numbered list takes as long as several others.
  const numbers = text.match(/^[ \t]*\d{1,9}[.)]/gm)?.length ?? 0
  return marks + numbers * 2 > 300 + text.length / 14
}
