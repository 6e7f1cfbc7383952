import type { Kysely } from 'kysely'
import type { Database } from '../../platform/storage/database.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { type AcceptedBreaks, auditBreaks, type Break, breakText } from './audit-breaks.ts'
import { type AuditKeys, isUnused, type SignedEntry, type SignedHead } from './audit-chain.ts'
import { BREAK, hasAccounts, readHead, walkEntries } from './audit-log.repository.ts'
import { isSigned } from './audit-writer.ts'

type FindingKind =
  | 'changed'
  | 'missing'
  | 'reordered'
  | 'inserted'
  | 'truncated'
  | 'head'
  | 'empty'
  | 'unknown key'
  | 'unverified'

/** The entries from `first` to `last` are not as they were written. */
type Finding = { kind: FindingKind; first: bigint; last: bigint; message: string }

export type Verification = {
  /** The number of checked entries. */
  entries: number
  /** The first entry that should exist. */
  first: bigint
  last: bigint
  /** To store elsewhere and pass to a later verification. */
  head: string
  /** When the log began, if the store existed before it. */
  begunAtMs?: number
  findings: Finding[]
  /** Accepted breaks are not findings. */
  accepted: readonly AcceptedBreaks[]
  /** All breaks that are not accepted; each is a finding too. */
  breaks: readonly Break[]
}

/** A head from an earlier verification: an entry and its `mac`. */
export type NotedHead = { id: bigint; mac: string }

export const showHead = ({ last_id, last_mac }: Pick<SignedHead, 'last_id' | 'last_mac'>): string =>
  `${last_id}:${last_mac}`

const STEP = 1_000
/** More findings than this add no information. */
const MAX_FINDINGS = 100

type Suspect = { entry: SignedEntry; previousMac: string }

/** Verifies the whole log as it is now. */
export const verifyNow = (
  { read }: Pick<Database, 'read'>,
  keys: AuditKeys,
  noted?: NotedHead,
): Promise<Verification> =>
  read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((query) => verifyAudit(query, keys, noted))

/** Verifies the whole log as of one moment. `query` is a transaction with a consistent snapshot. */
export const verifyAudit = async (query: Kysely<Tables>, keys: AuditKeys, noted?: NotedHead): Promise<Verification> => {
  const head = await readHead(query)
  const findings: Finding[] = []
  const report = (kind: FindingKind, first: bigint, last: bigint, message: string) => {
    if (findings.length < MAX_FINDINGS) findings.push({ kind, first, last, message })
  }
  checkHead(head, keys, report)
  if (isUnused(head) && (await hasAccounts(query, 1))) report('empty', 0n, 0n, emptyText)
  const suspects: Suspect[] = []
  const breaks = auditBreaks()
  let previous = { id: head.removed_through, mac: head.removed_mac }
  let isNotedFound = noted?.id === head.removed_through && noted.mac === head.removed_mac
  let entries = 0
  let begunAtMs: number | undefined
  for (;;) {
    const rows = await walkEntries(query, { afterId: previous.id, limit: STEP })
    for (const entry of rows) {
      entries += 1
      checkPlace(entry, previous, head, report)
      const mac = checkMac(entry, previous, keys, report)
      if (mac === 'differs') suspects.push({ entry, previousMac: previous.mac })
      if (entry.action === BREAK) breaks.add(entry)
      // An entry that cannot be verified accepts nothing.
      if (entry.action === 'audit.accept' && mac === 'right') breaks.accept(entry)
      if (entry.action === 'audit.begin') begunAtMs = Number(entry.time)
      if (entry.id === noted?.id && entry.mac === noted.mac) isNotedFound = true
      previous = entry
    }
    if (rows.length < STEP) break
  }
  for (const each of breaks.open) report('unverified', each.id, each.id, breakText(each))
  checkEnd(previous, head, report)
  nameSuspects(suspects, keys, report)
  if (noted && !isNotedFound) checkNoted(noted, head, report)
  const first = head.removed_through + 1n
  const begun = begunAtMs === undefined ? {} : { begunAtMs }
  return {
    entries,
    first,
    last: head.last_id,
    head: showHead(head),
    ...begun,
    findings,
    accepted: breaks.accepted,
    breaks: breaks.open,
  }
}

