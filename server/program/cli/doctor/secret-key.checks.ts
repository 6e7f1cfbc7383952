import { auditKeys, type SignedHead } from '../../../accounts/audit/audit-chain.ts'
import { secretKeyPlace, secretKeysOf } from '../../../accounts/audit/audit-key.ts'
import { findLogHead } from '../../audit-keys.ts'
import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

const check = 'secret key'

/** Checks that the secret key is the one that the store was signed with. */
export const checkSecretKey = async ({ audit, database, redis }: Config): Promise<Finding[]> => {
  let keys: readonly string[]
  try {
    keys = secretKeysOf(audit)
  } catch (error) {
    const advice = 'correct the file, or set SECRET_KEY'
    return [{ check, state: 'fail', found: messageOf(error), advice }]
  }
  let head: SignedHead | undefined
  try {
    head = await findLogHead(database)
  } catch {
    // The check of the store reports the reason.
    return []
  }
  const place = secretKeyPlace(audit)
  const [first, ...others] = keys
  if (first === undefined) return [missingKey(place, head)]
  const known = auditKeys([first, ...others])
  if (head && known.headMac(head) === undefined) {
    const found = `${place} (fingerprint ${known.fingerprint}) is not the key of this store (fingerprint ${head.key})`
    const advice = 'set the key that it was signed with; a new one needs the old one after a comma'
    return [{ check, state: 'fail', found, advice }]
  }
  const found = `${place}, fingerprint ${known.fingerprint}`
  return redis && audit.secrets === undefined
    ? [{ check, state: 'warn', found, advice: 'set SECRET_KEY: all replicas need the same' }]
    : [{ check, state: 'ok', found }]
}

const missingKey = (place: string, head: SignedHead | undefined): Finding =>
  head
    ? {
        ...{ check, state: 'fail', found: `missing: the store was signed with ${head.key}` },
        advice: `put ${place} back, or set SECRET_KEY: the server does not start without it`,
      }
    : { check, state: 'ok', found: `none yet: the first start creates ${place}` }
