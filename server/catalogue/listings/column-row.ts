import type { ColumnRow } from './listing-columns.ts'
import { isText } from './listing-row.ts'

/**
 * A listing as one line: its animal, its account, its traits, when it was published, its status (which may have a space), and
 * its terms as JSON. A thousand of them are one text, which passes quickly from the database to the thread with the columns.
 */
export const readColumnRow = (line: string): ColumnRow => {
  const [petId = '', accountId = '', traits = '', publishedAt = ''] = line.split(' ', 4)
  const statusAt = petId.length + accountId.length + traits.length + publishedAt.length + 4
  const termsAt = line.indexOf('[')
  const terms: string[] = JSON.parse(line.slice(termsAt))
  return {
    ...{ petId: BigInt(petId), accountId: BigInt(accountId), traits: BigInt(traits) },
    ...{ status: line.slice(statusAt, termsAt - 1), publishedAt: Number(publishedAt) },
    terms: terms.filter(isText),
  }
}
