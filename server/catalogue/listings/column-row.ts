import type { ColumnRow } from './listing-columns.ts'
import { isText } from './listing-row.ts'

/**
 * A listing as one line: its animal, its account, its traits, when it was published and born, its status (which may have a
 * space), its terms as JSON, and its name after a tab, which neither of them has. A thousand of them are one text, which
 * passes quickly from the database to the thread with the columns.
 */
export const readColumnRow = (line: string): ColumnRow => {
  const numbers = line.split(' ', 5)
  const [petId = '', accountId = '', traits = '', publishedAt = '', born = ''] = numbers
  const statusAt = numbers.join(' ').length + 1
  const termsAt = line.indexOf('[')
  const nameAt = line.indexOf('\t')
  const terms: string[] = JSON.parse(line.slice(termsAt, nameAt))
  return {
    ...{ petId: BigInt(petId), accountId: BigInt(accountId), traits: BigInt(traits) },
    ...{ status: line.slice(statusAt, termsAt - 1), publishedAt: Number(publishedAt) },
    ...{ born: born === '-' ? null : Number(born), name: line.slice(nameAt + 1) },
    terms: terms.filter(isText),
  }
}
