import type { ColumnRow } from './listing-columns.ts'
import { isText } from './listing-row.ts'

/**
 * A listing as one line: its animal, whose it is, its status, its traits, when it was published, and its terms as JSON. So
 * a thousand of them are one text, which the database, the serving thread and the thread with the columns pass on quickly.
 */
export const readColumnRow = (line: string): ColumnRow => {
  const [petId = '', accountId = '', status = '', traits = '', publishedAt = ''] = line.split(
    ' ',
    5,
  )
  const terms: string[] = JSON.parse(line.slice(line.indexOf('[')))
  return {
    ...{ petId: BigInt(petId), accountId: BigInt(accountId), status, traits: BigInt(traits) },
    ...{ publishedAt: Number(publishedAt), terms: terms.filter(isText) },
  }
}