const emptyText =
  'the log is empty and the store is not: its entries were removed, or an older version created the store and nothing has ' +
  'been changed since'

type Report = (kind: FindingKind, first: bigint, last: bigint, message: string) => void
type Link = { id: bigint; mac: string }

const checkHead = (head: SignedHead, keys: AuditKeys, report: Report): void => {
  if (isUnused(head) || isSigned(keys, head)) return
  const { last_id: id, key } = head
  const isKnown = keys.headMac(head) !== undefined
  if (isKnown) report('head', id, id, 'the head of the log, which says where it ends, was changed')
  else report('unknown key', id, id, `the head was signed with another key: ${key}`)
}

const checkPlace = (entry: Link, previous: Link, head: SignedHead, report: Report): void => {
  const { id } = entry
  if (id > head.last_id) {
    report('inserted', id, id, `entry ${id} is beyond the end of the log, which is ${head.last_id}`)
  } else if (id > previous.id + 1n) {
    const [first, last] = [previous.id + 1n, id - 1n]
    report('missing', first, last, `${entriesText(first, last)} missing`)
  }
}

const checkMac = (
  entry: SignedEntry,
  previous: Link,
  keys: AuditKeys,
  report: Report,
): 'right' | 'differs' | 'unknown' => {
  const { id, key } = entry
  // The previous entry is not known.
  if (id !== previous.id + 1n) return 'unknown'
  const mac = keys.entryMac(entry, previous.mac)
  if (mac === undefined) {
    report('unknown key', id, id, `entry ${id} was signed with another key: ${key}`)
    return 'unknown'
  }
  return mac === entry.mac ? 'right' : 'differs'
}

const checkEnd = (last: Link, head: SignedHead, report: Report): void => {
  if (last.id < head.last_id) {
    const first = last.id + 1n
    const message = `${entriesText(first, head.last_id)} missing at the end`
    report('truncated', first, head.last_id, message)
  } else if (last.id === head.last_id && last.mac !== head.last_mac) {
    report('changed', last.id, last.id, `entry ${last.id} is not the one that the log ended with`)
  }
}

/** More suspects than these are not compared with each other. */
const MAX_MOVED = 20

/**
 * A suspect that is valid in the place of another was moved; the others were changed, or were not
 * written by us.
 */
const nameSuspects = (suspects: readonly Suspect[], keys: AuditKeys, report: Report): void => {
  const some = suspects.slice(0, MAX_MOVED)
  const ids = some.map(({ entry }) => entry.id)
  const before = new Set(some.flatMap(({ entry, previousMac }) => [entry.mac, previousMac]))
  const isWrittenAs = (entry: SignedEntry, id: bigint): boolean =>
    [...before].some((mac) => keys.entryMac({ ...entry, id }, mac) === entry.mac)
  for (const { entry } of suspects) {
    const { id } = entry
    const origin = ids.find((other) => isWrittenAs(entry, other))
    // It only follows an entry that was moved.
    if (origin === id && some.length > 1) continue
    if (origin === undefined || origin === id) report('changed', id, id, `entry ${id} was changed or inserted`)
    else report('reordered', id, id, `entry ${id} was written as entry ${origin}`)
  }
}

const checkNoted = ({ id }: NotedHead, head: SignedHead, report: Report): void => {
  if (id < head.removed_through) {
    report('head', id, id, `entry ${id} of the noted head has been removed because of its age: note a later one`)
  } else if (id > head.last_id) {
    report('truncated', head.last_id + 1n, id, `the log ends at ${head.last_id}, and once had entry ${id}`)
  } else report('changed', id, id, `entry ${id} is not the one of the noted head`)
}

const entriesText = (first: bigint, last: bigint): string =>
  first === last ? `entry ${first} is` : `entries ${first} to ${last} are`
