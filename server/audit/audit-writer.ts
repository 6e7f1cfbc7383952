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
import { hasAccounts, insertEntries, readHead, writeHead } from './audit-log.repository.ts'

type WriteTrx = Pick<Trx, 'query' | 'lockName'> & {
  /** Whether nothing was added in this transaction yet. */
  isFirst: boolean
}

/** Adds entries to the end of the log, as a part of a transaction. */
export type AppendAudit = (trx: WriteTrx, entries: readonly PendingEntry[]) => Promise<void>

export const auditWriter = (keys: AuditKeys): AppendAudit => {
  /** The newest entry that this process has seen: it cannot be one of those that are cut off. */
  let seenId = 0n
  return async (trx, entries) => {
    if (entries.length === 0) return
    // As for the feed: from here to the commit there is one writer, on whichever replica.
    await trx.lockName('feed')
    const head = await readHead(trx.query)
    const first = await firstEntry(trx.query, head, { keys, seenId, entries })
    // What this transaction has added itself may be undone with it.
    if (trx.isFirst && head.last_id > seenId) seenId = head.last_id
    const added = first ? [first, ...entries] : entries
    const rows = chained(keys, head, added)
    const last = rows.at(-1)
    if (!last) return
    await insertEntries(trx.query, rows)
    await writeHead(trx.query, signed(keys, { ...head, last_id: last.id, last_mac: last.mac }))
  }
}

type Known = { keys: AuditKeys; seenId: bigint; entries: readonly PendingEntry[] }

/** What has to be said of the log before anything else is written to it. */
const firstEntry = async (
  query: WriteTrx['query'],
  head: SignedHead,
  { keys, seenId, entries }: Known,
): Promise<PendingEntry | undefined> => {
  const isEmpty = isUnused(head)
  const isCut = head.last_id < seenId
  if (!isEmpty && !isCut && isSigned(keys, head)) return undefined
  const timeMs = entries[0]?.timeMs ?? 0
  // Who has changed the head without the key must not have what comes next sign it for them.
  if (!isEmpty || isCut) return ofLog('audit.unverified', head, timeMs)
  // A store that is there already has a log from now on: an older version made it, or somebody has removed its log.
  const made = entries.filter(({ action }) => action === 'account.create').length
  return (await hasAccounts(query, made + 1)) ? ofLog('audit.begin', head, timeMs) : undefined
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
    return Object.assign(entry, { mac: previous })
  })
}

const ofLog = (
  action: 'audit.unverified' | 'audit.begin',
  { last_id }: ChainHead,
  timeMs: number,
): PendingEntry => ({
  author: { type: 'system', name: 'audit log' },
  timeMs,
  action,
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
