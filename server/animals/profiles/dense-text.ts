/** Whether a text has far more Markdown syntax than people write, which makes parsing slow. */
export const isDense = (text: string): boolean => {
  const marks = text.match(/[*_[\]()`~&<>#\\\n+=-]/g)?.length ?? 0
  // A list number is as slow to parse as several other characters.
  const numbers = text.match(/^[ \t]*\d{1,9}[.)]/gm)?.length ?? 0
  return marks + numbers * 2 > 300 + text.length / 14
}
