import { parseInt64 } from '../../platform/http/int64.ts'
import { foreignCursor } from '../../requests/api/page.ts'

/** A listing in a list, with its place there. */
export type Listed = { petId: bigint; place: (string | bigint)[] }

/** How far an organization is away. */
export type Near = { accountId: bigint; metres: number }

/** A value of a cursor; throws `invalid_cursor`. */
export const readInt = (text: string): bigint => {
  const value = parseInt64(text)
  if (value === undefined) throw foreignCursor()
  return value
}

export const readInts = (texts: readonly string[] = []): bigint[] => texts.map(readInt)
