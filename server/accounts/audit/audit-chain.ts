import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

/** An entry to store, before its `mac` is computed. */
export type ChainedEntry = {
  id: bigint
  time: bigint
  actor_type: string
  actor_id: bigint | null
  actor_name: string | null
  action: string
  target_type: string
  target_id: bigint | null
  fields: string | null
  request_id: string | null
  address: string | null
  key: string
}

export type SignedEntry = ChainedEntry & { mac: string }

/** The first and the last entry of the log. */
export type ChainHead = {
  last_id: bigint
  last_mac: string
  removed_through: bigint
  removed_mac: string
  key: string
}

export type SignedHead = ChainHead & { mac: string }

type AuditKey = { secret: KeyObject; fingerprint: string; mac: (text: string) => string }

/** The current key signs; earlier ones only verify what they signed. */
export type AuditKeys = {
  fingerprint: string
  /** Undefined if that key is not known. */
  entryMac(entry: ChainedEntry, previousMac: string): string | undefined
  headMac(head: ChainHead): string | undefined
  /**
   * Derives a key for another purpose, from which this one cannot be computed. It is the same on
   * all replicas and differs by environment, so that a signature of one environment is not valid in
   * another.
   */
  keyFor(purpose: string): KeyObject
  /**
   * Like `keyFor`, for what outlives a change of the key: the current key first, then the earlier
   * ones.
   */
  keysFor(purpose: string): readonly [KeyObject, ...KeyObject[]]
}

export const auditKeys = (
  secrets: readonly [string, ...string[]],
  environment: 'production' | 'staging' = 'production',
): AuditKeys => {
  const [first, ...others] = secrets
  const current = keyOf(first)
  const former = others.map(keyOf)
  const known = new Map([current, ...former].map((key) => [key.fingerprint, key.mac]))
  const keyFor = (purpose: string, { secret }: AuditKey = current): KeyObject =>
    createSecretKey(createHmac('sha256', secret).update(`key for ${purpose}`).digest())
  /** No two lists of values may produce the same text. */
  const mac = (fingerprint: string, values: readonly (string | null)[]): string | undefined =>
    known.get(fingerprint)?.(JSON.stringify(values))
  return {
    fingerprint: current.fingerprint,
    entryMac: (entry, previousMac) => mac(entry.key, valuesOf(entry, previousMac)),
    keyFor: (purpose) => keyFor(environment === 'production' ? purpose : `${purpose} in ${environment}`),
    keysFor: (purpose) => [keyFor(purpose), ...former.map((key) => keyFor(purpose, key))],
    headMac: ({ key, last_id, last_mac, removed_through, removed_mac }) =>
      mac(key, ['head', key, `${last_id}`, last_mac, `${removed_through}`, removed_mac]),
  }
}

/** Whether nothing was ever written to the log. */
export const isUnused = ({ last_id, removed_through, mac }: SignedHead): boolean =>
  last_id === 0n && removed_through === 0n && mac === ''

/**
 * The fingerprint is shown in messages and stored beside signatures; it does not reveal the key.
 */
const keyOf = (text: string): AuditKey => ({
  secret: createSecretKey(Buffer.from(text)),
  fingerprint: hash('sha256', `audit key ${text}`, 'hex').slice(0, 12),
  mac: textMac(Buffer.from(text)),
})

const valuesOf = (entry: ChainedEntry, previousMac: string): (string | null)[] => [
  'entry',
  previousMac,
  `${entry.id}`,
  `${entry.time}`,
  entry.actor_type,
  entry.actor_id === null ? null : `${entry.actor_id}`,
  entry.actor_name,
  entry.action,
  entry.target_type,
  entry.target_id === null ? null : `${entry.target_id}`,
  entry.fields,
  entry.request_id,
  entry.address,
  entry.key,
]

const BLOCK_BYTES = 64
const HASH_BYTES = 32
/** Fits most entries; a longer text gets its own buffer. */
const REUSED_BYTES = 4_096

/**
 * HMAC-SHA-256 (RFC 2104) of UTF-8 texts, as base64url. `createHmac` creates a stream for each
 * text, which takes twice as long as two plain hashes.
 */
export const textMac = (secret: Buffer): ((text: string) => string) => {
  const key = Buffer.alloc(BLOCK_BYTES)
  if (secret.length <= BLOCK_BYTES) secret.copy(key)
  else hash('sha256', secret, 'buffer').copy(key)
  const kept = Buffer.alloc(BLOCK_BYTES + REUSED_BYTES)
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES)
  for (const [at, byte] of key.entries()) {
    kept[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  return (text) => {
    const inner = text.length * 3 <= REUSED_BYTES ? kept : Buffer.alloc(BLOCK_BYTES + text.length * 3)
    if (inner !== kept) kept.copy(inner, 0, 0, BLOCK_BYTES)
    const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES, 'utf8')
    // A string, because `hash` returns a string faster than a buffer.
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1')
    return hash('sha256', outer, 'base64url')
  }
}
