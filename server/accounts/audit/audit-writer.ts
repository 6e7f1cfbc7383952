import type { Confirm } from '../../platform/storage/consequences.ts'
import type { Database, Trx } from '../../platform/storage/database.ts'
import type { BreakKind } from './audit-breaks.ts'
import {
  type AuditKeys,
  type ChainedEntry,
  type ChainHead,
  isUnused,
  type SignedEntry,
  type SignedHead,
} from './audit-chain.ts'
import type { NewAuditEntry, PendingEntry } from './audit-entry.ts'
import {
  BREAK,
  findLink,
  hasAccounts,
  insertEntries,
  type Link,
  type LogEnd,
  readLogEnd,
  writeHead,
} from './audit-log.repository.ts'

type WriteTrx = Pick<Trx, 'query' | 'lockName'>

/** Appends entries to the log in a transaction. Returns a callback that records their commit. */
type AppendAudit = (trx: WriteTrx, entries: readonly PendingEntry[]) => Promise<Confirm | undefined>

/** The state that a process knows to be committed: the end of the log, and the newest entry that reported a break. */
type Seen = { end: Link; newestBreak: Link }

const none = { id: 0n, mac: '', time: 0n }

export const auditWriter = (keys: AuditKeys): AppendAudit => {
  let seen: Seen = { end: none, newestBreak: none }
  /** Commits may be reported in any order. */
  let seenTurn = 0
  let turns = 0
  return async (trx, entries) => {
    if (entries.length === 0) return undefined
    // Like the feed: from here to the commit there is only one writer across all replicas.
    await trx.lockName('feed')
    turns += 1
    const turn = turns
    const known = seen
    const end = await readLogEnd(trx.query, known.end.id)
    const newestBreak = await newestBreakOf(trx.query, end, known)
    const broken = breakOf({ end, newestBreak, seen: known, keys })
    const first = broken ?? (await beginning(trx.query, end.head, entries))
    const timeMs = entries[0]?.timeMs ?? 0
    const added = first ? [{ ...first, author, timeMs }, ...entries] : entries
    const rows = chained(keys, await linkToFollow(trx.query, end, keys), added)
    const last = rows.at(-1)
    if (!last) return undefined
    await insertEntries(trx.query, rows)
    await writeHead(trx.query, signed(keys, { ...end.head, last_id: last.id, last_mac: last.mac }))
    const seenNow = { end: last, newestBreak: (broken && rows[0]) ?? newestBreak }
    return () => {
      if (turn < seenTurn) return
      seenTurn = turn
      seen = seenNow
    }
  }
}

/** Only read if it may have changed. */
const newestBreakOf = async (
  query: WriteTrx['query'],
  end: LogEnd,
  { end: seen, newestBreak }: Seen,
): Promise<Link> => {
  if (end.newestBreakId === newestBreak.id && hasEntry(end, seen)) return newestBreak
  return (await findLink(query, end.newestBreakId)) ?? none
}

type Look = { end: LogEnd; newestBreak: Link; seen: Seen; keys: AuditKeys }

/** The author of entries about the log itself. */
const author = { type: 'system', name: 'audit log' } as const

/**
 * The entry which reports that the log is not as this process knows it. Otherwise, somebody who
 * changed the head without the key would have the next write sign it.
 */
const breakOf = ({ end, newestBreak, seen, keys }: Look): NewAuditEntry | undefined => {
  const { head } = end
  if (!isUnused(head) && !isSigned(keys, head)) return report('signature', head.last_id)
  if (isCutOff(end)) return report('entries', largest(head.last_id, seen.end.id))
  const isLost = !hasEntry(end, seen.end)
  return isLost && !isReported(newestBreak, seen) ? report('entries', seen.end.id) : undefined
}

const report = (what: BreakKind, lastId: bigint): NewAuditEntry => ({
  action: BREAK,
  target: { type: 'audit_log', id: lastId },
  fields: [what],
})

/** Whether entries are missing that the head covers. */
export const isCutOff = ({ head, newestId }: LogEnd): boolean => (newestId ?? head.removed_through) < head.last_id

/** Whether an entry that was committed is still in the log, or was removed because of its age. */
const hasEntry = ({ head, seenMac }: LogEnd, { id, mac }: Link): boolean => {
  if (id > head.last_id) return false
  if (id === head.removed_through) return mac === head.removed_mac
  return id < head.removed_through || mac === seenMac
}

/**
 * Whether another process has already reported the loss, as one report per failover is enough. That
 * report is newer than the newest one that this process knew of, or, if that was lost too, younger
 * than the lost entries.
 */
const isReported = (newest: Link, { end, newestBreak: known }: Seen): boolean =>
  newest.mac !== known.mac && (newest.id >= known.id || newest.time > end.time)

const largest = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/**
 * Starts the log of an existing store: an older version created it, or somebody has removed its
 * log.
 */
const beginning = async (
  query: WriteTrx['query'],
  head: SignedHead,
  entries: readonly PendingEntry[],
): Promise<NewAuditEntry | undefined> => {
  if (!isUnused(head) || entries.some(({ action }) => action === 'audit.begin')) return undefined
  const made = entries.filter(({ action }) => action === 'account.create').length
  const isThere = await hasAccounts(query, made + 1)
  return isThere ? begin : undefined
}

/**
 * Starts the log of a store that an upgrade has just given one. Otherwise it would be empty until the next change, which
 * looks as if its entries had been removed.
 */
export const beginAudit = async (database: Pick<Database, 'write'>, keys: AuditKeys, timeMs: number): Promise<void> =>
  database.write(async (trx) => {
    if (!(await hasAccounts(trx.query, 1))) return
    await auditWriter(keys)(trx, [{ ...begin, author, timeMs }])
  })

const begin = { action: 'audit.begin', target: { type: 'audit_log', id: 0n } } as const

/** The link to continue from: the last existing entry, if the head is not trustworthy. */
const linkToFollow = async (
  query: WriteTrx['query'],
  end: LogEnd,
  keys: AuditKeys,
): Promise<Pick<Link, 'id' | 'mac'>> => {
  const { last_id, last_mac, removed_through, removed_mac } = end.head
  if (isSigned(keys, end.head) && !isCutOff(end)) return { id: last_id, mac: last_mac }
  return (await findLink(query, end.newestId)) ?? { id: removed_through, mac: removed_mac }
}

export const isSigned = (keys: AuditKeys, head: SignedHead): boolean => keys.headMac(head) === head.mac

export const signed = (keys: AuditKeys, head: ChainHead): SignedHead => {
  const { last_id, last_mac, removed_through, removed_mac } = head
  const own = { last_id, last_mac, removed_through, removed_mac, key: keys.fingerprint }
  return { ...own, mac: keys.headMac(own) ?? '' }
}

const chained = (keys: AuditKeys, end: Pick<Link, 'id' | 'mac'>, entries: readonly PendingEntry[]): SignedEntry[] => {
  let { id, mac: previous } = end
  return entries.map((pending) => {
    id += 1n
    const entry = rowOf(pending, id, keys.fingerprint)
    previous = keys.entryMac(entry, previous) ?? ''
    return Object.assign(entry, { mac: previous })
  })
}

const rowOf = ({ author, timeMs, action, target, fields }: PendingEntry, id: bigint, key: string): ChainedEntry => ({
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
