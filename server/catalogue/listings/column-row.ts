import type { ColumnRow } from './listing-columns.ts'
import { isText } from './listing-row.ts'

/**
 * Parses a listing from one line. The status may contain a space, so it is followed by terms as JSON, and the name
 * comes last, after a tab, which neither can contain. A thousand lines are passed as one text, which is fast to move
 * from the database to the thread with the columns.
 */
export const readColumnRow = (line: string): ColumnRow => {
  const numbers = line.split(' ', 6)
  const [petId = '', accountId = '', traits = '', publishedAt = '', updatedAt = '', born = ''] = numbers
  const statusAt = numbers.join(' ').length + 1
  const termsAt = line.indexOf('[')
  const nameAt = line.indexOf('\t')
  const terms: string[] = JSON.parse(line.slice(termsAt, nameAt))
  return {
    petId: BigInt(petId),
    accountId: BigInt(accountId),
    traits: BigInt(traits),
    status: line.slice(statusAt, termsAt - 1),
    publishedAt: Number(publishedAt),
    updatedAt: Number(updatedAt),
    born: born === '-' ? null : Number(born),
    name: line.slice(nameAt + 1),
    terms: terms.filter(isText),
  }
}
