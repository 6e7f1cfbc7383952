import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'
import { textMac } from './text-mac.ts'

/** An entry as it is stored, before its `mac` is known. */
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

/** Where the log begins and ends. */
export type ChainHead = {
  last_id: bigint
  last_mac: string
  removed_through: bigint
  removed_mac: string
  key: string
}

export type SignedHead = ChainHead & { mac: string }

type AuditKey = { secret: KeyObject; fingerprint: string; mac: (text: string) => string }

/** What signs: the first; the others only check what they signed before. */
export type AuditKeys = {
  fingerprint: string
  /** Undefined where that key is not known. */
  entryMac(entry: ChainedEntry, previousMac: string): string | undefined
  headMac(head: ChainHead): string | undefined
  /**
   * A key for something else than the log, of which this one cannot be computed. All replicas have the same; another
   * environment has another, so that what is signed in one counts for nothing in the other.
   */
  keyFor(purpose: string): KeyObject
  /** For what outlives a change of the key: that of now, and behind it those made of the keys before. */
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
  /** No two lists of values have the same text. */
  const mac = (fingerprint: string, values: readonly (string | null)[]): string | undefined =>
    known.get(fingerprint)?.(JSON.stringify(values))
  return {
    fingerprint: current.fingerprint,
    entryMac: (entry, previousMac) => mac(entry.key, valuesOf(entry, previousMac)),
    keyFor: (purpose) =>
      keyFor(environment === 'production' ? purpose : `${purpose} in ${environment}`),
    keysFor: (purpose) => [keyFor(purpose), ...former.map((key) => keyFor(purpose, key))],
    headMac: ({ key, last_id, last_mac, removed_through, removed_mac }) =>
      mac(key, ['head', key, `${last_id}`, last_mac, `${removed_through}`, removed_mac]),
  }
}

/** The chain of a log in which nothing was written yet. */
export const isUnused = ({ last_id, removed_through, mac }: SignedHead): boolean =>
  last_id === 0n && removed_through === 0n && mac === ''

/** Shown in messages, and stored beside what it signed; says nothing of the key. */
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
