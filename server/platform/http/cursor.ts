import { hash } from 'node:crypto'
import { protocolError } from './http-error.ts'

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
  if (!isOurs) {
    const message = 'must be one that this list gave with these filters'
    throw protocolError('invalid_cursor', {
      errors: [{ field: 'cursor', code: 'invalid_value', message }],
    })
  }
  return id.readBigInt64BE()
}

const digest = (id: Uint8Array, list: string): Buffer =>
  hash('sha256', Buffer.concat([id, Buffer.from(list)]), 'buffer').subarray(0, DIGEST_BYTES)
