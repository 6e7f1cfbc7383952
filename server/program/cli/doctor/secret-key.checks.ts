import { statSync } from 'node:fs'
import { auditKeys, type SignedHead } from '../../../accounts/audit/audit-chain.ts'
import { secretKeyPlace, secretKeysOf } from '../../../accounts/audit/audit-key.ts'
import { findLogHead } from '../../audit-keys.ts'
import type { Config } from '../../config.ts'
import { findFolderFault } from './file-access.ts'
import { type Finding, messageOf } from './finding.ts'

const check = 'secret key'

/** Checks that the secret key is the one that the store was signed with. */
export const checkSecretKey = async (config: Config): Promise<Finding[]> => {
  const { audit, database, redis } = config
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
  if (first === undefined) return [missingKey(config, place, head)]
  const known = auditKeys([first, ...others])
  if (head && known.headMac(head) === undefined) {
    const found = `${place} (fingerprint ${known.fingerprint}) is not the key of this store (fingerprint ${head.key})`
    const advice = 'set the key that it was signed with; a new one needs the old one after a comma'
    return [{ check, state: 'fail', found, advice }]
  }
  const found = `${place}, fingerprint ${known.fingerprint}`
  if (audit.secrets !== undefined) return [{ check, state: 'ok', found }]
  if (redis) return [{ check, state: 'warn', found, advice: SHARE_ADVICE }]
  return [checkMode(place) ?? { check, state: 'ok', found }]
}

const SHARE_ADVICE = 'set SECRET_KEY: all replicas need the same'

/** Windows has no such permissions. */
const checkMode = (place: string): Finding | undefined => {
  const mode = statSync(place).mode & 0o777
  if (process.platform === 'win32' || (mode & 0o077) === 0) return undefined
  return {
    check,
    state: 'warn',
    found: `other users of this machine may read ${place} (mode ${mode.toString(8)})`,
    advice: `chmod 600 ${place}: with the key, they can forge links and entries of the audit log`,
  }
}

const missingKey = ({ audit, database, redis }: Config, place: string, head: SignedHead | undefined): Finding => {
  if (head)
    return {
      check,
      state: 'fail',
      found: `missing: the store was signed with ${head.key}`,
      advice: `put ${place} back, or set SECRET_KEY: the server does not start without it`,
    }
  if (redis)
    return {
      check,
      state: 'warn',
      found: 'none yet: each replica would create another',
      advice: SHARE_ADVICE,
    }
  // The check of the store reports a folder of the embedded database.
  const fault = database.kind === 'postgres' ? findFolderFault(audit.folder) : undefined
  return fault
    ? {
        check,
        state: 'fail',
        found: `none yet, and ${place} cannot be created: ${fault.found}`,
        advice: `${fault.advice}, or set SECRET_KEY`,
      }
    : { check, state: 'ok', found: `none yet: the first start creates ${place}` }
}
