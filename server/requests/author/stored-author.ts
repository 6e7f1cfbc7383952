import { parseJson, stringifyJson } from '../../platform/http/json.ts'
import type { Author } from './author.ts'

/** The author of work that is done later, as text for the database. */
export const writeAuthor = (author: Author): string => stringifyJson(author)

/** Reads what `writeAuthor` has written. */
export const readAuthor = (text: string): Author => {
  const { id, accountId, ...author } = parseJson(Buffer.from(text)).value as Author
  return {
    ...author,
    ...(id !== undefined && { id: BigInt(id) }),
    ...(accountId !== undefined && { accountId: BigInt(accountId) }),
  }
}
