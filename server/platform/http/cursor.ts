import { hash } from 'node:crypto'
import { type HttpError, protocolError } from './http-error.ts'

// 8 bytes of id and 10 of digest make 24 characters with no bit unused: every edit of a cursor shows.
const ID_BYTES = 8
const DIGEST_BYTES = 10

/** Where a list goes on: after `id`, in the list that `list` describes (its filters and order). Opaque to clients. */
export const writeCursor = (id: bigint, list: string): string => {
  const bytes = Buffer.alloc(ID_BYTES)
  bytes.writeBigInt64BE(id)
  return Buffer.concat([bytes, digest(bytes, list)]).toString('base64url')
}

/** The id a cursor stands for. Throws `invalid_cursor` unless this very list gave it. */
export const readCursor = (cursor: string, list: string): bigint => {
  const bytes = Buffer.from(cursor, 'base64url')
  const id = bytes.subarray(0, ID_BYTES)
  const isOurs =
    bytes.length === ID_BYTES + DIGEST_BYTES &&
    bytes.toString('base64url') === cursor &&
    bytes.subarray(ID_BYTES).equals(digest(id, list))
  if (!isOurs) throw foreignCursor()
  return id.readBigInt64BE()
}

/** The same for a list that is sorted by more than an id: after an item with these values. */
export const writePlace = (values: readonly string[], list: string): string => {
  const bytes = Buffer.from(JSON.stringify(values))
  return Buffer.concat([digest(bytes, list), bytes]).toString('base64url')
}

/** The values that such a cursor stands for. Throws `invalid_cursor` unless this very list gave it. */
export const readPlace = (cursor: string, list: string): string[] => {
  const bytes = Buffer.from(cursor, 'base64url')
  const values = bytes.subarray(DIGEST_BYTES)
  const isOurs =
    bytes.length > DIGEST_BYTES &&
    bytes.toString('base64url') === cursor &&
    bytes.subarray(0, DIGEST_BYTES).equals(digest(values, list))
  const place = isOurs ? parsed(values.toString()) : undefined
  if (!Array.isArray(place) || !place.every(isPart)) throw foreignCursor()
  return place
}

/** A text that a database takes. */
const isPart = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0')

/** A digest is no signature: whoever makes one up may have it of anything. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const foreignCursor = (): HttpError =>
  protocolError('invalid_cursor', {
    errors: [
      {
        field: 'cursor',
        code: 'invalid_value',
        message: 'must be one that this list gave with these filters',
      },
    ],
  })

const digest = (id: Uint8Array, list: string): Buffer =>
  hash('sha256', Buffer.concat([id, Buffer.from(list)]), 'buffer').subarray(0, DIGEST_BYTES)
