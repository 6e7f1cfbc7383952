import { randomBytes } from 'node:crypto'
import { mintKey } from '../../server/accounts/api-keys/api-key.ts'

/** A key for `BOOTSTRAP_KEY`, of an enterprise account, whose limits no test reaches. */
export const newKey = (mode: 'live' | 'test' = 'live'): string => mintKey(mode, randomBytes)

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
