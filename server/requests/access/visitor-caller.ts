import { addressBucket, portalBucket } from '../rate-limits/address.ts'
import type { Policy } from '../rate-limits/policy.ts'
import type { KeyCaller } from './caller.ts'

/** A visitor without a key, for reads of what the site shows to everybody. It has no account and no rights. */
export const visitorCaller = (address: string, policy: Policy): KeyCaller & { visitor: string } => ({
  kind: 'publishable',
  keyId: 0n,
  keyName: '',
  allowedOrigins: undefined,
  accountId: 0n,
  plan: 'free',
  scopes: new Set(),
  rights: new Set(),
  actsForStore: false,
  isStaff: false,
  isSuspended: false,
  expiresAtMs: undefined,
  policy,
  subject: { address: portalBucket(address) },
  visitor: addressBucket(address),
})
