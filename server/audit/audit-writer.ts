import type { Trx } from '../platform/storage/database.ts'
import {
  type AuditKeys,
  type ChainedEntry,
  type ChainHead,
  isUnused,
  type SignedEntry,
  type SignedHead,
} from './audit-chain.ts'
import type { PendingEntry } from './audit-entry.ts'
import { insertEntries, readHead, writeHead } from './audit-log.repository.ts'

type WriteTrx = Pick<Trx, 'query' | 'lockName'>

/** Adds entries to the end of the log, as a part of a transaction. */
export type AppendAudit = (trx: WriteTrx, entries: readonly PendingEntry[]) => Promise<void>

export const auditWriter =
  (keys: AuditKeys): AppendAudit =>
  async (trx, entries) => {
    if (entries.length === 0) return
    // As for the feed: from here to the commit there is one writer, on whichever replica.
    await trx.lockName('feed')
    const head = await readHead(trx.query)
    const isSound = isUnused(head) || isSigned(keys, head)
    const added = isSound ? entries : [unverified(head, entries[0]?.timeMs ?? 0), ...entries]
    const rows = chained(keys, head, added)
    const last = rows.at(-1)
    if (!last) return
    await insertEntries(trx.query, rows)
    await writeHead(trx.query, signed(keys, { ...head, last_id: last.id, last_mac: last.mac }))
  }

export const isSigned = (keys: AuditKeys, head: SignedHead): boolean =>
  keys.headMac(head) === head.mac

export const signed = (keys: AuditKeys, head: ChainHead): SignedHead => {
  const { last_id, last_mac, removed_through, removed_mac } = head
  const own = { last_id, last_mac, removed_through, removed_mac, key: keys.fingerprint }
  return { ...own, mac: keys.headMac(own) ?? '' }
}

const chained = (
  keys: AuditKeys,
  { last_id, last_mac }: ChainHead,
  entries: readonly PendingEntry[],
): SignedEntry[] => {
  let id = last_id
  let previous = last_mac
  return entries.map((pending) => {
    id += 1n
    const entry = rowOf(pending, id, keys.fingerprint)
    previous = keys.entryMac(entry, previous) ?? ''
    return { ...entry, mac: previous }
  })
}

/** Who has changed the head without the key must not have what comes next sign it for them. */
const unverified = ({ last_id }: ChainHead, timeMs: number): PendingEntry => ({
  author: { type: 'system', name: 'audit log' },
  timeMs,
  action: 'audit.unverified',
  target: { type: 'audit_log', id: last_id },
})

const rowOf = (
  { author, timeMs, action, target, fields }: PendingEntry,
  id: bigint,
  key: string,
): ChainedEntry => ({
  id,
  time: BigInt(timeMs),
  actor_type: author.type,
  actor_id: author.id ?? null,
  actor_name: author.name ?? null,
  action,
  target_type: target.type,
  target_id: target.id ?? null,
  fields: fields && fields.length > 0 ? fields.join(' ') : null,
  request_id: author.requestId ?? null,
  address: author.address ?? null,
  key,
})
